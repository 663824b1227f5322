"""What the next run will not read: a row each, with why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from ....memory import Memory, shown_service
from .text import plain_tip, shorten_to_line

_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class LeftOutItem:
    """What a row says: what it is, its text, why it was left out, the memory it leads to, and the whole text."""

    head: str
    text: str
    why: str
    memory_id: int | None
    whole: str

    @classmethod
    def from_memory(cls, memory: Memory, why: str, part: str = "") -> LeftOutItem:
        """A memory's row; ``part`` names the part of the prompt that had no place for it, "" the block."""
        head = f"{shown_service(memory.service)} · {memory.category} · {memory.confidence:.2f}"
        text = shorten_to_line(memory.observation, 90)
        return cls(f"{head} · {part}" if part else head, text, why, memory.id, memory.observation)


class LeftOutModel(QAbstractListModel):
    """What was left out: a line for each with why. ``IdRole`` is the memory's id, or None."""

    IdRole = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[LeftOutItem] = ()

    def show(self, rows: Sequence[LeftOutItem]) -> None:
        """Other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """One for each."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Its text with the reason beneath."""
        if not index.isValid():
            return None
        left = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{left.head}\n{left.text}\n{left.why}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(left.whole)
        if role == self.IdRole:
            return left.memory_id
        return None
