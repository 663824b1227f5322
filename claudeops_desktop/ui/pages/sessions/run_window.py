"""One run in a window of its own: its log beside other work, as large as the operator wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ... import theme
from ...text.translation import tr
from ...widgets.toast import MessageToast
from .detail_pane import RunDetail

if TYPE_CHECKING:
    from ...app_context import AppContext

FIRST_SIZE = QSize(980, 720)
SMALLEST = QSize(480, 320)


class RunWindow(QWidget):
    """Shows one run with its tabs. Escape and Ctrl+W close it. ``closed`` carries the run's id and the size at the end;
    ``detail`` is the same as on the page.
    """

    closed = Signal(int, QSize)

    def __init__(self, desk: AppContext, run_id: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("run-window")
        self.setMinimumSize(SMALLEST)
        self.run_id = run_id
        self.setWindowTitle(tr("Run {number} – Claude Ops", number=run_id))
        self.setAccessibleName(tr("Run {number}", number=run_id))
        self.detail = RunDetail(desk, self)
        self.detail.open_window.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_S, theme.GAP_L, theme.GAP_L)
        column.addWidget(self.detail)
        self._toast = MessageToast(self)
        self.detail.message_posted.connect(self._toast.show_message)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self, self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._find)

    def show_session(self, session_id: int | None, tab: int) -> None:
        """Show a session of the run, at one of the tabs."""
        self.detail.show_run(self.run_id, session_id)
        self.detail.tabs.setCurrentIndex(tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, where nothing in the window has used it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing ticks any more, and the next one is as large as this was."""
        self.detail.deactivate()
        self.closed.emit(self.run_id, self.size())
        super().closeEvent(event)

    def _find(self) -> None:
        self.detail.show_log()
        self.detail.tabs.log.open_find()
