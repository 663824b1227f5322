"""The columns of the memories table (SPEC-0015, Memories page renders)."""

from __future__ import annotations

from enum import IntEnum

from ...text.translation import tr
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
    TableColumn("pin", "", 28, sort="pinned", spoken=tr("Pinned"), falls=True),
    TableColumn("service", tr("Service"), sort="service", spoken=tr("Service"), widest="nextcloud-cron"),
    TableColumn("category", tr("Category"), sort="category", spoken=tr("Category"), widest="maintenance_"),
    TableColumn("observation", tr("Observation"), sort="observation", spoken=tr("Observation")),
    TableColumn(
        "confidence",
        tr("Confidence"),
        sort="confidence",
        spoken=tr("Confidence"),
        falls=True,
        widest=tr("confidence 0.000"),
    ),
    TableColumn("state", tr("State"), sort="active", spoken=tr("State"), falls=True, widest=tr("needs review")),
    TableColumn(
        "updated", tr("Updated"), sort="updated_at", spoken=tr("Updated"), falls=True, widest=tr("30 Sep 2026")
    ),
    TableColumn(
        "session", tr("Session"), sort="session_id", spoken=tr("Source session"), falls=True, widest=tr("Session #000")
    ),
)

EDITABLE = frozenset({MemoryColumn.SERVICE, MemoryColumn.CATEGORY, MemoryColumn.OBSERVATION, MemoryColumn.CONFIDENCE})


def column_sorted_by(sort: str) -> MemoryColumn:
    """The column that a query's order belongs to."""
    found = (MemoryColumn(place) for place, column in enumerate(COLUMNS) if column.sort == sort)
    return next(found, MemoryColumn.UPDATED)
