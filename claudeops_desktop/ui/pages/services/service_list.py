"""The list of services with the row of filters above it, and below it the names that only agents mention."""

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


class ServiceFilters(QWidget):
    """The row above: ``search``, then what the page adds, then ``discover`` and ``add``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = FlowLayout(theme.GAP_S, self, fill=True)
        self.search = SearchField(tr("Search services"), self)
        self.discover = QPushButton(tr("Discover…"), self)
        icons.set_themed_icon(self.discover, "search")
        self.add = QPushButton(tr("Add a check…"), self)
        icons.set_themed_icon(self.add, "add")

    def place(self, choice: QWidget) -> None:
        """Lay the row out, with this choice beside the search."""
        for part in (self.search, choice):
            self._row.addWidget(part)
        self._row.push_to_end()
        for button in (self.discover, self.add):
            self._row.addWidget(button)


class ServiceList(QWidget):
    """``table`` with its ``model``, and ``mentioned`` below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(NARROWEST)
        self.model = ServiceTableModel(self)
        self.table = RecordTable(self.model, tr("Services"), self)
        self.table.setItemDelegate(RecordCell(self.table))
        self.table.stretch_columns(0)
        self.mentioned = MentionedNames(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GAP_M, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.table, 1)
        column.addWidget(self.mentioned)
