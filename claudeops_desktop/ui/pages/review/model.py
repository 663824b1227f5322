"""The table of facts that wait."""

from __future__ import annotations

from ....memory.fact import Memory, shown_service
from ... import words
from ...widgets.record_table import Column, RecordModel
from ..memories.phrases import excerpt


class HeldModel(RecordModel):
    """Keys are ids of memories, rows are Memories."""

    COLUMNS = (
        Column("service", "Service", 110, sort="service"),
        Column("category", "Category", 120, sort="category"),
        Column("fact", "Fact", 420),
        Column("why", "Why it waits", 300),
        Column("said", "Since", 80, sort="created_at"),
    )

    def text(self, row: Memory, column: str) -> str:
        """What a cell shows."""
        match column:
            case "service":
                return shown_service(row.service)
            case "category":
                return row.category
            case "fact":
                return words.plain(excerpt(row.observation, 300))
            case "why":
                return words.plain(excerpt(row.gate_why, 200))
            case _:
                return words.when(row.created_at)

    def tip(self, row: Memory, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return words.plain(row.observation[:1200])
            case "why":
                return words.plain(row.gate_why)
            case "said":
                return words.exact(row.created_at)
        return ""
