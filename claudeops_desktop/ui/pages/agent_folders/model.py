"""The table of the files in the memory folders of the Claude CLI."""

from __future__ import annotations

from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from ...widgets.record_model import RecordModel, TableColumn
from .queries import AgentFileRow


class AgentFileModel(RecordModel):
    """Keys are pairs of folder and file, rows are AgentFileRows."""

    COLUMNS = (
        TableColumn("folder", tr("Project or role"), 150),
        TableColumn("file", tr("File"), 160),
        TableColumn("title", tr("Title"), 200),
        TableColumn("changed", tr("Changed"), 90),
    )

    def text(self, row: AgentFileRow, column: str) -> str:
        """What a cell shows."""
        match column:
            case "folder":
                return formatting.strip_direction_marks(row.folder.title)
            case "file":
                return formatting.strip_direction_marks(row.file.name)
            case "title":
                return formatting.strip_direction_marks(row.file.title or row.file.description)
            case _:
                return formatting.format_relative_time(row.file.modified) if row.file.modified else ""

    def tip(self, row: AgentFileRow, column: str) -> str:
        """The whole path, and what is wrong."""
        if column == "folder":
            return formatting.strip_direction_marks(str(row.folder.path))
        if column == "file":
            said = [tr_message(row.file.fault)] if row.file.fault else []
            if row.problems:
                said.append(tr_count("%n problem in this file", "%n problems in this file", row.problems))
            return "\n".join(said)
        if column == "changed" and row.file.modified:
            return formatting.format_exact_time(row.file.modified)
        return formatting.strip_direction_marks(row.file.description)

    def state(self, row: AgentFileRow, column: str) -> str:
        """A warning where something is wrong in its file."""
        return "warning" if column == "file" and (row.problems or row.file.fault) else ""
