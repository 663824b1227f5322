"""The columns of the memories table (SPEC-0015, Memories page renders)."""

from __future__ import annotations

from enum import IntEnum

from ...widgets.record_model import TableColumn


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


# In the order of MemoryColumn. ``sort`` is MemoryQuery's word; ``widest`` is a text that a column shows whole.
COLUMNS = (
    TableColumn("pin", "", 28, sort="pinned", spoken="Pinned", falls=True),
    TableColumn("service", "Service", sort="service", spoken="Service", widest="nextcloud-cron"),
    TableColumn("category", "Category", sort="category", spoken="Category", widest="maintenance_"),
    TableColumn("observation", "Observation", sort="observation", spoken="Observation"),
    TableColumn(
        "confidence", "Confidence", sort="confidence", spoken="Confidence", falls=True, widest="confidence 0.000"
    ),
    TableColumn("state", "State", sort="active", spoken="State", falls=True, widest="inactive"),
    TableColumn("updated", "Updated", sort="updated_at", spoken="Updated", falls=True, widest="30 Sep 2026"),
    TableColumn("session", "Session", sort="session_id", spoken="Source session", falls=True, widest="Session #000"),
)

EDITABLE = frozenset({MemoryColumn.SERVICE, MemoryColumn.CATEGORY, MemoryColumn.OBSERVATION, MemoryColumn.CONFIDENCE})


def column_sorted_by(sort: str) -> MemoryColumn:
    """The column that a query's order belongs to."""
    found = (MemoryColumn(place) for place, column in enumerate(COLUMNS) if column.sort == sort)
    return next(found, MemoryColumn.UPDATED)
