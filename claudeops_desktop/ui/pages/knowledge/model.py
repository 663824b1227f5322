"""The table of entries."""

from __future__ import annotations

from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.record_model import RecordModel, TableColumn
from .queries import EntryRow
from .text import KINDS


class KnowledgeModel(RecordModel):
    """Keys are paths, rows are EntryRows."""

    COLUMNS = (
        TableColumn("kind", tr("Kind"), 120),
        TableColumn("title", tr("Title"), 220),
        TableColumn("description", tr("Description"), 320),
    )

    def text(self, row: EntryRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "kind":
                return KINDS.get(row.kind, row.kind)
            case "title":
                return formatting.strip_direction_marks(row.title)
            case _:
                return formatting.strip_direction_marks(row.description)

    def tip(self, row: EntryRow, column: str) -> str:
        """Its file, and whether something is wrong in it."""
        if column == "title":
            return formatting.strip_direction_marks(row.path)
        if column == "kind" and row.problems:
            return tr_count("%n problem in this file", "%n problems in this file", row.problems)
        return ""

    def state(self, row: EntryRow, column: str) -> str:
        """An error or a warning where something is wrong in its file."""
        return ("critical" if row.errors else "warning") if column == "kind" and row.problems else ""
