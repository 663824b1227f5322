"""Incidents: listing them, and what the operator changes about them, with the way back.

A change of several incidents changes all of them or none. Call what changes inside ``store.write``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec import Struct

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.incidents import BY_OPERATOR, Incident, IncidentEntry
from ..records.record_books import RecordRepositories
from .operation_types import LARGEST_NUMBER, MissingRow, RowNumber


class ListIncidents(Struct, frozen=True, kw_only=True):
    """Which incidents: open ones, those of a service, those opened since then. ``before`` is the number of one, for the
    next page."""

    open_only: bool = False
    service: str | None = None
    since: datetime | None = None
    before: int | None = None
    limit: int | None = None


class IncidentNumbers(Struct, frozen=True):
    """Which incidents."""

    ids: Sequence[int]


class SnoozeIncidents(IncidentNumbers, frozen=True):
    """Which incidents send no notifications until then; None ends the snooze."""

    until: datetime | None = None


class NoteIncident(RowNumber, frozen=True):
    """A note on an incident."""

    text: str


@dataclass(frozen=True, slots=True)
class ChangedIncident:
    """An incident before and after a change, and the open ones that were folded under it."""

    before: Incident
    after: Incident
    folded: tuple[int, ...] = ()


def list_incidents(book: RecordRepositories, request: ListIncidents, now: datetime) -> list[Incident]:
    """Return the incidents that match, newest first. Call inside ``store.read``."""
    return book.incidents.list(
        open_only=request.open_only,
        service=request.service,
        since=to_text(request.since) if request.since else "",
        limit=request.limit,
        before=request.before,
    )


def find_incident(book: RecordRepositories, request: RowNumber, now: datetime) -> Incident:
    """Return one incident. Raises MissingRow. Call inside ``store.read``."""
    found = book.incidents.get(request.id)
    if found is None:
        raise MissingRow(
            UserMessage("There is no incident {number}.", number=request.id),
            UserMessage("See `claudeops incidents list`."),
        )
    return found


def acknowledge_incidents(book: RecordRepositories, request: IncidentNumbers, now: datetime) -> list[ChangedIncident]:
    """Acknowledge them. Raises OperatorError for one that is not there or is resolved."""
    return _change(book, request.ids, lambda one: book.incidents.acknowledge(one, now))


def unacknowledge_incidents(book: RecordRepositories, request: IncidentNumbers, now: datetime) -> list[ChangedIncident]:
    """Take the acknowledgement back. Raises OperatorError for one that is not there or is resolved."""
    return _change(book, request.ids, lambda one: book.incidents.unacknowledge(one, now))


def snooze_incidents(book: RecordRepositories, request: SnoozeIncidents, now: datetime) -> list[ChangedIncident]:
    """Send no notifications of them until then. Raises OperatorError as above, and for a moment that has passed."""
    return _change(book, request.ids, lambda one: book.incidents.snooze(one, request.until, now))


def close_incidents(book: RecordRepositories, request: IncidentNumbers, now: datetime) -> list[ChangedIncident]:
    """Close them by hand. Raises OperatorError for one that is not there or is resolved."""
    return _change(book, request.ids, lambda one: book.incidents.resolve(one, BY_OPERATOR, now))


def reopen_incidents(book: RecordRepositories, request: IncidentNumbers, now: datetime) -> list[ChangedIncident]:
    """Open resolved ones again. Raises OperatorError for one that is not there or open, or whose service has another
    open one."""
    return _change(book, request.ids, lambda one: book.incidents.reopen(one, now))


def undo_incident_changes(book: RecordRepositories, changes: Sequence[ChangedIncident], now: datetime) -> None:
    """Put back how they stood, and what was folded under them and is still open by itself."""
    for change in changes:
        book.incidents.restore(change.before, now)
        for one in book.incidents.by_ids(change.folded):
            if one.is_live and one.folded_into is None:
                book.incidents.fold(one.id, change.before.id, now)


def add_incident_note(book: RecordRepositories, request: NoteIncident, now: datetime) -> IncidentEntry:
    """Add a note to the time line. Raises OperatorError for no words, and where there is no such incident."""
    return book.incidents.note(request.id, request.text, now)


def _change(book: RecordRepositories, ids: Sequence[int], change: Callable[[int], Incident]) -> list[ChangedIncident]:
    incidents, wanted = book.incidents, list(dict.fromkeys(ids))
    known = {one.id: one for one in incidents.by_ids([one for one in wanted if one <= LARGEST_NUMBER])}
    if missing := [one for one in wanted if one not in known]:
        raise OperatorError(
            UserMessage("There is no incident {numbers}.", numbers=", ".join(map(str, missing))),
            UserMessage("Nothing was changed."),
        )
    folded = {one: tuple(below.id for below in incidents.folded_under(one) if below.is_live) for one in wanted}
    return [ChangedIncident(known[one], change(one), folded[one]) for one in wanted]
