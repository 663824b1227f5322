"""A cell of a table that draws the states of a row over time, a shape for each stretch."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTableView, QToolTip

from ... import theme
from ...kit.chart_paint import paint_state_cell
from ...widgets.elided_label import escape_tool_tip
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW, Index
from .queries import ServiceHistory

MARGIN = 6


class StateStrip(RecordCell):
    """Draws the stretches of a row, the ``current`` one in a frame. ``describe`` says a stretch in words; ``choose`` is
    called with the place of the one that was pressed."""

    def __init__(
        self, parent: QTableView, describe: Callable[[ServiceHistory, int], str], choose: Callable[[int], object]
    ) -> None:
        super().__init__(parent)
        self._describe, self._choose = describe, choose
        self.current = -1

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Draw a shape for each stretch in place of the text."""
        row: ServiceHistory | None = index.data(ROW)
        if row is None or not row.states:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # time runs to the right in every language
        width = room.width() / len(row.states)
        for place, state in enumerate(row.states):
            box = QRectF(room.left() + place * width + 1, room.top() + MARGIN, width - 2, room.height() - 2 * MARGIN)
            paint_state_cell(painter, box, state.look)
            if place == self.current:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.current_tokens().colour("accent"), 2))
                painter.drawRoundedRect(box.adjusted(-1, -3, 1, 3), 3, 3)

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Say the stretch under the mouse."""
        row: ServiceHistory | None = index.data(ROW)
        place = self._place_at(QPointF(event.pos()), option, index)
        if event.type() != QEvent.Type.ToolTip or row is None or place < 0:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), escape_tool_tip(self._describe(row, place)), view)
        return True

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Choose the stretch that is pressed."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            place = self._place_at(event.position(), option, index)
            if place >= 0:
                self._choose(place)
        return super().editorEvent(event, model, option, index)

    def _place_at(self, at: QPointF, option: QStyleOptionViewItem, index: Index) -> int:
        row: ServiceHistory | None = index.data(ROW)
        room = self._room(option.rect, index)
        if row is None or not row.states or not room.left() <= at.x() < room.right():
            return -1
        return int((at.x() - room.left()) / room.width() * len(row.states))
