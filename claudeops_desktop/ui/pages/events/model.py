"""The tables of events: the folded ones, and the occurrences of one fold."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from ....records.event_groups import NO_SERVICE, EventGroup
from ....records.events import Event
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_model import ROW, RecordModel, TableColumn
from ...widgets.state_dot import state_word

Index = QModelIndex | QPersistentModelIndex
MANY = 2


class EventGroupModel(RecordModel):
    """Keys are the numbers of the folds, which stay while a fold grows; rows are Folds. Acknowledged ones are muted."""

    COLUMNS = (
        TableColumn("level", tr("Level"), 112),
        TableColumn("last", tr("Last"), 104),
        TableColumn("count", tr("Times"), 72, number=True),
        TableColumn("service", tr("Service"), 132),
        TableColumn("message", tr("Message"), 420),
    )

    @property
    def known_groups(self) -> list[int]:
        """The folds whose rows are known: those that were looked at."""
        return list(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the operator has seen to stands back."""
        if role == Qt.ItemDataRole.ForegroundRole:
            row = super().data(index, ROW)
            return (
                theme.current_tokens().colour("muted") if isinstance(row, EventGroup) and not row.key.waiting else None
            )
        return super().data(index, role)

    def text(self, row: EventGroup, column: str) -> str:
        """What a cell shows."""
        match column:
            case "level":
                return state_word(row.event.level)
            case "last":
                return formatting.format_relative_time(row.event.created_at)
            case "count":
                return f"{formatting.format_number(row.key.number)} ×" if row.key.number >= MANY else ""
            case "service":
                return row.event.service or NO_SERVICE
            case _:
                return row.event.message

    def export_text(self, row: EventGroup, column: str) -> str:
        """The stored time instead of how long ago it was."""
        return row.event.created_at if column == "last" else self.text(row, column)

    def tip(self, row: EventGroup, column: str) -> str:
        """The exact times, the whole message, whether it was seen to."""
        if column == "last":
            return formatting.format_exact_time(row.event.created_at)
        if column == "count" and row.key.number >= MANY:
            return tr(
                "{number} times since {first_at}",
                number=formatting.format_number(row.key.number),
                first_at=formatting.format_exact_time(row.first_at),
            )
        if column == "level":
            return acknowledged_text(row)
        return row.event.message if column == "message" else ""

    def state(self, row: EventGroup, column: str) -> str:
        """The level as a shape."""
        return row.event.level if column == "level" else ""


def acknowledged_text(fold: EventGroup) -> str:
    """``acknowledged``, ``not acknowledged``, ``2 of 5 not acknowledged``."""
    if not fold.key.waiting:
        return tr("acknowledged")
    if fold.key.waiting == fold.key.number:
        return tr("not acknowledged")
    return tr(
        "{waiting} of {number} not acknowledged",
        waiting=formatting.format_number(fold.key.waiting),
        number=formatting.format_number(fold.key.number),
    )


@dataclass(frozen=True, slots=True)
class EventOccurrence:
    """One event of a fold, and the line of the session's log that said it (0: not on record)."""

    event: Event
    line: int


class EventOccurrenceModel(RecordModel):
    """Keys are event ids, rows are Occurrences; all known at once."""

    COLUMNS = (
        TableColumn("when", tr("When"), 104),
        TableColumn("said_by", tr("Said by"), 150),
        TableColumn("seen", tr("Acknowledged"), 126),
        TableColumn("message", tr("Message"), 420),
    )

    def text(self, row: EventOccurrence, column: str) -> str:
        """What a cell shows."""
        match column:
            case "when":
                return formatting.format_relative_time(row.event.created_at)
            case "said_by":
                return event_source_text(row)
            case "seen":
                return formatting.format_relative_time(row.event.acknowledged_at) or tr("no")
            case _:
                return row.event.message

    def tip(self, row: EventOccurrence, column: str) -> str:
        """The exact times, the whole message."""
        return {
            "when": formatting.format_exact_time(row.event.created_at),
            "seen": formatting.format_exact_time(row.event.acknowledged_at),
            "message": row.event.message,
        }.get(column, "")


def event_source_text(row: EventOccurrence) -> str:
    """``session 12, line 4``; ``the application`` where no session said it."""
    if row.event.session_id is None:
        return tr("the application")
    session = row.event.session_id
    if row.line:
        return tr("session {session}, line {line}", session=session, line=formatting.format_number(row.line))
    return tr("session {session}", session=session)
