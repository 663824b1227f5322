"""What every step of the first minute is: a heading, some words, and what it lets the operator do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from .. import theme
from ..app_context import AppContext


class FirstRunStep(QWidget):
    """``busy`` says whether it works on something that going on would cut off; ``main_changed`` that another button
    is the one to press now.
    """

    busy = Signal(bool)
    main_changed = Signal()

    title = ""
    text = ""

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self.desk = desk
        self.setAccessibleName(self.title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.GAP_S)
        self.column.addWidget(theme.plain_label(self.title, "title"))
        self.column.addWidget(theme.plain_label(self.text, "muted", wrap=True))
        self.column.addSpacing(theme.GAP_S)

    def activate(self) -> None:
        """It comes into view."""

    def deactivate(self) -> None:
        """It goes out of view, forward or backward."""

    def may_leave(self) -> bool:
        """Tell whether all that was typed is taken in; what is wrong with it is said where it stands."""
        return True

    def main_button(self) -> QPushButton | None:
        """The button to press here; None: the one that goes on."""
        return None

    def first_focus(self) -> QWidget | None:
        """Where the keys go when it comes into view; None: to the button that goes on."""
        return None
