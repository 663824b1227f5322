"""Short lists of facts that are all known at once; their rows may lead somewhere."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from .. import theme
from .record_cell import RecordCell
from .record_model import RecordModel, TableColumn
from .record_table import RecordTable

if TYPE_CHECKING:
    from ..pages.base_page import PageLocation


@dataclass(frozen=True, slots=True)
class FactRow:
    """One row of a list: its cells by column, where it leads, and the state that ``state_in`` shows."""

    key: Hashable
    cells: dict[str, str]
    place: PageLocation | None = None
    state: str = ""
    tips: dict[str, str] = field(default_factory=dict)


class FactTableModel(RecordModel):
    """Rows are FactRows; ``state_in`` names the column that shows the state as a shape."""

    def __init__(self, columns: tuple[TableColumn, ...], state_in: str = "") -> None:
        self.COLUMNS = columns
        self._state_in = state_in
        super().__init__()

    def set_facts(self, facts: Sequence[FactRow]) -> None:
        """These, in this order."""
        self.set_keys([fact.key for fact in facts])
        self.set_rows({fact.key: fact for fact in facts})

    def text(self, row: FactRow, column: str) -> str:
        """What a cell shows."""
        return row.cells.get(column, "")

    def tip(self, row: FactRow, column: str) -> str:
        """The whole of it, or what was given."""
        return row.tips.get(column, row.cells.get(column, ""))

    def state(self, row: FactRow, column: str) -> str:
        """The shape."""
        return row.state if column == self._state_in else ""


class FactTable(RecordTable):
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
