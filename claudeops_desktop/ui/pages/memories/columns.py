"""The columns of the memories table (SPEC-0015, Memories page renders)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

MEMORY_ROLE = Qt.ItemDataRole.UserRole + 1  # the Memory itself, or None while it is on its way
SORT_ROLE = Qt.ItemDataRole.UserRole + 2  # a comparable value


class Column(IntEnum):
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
class Shape:
    """How one column is headed and sorted. ``sort`` is MemoryQuery's word; ``falls`` when its first sort descends.

    ``widest`` is a text that it shows whole; nothing stretches.
    """

    title: str
    spoken: str
    sort: str
    falls: bool
    widest: str


SHAPES: dict[Column, Shape] = {
    Column.PIN: Shape("", "Pinned", "pinned", True, "."),
    Column.SERVICE: Shape("Service", "Service", "service", False, "nextcloud-cron"),
    Column.CATEGORY: Shape("Category", "Category", "category", False, "maintenance_"),
    Column.OBSERVATION: Shape("Observation", "Observation", "observation", False, ""),
    Column.CONFIDENCE: Shape("Confidence", "Confidence", "confidence", True, "confidence 0.000"),
    Column.STATE: Shape("State", "State", "active", True, "inactive"),
    Column.UPDATED: Shape("Updated", "Updated", "updated_at", True, "30 Sep 2026"),
    Column.SESSION: Shape("Session", "Source session", "session_id", True, "Session #000"),
}

EDITABLE = frozenset({Column.SERVICE, Column.CATEGORY, Column.OBSERVATION, Column.CONFIDENCE})


def column_sorted_by(sort: str) -> Column:
    """The column that a query's order belongs to."""
    return next((column for column, shape in SHAPES.items() if shape.sort == sort), Column.UPDATED)
