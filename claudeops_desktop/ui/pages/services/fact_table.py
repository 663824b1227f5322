"""A list of facts about a service whose rows lead somewhere."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ... import theme
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import TableColumn
from ...widgets.record_table import RecordTable
from .model import FactRow, FactTableModel


class ServiceFactTable(RecordTable):
    """A list whose rows lead somewhere. ``navigation_requested`` carries a PageLocation."""

    navigation_requested = Signal(object)

    def __init__(
        self,
        columns: tuple[TableColumn, ...],
        name: str,
        state_in: str = "",
        stretch: str = "",
        parent: QWidget | None = None,
        *,
        nothing: str = "",
    ) -> None:
        self._nothing = nothing
        self.facts = FactTableModel(columns, state_in)
        super().__init__(self.facts, name, parent)
        self.facts.setParent(self)
        self.setItemDelegate(RecordCell(self))
        names = [column.name for column in columns]
        self.stretch_columns(names.index(stretch) if stretch else len(names) - 1)
        self.row_opened.connect(self._open)

    def paintEvent(self, event: QPaintEvent) -> None:
        """An empty list says what would be in it."""
        super().paintEvent(event)
        if self._nothing and not self.facts.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(theme.current_tokens().colour("muted"))
            room = self.viewport().rect().adjusted(theme.GAP_L, theme.GAP_L, -theme.GAP_L, -theme.GAP_L)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(room, flags, self._nothing)
            painter.end()

    def _open(self, key: object) -> None:
        fact: FactRow | None = self.facts.row(self.facts.place(key))
        if fact is not None and fact.place is not None:
            self.navigation_requested.emit(fact.place)
