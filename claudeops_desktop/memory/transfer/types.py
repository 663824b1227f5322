"""The form of an export: which tables are in it, and in which order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

FORMAT, VERSION = "claudeops-memory", 1
HISTORY, LINKS, RESOURCES, SESSIONS = "history", "links", "resources", "sessions"
SECTIONS = (HISTORY, LINKS, RESOURCES, SESSIONS)


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table of an export. ``section`` must be asked for, "" for memories; ``refers`` gives the table that a column
    points into; ``where`` leaves rows out."""

    name: str
    section: str = ""
    refers: tuple[tuple[str, str], ...] = ()
    where: str = "1"


TABLES = (
    ExportedTable("runs", SESSIONS),
    ExportedTable("sessions", SESSIONS, (("run_id", "runs"), ("parent_session_id", "sessions"))),
    ExportedTable("resources", RESOURCES),
    ExportedTable(
        "memories",
        "",
        (("session_id", "sessions"), ("resource_id", "resources"), ("superseded_by", "memories")),
    ),
    ExportedTable("markers", SESSIONS, (("session_id", "sessions"), ("target_id", "memories")), "kind = 'memory'"),
    ExportedTable(
        "memory_versions",
        HISTORY,
        (
            ("memory_id", "memories"), ("session_id", "sessions"), ("marker_id", "markers"), ("other_id", "memories"),
            ("resource_id", "resources"),
        ),
    ),
    ExportedTable("memory_links", LINKS, (("from_id", "memories"), ("to_id", "memories"))),
)  # fmt: skip
"""In the order in which they are written and read: what a row must point to stands before it."""

BY_NAME = {table.name: table for table in TABLES}
SECTION_OF = {table.name: table.section for table in TABLES}


@dataclass
class TransferCounts:
    """What an import of an export did: new rows by table, and memories that were known word for word."""

    added: dict[str, int] = field(default_factory=lambda: {table.name: 0 for table in TABLES})
    known: int = 0

    def as_json(self) -> dict[str, Any]:
        """For ``--json``; ``added`` and ``skipped`` count memories, as those of a JSON array do."""
        return {"added": self.added["memories"], "skipped": self.known, "rows": dict(self.added)}
