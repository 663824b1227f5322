"""The memories as a table: what its cells show, and what an edit of a cell means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal

from ....language.types import CATEGORIES, service_name
from ....memory import ACTIVE_FROM, Memory, MemoryEdit, shown_service
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_model import Index, RecordModel, TableColumn
from .columns import COLUMNS, EDITABLE, MemoryColumn
from .origin_text import origin_tip, origin_word
from .text import shorten_tip, state_word


class MemoryModel(RecordModel):
    """Keys are the ids of memories. ``edited`` says what the operator changed in a cell (memory id, MemoryEdit); the
    cell shows it at once, the database confirms or corrects it.
    """

    COLUMNS = COLUMNS
    ROWS_KEPT = 4096
    edited = Signal(int, object)

    @property
    def ids(self) -> Sequence[int]:
        """All ids in their order. Not to be changed, and not to be kept over a change."""
        return self.keys

    def known_memory(self, memory_id: int) -> Memory | None:
        """A memory by id, where its row was read."""
        memory: Memory | None = self.known_row(memory_id)
        return memory

    def text(self, row: Memory, column: str) -> str:
        """What a cell shows."""
        return _SHOWN[column](row)

    def export_text(self, row: Memory, column: str) -> str:
        """The stored time instead of how long ago it was."""
        return row.updated_at or "" if column == "updated" else self.text(row, column)

    def tip(self, row: Memory, column: str) -> str:
        """What hovering over a cell says."""
        if column == "observation":
            return shorten_tip(row.observation)
        if column == "updated":
            return formatting.format_exact_time(row.updated_at)
        if column == "pin":
            return (
                tr("Pinned: it goes first and does not fade")
                if row.pinned
                else tr("Pin it: it goes first and does not fade")
            )
        if column == "session":
            return origin_tip(row) if row.session_id is None else tr("Open the line of the session that it comes from")
        return ""

    def spoken(self, row: Memory, column: TableColumn) -> str:
        """What a screen reader says of a cell."""
        if column.name == "pin":
            return tr("pinned") if row.pinned else tr("not pinned")
        if column.name == "confidence":
            return tr("confidence {confidence}, {state}", confidence=f"{row.confidence:.2f}", state=state_word(row))
        return self.text(row, column.name)

    def edit_value(self, row: Memory, column: str) -> object:
        """What an editor of a cell begins with."""
        return row.confidence if column == "confidence" else self.text(row, column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What is editable is what may be edited in place."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in EDITABLE else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what an editor gave: shown at once, told as ``edited``. False where nothing changed or it cannot be."""
        memory = self.row(index.row()) if index.isValid() and role == Qt.ItemDataRole.EditRole else None
        edit = edit_from_cell(MemoryColumn(index.column()), value, memory) if memory is not None else None
        if memory is None or edit is None:
            return False
        self.set_rows({memory.id: predict_edit(memory, edit)})
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


_SHOWN: dict[str, Callable[[Memory], str]] = {
    "pin": lambda memory: "",
    "service": lambda memory: shown_service(memory.service),
    "category": lambda memory: memory.category,
    "observation": lambda memory: memory.observation,
    "confidence": lambda memory: f"{memory.confidence:.2f}",
    "state": state_word,
    "updated": lambda memory: formatting.format_relative_time(memory.updated_at),
    "session": lambda memory: origin_word(memory) if memory.session_id is None else f"#{memory.session_id}",
}
