"""A line of plain text that ends in … where it does not fit, and then shows itself whole on hover."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QStyleOption, QWidget

from .. import theme
from ..text import formatting


class ElidedLabel(QLabel):
    """A label that gives way. ``role`` is one of ``theme.set_role``'s for labels."""

    def __init__(self, text: str = "", role: str = "body", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme.set_role(self, role)
        self._tip = ""
        self.setText(text)

    def setText(self, text: str) -> None:
        """Line breaks become spaces."""
        super().setText(formatting.strip_direction_marks(" ".join(text.split("\n"))))
        self._explain()

    def set_tip(self, tip: str) -> None:
        """What hovering says where the text is not cut off."""
        self._tip = tip
        self._explain()

    def minimumSizeHint(self) -> QSize:
        """It may become as narrow as a few letters."""
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut off or not is a matter of width."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text that fits, in the colour that the style sheet gives."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(QStyle.visualAlignment(self.layoutDirection(), self.alignment()) | Qt.AlignmentFlag.AlignVCenter),
            option.palette,
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
        painter.end()

    def _explain(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(escape_tool_tip(self.text()) if cut else escape_tool_tip(self._tip))


def escape_tool_tip(text: str) -> str:
    """A tool tip shows plain text as it is, and wraps it; agent text must never become markup there."""
    if not text:
        return ""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    return f"<span>{escaped}</span>"
