"""The page of runs: filters over the table, and beside it the run that is chosen; or a search in all logs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from ....core.clock import from_text, utc_now
from ....core.money import money
from ....records.run_list import RunLine, RunQuery
from ....records.sessions import SessionStatus
from ....runs.log_index.search import LogHit
from ... import theme
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import EmptyText
from ...kit.filters import FilterSpec
from ...kit.record_page import RecordPage, RecordPageSpec
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets import state_dot
from ...widgets.column_menu import ColumnMenu
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW, Index
from ..base_page import PageLocation
from . import text
from .log_search import LogSearch
from .queries import RunListing, find_run, list_runs, load_lines
from .run_charts import RunCharts
from .run_pane import DETAIL, FIRST_SIZE, RunDetail, RunWindow

if TYPE_CHECKING:
    from ...app_context import AppContext

IN_RUNS, IN_LOGS = "runs", "logs"
PLACEHOLDERS = {IN_RUNS: tr("Search answers, summaries, prompts"), IN_LOGS: tr("Search everything in all logs")}
CHARTS_FROM = 560  # pixels of height that leave room for them
COSTS = (0.0, 0.05, 0.25, 1.0, 5.0)
DAYS = {1: tr("Last 24 hours"), 7: tr("Last 7 days"), 30: tr("Last 30 days"), 90: tr("Last 90 days")}

# --- words -----------------------------------------------------------------------------------------------------------


def fact_line(listing: RunListing) -> str:
    """Return the line under the page's title."""
    if not listing.total:
        return tr("No run yet")
    parts = [tr_count("%n run", "%n runs", listing.total)]
    if listing.matching != listing.total:
        matching = formatting.format_number(listing.matching)
        parts = [tr("{matching} of {total} shown", matching=matching, total=parts[0])]
    for status in (SessionStatus.RUNNING, SessionStatus.FAILED):
        number = listing.counts["status"].get(str(status))
        if number:
            parts.append(f"{formatting.format_number(number)} {text.status_name(status)}")
    return " · ".join(parts)


def cost_line(listing: RunListing) -> str:
    """Return what each agent cost."""
    period = DAYS.get(listing.cost_days, DAYS[30])
    if not listing.costs:
        return tr("Cost by agent, {period}: nothing", period=period[:1].lower() + period[1:])
    agents = [
        tr(
            "{agent} {cost} in {sessions}",
            agent=text.agent_name(one.name),
            cost=money(one.usd),
            sessions=tr_count("%n session", "%n sessions", one.sessions),
        )
        for one in listing.costs
    ]
    return tr("Cost by agent, {period}: {agents}", period=period[:1].lower() + period[1:], agents=" · ".join(agents))


def duration_text(row: RunLine) -> str:
    """Return how long a run took, or has taken so far."""
    if row.duration_ms is not None:
        return formatting.format_duration_ms(row.duration_ms)
    if row.status == SessionStatus.RUNNING:
        return formatting.format_duration((utc_now() - from_text(row.started_at)).total_seconds())
    return ""


def learned_tip(row: RunLine) -> str:
    """Return how many markers were stored, and how many were not."""
    said = tr("{learned} stored, reinforced or contradicted", learned=tr_count("%n memory", "%n memories", row.learned))
    if not row.near_misses:
        return said
    missed = tr_count("%n marker", "%n markers", row.near_misses)
    return tr("{said}\n{near_misses} not stored", said=said, near_misses=missed)


def summary_text(row: RunLine) -> str:
    """Return what it said in the end."""
    said = row.summary or row.reason
    return tr("Dry run: {said}", said=said) if row.dry_run else said


def cost_words(cost: float) -> str:
    """Return an entry of the filter by cost."""
    return tr("Over {cost}", cost=money(cost)) if cost else tr("Cost anything")


def is_number(value: object) -> bool:
    """Tell whether a remembered value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_whole_number(value: object) -> bool:
    """Tell whether a remembered value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


