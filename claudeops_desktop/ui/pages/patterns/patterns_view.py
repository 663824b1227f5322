"""Patterns: what was drawn from outcomes, how often it held, and whether prompts hold it (L2 to L5)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ....learning import LearningService, StoredPattern
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn

STATES = {
    "observed": tr("observed"),
    "candidate": tr("candidate"),
    "verified": tr("needs approval"),
    "active": tr("in prompts"),
    "deprecated": tr("out of use"),
}
LOOKS = {"observed": "idle", "candidate": "new", "verified": "waiting", "active": "good", "deprecated": "paused"}
ROLES = {
    "observer": tr("observer"),
    "investigator": tr("investigator"),
    "remediator": tr("remediator"),
    "verifier": tr("verifier"),
    "operator": tr("you"),
    "guard": tr("guard"),
}
INTRO = tr(
    "Rules that earlier runs have shown to hold. One is drawn from a measured outcome, and is in prompts once it held "
    "often enough and you have approved it."
)
EMPTY = tr("When the same cure helps again, on this or another service, a pattern appears here.")


class PatternModel(RecordModel):
    """Keys are ids, rows are StoredPatterns."""

    COLUMNS = (
        TableColumn("state", tr("State"), 150),
        TableColumn("text", tr("Pattern"), 440),
        TableColumn("role", tr("Role"), 110),
        TableColumn("held", tr("Held"), 60, number=True),
        TableColumn("marked", tr("Marked wrong"), 90, number=True, spoken=tr("How often it was marked wrong")),
        TableColumn("used", tr("Last used"), 110),
    )

    def text(self, row: StoredPattern, column: str) -> str:
        """What a cell shows."""
        match column:
            case "state":
                return STATES.get(row.state, row.state)
            case "text":
                return formatting.strip_direction_marks(row.text)
            case "role":
                return ROLES.get(row.role, row.role)
            case "held":
                return formatting.format_number(row.success)
            case "marked":
                return formatting.format_number(row.ignored_times)
            case _:
                return formatting.format_relative_time(row.last_used_at)

    def tip(self, row: StoredPattern, column: str) -> str:
        """Why it stands as it does, where it held, exact times."""
        match column:
            case "text":
                held = formatting.format_names([name for kind, name in row.contexts if kind == "service"], 12)
                return "\n".join(
                    part
                    for part in (
                        formatting.strip_direction_marks(row.text),
                        tr("Held on {held}", held=held) if held else "",
                    )
                    if part
                )
            case "state":
                return formatting.strip_direction_marks(row.why)
            case "used":
                return formatting.format_exact_time(row.last_used_at)
        return ""

    def state(self, row: StoredPattern, column: str) -> str:
        """Its state as a shape."""
        return LOOKS.get(row.state, "unknown") if column == "state" else ""


class PatternsView(RecordListView):
    """Space approves the chosen one, or takes it out of use."""

    TABLES = ("patterns",)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(
            desk, PatternModel(), tr("Patterns"), EmptyState("memories", tr("No pattern yet"), EMPTY), INTRO, parent
        )
        self.turn = QPushButton(tr("Approve"))
        self.turn.clicked.connect(self.toggle_selected)
        self.wrong = QPushButton(tr("It was wrong"))
        self.wrong.setToolTip(tr("Counts as a mark against it"))
        self.wrong.clicked.connect(self.mark_selected)
        for part in (self.wrong, self.turn):
            self.head.addWidget(part)
        self.table.stretch_columns(1)
        self.table.row_picked.connect(self._picked)
        self.key(tr("Approve the pattern, or take it out of use"), "Space", self.toggle_selected)

    def make_query(self) -> Callable[[], list[StoredPattern]]:
        """All of them, best first."""
        return partial(_load_patterns, self.desk.book)

    def rows_from_answer(self, answer: list[StoredPattern]) -> Sequence[tuple[Hashable, StoredPattern]]:
        """Each by its id."""
        active = sum(one.state == "active" for one in answer)
        waiting = sum(one.state == "verified" for one in answer)
        said = [tr_count("%n pattern in prompts", "%n patterns in prompts", active) if answer else tr("No pattern yet")]
        if waiting:
            said.append(tr_count("%n needs approval", "%n need approval", waiting))
        self.fact_changed.emit(" · ".join(said))
        return [(one.id, one) for one in answer]

    def current_moved(self) -> None:
        """The buttons fit what is chosen."""
        one = self.current
        for button in (self.turn, self.wrong):
            button.setVisible(one is not None)
        if one is not None:
            self.turn.setText(tr("Take out of use") if one.state == "active" else tr("Approve"))

    def toggle_selected(self) -> None:
        """Approve the chosen one, or take it out of use; Undo brings back how it stood."""
        one = self.current
        if one is None:
            return
        book, off = self.desk.book, one.state == "active"
        label = tr("Took a pattern out of use") if off else tr("Approved a pattern")
        self.desk.undo.perform(label, partial(_turn, book, one.id, off), partial(_restore, book, one))

    def mark_selected(self) -> None:
        """Say that it was wrong."""
        one = self.current
        if one is not None:
            book = self.desk.book
            self.desk.undo.perform(
                tr("Marked a pattern as wrong"), partial(_mark, book, one), partial(_restore, book, one)
            )

    def _picked(self, _key: object) -> None:
        self.current_moved()


def _load_patterns(book: RecordRepositories) -> list[StoredPattern]:
    return LearningService(book).patterns.list()


def _turn(book: RecordRepositories, number: int, off: bool) -> object:
    patterns = LearningService(book).patterns
    return patterns.deprecate(number) if off else patterns.approve(number)


def _mark(book: RecordRepositories, one: StoredPattern) -> object:
    return LearningService(book).patterns.increment_ignore(one.role, pattern_id=one.id, by="operator")


def _restore(book: RecordRepositories, before: StoredPattern, _answer: object) -> object:
    return LearningService(book).patterns.restore(before)
