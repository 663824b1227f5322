"""The tables of events: the folded ones, and the occurrences of one fold."""

from __future__ import annotations

from dataclasses import dataclass

from ....records.event_folds import NO_SERVICE, Fold
from ....records.events import Event
from ... import words
from ...widgets.record_table import Column, RecordModel

MANY = 2


class FoldModel(RecordModel):
    """Keys are the ids of each fold's oldest event, which stay while the fold grows; rows are Folds."""

    COLUMNS = (
        Column("level", "Level", 112),
        Column("last", "Last", 104),
        Column("count", "Times", 72, number=True),
        Column("service", "Service", 132),
        Column("message", "Message", 420),
    )

    def text(self, row: Fold, column: str) -> str:
        """What a cell shows."""
        match column:
            case "level":
                return row.event.level
            case "last":
                return words.when(row.event.created_at)
            case "count":
                return f"{row.key.count:,} ×" if row.key.count >= MANY else ""
            case "service":
                return row.event.service or NO_SERVICE
            case _:
                return row.event.message

    def tip(self, row: Fold, column: str) -> str:
        """The exact times, the whole message."""
        if column == "last":
            return words.exact(row.event.created_at)
        if column == "count" and row.key.count >= MANY:
            return f"{row.key.count:,} times since {words.exact(row.first_at)}"
        return row.event.message if column == "message" else ""

    def state(self, row: Fold, column: str) -> str:
        """The level as a shape."""
        return row.event.level if column == "level" else ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One event of a fold, and the line of the session's log that said it (0: not on record)."""

    event: Event
    line: int


class OccurrenceModel(RecordModel):
    """Keys are event ids, rows are Occurrences; all known at once."""

    COLUMNS = (
        Column("when", "When", 104),
        Column("said_by", "Said by", 150),
        Column("message", "Message", 420),
    )

    def text(self, row: Occurrence, column: str) -> str:
        """What a cell shows."""
        if column == "when":
            return words.when(row.event.created_at)
        if column == "said_by":
            return said_by(row)
        return row.event.message

    def tip(self, row: Occurrence, column: str) -> str:
        """The exact time, the whole message."""
        return {"when": words.exact(row.event.created_at), "message": row.event.message}.get(column, "")


def said_by(row: Occurrence) -> str:
    """``session 12, line 4``; ``the application`` where no session said it."""
    if row.event.session_id is None:
        return "the application"
    return f"session {row.event.session_id}" + (f", line {row.line:,}" if row.line else "")
