"""The memories that the next run will not read: a row each, with why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from ....memory.context import LeftOut
from ....memory.fact import shown_service
from .phrases import excerpt, plain_tip

_NOWHERE = QModelIndex()


class LeftOutModel(QAbstractListModel):
    """What was left out: a line for each with why. ``IdRole`` is the memory's id."""

    IdRole = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[LeftOut] = ()

    def show(self, rows: Sequence[LeftOut]) -> None:
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
        memory = left.memory
        if role == Qt.ItemDataRole.DisplayRole:
            head = f"{shown_service(memory.service)} · {memory.category} · {memory.confidence:.2f}"
            return f"{head}\n{excerpt(memory.observation, 90)}\n{left.why}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(memory.observation)
        if role == self.IdRole:
            return memory.id
        return None
