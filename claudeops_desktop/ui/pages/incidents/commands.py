"""What the operator changes about an incident, as operations of the store, each with its way back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ....core.errors import OperatorError
from ....records.incidents import BY_OPERATOR, Incident, IncidentEntry
from ....records.record_books import RecordRepositories
from ...text.translation import tr

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class IncidentChange:
    """How an incident stood before, and the incidents that were folded under it: the way back."""

    before: Incident
    folded: tuple[int, ...] = ()


def acknowledge_incident(book: RecordRepositories, incident_id: int, now: datetime) -> IncidentChange:
    """The operator has seen it. Raises OperatorError where it is over."""
    before = _get(book, incident_id)
    book.incidents.acknowledge(incident_id, now)
    return IncidentChange(before)


def unacknowledge_incident(book: RecordRepositories, incident_id: int, now: datetime) -> IncidentChange:
    """Take it back."""
    before = _get(book, incident_id)
    book.incidents.unacknowledge(incident_id, now)
    return IncidentChange(before)


def snooze_incident(
    book: RecordRepositories, incident_id: int, until: datetime | None, now: datetime
) -> IncidentChange:
    """No notices until then; None ends that."""
    before = _get(book, incident_id)
    book.incidents.snooze(incident_id, until, now)
    return IncidentChange(before)


def close_incident(book: RecordRepositories, incident_id: int, now: datetime) -> IncidentChange:
    """Close it by hand."""
    before = _get(book, incident_id)
    folded = tuple(one.id for one in book.incidents.folded_under(incident_id) if one.is_live)
    book.incidents.resolve(incident_id, BY_OPERATOR, now)
    return IncidentChange(before, folded)


def reopen_incident(book: RecordRepositories, incident_id: int, now: datetime) -> IncidentChange:
    """Open a resolved one again."""
    before = _get(book, incident_id)
    book.incidents.reopen(incident_id, now)
    return IncidentChange(before)


def undo_change(book: RecordRepositories, change: IncidentChange, now: datetime) -> None:
    """Put back how it stood, and what was folded under it and is still open by itself."""
    book.incidents.restore(change.before, now)
    for one in book.incidents.by_ids(change.folded):
        if one.is_live and one.folded_into is None:
            book.incidents.fold(one.id, change.before.id, now)


def add_note(book: RecordRepositories, incident_id: int, text: str, now: datetime) -> IncidentEntry:
    """Words of the operator's."""
    return book.incidents.note(incident_id, text, now)


def _get(book: RecordRepositories, incident_id: int) -> Incident:
    found = book.incidents.get(incident_id)
    if found is None:
        raise OperatorError(
            tr("There is no incident {incident_id} any more.", incident_id=incident_id),
            tr("It was removed with its service."),
        )
    return found
