"""What stands in the table's place when it has no row: what will appear here, and what makes it appear."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from .queries import TableQuery

EMPTY = {
    "deleted": (
        tr("The trash is empty"),
        tr("Copies of deleted memories are kept here for 30 days, wherever they were deleted."),
    ),
    "lesson": (
        tr("No lesson yet"),
        tr("When somebody corrects the agent, the rule appears here and in every later prompt. Or add one."),
    ),
    "reminder": (
        tr("No reminder"),
        tr(
            "When somebody says “renew the certificate on Friday”, that day appears here, and the prompts of that day "
            "say so."
        ),
    ),
    "closed": (
        tr("Nothing is closed"),
        tr(
            "When a newer fact replaces an older one, or age takes one out of prompts, it is listed here with the "
            "reason."
        ),
    ),
}


class NoMemoriesState(EmptyState):
    """Nothing learned yet, nothing that matches, or nothing that could be read; each with what to do."""

    run_requested = Signal()
    add_requested = Signal()
    clear_requested = Signal()
    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("memories", "", parent=parent)
        self._add = QPushButton(tr("Add a memory"))
        theme.set_role(self._add, "link")
        self._add.clicked.connect(self.add_requested)
        self._wanted = self.run_requested
        self.action_triggered.connect(self._act)
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(column.count() - 1, self._add, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_reason(self, query: TableQuery) -> None:
        """Say that there is no memory at all, or none under the filters."""
        alone = query == TableQuery(state=query.state, kind=query.kind, sort=query.sort, descending=query.descending)
        found = EMPTY.get(str(query.state or query.kind)) if alone and not (query.state and query.kind) else None
        if query.is_filtered:
            title, text = found or (tr("No memory matches"), tr("Other words or fewer filters may find it."))
            self.set_message(title, text, tr("Clear filters"))
            self._wanted = self.clear_requested
        else:
            self.set_message(
                tr("Nothing learned yet"), tr("The agent notes here what it learns about your services."), tr("Run now")
            )
            self._wanted = self.run_requested
        self._add.setVisible(not query.is_filtered or query.kind == "lesson")

    def show_failure(self, sentence: str) -> None:
        """Say that they could not be read."""
        self.set_message(tr("The memories could not be read"), sentence, tr("Try again"))
        self._wanted = self.retry_requested
        self._add.hide()

    @Slot()
    def _act(self) -> None:
        self._wanted.emit()
