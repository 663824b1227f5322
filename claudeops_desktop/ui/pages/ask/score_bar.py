"""One score from 0 to 1: a name, a bar and its number."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ... import theme

BAR = 96
THICK = 6


class ScoreBar(QWidget):
    """Painted; read by screen readers as ``Keywords: 0.82``."""

    def __init__(self, name: str, value: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.value = value
        self.setAccessibleName(f"{name}: {value:.2f}")
        self.setToolTip(f"{name}: {value:.4f}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """The bar and its number."""
        return QSize(BAR + theme.GAP_S + self.fontMetrics().horizontalAdvance("0.00") + 2, theme.ICON_LARGE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The rail, how far it is filled, the number."""
        t = theme.current_tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        rail = QRectF(0, (self.height() - THICK) / 2, BAR, THICK)
        painter.setBrush(t.colour("line"))
        painter.drawRoundedRect(rail, THICK / 2, THICK / 2)
        filled = max(0.0, min(1.0, self.value))
        if filled > 0:
            painter.setBrush(t.colour("accent"))
            painter.drawRoundedRect(QRectF(0, rail.top(), max(THICK, BAR * filled), THICK), THICK / 2, THICK / 2)
        painter.setPen(t.colour("text"))
        painter.setFont(theme.number_font())
        room = QRectF(BAR + theme.GAP_S, 0, self.width() - BAR - theme.GAP_S, self.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"{self.value:.2f}")
        painter.end()
