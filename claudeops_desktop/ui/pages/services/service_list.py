"""The left side of the page: a search, the services, and below them the names that only agents speak of."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ... import theme
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from .mentioned_names import MentionedNames
from .model import ServiceTableModel

NARROWEST = 196
STATE_FROM, SINCE_FROM = 270, 350


class ServiceList(QWidget):
    """``search``, ``table`` with its ``model``, and ``mentioned``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(NARROWEST)
        self.search = SearchField("Search services", self)
        self.model = ServiceTableModel(self)
        self.table = RecordTable(self.model, "Services", self)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(0)
        self.table.installEventFilter(self)
        self.mentioned = MentionedNames(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GAP_M, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.search)
        column.addWidget(self.table, 1)
        column.addWidget(self.mentioned)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A narrow list keeps to the names; their shapes say the state."""
        if watched is self.table and event.type() == QEvent.Type.Resize:
            width = self.table.width()
            self.table.setColumnHidden(1, width < STATE_FROM)
            self.table.setColumnHidden(2, width < SINCE_FROM)
        return super().eventFilter(watched, event)
