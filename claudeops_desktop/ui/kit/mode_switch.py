"""A choice between ways to look at the same thing, of which one is in view: a row of buttons and what they show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from .. import theme


class ModeSwitch(QWidget):
    """``mode_chosen`` carries the place of the mode that came into view. ``row`` holds the buttons, and what a pane puts
    beside them."""

    mode_chosen = Signal(int)

    def __init__(self, modes: Sequence[tuple[str, QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedWidget(self)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.show_mode)
        self.row = QHBoxLayout()
        self.row.setSpacing(theme.GAP_XS)
        for place, (text, part) in enumerate(modes):
            button = QPushButton(text, self)
            button.setCheckable(True)
            button.setAutoDefault(False)
            self._group.addButton(button, place)
            self.row.addWidget(button)
            self._stack.addWidget(part)
        self.row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(self.row)
        column.addWidget(self._stack, 1)
        self._mark()

    @property
    def mode(self) -> int:
        """Return the place of the mode in view."""
        return self._stack.currentIndex()

    def show_mode(self, place: int) -> None:
        """Bring a mode into view."""
        self._stack.setCurrentIndex(place)
        self._mark()
        self.mode_chosen.emit(place)

    def button(self, place: int) -> QPushButton:
        """Return the button of a mode."""
        button = self._group.button(place)
        assert isinstance(button, QPushButton)  # noqa: S101 — made above
        return button

    def _mark(self) -> None:
        for button in self._group.buttons():
            chosen = self._group.id(button) == self.mode
            button.setChecked(chosen)
            theme.set_role(button, "" if chosen else "quiet")
