"""The table of what waits."""

from __future__ import annotations

from ...text import formatting
from ...text.translation import tr, tr_message
from ...widgets.record_model import RecordModel, TableColumn
from ..memories.text import shorten_to_line
from .queries import ReviewRow
from .text import KIND_NAMES


class ReviewModel(RecordModel):
    """Keys are ids of held facts, or an ReviewItemKey; rows are ReviewRows."""

    COLUMNS = (
        TableColumn("kind", tr("What"), 145),
        TableColumn("service", tr("Service"), 110, sort="service"),
        TableColumn("category", tr("Category"), 110, sort="category"),
        TableColumn("fact", tr("Fact"), 400),
        TableColumn("why", tr("Why it waits"), 280),
        TableColumn("said", tr("When"), 80, sort="created_at"),
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
                return formatting.strip_direction_marks(shorten_to_line(row.text, 300))
            case "why":
                return formatting.strip_direction_marks(shorten_to_line(tr_message(row.why), 200))
            case _:
                return formatting.format_relative_time(row.at)

    def tip(self, row: ReviewRow, column: str) -> str:
        """What is cut off, and exact times."""
        match column:
            case "fact":
                return formatting.strip_direction_marks(row.text[:1200])
            case "why":
                return formatting.strip_direction_marks(tr_message(row.why))
            case "said":
                told = tr("It leaves the prompts") if row.kind == "expiring" else tr("It waits since")
                return f"{told} {formatting.format_exact_time(row.at)}"
        return ""
