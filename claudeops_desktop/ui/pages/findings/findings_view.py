"""Findings: one kind of trouble, followed over runs and services (L7)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ....learning import LearningService, StoredFinding
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ..base_page import PageLocation

STATES = {
    "seen": tr("seen once"),
    "open": tr("open"),
    "fixed": tr("fixed"),
    "regressed": tr("is back"),
    "quiet": tr("quiet"),
}
LOOKS = {"seen": "idle", "open": "warning", "fixed": "good", "regressed": "critical", "quiet": "paused"}
INTRO = tr(
    "What came up more than once. One is fixed when something was done about it and two good checks followed; you are "
    "notified when it comes back."
)
EMPTY = tr("When the same kind of warning comes up twice, it appears here.")


class FindingModel(RecordModel):
    """Keys are ids, rows are StoredFindings."""

    COLUMNS = (
        TableColumn("state", tr("State"), 110),
        TableColumn("service", tr("Service"), 130),
        TableColumn("title", tr("Finding"), 400),
        TableColumn("seen", tr("Seen"), 60, number=True),
        TableColumn("first", tr("First"), 100),
        TableColumn("last", tr("Latest"), 100),
    )

    def text(self, row: StoredFinding, column: str) -> str:
        """What a cell shows."""
        match column:
            case "state":
                return STATES.get(row.state, row.state)
            case "service":
                return formatting.strip_direction_marks(row.service)
            case "title":
                return formatting.strip_direction_marks(row.title)
            case "seen":
                return formatting.format_number(row.sightings)
            case "first":
                return formatting.format_relative_time(row.first_seen_at)
            case _:
                return formatting.format_relative_time(row.last_seen_at)

    def tip(self, row: StoredFinding, column: str) -> str:
        """What fixed it, exact times, the whole text."""
        match column:
            case "state" if row.fixed_at:
                return tr(
                    "Fixed {fixed_at} by {fixed_by}",
                    fixed_at=formatting.format_exact_time(row.fixed_at),
                    fixed_by=formatting.strip_direction_marks(row.fixed_by),
                )
            case "title":
                return formatting.strip_direction_marks(row.title)
            case "first":
                return formatting.format_exact_time(row.first_seen_at)
            case "last":
                return formatting.format_exact_time(row.last_seen_at)
        return ""

    def state(self, row: StoredFinding, column: str) -> str:
        """Its state as a shape."""
        return LOOKS.get(row.state, "unknown") if column == "state" else ""


class FindingsView(RecordListView):
    """Space marks the chosen one as fixed, or opens it again."""

    TABLES = ("findings",)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(
            desk, FindingModel(), tr("Findings"), EmptyState("activity", tr("No finding yet"), EMPTY), INTRO, parent
        )
        self.events = QPushButton(tr("Show the events"))
        self.events.clicked.connect(self.show_events)
        self.fix = QPushButton(tr("Mark as fixed"))
        self.fix.clicked.connect(self.toggle_selected)
        for part in (self.events, self.fix):
            self.head.addWidget(part)
        self.table.stretch_columns(2)
        self.table.row_picked.connect(self._picked)
        self.key(tr("Mark the finding as fixed, or open it again"), "Space", self.toggle_selected)

    def make_query(self) -> Callable[[], list[StoredFinding]]:
        """All that were seen more than once, the latest first."""
        return partial(_load_findings, self.desk.book)

    def rows_from_answer(self, answer: list[StoredFinding]) -> Sequence[tuple[Hashable, StoredFinding]]:
        """Each by its id."""
        back = sum(one.state == "regressed" for one in answer)
        still = sum(one.state == "open" for one in answer)
        said = [tr_count("%n open finding", "%n open findings", still) if answer else tr("No finding yet")]
        if back:
            said.append(tr_count("%n is back", "%n are back", back))
        self.fact_changed.emit(" · ".join(said))
        return [(one.id, one) for one in answer]

    def current_moved(self) -> None:
        """The buttons fit what is chosen."""
        one = self.current
        for button in (self.events, self.fix):
            button.setVisible(one is not None)
        if one is not None:
            self.fix.setText(tr("Open again") if one.state == "fixed" else tr("Mark as fixed"))

    def toggle_selected(self) -> None:
        """Fixed, or open still."""
        one = self.current
        if one is None:
            return
        book, fixed = self.desk.book, one.state == "fixed"
        label = tr("Opened a finding again") if fixed else tr("Marked a finding as fixed")
        self.desk.undo.perform(
            label, partial(_set_fixed, book, one.id, not fixed), lambda _answer: _set_fixed(book, one.id, fixed)
        )

    def show_events(self) -> None:
        """The events of its service."""
        one = self.current
        if one is not None:
            self.navigation_requested.emit(PageLocation("events", filters={"service": one.service}))

    def _picked(self, _key: object) -> None:
        self.current_moved()


def _load_findings(book: RecordRepositories) -> list[StoredFinding]:
    return LearningService(book).findings.list()


def _set_fixed(book: RecordRepositories, number: int, fixed: bool) -> object:
    findings = LearningService(book).findings
    return findings.close(number) if fixed else findings.reopen(number)
