"""What stands in the table's place when it has no row: what will appear here, and what makes it appear."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...widgets.empty_state import EmptyState


class Nothing(EmptyState):
    """Nothing learned yet, nothing that matches, or nothing that could be read; each with what to do."""

    run_wanted = Signal()
    add_wanted = Signal()
    clear_wanted = Signal()
    again_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("memories", "", parent=parent)
        self._add = QPushButton("Add a memory")
        theme.set_role(self._add, "link")
        self._add.clicked.connect(self.add_wanted)
        self._wanted = self.run_wanted
        self.acted.connect(self._act)
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertWidget(column.count() - 1, self._add, 0, Qt.AlignmentFlag.AlignHCenter)

    def say_why(self, filtered: bool) -> None:
        """No memory at all, or none under the filters."""
        if filtered:
            self.say("No memory matches", "Other words or fewer filters may find it.", "Clear filters")
            self._wanted = self.clear_wanted
        else:
            self.say("Nothing learned yet", "The agent notes here what it learns about your services.", "Run now")
            self._wanted = self.run_wanted
        self._add.setVisible(not filtered)

    def say_failed(self, sentence: str) -> None:
        """They could not be read."""
        self.say("The memories could not be read", sentence, "Try again")
        self._wanted = self.again_wanted
        self._add.hide()

    @Slot()
    def _act(self) -> None:
        self._wanted.emit()
