"""A dialog that becomes higher with what appears in it, so that nothing is squeezed together."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QDialog, QWidget

from .fit_to_screen import FRAME


class GrowingDialog(QDialog):
    """It grows by itself, up to the height of the screen; making it smaller again is left to the operator."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grown_to = 0
        self._soon = QTimer(self, singleShot=True, interval=0)  # never within the laying out that asks for it
        self._soon.timeout.connect(self._grow)

    def event(self, event: QEvent) -> bool:
        """Lines that came in, or a sentence that takes another line."""
        laid_out_anew = event.type() == QEvent.Type.LayoutRequest
        done = super().event(event)
        if laid_out_anew and not self._soon.isActive():
            self._soon.start()
        return done

    def _grow(self) -> None:
        layout = self.layout()
        if layout is None:
            return
        wraps = layout.hasHeightForWidth()
        high = layout.totalHeightForWidth(self.width()) if wraps else layout.totalSizeHint().height()
        room = self.screen().availableGeometry()
        needed = min(high, room.height() - FRAME)
        if max(self.height(), self._grown_to) < needed:  # each height once: it must not chase itself
            self._grown_to = needed
            self.resize(self.width(), needed)
            below = self.frameGeometry().bottom() - room.bottom()
            if self.isVisible() and below > 0:  # its buttons are at its lower edge
                self.move(self.x(), max(room.top(), self.y() - below))
