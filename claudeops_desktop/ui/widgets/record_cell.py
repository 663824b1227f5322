"""A cell of a record table: the shape of its STATE, where it has one, and its text; aligned with the header."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from .. import theme
from ..text import formatting
from .record_model import STATE
from .state_dot import paint_state

Index = QModelIndex | QPersistentModelIndex
SHAPE = theme.ICON - 2
INSET = theme.GAP_S + 3  # where the words of a header begin


class RecordCell(QStyledItemDelegate):
    """Ground and selection by the style; shape and text by hand, so that all columns stand on one line.

    In a table with word wrap the text takes as many lines as it needs.
    """

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self._view = parent

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        self.paint_ground(painter, option, index)
        room = self._room(option.rect, index)
        direction = option.direction
        painter.save()
        painter.setLayoutDirection(direction)
        state = index.data(STATE)
        if state:
            top = (
                room.top() + (self._line_height() - SHAPE) / 2 if self._wraps() else room.center().y() - SHAPE / 2 + 0.5
            )
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shape = QRect(room.left() - SHAPE - 6, round(top), SHAPE, SHAPE)
            paint_state(painter, QRectF(QStyle.visualRect(direction, option.rect, shape)), state)
        self.paint_text(painter, QStyle.visualRect(direction, option.rect, room), index)
        painter.restore()

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The empty cell, as the style draws it. Only one with a box to tick asks for all that a model may say: to ask
        takes a quarter of the time of painting."""
        cell = QStyleOptionViewItem(option)
        if index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            self.initStyleOption(cell, index)
            cell.text = ""
        style = cell.widget.style() if cell.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """The text, cut off with … where it does not fit, or wrapped."""
        text = formatting.strip_direction_marks(index.data(Qt.ItemDataRole.DisplayRole) or "")
        side = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole)) & Qt.AlignmentFlag.AlignHorizontal_Mask
        if side == Qt.AlignmentFlag.AlignRight:
            painter.setFont(theme.number_font())
        tone = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.setPen(tone if tone is not None else theme.current_tokens().colour("text"))
        if self._wraps():
            layout = wrap_text(text, painter.font(), room.width(), side, painter.layoutDirection())
            layout.draw(painter, QPointF(room.topLeft()))
            return
        shown = painter.fontMetrics().elidedText(text.replace("\n", " "), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, shown)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One row, or as high as the wrapped text is."""
        if not self._wraps():
            return QSize(0, self._row_height())
        room = self._room(QRect(0, 0, self._view.columnWidth(index.column()), self._row_height()), index)
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        height = round(wrap_text(text, option.font, max(40, room.width())).boundingRect().height())
        return QSize(0, max(self._row_height(), height + self._row_height() - self._line_height()))

    def _row_height(self) -> int:
        return self._view.verticalHeader().defaultSectionSize()

    def _wraps(self) -> bool:
        return self._view.wordWrap()

    def _line_height(self) -> int:
        return self._view.fontMetrics().height()

    def _room(self, rect: QRect, index: Index) -> QRect:
        left = INSET + (SHAPE + 6 if index.data(STATE) else 0)
        room = rect.adjusted(left, 0, -theme.GAP_S, -1)
        if self._wraps():
            room.setTop(rect.top() + (self._row_height() - self._line_height()) // 2)
        return room


def wrap_text(
    text: str,
    font: QFont,
    width: int,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    direction: Qt.LayoutDirection = Qt.LayoutDirection.LeftToRight,
) -> QTextLayout:
    """A plain text broken into lines, between words where it can be and anywhere else where it must."""
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    option = QTextOption(side)
    option.setTextDirection(direction)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    top = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, top))
        top += line.height()
    layout.endLayout()
    return layout
