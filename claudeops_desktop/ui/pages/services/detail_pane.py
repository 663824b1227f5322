"""One service: how it stands, how it answered, and all that is known of it, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from ....core.clock import from_text, utc_now
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.fact_table import FactRow, FactTable
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_model import TableColumn
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from . import fact_rows
from .incident_rows import INCIDENT_COLUMNS, incident_rows
from .queries import ServiceFacts, ServiceLine, load_service_facts
from .sparkline import ResponseSparkline

if TYPE_CHECKING:
    from ...app_context import AppContext

SOON_MS = 200
TABLES = frozenset(
    (
        *("health_checks", "check_results", "incidents", "events", "memories"),
        *("cooldown_actions", "runs", "service_rules", "cases", "*"),
    )
)
LEAST_POINTS = 2
SPARK_FROM = 400


@dataclass(frozen=True, slots=True)
class _List:
    """What one of the lists under a service shows; ``of`` takes its records from what is known."""

    title: str
    name: str
    columns: tuple[TableColumn, ...]
    of: Callable[[ServiceFacts], Sequence[Any]]
    rows: Callable[[Sequence[Any]], list[FactRow]]
    nothing: str
    state_in: str = ""
    stretch: str = ""


CHECKS, INCIDENTS, EVENTS, MEMORIES, ACTIONS, RUNS, CASES = range(7)
LISTS = (
    _List(
        tr("Checks"),
        tr("Checks"),
        fact_rows.CHECK_COLUMNS,
        attrgetter("checks"),
        fact_rows.check_rows,
        tr("Every check of this service appears here, with its result and how long it took."),
        "state",
    ),
    _List(
        tr("Incidents"),
        tr("Incidents"),
        INCIDENT_COLUMNS,
        attrgetter("incidents"),
        incident_rows,
        tr("Its incidents appear here, each from the first failed check to the second good one."),
        "state",
    ),
    _List(
        tr("Events"),
        tr("Events"),
        fact_rows.EVENT_COLUMNS,
        attrgetter("events"),
        fact_rows.event_rows,
        tr("What a run or an alert says of it appears here."),
        "level",
    ),
    _List(
        tr("Memories"),
        tr("Memories"),
        fact_rows.MEMORY_COLUMNS,
        attrgetter("memories"),
        fact_rows.memory_rows,
        tr("What runs learn of it appears here."),
        stretch="text",
    ),
    _List(
        tr("Actions"),
        tr("Restarts and redeployments"),
        fact_rows.ACTION_COLUMNS,
        attrgetter("actions"),
        fact_rows.action_rows,
        tr("Restarts and redeployments of it appear here."),
        "outcome",
    ),
    _List(
        tr("Runs"),
        tr("Runs for this service"),
        fact_rows.RUN_COLUMNS,
        attrgetter("runs"),
        fact_rows.run_rows,
        tr("Runs that named it, mentioned it or acted on it appear here."),
        "state",
    ),
    _List(
        tr("Cases"),
        tr("Cases of this service"),
        fact_rows.CASE_COLUMNS,
        attrgetter("cases"),
        fact_rows.case_rows,
        tr("What was out of order before, and what helped, appears here."),
        "state",
        "helped",
    ),
)


class ServiceDetail(QWidget):
    """``navigation_requested`` carries a PageLocation. The others say what is asked about the service shown;
    ``edit_requested`` and ``remove_requested`` carry the key of the check, ``add_requested`` the name of the
    service."""

    navigation_requested = Signal(object)
    check_requested = Signal()
    run_requested = Signal()
    maintenance_requested = Signal()
    edit_requested = Signal(str)
    copy_requested = Signal(str)
    remove_requested = Signal(str)
    add_requested = Signal(str)
    rename_requested = Signal(str)
    remove_service_requested = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._line: ServiceLine | None = None
        self._facts: ServiceFacts | None = None
        self._in_view = False
        self._dot = StateDot("unknown", theme.ICON_LARGE)
        self._full = QWidget(self)  # made where it belongs: each later move to another parent restyles all within
        self._name = theme.plain_label(role="section", select=True)
        self._stands = ElidedLabel(role="body")
        self._seen = ElidedLabel(role="muted")
        self.result = theme.plain_label(role="muted", wrap=True, select=True)
        self.result.hide()
        self._make_buttons()
        self.spark = ResponseSparkline()
        self._times = ElidedLabel(role="muted")
        self.tabs = QTabWidget(self._full)
        self.tabs.setDocumentMode(True)
        for kind in LISTS:
            self.tabs.addTab(QWidget(self.tabs), kind.title)  # what is in it is made when it is turned to
        self._tables: dict[int, FactTable] = {}
        self._filled: set[int] = set()
        self.tabs.currentChanged.connect(self._fill)
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._on_change)

    @property
    def line(self) -> ServiceLine | None:
        """The service shown, and how it stands."""
        return self._line

    @property
    def name(self) -> str:
        """The service shown, or nothing."""
        return self._line.name if self._line else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the lists go before the line of times."""
        super().resizeEvent(event)
        self._show_times()

    def show_line(self, line: ServiceLine | None) -> None:
        """Show a service; what is known of it is asked for."""
        changed = line is None or self._line is None or line.name != self._line.name
        self._line = line
        if line is None:
            self._stack.setCurrentWidget(self._empty)
            return
        self._stack.setCurrentWidget(self._full)
        if changed:
            self.result.hide()
            self._facts = None
            for table in self._tables.values():
                table.facts.set_facts([])
        self.refresh_times()
        self._tell_buttons()
        self.refresh()

    def refresh(self) -> None:
        """Ask anew."""
        if self._line is not None and self._in_view:
            self._desk.bridge.ask(partial(load_service_facts, self._desk, self._line.name), self._known)

    def set_in_view(self, yes: bool) -> None:
        """Whether anybody looks."""
        self._in_view = yes
        if yes:
            self.refresh()

    def refresh_times(self) -> None:
        """How it stands, in words of now."""
        line = self._line
        if line is None:
            return
        self._dot.set_state(line.state)
        self._name.setText(formatting.make_breakable(line.name))
        self._stands.setText(service_state_text(line))
        seen = line.newest
        if not seen.status:
            self._seen.setText(
                tr("Check it now, or wait for the next run.")
                if line.keys
                else tr("Nothing checks it yet: add a check under Edit.")
            )
            return
        by = tr("measured") if seen.said_by is None else tr("according to the agent")
        said = tr("Checked {checked_at}, {by}", checked_at=formatting.format_relative_time(seen.checked_at), by=by) + (
            f": {seen.detail}" if seen.detail else ""
        )
        self._seen.setText(said)
        self._seen.set_tip(formatting.format_exact_time(seen.checked_at))

    def show_result(self, text: str) -> None:
        """What checking now has found, line by line."""
        self.result.setText(formatting.make_breakable(text))
        self.result.setVisible(bool(text))

    def show_checking(self, on: bool) -> None:
        """A check is on its way: the button gives it up."""
        self.check.setText(tr("Stop checking") if on else tr("Check now"))

    def _make_buttons(self) -> None:
        self.check = QPushButton(tr("Check now"))
        icons.set_themed_icon(self.check, "running")
        self.check.setToolTip(tr("Run this service's checks from services.toml now"))
        self.check.clicked.connect(self.check_requested)
        self.run = QPushButton(tr("Run for this service…"))
        icons.set_themed_icon(self.run, "play")
        self.run.clicked.connect(self.run_requested)
        self.rest = QPushButton(tr("Maintenance…"))
        icons.set_themed_icon(self.rest, "pause")
        self.rest.clicked.connect(self.maintenance_requested)
        self.around = QPushButton(tr("Related"))
        icons.set_themed_icon(self.around, "graph")
        self.around.setToolTip(tr("What is known about it, and what is related"))
        self.around.clicked.connect(self._go_around)
        self.edit = QPushButton(tr("Edit"))
        icons.set_themed_icon(self.edit, "edit")
        self.menu = QMenu(self.edit)
        self.edit.setMenu(self.menu)

    def _go_around(self) -> None:
        self.navigation_requested.emit(PageLocation("recall", filters={"view": "around", "service": self.name}))

    def _make_table(self, at: int) -> FactTable:
        kind = LISTS[at]
        room = self.tabs.widget(at)
        assert room is not None  # noqa: S101
        table = FactTable(kind.columns, kind.name, kind.state_in, kind.stretch, room, nothing=kind.nothing)
        table.navigation_requested.connect(self.navigation_requested)
        column = QVBoxLayout(room)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(table)
        room.setFocusProxy(table)
        self._tables[at] = table
        return table

    def table(self, at: int) -> FactTable:
        """One of the lists, made and filled when it is first turned to."""
        return self._tables.get(at) or self._make_table(at)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._name)
        head.addWidget(self._stands, 1)
        buttons = QWidget(self._full)
        flow = FlowLayout(theme.GAP_S, buttons)
        for button in (self.check, self.run, self.rest, self.around, self.edit):
            flow.addWidget(button)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(head)
        column.addWidget(self._seen)
        column.addWidget(buttons)
        column.addWidget(self.result)
        column.addWidget(self.spark)
        column.addWidget(self._times)
        column.addWidget(self.tabs, 1)
        self._empty = EmptyState(
            "services",
            tr("No service chosen"),
            tr("Choose one to see its history and what is known about it."),
            parent=self,
        )
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)

    def _tell_buttons(self) -> None:
        line = self._line
        assert line is not None  # noqa: S101
        self.check.setVisible(bool(line.keys))
        self.rest.setText(tr("End maintenance") if line.resting_until else tr("Maintenance…"))
        self.menu.clear()
        for key in line.own:
            kind = key.partition(":")[2].replace(":", ", ")
            self.menu.addAction(tr("Edit the {kind} check…", kind=kind)).triggered.connect(
                partial(_emit_key, self.edit_requested, key)
            )
            if len(line.own) > 1:
                continue
            self.menu.addAction(tr("Duplicate it…")).triggered.connect(partial(_emit_key, self.copy_requested, key))
        self.menu.addAction(tr("Add a check of this service…")).triggered.connect(
            partial(_emit_key, self.add_requested, line.name)
        )
        if line.own:
            self.menu.addSeparator()
        for key in line.own:
            kind = key.partition(":")[2].replace(":", ", ")
            if len(line.own) > 1:
                self.menu.addAction(tr("Duplicate the {kind} check…", kind=kind)).triggered.connect(
                    partial(_emit_key, self.copy_requested, key)
                )
            self.menu.addAction(tr("Remove the {kind} check", kind=kind)).triggered.connect(
                partial(_emit_key, self.remove_requested, key)
            )
        if line.keys and not line.own:
            return  # this machine's own checks, without a file
        self.menu.addSeparator()
        for text, signal in (
            (tr("Rename the service…"), self.rename_requested),
            (tr("Remove the service…"), self.remove_service_requested),
        ):
            self.menu.addAction(text).triggered.connect(partial(_emit_key, signal, line.name))

    def _show_times(self) -> None:
        shown = self.spark.number >= LEAST_POINTS and self.height() >= SPARK_FROM
        self.spark.setVisible(shown)
        self._times.setVisible(shown)

    def _known(self, facts: ServiceFacts) -> None:
        if self._line is None or facts.name != self._line.name:
            return
        self._facts = facts
        self.spark.show_checks(facts.checks)
        self._times.setText(
            tr("Response times: {summary_text}", summary_text=self.spark.summary_text)
            if self.spark.number >= LEAST_POINTS
            else ""
        )
        self._show_times()
        for at, kind in enumerate(LISTS):
            number = len(kind.of(facts))
            self.tabs.setTabText(at, f"{kind.title}  {formatting.format_number(number)}" if number else kind.title)
        self._filled.clear()
        self._fill(self.tabs.currentIndex())

    def _fill(self, at: int) -> None:
        """Only the list in view: the rows of all at once would hold the window."""
        if self._facts is None or at in self._filled:
            return
        self._filled.add(at)
        table, rows = self.table(at), LISTS[at].rows(LISTS[at].of(self._facts))
        if list(table.facts.keys) != [fact.key for fact in rows]:
            table.show_keys([fact.key for fact in rows])
        table.facts.set_rows({fact.key: fact for fact in rows})

    def _on_change(self, change: CommittedChange) -> None:
        if self._in_view and change.table in TABLES and not self._soon.isActive():
            self._soon.start()


def _emit_key(signal: Any, key: str, _checked: bool = False) -> None:
    """A menu entry says which check it is about."""
    signal.emit(key)


def service_state_text(line: ServiceLine) -> str:
    """``down for 2 h``, ``in maintenance until Mon 08:00``, ``never checked``."""
    if line.resting_until:
        if line.resting_until == "-":
            return tr("in maintenance until you end it")
        return tr("in maintenance until {time}", time=formatting.format_clock_time(line.resting_until))
    since = line.newest.since
    if not line.status or not since:
        return line.state_text
    span = formatting.format_lasted((utc_now() - from_text(since)).total_seconds())
    return tr("{state} for {span}", state=line.state_text, span=span)
