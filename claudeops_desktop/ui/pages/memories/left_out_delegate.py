"""How a memory that was left out is drawn: what it is, what it says, and, set apart, why."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ... import theme
from ...text import formatting
from ...widgets.record_cell import wrap_text

Index = QModelIndex | QPersistentModelIndex


class LeftOutDelegate(QStyledItemDelegate):
    """The lines of the item, one below the other: head strong, text plain, reason muted."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw it."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        style = ground.widget.style() if ground.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, ground.widget)
        painter.save()
        room = self._room(option.rect.width())
        top = float(option.rect.top() + theme.GAP_S)
        for text, font, tone in self._lines(option, index):
            painter.setPen(theme.current_tokens().colour(tone))
            layout = wrap_text(text, font, room)
            layout.draw(painter, QPointF(option.rect.left() + theme.GAP_M, top))
            top += layout.boundingRect().height() + 1
        line = QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(line, theme.current_tokens().colour("line"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.current_tokens().colour("accent"))
            painter.drawRect(option.rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its lines are in the width of the list."""
        view = option.widget
        width = option.rect.width()
        if isinstance(view, QListView):  # beside the scroll bar, which comes after the rows are laid out
            width = min(view.viewport().width(), view.width() - view.verticalScrollBar().sizeHint().width())
        lines = self._lines(option, index)
        height = sum(wrap_text(text, font, self._room(width)).boundingRect().height() + 1 for text, font, _ in lines)
        return QSize(width, round(height) + 2 * theme.GAP_S)

    def _room(self, width: int) -> int:
        return max(60, width - 2 * theme.GAP_M)

    def _lines(self, option: QStyleOptionViewItem, index: Index) -> list[tuple[str, QFont, str]]:
        head, text, why = formatting.strip_direction_marks(index.data(Qt.ItemDataRole.DisplayRole)).split("\n", 2)
        strong, small = QFont(option.font), QFont(option.font)
        strong.setWeight(QFont.Weight.DemiBold)
        small.setPixelSize(theme.MUTED_PX)
        return [(head, strong, "text"), (text, option.font, "text"), (why, small, "muted")]
