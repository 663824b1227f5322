"""A choice between ways to look at the same thing, of which one is in view: a row of buttons and what they show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from .. import theme


class ModeSwitch(QWidget):
    """``mode_chosen`` carries the place of the mode that came into view. ``row`` holds the buttons, and what a pane
    puts beside them."""

    mode_chosen = Signal(int)

    def __init__(self, modes: Sequence[tuple[str, QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedWidget(self)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.show_mode)
        self.row = QHBoxLayout()
        self.row.setSpacing(theme.GAP_XS)
        for place, (text, part) in enumerate(modes):
            button = QToolButton(self)
            button.setText(text)
            button.setCheckable(True)
            theme.set_role(button, "button")
            self._group.addButton(button, place)
            self.row.addWidget(button)
            self._stack.addWidget(part)
        self.row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(self.row)
        column.addWidget(self._stack, 1)
        self.button(0).setChecked(True)

    @property
    def mode(self) -> int:
        """Return the place of the mode in view."""
        return self._stack.currentIndex()

    def show_mode(self, place: int) -> None:
        """Bring a mode into view."""
        self._stack.setCurrentIndex(place)
        self.button(place).setChecked(True)
        self.mode_chosen.emit(place)

    def button(self, place: int) -> QToolButton:
        """Return the button of a mode."""
        button = self._group.button(place)
        assert isinstance(button, QToolButton)  # noqa: S101 — made above
        return button
