"""The memories as a table: all ids at once, the rows behind them when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from ....language.types import CATEGORIES, service_name
from ....memory import ACTIVE_FROM, Memory, MemoryEdit, shown_service
from ...text import formatting
from .columns import EDITABLE, MEMORY_ROLE, SHAPES, SORT_ROLE, MemoryColumn
from .row_patch import InsertRows, MoveRow, RemoveRows, RowStep, apply_step
from .text import plain_tip, state_word

Index = QModelIndex | QPersistentModelIndex

ROWS_KEPT = 4096
ROWS_DROPPED = 1024
ROWS_AROUND = 64
ROWS_AT_ONCE = 512
_NOWHERE = QModelIndex()


class MemoryModel(QAbstractTableModel):
    """``ids`` is the whole list in its order; rows are kept for the few thousand ids last looked at.

    ``rows_requested`` asks for the rows of some ids: answer with ``set_rows``. ``edited`` says what the operator
    changed in a cell (memory id, Edit); the cell shows it at once, the database confirms or corrects it.
    """

    rows_requested = Signal(object)  # list[int]
    edited = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ids: list[int] = []
        self._rows: dict[int, Memory] = {}
        self._asked: set[int] = set()
        self._stale: set[int] = set()
        self._looked_at: set[int] = set()
        self.version = 0  # moves with every structural change
        self._asking = QTimer(self, singleShot=True, interval=0)
        self._asking.timeout.connect(self._ask)

    # --- what the list is

    @property
    def ids(self) -> Sequence[int]:
        """All ids in their order. Not to be changed, and not to be kept over a change."""
        return self._ids

    def row_of(self, memory_id: int) -> int | None:
        """The row of a memory, None where the list does not hold it."""
        try:
            return self._ids.index(memory_id)
        except ValueError:
            return None

    def memory(self, row: int) -> Memory | None:
        """The memory in a row, None while it is on its way."""
        return self._rows.get(self._ids[row]) if 0 <= row < len(self._ids) else None

    def known_memory(self, memory_id: int) -> Memory | None:
        """A memory by id, where its row was read."""
        return self._rows.get(memory_id)

    # --- what changes it

    def replace(self, ids: list[int]) -> None:
        """Another list altogether. Selection and scroll position are the view's to bring back."""
        self.beginResetModel()
        self._ids = ids
        self._looked_at.clear()
        self.version += 1
        self.endResetModel()

    def apply_steps(self, steps: Iterable[RowStep]) -> None:
        """Row steps, one after the other; whatever points at a row follows it."""
        for step in steps:
            self.version += 1
            if isinstance(step, RemoveRows):
                self.beginRemoveRows(_NOWHERE, step.first, step.last)
                apply_step(self._ids, step)
                self.endRemoveRows()
            elif isinstance(step, InsertRows):
                self.beginInsertRows(_NOWHERE, step.at, step.at + len(step.ids) - 1)
                apply_step(self._ids, step)
                self.endInsertRows()
            elif isinstance(step, MoveRow):
                below = step.target + 1 if step.target > step.source else step.target
                self.beginMoveRows(_NOWHERE, step.source, step.source, _NOWHERE, below)
                apply_step(self._ids, step)
                self.endMoveRows()

    def set_rows(self, rows: Iterable[Memory], *, tell: bool = True) -> None:
        """Rows that were read. Without ``tell`` nobody is told: a structural change follows that tells it anyway."""
        told: list[int] = []
        for memory in rows:
            self._asked.discard(memory.id)
            self._stale.discard(memory.id)
            if self._rows.get(memory.id) != memory:
                self._rows.pop(memory.id, None)
                self._rows[memory.id] = memory
                told.append(memory.id)
        if len(self._rows) > ROWS_KEPT + ROWS_DROPPED:
            for memory_id in list(self._rows)[: len(self._rows) - ROWS_KEPT]:
                del self._rows[memory_id]
        if tell and told:
            self._tell(told)

    def forget_requests(self, ids: Iterable[int]) -> None:
        """Rows that were wanted and will not come: looked at again, they are asked for again."""
        self._asked.difference_update(ids)

    def mark_stale(self, ids: Sequence[int]) -> None:
        """Rows that may have changed (empty: any of them): they are read again when looked at."""
        self._asked.clear()
        self._stale |= set(ids).intersection(self._rows) if ids else set(self._rows)
        if self._stale:
            self._tell(list(ids))

    def renew_times(self, first: int, last: int) -> None:
        """Relative times of these rows moved on."""
        if 0 <= first <= last < len(self._ids):
            column = MemoryColumn.UPDATED
            self.dataChanged.emit(self.index(first, column), self.index(last, column), [Qt.ItemDataRole.DisplayRole])

    def _tell(self, ids: Sequence[int]) -> None:
        if not self._ids:
            return
        if 0 < len(ids) <= 4:
            rows = [row for memory_id in ids if (row := self.row_of(memory_id)) is not None]
        else:
            rows = []
            self._tell_rows(0, len(self._ids) - 1)
        for row in rows:
            self._tell_rows(row, row)

    def _tell_rows(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(MemoryColumn) - 1))

    @Slot()
    def _ask(self) -> None:
        """Ask for the rows that were looked at, and some around them, as one stretch."""
        looked_at, self._looked_at = sorted(self._looked_at), set()
        if not looked_at:
            return
        first = max(0, looked_at[0] - ROWS_AROUND)
        last = min(len(self._ids), looked_at[-1] + ROWS_AROUND + 1)
        if last - first > ROWS_AT_ONCE:
            wanted = [self._ids[row] for row in looked_at[-ROWS_AT_ONCE:] if row < len(self._ids)]
        else:
            wanted = self._ids[first:last]
        wanted = [n for n in wanted if (n not in self._rows or n in self._stale) and n not in self._asked]
        if wanted:
            self._asked.update(wanted)
            self.rows_requested.emit(wanted)

    def _look(self, row: int) -> Memory | None:
        memory_id = self._ids[row]
        memory = self._rows.get(memory_id)
        if (memory is None or memory_id in self._stale) and memory_id not in self._asked:
            self._looked_at.add(row)
            if not self._asking.isActive():
                self._asking.start()
        return memory

    # --- what Qt asks

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """As many as ids."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As many as Column."""
        return 0 if parent.isValid() else len(MemoryColumn)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What is editable is what may be edited in place."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in EDITABLE else flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles; the pin's column has a spoken one only."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(MemoryColumn):
            return None
        shape = SHAPES[MemoryColumn(section)]
        if role == Qt.ItemDataRole.DisplayRole:
            return shape.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return shape.spoken
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """By role, then by column."""
        answer = _ROLES.get(role)
        if answer is None or not index.isValid() or index.row() >= len(self._ids):
            return None
        column = MemoryColumn(index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT
        memory = self._look(index.row())
        return None if memory is None else answer(column, memory)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what an editor gave: shown at once, told as ``edited``. False where nothing changed or it cannot be."""
        memory = self.memory(index.row()) if index.isValid() and role == Qt.ItemDataRole.EditRole else None
        edit = edit_from_cell(MemoryColumn(index.column()), value, memory) if memory is not None else None
        if memory is None or edit is None:
            return False
        self._rows[memory.id] = predict_edit(memory, edit)
        self._tell([memory.id])
        self.edited.emit(memory.id, edit)
        return True


def edit_from_cell(column: MemoryColumn, value: Any, memory: Memory) -> MemoryEdit | None:
    """The edit that a cell's new value means; None where it means none."""
    if column is MemoryColumn.CONFIDENCE:
        return MemoryEdit(confidence=float(value)) if float(value) != memory.confidence else None
    text = str(value).strip()
    if column is MemoryColumn.OBSERVATION:
        return MemoryEdit(observation=text) if text and text != memory.observation else None
    if column is MemoryColumn.CATEGORY:
        return MemoryEdit(category=text) if text in CATEGORIES and text != memory.category else None
    if column is MemoryColumn.SERVICE:
        return MemoryEdit(service=text) if service_name(text) != memory.service else None
    return None


def predict_edit(memory: Memory, edit: MemoryEdit) -> Memory:
    """How the row will most likely look, for the moment until the database has answered."""
    confidence = memory.confidence if edit.confidence is None else min(1.0, max(0.0, edit.confidence))
    return replace(
        memory,
        observation=memory.observation if edit.observation is None else edit.observation,
        category=edit.category or memory.category,
        service=memory.service if edit.service is None else service_name(edit.service),
        confidence=confidence,
        active=memory.active if edit.confidence is None else int(confidence >= ACTIVE_FROM),
        pinned=memory.pinned if edit.pinned is None else int(edit.pinned),
    )


def _shown(column: MemoryColumn, memory: Memory) -> Any:
    return _SHOWN[column](memory)


def _edited(column: MemoryColumn, memory: Memory) -> Any:
    if column is MemoryColumn.CONFIDENCE:
        return memory.confidence
    return _SHOWN[column](memory)


def _tip(column: MemoryColumn, memory: Memory) -> str | None:
    if column is MemoryColumn.OBSERVATION:
        return plain_tip(memory.observation)
    if column is MemoryColumn.UPDATED:
        return formatting.format_exact_time(memory.updated_at)
    if column is MemoryColumn.PIN:
        return "Pinned: it goes first and does not fade" if memory.pinned else "Pin it: it goes first and does not fade"
    if column is MemoryColumn.SESSION:
        return "Written by you" if memory.session_id is None else "Open the line of the session that said it"
    return None


def _spoken(column: MemoryColumn, memory: Memory) -> str:
    if column is MemoryColumn.PIN:
        return "pinned" if memory.pinned else "not pinned"
    if column is MemoryColumn.CONFIDENCE:
        return f"confidence {memory.confidence:.2f}, {state_word(memory)}"
    return str(_SHOWN[column](memory))


def _sorted(column: MemoryColumn, memory: Memory) -> Any:
    return _SORTED[column](memory)


def _itself(_column: MemoryColumn, memory: Memory) -> Memory:
    return memory


_SHOWN: dict[MemoryColumn, Callable[[Memory], str]] = {
    MemoryColumn.PIN: lambda memory: "",
    MemoryColumn.SERVICE: lambda memory: shown_service(memory.service),
    MemoryColumn.CATEGORY: lambda memory: memory.category,
    MemoryColumn.OBSERVATION: lambda memory: memory.observation,
    MemoryColumn.CONFIDENCE: lambda memory: f"{memory.confidence:.2f}",
    MemoryColumn.STATE: state_word,
    MemoryColumn.UPDATED: lambda memory: formatting.format_relative_time(memory.updated_at),
    MemoryColumn.SESSION: lambda memory: "you" if memory.session_id is None else f"#{memory.session_id}",
}
_SORTED: dict[MemoryColumn, Callable[[Memory], Any]] = {
    MemoryColumn.PIN: lambda memory: memory.pinned,
    MemoryColumn.SERVICE: lambda memory: memory.service or "\uffff",
    MemoryColumn.CATEGORY: lambda memory: memory.category,
    MemoryColumn.OBSERVATION: lambda memory: memory.observation.lower(),
    MemoryColumn.CONFIDENCE: lambda memory: memory.confidence,
    MemoryColumn.STATE: lambda memory: memory.active,
    MemoryColumn.UPDATED: lambda memory: memory.updated_at,
    MemoryColumn.SESSION: lambda memory: memory.session_id or 0,
}
_ROLES: dict[int, Callable[[MemoryColumn, Memory], Any]] = {
    Qt.ItemDataRole.DisplayRole: _shown,
    Qt.ItemDataRole.EditRole: _edited,
    Qt.ItemDataRole.ToolTipRole: _tip,
    Qt.ItemDataRole.AccessibleTextRole: _spoken,
    Qt.ItemDataRole.TextAlignmentRole: _shown,  # answered before a row is needed
    SORT_ROLE: _sorted,
    MEMORY_ROLE: _itself,
}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
