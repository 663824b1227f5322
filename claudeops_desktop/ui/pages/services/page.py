"""The services: the list with uptime and response time, and all that is known of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSplitter, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....core.text_format import format_uptime
from ....monitoring.results.types import UptimeSummary
from ....monitoring.trends import RANGES
from ....records.cooldowns import CooldownAction
from ....runs.request import RunRequest
from ... import icons, theme
from ...kit.columns import ColumnSpec, show_rows, time_column
from ...kit.detail import DetailPane, EmptyText
from ...kit.list_page import ListPage, ListPageSpec
from ...text import formatting
from ...text.translation import error_text, tr, tr_message
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.search_field import SearchField
from ..base_page import PageLocation
from .check_editor import CheckEditor
from .check_runner import CheckNow
from .detail_sections import CHART, TIME_LINE, service_detail
from .limit_commands import LimitCommands
from .limit_slots import ServiceLimits, permission_look, permission_text, permission_tip
from .mentioned_list import MentionedNames
from .name_editor import ServiceNameEditor
from .page_actions import OF_DETAIL, OF_HEAD, OF_LIMITS, OTHERS, open_cooldowns
from .queries import (
    CheckedServicesFile,
    ServiceLine,
    ServicesData,
    check_services_file,
    fact_line,
    load_services,
    load_uptimes,
    response_tip,
    uptime_tip,
)

if TYPE_CHECKING:
    from ...app_context import AppContext

UPTIMES_MS = 60_000
SHARES = (390, 710)
NARROWEST, DETAIL_NARROWEST = 196, 300
TABLES = frozenset(
    (
        *("health_checks", "check_results", "incidents", "events", "memories", "runs", "cases", "alerts", "changes"),
        *("cooldown_actions", "service_rules", "dismissed_services", "services", "settings"),
    )
)


def state_tip(line: ServiceLine) -> str:
    """Return what the last check found, and when it was."""
    if not line.status:
        return ""
    when = formatting.format_relative_time(line.newest.checked_at)
    return tr("{detail}\nchecked {checked_at}", detail=line.newest.detail, checked_at=when).strip()


def response_text(line: ServiceLine) -> str:
    """Return how long half of the answers took at most."""
    summary = line.uptime
    return formatting.format_duration_ms(summary.p50_ms) if summary is not None and summary.p50_ms is not None else ""


COLUMNS: tuple[ColumnSpec[ServiceLine], ...] = (
    ColumnSpec("service", tr("Service"), 160, text=lambda row: row.name, state=lambda row: row.state, stretch=True),
    ColumnSpec("state", tr("State"), 122, text=lambda row: row.state_text, tip=state_tip, minor=1),
    ColumnSpec(
        "uptime",
        tr("Uptime"),
        78,
        number=True,
        text=lambda row: format_uptime(row.uptime.uptime) if row.uptime is not None else "",
        tip=uptime_tip,
        minor=2,
    ),
    ColumnSpec(
        "response",
        tr("Response"),
        84,
        number=True,
        spoken=tr("Response time"),
        text=response_text,
        tip=response_tip,
        minor=3,
    ),
    replace(time_column("since", tr("Since"), 92, lambda row: row.newest.since), minor=4),
    ColumnSpec(
        "permission",
        tr("Agents may act"),
        184,
        text=lambda row: permission_text(row.limits, utc_now()) if row.limits is not None else "",
        tip=lambda row: permission_tip(row.limits, utc_now()) if row.limits is not None else "",
        state=lambda row: permission_look(row.limits) if row.limits is not None else "",
        minor=5,
        ages=True,
    ),
)


class ServicesPage(ListPage[ServiceLine]):
    """The list of the services, and all that is known of the chosen one.

    A PageLocation with ``filters={"service": name}`` shows one service, ``{"action": id}`` a restart or redeployment in
    the time line of its service, ``{"cooldowns": True}`` the limits of all.
    """

    title = tr("Services")
    spec = ListPageSpec(
        title=title,
        look="ServiceTableModel",
        intro="",
        columns=COLUMNS,
        load=load_services,
        tables=TABLES,
        fact=fact_line,
        empty=EmptyText("services", tr("No services yet"), tr("Services that are checked appear here.")),
        actions=(*OF_DETAIL, *OF_LIMITS, *OF_HEAD, *OTHERS),
        row_action="detail",
        empty_action="add",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        self.known = ServicesData()
        self._judged: CheckedServicesFile | None = None
        self._judging = False
        self._wish = ""
        self._uptimes: Mapping[str, UptimeSummary] = {}
        super().__init__(context, parent)
        self.editing: CheckEditor = CheckEditor(context, self)
        self.editing.check_saved.connect(self._saved)
        self.naming: ServiceNameEditor = ServiceNameEditor(context, self)
        self.naming.renamed.connect(self._saved)
        self.checking: CheckNow = CheckNow(context, self)
        self.checking.changed.connect(self._show_detail)
        for part in (self.editing, self.naming, self.checking):
            part.failed.connect(self._failed)
        self.limits: LimitCommands = LimitCommands(context, self)
        self.limits.message_posted.connect(self.message_posted)
        self.limits.rule_changed.connect(self._saved)
        self.mentioned.watch_requested.connect(self.editing.add)
        self.mentioned.dismiss_requested.connect(self.naming.dismiss)
        self.mentioned.name_picked.connect(self._show_mentioned)
        self._retell.timeout.connect(self.refresh)  # services.toml may have been edited elsewhere
        self._uptimes_timer = QTimer(self, interval=UPTIMES_MS)
        self._uptimes_timer.timeout.connect(self._ask_uptimes)
        self.action_set.update()

    # --- parts -------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Put search and buttons over the list and the detail beside it."""
        super()._lay_out()
        self.outer.removeWidget(self.body)
        self._make_file_problem()
        head = QWidget(self)
        row = FlowLayout(theme.GAP_S, head, fill=True)
        self.search = SearchField(tr("Search services"), head)
        self.search.textChanged.connect(self._show_list)
        self.search.entered.connect(self.table.focus_first_row)
        self.range = FilterBox(
            tr("Range of uptime and response time"),
            [FilterChoice(tr_message(text), value) for value, text in RANGES.items()],
            head,
        )
        self.range.setObjectName("services-range")
        self.range.value_chosen.connect(self._range_chosen)
        row.addWidget(self.search)
        row.addWidget(self.range)
        row.push_to_end()
        for action in OF_HEAD:
            row.addWidget(self.action_set.make_button(action.name))
        self.splitter = QSplitter(self)
        self.splitter.setChildrenCollapsible(False)
        self._make_list()
        self._make_detail()
        self.splitter.setSizes(SHARES)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 5)
        self.outer.setSpacing(theme.GAP_S)
        self.outer.addWidget(head)
        self.outer.addWidget(self.splitter, 1)

    def _make_file_problem(self) -> None:
        self.file_problem = QWidget(self)
        row = QHBoxLayout(self.file_problem)
        row.setContentsMargins(0, 0, 0, 0)
        self.problem_text = theme.plain_label(role="bad", wrap=True, select=True)
        row.addWidget(self.problem_text, 1)
        row.addWidget(self.action_set.make_button("file"))
        self.file_problem.hide()
        self.outer.addWidget(self.file_problem)

    def _make_list(self) -> None:
        self.splitter.addWidget(self.body)
        self.body.setMinimumWidth(NARROWEST)
        self.column.setContentsMargins(0, 0, theme.GAP_M, 0)
        self.mentioned = MentionedNames(self.body)
        self.column.addWidget(self.mentioned)

    def _make_detail(self) -> None:
        make = self.action_set.make_button
        self.edit = QPushButton(tr("Edit"))
        icons.set_themed_icon(self.edit, "edit")
        self.menu = QMenu(self.edit)
        self.edit.setMenu(self.menu)
        limit_buttons = [make(action.name) for action in OF_LIMITS]
        buttons = [*(make(action.name) for action in OF_DETAIL), self.edit]
        self.detail: DetailPane[ServiceLine] = DetailPane(
            self.context, service_detail(limit_buttons), buttons, self.splitter
        )
        self.detail.setMinimumWidth(DETAIL_NARROWEST)
        self.detail.setContentsMargins(theme.GAP_M, 0, 0, 0)
        self.detail.navigation_requested.connect(self.navigation_requested)
        self.detail.message_posted.connect(self.message_posted)
        self.splitter.addWidget(self.detail)

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with what the location names."""
        super().activate()
        self._uptimes_timer.start()
        self._ask_uptimes()
        filters = (place.filters if place is not None else None) or {}
        if isinstance(filters.get("service"), str):
            self.show_service(filters["service"])
        elif isinstance(filters.get("action"), int):
            find = partial(find_action, self.context, filters["action"])
            self.context.bridge.ask(find, self._show_action)
        elif filters.get("cooldowns"):
            open_cooldowns(self)

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        super().deactivate()
        self._uptimes_timer.stop()

    def focus_search(self) -> None:
        """Put the cursor into the search."""
        self.search.setFocus()
        self.search.selectAll()

    def save_state(self) -> dict[str, Any]:
        """Return the splitter, the service, the range, and which sections are unfolded."""
        return {
            **super().save_state(),
            "splitter": self.splitter.sizes(),
            "service": self.line.name if self.line is not None else "",
            "range": self.range.value,
            "sections": self.detail.save_state(),
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; what does not fit is left aside."""
        super().restore_state(state)
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        if state.get("range") in RANGES:
            self.range.set_value(state["range"])
            self.detail.section(CHART).range = state["range"]
        if isinstance(state.get("service"), str):
            self._wish = state["service"]
        self.detail.restore_state(state.get("sections"))

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def line(self) -> ServiceLine | None:
        """Return the service that is shown, or the name that is only mentioned."""
        return self.detail.record

    @property
    def own_limits(self) -> ServiceLimits | None:
        """Return the limits of the service that is shown."""
        return self.line.limits if self.line is not None else None

    @property
    def known_names(self) -> tuple[str, ...]:
        """Return all names, for a form in which one is chosen."""
        return tuple(sorted((*map(str, self.known), *(one.name for one in self.known.mentioned))))

    def show_service(self, name: str) -> None:
        """Turn to one service."""
        self.table.setFocus()
        self.search.clear()
        self._wish = name
        self._show_list()

    def enter_time_line(self) -> None:
        """Put the keys into the time line."""
        if self.line is not None and self.detail.column is not None:
            self.detail.column.unfold(TIME_LINE)

    def question(self) -> Callable[[], ServicesData]:
        """Return what is asked on a reader thread."""
        return partial(load_services, self.context, self._judged)

    def _loaded(self, rows: Mapping[Hashable, ServiceLine]) -> None:
        assert isinstance(rows, ServicesData)  # noqa: S101 — as asked
        if (self._judged is None or self._judged.signature != rows.signature) and not self._judging:
            self._judging = True
            self.context.run_in_background(
                partial(check_services_file, self.context), self._file_judged, self._file_not_judged
            )
            if not rows.there:  # what is checked without a file is known in a moment
                return
        self.known = rows
        self.problem_text.setText(rows.wrong)
        self.file_problem.setVisible(bool(rows.wrong))
        self.mentioned.show_names(rows.mentioned)
        self.fact_changed.emit(self.fact_line(list(rows.values())))
        self._show_list()

    def _file_judged(self, judged: CheckedServicesFile) -> None:
        self._judged, self._judging = judged, False
        self.refresh()

    def _file_not_judged(self, error: Exception) -> None:
        self._judging = False
        self._failed(error)

    def _show_list(self, _text: str = "") -> None:
        said = self.search.text().strip().lower()
        lines = {name: line for name, line in self.known.items() if said in line.name}
        rows = {name: self._with_uptime(line) for name, line in lines.items()}
        if self.mentioned.chosen:  # a name below the list is shown: no row is chosen with it
            self.table.show_keys(list(rows))
            self.model.set_rows(rows)
        else:
            show_rows(self.table, self.model, rows)
        self._stack.setCurrentWidget(self.table if self.known else self.empty)
        self._grant_wish(lines)
        self._show_detail()

    def _grant_wish(self, lines: Mapping[Hashable, ServiceLine]) -> None:
        if self._wish in lines:
            self.mentioned.names.setCurrentRow(-1)
            self.table.select_key(self._wish)
            self._wish = ""
        elif self._wish and self.mentioned.choose(self._wish):
            self.table.clearSelection()
            self._wish = ""

    def _with_uptime(self, line: ServiceLine) -> ServiceLine:
        return replace(line, uptime=self._uptimes.get(line.name))

    def _show_mentioned(self, _name: str) -> None:
        self.table.clearSelection()
        self._show_detail()

    def _row_picked(self, _key: object) -> None:
        self.mentioned.names.setCurrentRow(-1)
        self._show_detail()

    def _show_detail(self) -> None:
        line = self.known.find_line(self.mentioned.chosen or self.table.current)
        name = line.name if line is not None else ""
        self.checking.forget(name)
        if line is not None and self.checking.name == name:
            line = replace(line, found=self.checking.text)
        self.detail.show_record(line)
        self._fill_menu()
        self.current_changed()

    def _show_action(self, action: CooldownAction | None) -> None:
        if action is not None:
            self.show_service(action.service)
            self.detail.section(TIME_LINE).choose(("action", action.id))

    def _range_chosen(self, chosen: str) -> None:
        self.detail.section(CHART).range = chosen
        self._ask_uptimes()
        self._show_detail()

    def _ask_uptimes(self) -> None:
        wanted = self.range.value
        self.context.bridge.ask(
            partial(load_uptimes, self.context, wanted),
            partial(self._uptimes_loaded, wanted),
            partial(self._uptimes_loaded, wanted, {}),
        )

    def _uptimes_loaded(self, wanted: str, found: Mapping[str, UptimeSummary], _error: object = None) -> None:
        if wanted == self.range.value:  # where they cannot be read, the page of history says why
            self._uptimes = found
            self.model.set_rows({name: self._with_uptime(self.known[name]) for name in self.model.keys})

    # --- the menu of the checks --------------------------------------------------------------------------------------

    def _fill_menu(self) -> None:
        self.menu.clear()
        line = self.line
        if line is None:
            return
        kinds = {key: key.partition(":")[2].replace(":", ", ") for key in line.own}
        several = len(kinds) > 1
        for key, kind in kinds.items():
            self._add_entry(tr("Edit the {kind} check…", kind=kind), self.editing.edit, key)
        for key, kind in kinds.items():
            copy = tr("Duplicate the {kind} check…", kind=kind) if several else tr("Duplicate it…")
            self._add_entry(copy, self.editing.copy, key)
        self._add_entry(tr("Add a check of this service…"), self.editing.add, line.name)
        if kinds:
            self.menu.addSeparator()
        for key, kind in kinds.items():
            self._add_entry(tr("Remove the {kind} check", kind=kind), self.editing.remove, key)
        if line.own or not line.keys:  # not this machine's own checks, without a file
            self.menu.addSeparator()
            self._add_entry(tr("Rename the service…"), self.naming.rename, line.name)
            self._add_entry(tr("Remove the service…"), self.naming.remove, line.name)

    def _add_entry(self, text: str, act: Callable[[str], None], about: str) -> None:
        self.menu.addAction(text).triggered.connect(lambda _checked=False: act(about))

    def enqueue(self, request: RunRequest) -> None:
        """Put a run into the queue."""
        try:
            self.context.runs.enqueue(request)
        except ClaudeOpsError as error:
            self._failed(error)
        else:
            self._post(tr("The run is in the queue."))

    def _saved(self, name: str) -> None:
        """Show what has changed, and the service that it was about."""
        self._wish = name
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self._post(error_text(error))


def find_action(context: AppContext, number: int) -> CooldownAction | None:
    """Return a restart or redeployment by its number, on a reader thread."""
    return context.book.cooldowns.get(number)
