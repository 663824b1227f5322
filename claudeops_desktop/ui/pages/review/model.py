"""The table of what waits."""

from __future__ import annotations

from ... import words
from ...widgets.record_table import Column, RecordModel
from ..memories.phrases import excerpt
from .known import ReviewRow
from .phrases import KIND_NAMES


class ReviewModel(RecordModel):
    """Keys are ids of held facts, or an OtherKey; rows are ReviewRows."""

    COLUMNS = (
        Column("kind", "What", 120),
        Column("service", "Service", 110, sort="service"),
        Column("category", "Category", 110, sort="category"),
        Column("fact", "Fact", 400),
        Column("why", "Why it waits", 280),
        Column("said", "When", 80, sort="created_at"),
    )

    def text(self, row: ReviewRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "kind":
                return KIND_NAMES[row.kind]
            case "service":
                return row.service
            case "category":
                return row.category
            case "fact":
                return words.plain(excerpt(row.text, 300))
            case "why":
                return words.plain(excerpt(row.why, 200))
            case _:
                return words.when(row.at)

    def tip(self, row: ReviewRow, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return words.plain(row.text[:1200])
            case "why":
                return words.plain(row.why)
            case "said":
                told = "It leaves the prompts" if row.kind == "expiring" else "It waits since"
                return f"{told} {words.exact(row.at)}"
        return ""
