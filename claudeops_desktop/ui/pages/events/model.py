"""The tables of events: the folded ones, and the occurrences of one fold."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from ....records.event_groups import NO_SERVICE, EventGroup
from ....records.events import Event
from ... import theme, words
from ...widgets.record_table import ROW, Column, RecordModel

Index = QModelIndex | QPersistentModelIndex
MANY = 2


class FoldModel(RecordModel):
    """Keys are the numbers of the folds, which stay while a fold grows; rows are Folds. Acknowledged ones are muted."""

    COLUMNS = (
        Column("level", "Level", 112),
        Column("last", "Last", 104),
        Column("count", "Times", 72, number=True),
        Column("service", "Service", 132),
        Column("message", "Message", 420),
    )

    @property
    def known(self) -> list[int]:
        """The folds whose rows are known: those that were looked at."""
        return list(self._rows)  # type: ignore[arg-type]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the operator has seen to stands back."""
        if role == Qt.ItemDataRole.ForegroundRole:
            row = super().data(index, ROW)
            return theme.tokens().colour("muted") if isinstance(row, EventGroup) and not row.key.waiting else None
        return super().data(index, role)

    def text(self, row: EventGroup, column: str) -> str:
        """What a cell shows."""
        match column:
            case "level":
                return row.event.level
            case "last":
                return words.when(row.event.created_at)
            case "count":
                return f"{row.key.number:,} ×" if row.key.number >= MANY else ""
            case "service":
                return row.event.service or NO_SERVICE
            case _:
                return row.event.message

    def tip(self, row: EventGroup, column: str) -> str:
        """The exact times, the whole message, whether it was seen to."""
        if column == "last":
            return words.exact(row.event.created_at)
        if column == "count" and row.key.number >= MANY:
            return f"{row.key.number:,} times since {words.exact(row.first_at)}"
        if column == "level":
            return seen_to(row)
        return row.event.message if column == "message" else ""

    def state(self, row: EventGroup, column: str) -> str:
        """The level as a shape."""
        return row.event.level if column == "level" else ""


def seen_to(fold: EventGroup) -> str:
    """``acknowledged``, ``not acknowledged``, ``2 of 5 not acknowledged``."""
    if not fold.key.waiting:
        return "acknowledged"
    if fold.key.waiting == fold.key.number:
        return "not acknowledged"
    return f"{fold.key.waiting:,} of {fold.key.number:,} not acknowledged"


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
        Column("seen", "Acknowledged", 126),
        Column("message", "Message", 420),
    )

    def text(self, row: Occurrence, column: str) -> str:
        """What a cell shows."""
        match column:
            case "when":
                return words.when(row.event.created_at)
            case "said_by":
                return said_by(row)
            case "seen":
                return words.when(row.event.acknowledged_at) or "no"
            case _:
                return row.event.message

    def tip(self, row: Occurrence, column: str) -> str:
        """The exact times, the whole message."""
        return {
            "when": words.exact(row.event.created_at),
            "seen": words.exact(row.event.acknowledged_at),
            "message": row.event.message,
        }.get(column, "")


def said_by(row: Occurrence) -> str:
    """``session 12, line 4``; ``the application`` where no session said it."""
    if row.event.session_id is None:
        return "the application"
    return f"session {row.event.session_id}" + (f", line {row.line:,}" if row.line else "")