# --- the page --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[RunLine], ...] = (
    ColumnSpec(
        "status",
        tr("Status"),
        158,
        sort="status",
        text=lambda row: text.status_name(row.look),
        tip=lambda row: row.reason,
        state=lambda row: row.look,
    ),
    replace(time_column("started", tr("Started"), 98, lambda row: row.started_at), sort="started"),
    ColumnSpec(
        "chain",
        tr("Tiers"),
        60,
        sort="tiers",
        text=lambda row: " → ".join(str(link.tier) for link in row.chain),
        tip=text.chain_text,
    ),
    ColumnSpec("trigger", tr("Trigger"), 92, sort="trigger", text=lambda row: text.trigger_name(row.trigger), minor=2),
    ColumnSpec(
        "agent",
        tr("Agent"),
        84,
        sort="agent",
        minor=2,
        text=lambda row: row.agent.partition(":")[0],
        tip=lambda row: row.agent,
    ),
    ColumnSpec("duration", tr("Took"), 94, number=True, sort="duration", text=duration_text, ages=True),
    ColumnSpec("cost", tr("Cost"), 64, number=True, sort="cost", text=lambda row: money(row.cost_usd)),
    ColumnSpec(
        "learned",
        tr("Learned"),
        84,
        minor=2,
        number=True,
        sort="learned",
        text=lambda row: formatting.format_number(row.learned) if row.learned else "",
        tip=learned_tip,
    ),
    replace(text_column("summary", tr("Summary"), 170, summary_text, stretch=True), minor=1),
)
CHAIN = next(place for place, column in enumerate(COLUMNS) if column.name == "chain")
SORTS = frozenset(column.sort for column in COLUMNS if column.sort)

FILTERS: tuple[FilterSpec[Any], ...] = (
    FilterSpec[str]("status", tr("Status"), tr("Any status"), text.status_name),
    FilterSpec[str]("agent", tr("Agent"), tr("Any agent")),
    FilterSpec[int](
        "tier",
        tr("Highest tier"),
        tr("Any tier"),
        lambda tier: f"{tier} {formatting.tier_name(tier)}",
        valid=is_whole_number,
    ),
    FilterSpec[str]("trigger", tr("Trigger"), tr("Any trigger"), text.trigger_name, secondary=True),
    FilterSpec[str]("service", tr("Service"), tr("Any service"), counted=False, secondary=True),
    FilterSpec[float](
        "cost",
        tr("Cost"),
        tr("Any cost"),
        cost_words,
        lambda _value, _counts: COSTS,
        is_number,
        counted=False,
        secondary=True,
    ),
    FilterSpec[int](
        "days",
        tr("Started"),
        tr("Any time"),
        lambda days: DAYS.get(days) or tr("Last {days} days", days=days),
        lambda _value, _counts: tuple(DAYS),
        is_whole_number,
        counted=False,
        secondary=True,
    ),
    FilterSpec[bool](
        "dry_run",
        tr("Dry run"),
        tr("Dry runs or not"),
        lambda dry: tr("Dry runs only") if dry else tr("No dry runs"),
        valid=lambda value: isinstance(value, bool),
        secondary=True,
    ),
)

ACTIONS: tuple[ActionSpec[SessionsPage], ...] = (
    ActionSpec("failed", tr("Show failed runs"), lambda page: page.show_filtered(status=SessionStatus.FAILED)),
    ActionSpec("logs", tr("Search in all logs"), lambda page: page.search_logs()),
    ActionSpec("columns", tr("Choose columns of runs"), lambda page: page.columns.open_menu()),
)

SPEC = RecordPageSpec(
    title=tr("Runs"),
    look="RunModel",
    query=RunQuery(),
    search=PLACEHOLDERS[IN_RUNS],
    filters=FILTERS,
    columns=COLUMNS,
    list=list_runs,
    rows=load_lines,
    tables=frozenset(("runs", "sessions", "markers", "health_checks")),
    changed=lambda _before, _now, _key: False,  # the page asks for the rows in view
    find=find_run,
    not_found=tr("That session is not in the records."),
    fact=fact_line,
    summary=cost_line,
    empty=EmptyText(
        "sessions",
        tr("No run yet"),
        tr("Each run appears here with what it said, did and learned. The schedule starts them, or you do."),
    ),
    no_match=tr("No run matches"),
    detail=DETAIL,
    shares=(2, 3),
    actions=ACTIONS,
)


