"""A state in a table cell: its shape, and its word beside it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from .. import theme
from .record_table import STATE
from .state_dot import paint_state

Index = QModelIndex | QPersistentModelIndex


class StateCell(QStyledItemDelegate):
    """Draws the STATE of a cell before its text."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell as the style draws it, moved aside for the shape."""
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        cell.text = ""
        style = cell.widget.style() if cell.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)
        rect: QRect = option.rect
        state = index.data(STATE)
        left = rect.left() + theme.GAP_S
        if state:
            side = theme.ICON - 2
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_state(painter, QRectF(left, rect.center().y() - side / 2 + 0.5, side, side), state)
            painter.restore()
            left += side + theme.GAP_S - 2
        room = QRect(left, rect.top(), rect.right() - left - theme.GAP_XS, rect.height())
        text = painter.fontMetrics().elidedText(
            index.data(Qt.ItemDataRole.DisplayRole) or "", Qt.TextElideMode.ElideRight, room.width()
        )
        painter.save()
        painter.setPen(theme.tokens().colour("text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.restore()
