"""The columns of the memories table (SPEC-0015, Memories page renders)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

MEMORY_ROLE = Qt.ItemDataRole.UserRole + 1  # the Memory itself, or None while it is on its way
SORT_ROLE = Qt.ItemDataRole.UserRole + 2  # a comparable value


class MemoryColumn(IntEnum):
    """The columns, from the left."""

    PIN = 0
    SERVICE = 1
    CATEGORY = 2
    OBSERVATION = 3
    CONFIDENCE = 4
    STATE = 5
    UPDATED = 6
    SESSION = 7


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """How one column is headed and sorted. ``sort`` is MemoryQuery's word; ``falls`` when its first sort descends.

    ``widest`` is a text that it shows whole; nothing stretches.
    """

    title: str
    spoken: str
    sort: str
    falls: bool
    widest: str


SHAPES: dict[MemoryColumn, ColumnSpec] = {
    MemoryColumn.PIN: ColumnSpec("", "Pinned", "pinned", True, "."),
    MemoryColumn.SERVICE: ColumnSpec("Service", "Service", "service", False, "nextcloud-cron"),
    MemoryColumn.CATEGORY: ColumnSpec("Category", "Category", "category", False, "maintenance_"),
    MemoryColumn.OBSERVATION: ColumnSpec("Observation", "Observation", "observation", False, ""),
    MemoryColumn.CONFIDENCE: ColumnSpec("Confidence", "Confidence", "confidence", True, "confidence 0.000"),
    MemoryColumn.STATE: ColumnSpec("State", "State", "active", True, "inactive"),
    MemoryColumn.UPDATED: ColumnSpec("Updated", "Updated", "updated_at", True, "30 Sep 2026"),
    MemoryColumn.SESSION: ColumnSpec("Session", "Source session", "session_id", True, "Session #000"),
}

EDITABLE = frozenset({MemoryColumn.SERVICE, MemoryColumn.CATEGORY, MemoryColumn.OBSERVATION, MemoryColumn.CONFIDENCE})


def column_sorted_by(sort: str) -> MemoryColumn:
    """The column that a query's order belongs to."""
    return next((column for column, shape in SHAPES.items() if shape.sort == sort), MemoryColumn.UPDATED)
