"""An export as JSON Lines: a line that says what follows, then one row a line. Inside ``store.read``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

import orjson

from ... import __version__
from ...core.clock import to_text
from . import tables
from .types import FORMAT, SECTION_OF, SECTIONS, SESSIONS, TABLES, VERSION

_SESSION = "session:"


def write_rows(sections: Collection[str], now: datetime) -> Iterator[bytes]:
    """The lines of an export of all memories with some ``SECTIONS``. A row does not refer to what is left out."""
    wanted = [table for table in TABLES if not table.section or table.section in sections]
    counts = {table.name: tables.count_rows(table) for table in wanted}
    yield _line(
        {
            "format": FORMAT,
            "version": VERSION,
            "made_by": f"claudeops {__version__}",
            "made_at": to_text(now),
            "with": [name for name in SECTIONS if name in sections],
            "rows": counts,
        }
    )
    for table in wanted:
        left_out = [
            column for column, target in table.refers if SECTION_OF[target] and SECTION_OF[target] not in sections
        ]
        for row in tables.rows_of(table):
            for column in left_out:
                row[column] = None
            if table.name == "resources" and SESSIONS not in sections and row["conversation_id"].startswith(_SESSION):
                row["conversation_id"] = ""
            yield _line({"table": table.name, "row": row})


def _line(document: dict[str, Any]) -> bytes:
    return orjson.dumps(document) + b"\n"
