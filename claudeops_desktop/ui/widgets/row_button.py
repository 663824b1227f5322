"""One line that leads somewhere: a state, a text that gives way, and a muted word at its right end."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from .. import theme
from ..text import formatting
from .elided_label import escape_tool_tip
from .mirroring import mirror_rect
from .state_dot import paint_state, state_word

MOST_LINES = 2


class RowButton(QAbstractButton):
    """A list row for short lists that are not tables. ``clicked`` as with any button. One that ``wraps`` takes more
    lines where one is too short for its text."""

    def __init__(self, parent: QWidget | None = None, *, wraps: bool = False) -> None:
        super().__init__(parent)
        self._wraps = wraps
        self._state = ""
        self._aside = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.TARGET)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.theme_changed.connect(self.update)

    def set_content(self, state: str, text: str, aside: str = "", tip: str = "") -> None:
        """``state`` names a look of ``state_dot``, or nothing; ``aside`` stands at the right."""
        self._state, self._aside = state, aside
        self.setText(formatting.strip_direction_marks(" ".join(text.split())))
        self.setAccessibleName(". ".join(part for part in (state_word(state), self.text(), aside) if part))
        self.setToolTip(escape_tool_tip(tip or text))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(120, theme.TARGET)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take another line, or give it back."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._wraps:
            room = self.width() - 2 * theme.GAP_XS
            room -= theme.ICON + theme.GAP_S if self._state else 0
            if self._aside:
                room -= QFontMetrics(theme.muted_font()).horizontalAdvance(self._aside) + 1 + theme.GAP_S
            self.setFixedHeight(theme.TARGET + (self._lines(room) - 1) * self.fontMetrics().lineSpacing())

    def _lines(self, room: int) -> int:
        """Return how many lines the text takes in so much room, MOST_LINES at most."""
        return min(MOST_LINES, self._count_lines(self.text(), room))

    def _count_lines(self, text: str, room: int) -> int:
        metrics = self.fontMetrics()
        box = metrics.boundingRect(QRect(0, 0, max(1, room), 0), int(Qt.TextFlag.TextWordWrap), text)
        return max(1, round(box.height() / metrics.lineSpacing()))

    def _shortened(self, room: int) -> str:
        """Return as much of the text as its lines hold."""
        shown = text = self.text()
        while text and self._count_lines(shown, room) > MOST_LINES:
            text = text[:-1].rstrip()
            shown = f"{text}…"
        return shown

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Icon, text, aside."""
        t = theme.current_tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(self.layoutDirection())
        box = QRectF(self.rect())
        if self.underMouse() and self.isEnabled():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accent_weak))
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        left, right = box.left() + theme.GAP_XS, box.right() - theme.GAP_XS
        if self._state:
            side = theme.ICON
            paint_state(painter, mirror_rect(self, QRectF(left, (box.height() - side) / 2, side, side)), self._state)
            left += side + theme.GAP_S
        if self._aside:
            painter.setFont(theme.muted_font())
            painter.setPen(QColor(t.muted))
            width = painter.fontMetrics().horizontalAdvance(self._aside) + 1
            area = mirror_rect(self, QRectF(right - width, 0, width, box.height()))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self._aside)
            right -= width + theme.GAP_S
        painter.setFont(self.font())
        painter.setPen(QColor(t.text))
        area = mirror_rect(self, QRectF(left, 0, right - left, box.height()))
        if self.height() > theme.TARGET:
            painter.drawText(
                area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self._shortened(int(right - left))
            )
        else:
            shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, int(right - left))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.accent), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.RADIUS - 1, theme.RADIUS - 1)
        painter.end()
