"""What stands in the table's place when it has no row: what will appear here, and what makes it appear."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from ...widgets.empty_state import EmptyState


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

    def show_reason(self, filtered: bool) -> None:
        """No memory at all, or none under the filters."""
        if filtered:
            self.set_message(
                tr("No memory matches"), tr("Other words or fewer filters may find it."), tr("Clear filters")
            )
            self._wanted = self.clear_requested
        else:
            self.set_message(
                tr("Nothing learned yet"), tr("The agent notes here what it learns about your services."), tr("Run now")
            )
            self._wanted = self.run_requested
        self._add.setVisible(not filtered)

    def show_failure(self, sentence: str) -> None:
        """They could not be read."""
        self.set_message(tr("The memories could not be read"), sentence, tr("Try again"))
        self._wanted = self.retry_requested
        self._add.hide()

    @Slot()
    def _act(self) -> None:
        self._wanted.emit()