class ChainCell(RecordCell):
    """Paints ``1 → 2 → 3``, each number in the colour of how its session ended."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Paint number by number."""
        line: RunLine | None = index.data(ROW)
        t = theme.current_tokens()
        left = room.left()
        for place, link in enumerate(line.chain if line else ()):
            tone = state_dot.state_look(link.status)[1]
            pieces = [(str(link.tier), "text" if tone == "good" else tone)]
            for said, colour in [(" → ", "faint"), *pieces] if place else pieces:
                painter.setPen(t.colour(colour))
                width = painter.fontMetrics().horizontalAdvance(said)
                painter.drawText(QRect(left, room.top(), width, room.height()), Qt.AlignmentFlag.AlignVCenter, said)
                left += width


class SessionsPage(RecordPage[RunLine, RunQuery, RunListing]):
    """Runs, newest first, one row a run; or passages of their logs. A run opens in a window of its own too."""

    title = SPEC.title
    spec = SPEC
    beside_shares = (6, 7)
    detail: RunDetail
    columns: ColumnMenu

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._place: PageLocation | None = None  # that a link leads to
        self._words: tuple[str, ...] = ()  # of the passage that is gone to
        self._logs: LogSearch | None = None
        self.windows: dict[int, RunWindow] = {}
        self._window_size = FIRST_SIZE
        self.where = FilterBox(
            tr("Where to search"), [FilterChoice(tr("in runs"), IN_RUNS), FilterChoice(tr("in all logs"), IN_LOGS)]
        )
        self.where.value_chosen.connect(self._search_in)
        self.charts = RunCharts(self)
        self.charts.run_opened.connect(self.table.select_key)
        self._add_parts()
        self.table.setItemDelegateForColumn(CHAIN, ChainCell(self.table))
        self.table.sort_requested.connect(self._sort)
        self.table.show_sort(self._query.sort, self._query.descending)
        self.columns = ColumnMenu(self.table, self.model, ("status", "started"))
        self._none.other_action_triggered.connect(self.search_logs)
        self._none.other_button.setText(tr("Search in all logs"))
        self.detail.run_requested.connect(self._run)
        self.detail.window_requested.connect(self.open_window)
        self.addAction(self.detail.action_set.actions["window"])

    def _make_detail(self, _buttons: Sequence[QPushButton]) -> RunDetail:
        return RunDetail(self.context, self.splitter)

    def _add_parts(self) -> None:
        """Put the choice of where to search beside the search, and the charts over the table."""
        row, column = self._filters.layout(), self.layout()
        assert isinstance(row, FlowLayout) and isinstance(column, QBoxLayout)  # noqa: S101 — made by _build
        row.insert_widget(1, self.where)
        column.insertWidget(1, self.charts)

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view, with the session and the line of its log that a link leads to."""
        if place is not None and place.id is not None:
            self._place = place
        super().activate(place)
        self.detail.activate()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks, nothing is asked."""
        super().deactivate()
        self._soon.stop()
        if self._logs is not None:
            self._logs.deactivate()
        self.detail.deactivate()

    def actions(self) -> list[QAction]:
        """Return the actions of the page and of the run that is chosen, for the command palette."""
        return [*super().actions(), *self.detail.action_set.actions.values()]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the search in all logs and of the list of turns."""
        return [
            (tr("F3, Shift+F3"), tr("The next or previous match (in all logs)")),
            (tr("Left, Right"), tr("The previous or next turn (in what a session did)")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next passage found on F3, to the one before on Shift+F3."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() == Qt.Key.Key_F3 and self._in_logs and self.logs.step_hit(-1 if back else 1):
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the charts out where there is little room."""
        super().resizeEvent(event)
        self._show_charts()

    def focus_search(self) -> None:
        """Put the cursor into the search of the log, where that has the focus; otherwise of the runs."""
        if self.detail.log.findable:
            self.detail.log.open_find()
        else:
            super().focus_search()

    def save_state(self) -> dict[str, Any]:
        """Return what is kept: the order of the table and the size of windows too."""
        return {
            **super().save_state(),
            "sort": self._query.sort,
            "descending": self._query.descending,
            "window": [self._window_size.width(), self._window_size.height()],
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        super().restore_state(state)
        size = state.get("window")
        if isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) and 200 <= n <= 8000 for n in size):
            self._window_size = QSize(*size)
        if state.get("sort") in SORTS:
            self._set_filters(replace(self._query, sort=state["sort"], descending=state.get("descending") is not False))

    # --- the list and the run ----------------------------------------------------------------------------------------

    def _listed(self, answer: tuple[RunQuery, RunListing]) -> None:
        super()._listed(answer)
        self.charts.show_figures(answer[1].figures)
        if not answer[1].keys:
            self.detail.show_run(None)
        self.table.reload_visible()
        found_nothing = bool(self._total and not answer[1].matching and self._query.text)
        self._none.other_button.setVisible(found_nothing)
        self._show_where()

    def _show_current(self) -> None:
        """Leave the detail as it is: it asks for its run itself."""

    def _row_picked(self, key: Hashable) -> None:
        if isinstance(key, int) and self._place is None and not self._in_logs:
            self.detail.show_run(key)

    def _found(self, key: Hashable | None) -> None:
        place, self._place = self._place, None
        words, self._words = self._words, ()
        if place is None:
            return
        if not isinstance(key, int):
            self._post(tr("Session {id} is not in the records.", id=place.id))
            return
        self.detail.show_run(key, place.id, place.line or 0, words)
        if not self._in_logs:
            super()._found(key)

    def _sort(self, sort: str, descending: bool) -> None:
        self._change(sort=sort, descending=descending)

    def _set_filters(self, query: RunQuery) -> None:
        super()._set_filters(query)
        self.table.show_sort(query.sort, query.descending)

    def _change(self, **parts: Any) -> None:
        super()._change(**parts)
        if self._in_logs:
            self._look()

    # --- search in the logs ------------------------------------------------------------------------------------------

    @property
    def _in_logs(self) -> bool:
        return bool(self.where.value == IN_LOGS)

    @property
    def logs(self) -> LogSearch:
        """Return the search in all logs, made when it is first wanted."""
        if self._logs is None:
            self._logs = LogSearch(self.context, self._tables)
            self._logs.hit_opened.connect(self._open_hit)
            self._tables.addWidget(self._logs)
        return self._logs

    def search_logs(self) -> None:
        """Turn to the search in all logs."""
        self.where.set_value(IN_LOGS)
        self._search_in(IN_LOGS)
        self.search.setFocus()

    def _search_in(self, where: str) -> None:
        self.search.setPlaceholderText(PLACEHOLDERS[where])
        self.search.setAccessibleName(PLACEHOLDERS[where])
        self._change(text="" if where == IN_LOGS else self.search.text().strip())
        self._show_where()

    def _searched(self, text: str) -> None:
        if self._in_logs:
            self._look()
        else:
            super()._searched(text)

    def _look(self) -> None:
        """Search, in the sessions of the runs that the filters leave."""
        query = replace(self._query, text="", sort="started", descending=True)
        self.logs.search(self.search.text().strip(), None if query == RunQuery() else query)

    def _show_where(self) -> None:
        if self._in_logs:
            self._tables.setCurrentWidget(self.logs)
            self._lower.setVisible(bool(self._total))
        self._show_charts()

    def _open_hit(self, hit: LogHit) -> None:
        self._words = tuple(dict.fromkeys(hit.snippet[start : start + length] for start, length in hit.marks))
        self._place = PageLocation("sessions", id=hit.session_id, line=hit.line)
        self._finder.ask(partial(find_run, self.context, hit.session_id))

    def _show_charts(self) -> None:
        there = bool(self._total) and not self._in_logs and self.height() >= CHARTS_FROM
        self.charts.setVisible(there)
        self._summary_line.setVisible(there)

    # --- in a window of its own --------------------------------------------------------------------------------------

    def open_window(self) -> None:
        """Show the run that is looked at in a window of its own, with the same parts unfolded."""
        run_id = self.detail.run_id
        if run_id is None:
            return
        window = self.windows.get(run_id)
        if window is None:
            window = self.windows[run_id] = RunWindow(self.context, run_id, self)
            window.resize(self._window_size)
            window.detail.navigation_requested.connect(self._leave_window)
            window.detail.run_requested.connect(self._run)
            window.closed.connect(self._window_closed)
            window.show()
        window.detail.restore_state(self.detail.save_state())
        window.detail.show_run(run_id, self.detail.session_id)
        window.raise_()
        window.activateWindow()

    def _leave_window(self, place: PageLocation) -> None:
        """Follow a link in a window of a run: it leads to a page of the main window."""
        self.navigation_requested.emit(place)
        self.window().raise_()
        self.window().activateWindow()

    def _window_closed(self, run_id: int, size: QSize) -> None:
        self.windows.pop(run_id, None)
        self._window_size = size
