"""The left side of the page: a search, the services, and below them the names that only agents speak of."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ... import icons, theme
from ...text.translation import tr
from ...widgets.flow_layout import FlowLayout
from ...widgets.record_cell import RecordCell
from ...widgets.record_table import RecordTable
from ...widgets.search_field import SearchField
from .mentioned_list import MentionedNames
from .model import ServiceTableModel

NARROWEST = 196


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
        self.mentioned = MentionedNames(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GAP_M, 0)
        column.setSpacing(theme.GAP_S)
        filters = QWidget(self)
        self.head = FlowLayout(theme.GAP_S, filters, fill=True)
        self.head.addWidget(self.search)
        self.discover = QPushButton(tr("Discover…"), filters)
        icons.set_themed_icon(self.discover, "search")
        self.add = QPushButton(tr("Add a check…"), filters)
        icons.set_themed_icon(self.add, "add")
        column.addWidget(filters)
        column.addWidget(self.table, 1)
        column.addWidget(self.mentioned)
