"""A dialog that has something done on a thread, stays open, and shows what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from .. import theme
from ..widgets.growing_dialog import GrowingDialog
from .layouts import Part, fill_column

if TYPE_CHECKING:
    from ..app_context import AppContext

Answer = TypeVar("Answer")


class WorkDialog(GrowingDialog):
    """``busy`` while something is done. A subclass says by ``update_buttons`` what can be pressed, and by
    ``show_failure`` what went wrong."""

    def __init__(self, context: AppContext, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.context = context
        self.busy = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)

    def lay_out(self, *parts: Part, grow: Part = None) -> None:
        """Put the parts under one another; ``grow`` takes the room that is left."""
        column = fill_column(self, *parts, grow=grow, spacing=theme.GAP_M)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)

    def make_button(self, text: str, act: Callable[[], object], role: str = "") -> QPushButton:
        """Return a button that is pressed by Return only while it has the focus."""
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        if role:
            theme.set_role(button, role)
        button.clicked.connect(lambda _checked=False: act())
        return button

    def do_work(
        self,
        work: Callable[[], Answer],
        done: Callable[[Answer], object],
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Do work on a thread. Its answer comes here unless the dialog was closed meanwhile."""
        self.set_busy(True)
        tell = failed or self.show_failure

        def answered(answer: Answer) -> None:
            if isValid(self):
                self.set_busy(False)
                done(answer)

        def lost(error: Exception) -> None:
            if isValid(self):
                self.set_busy(False)
                tell(error)

        self.context.run_in_background(work, answered, lost)

    def set_busy(self, busy: bool) -> None:
        """Note whether something is being done."""
        self.busy = busy
        self.update_buttons()

    def update_buttons(self) -> None:
        """Fit what can be pressed to what is shown and done."""
        raise NotImplementedError

    def show_failure(self, error: Exception) -> None:
        """Show why something could not be done."""
        raise NotImplementedError
