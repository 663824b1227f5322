"""Reads what decides about the notices of incidents. Inside ``store.read``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.clock import from_text, to_text
from ..monitoring.incident_service import NOT_CHECKED
from ..records.events import Event
from ..records.incident_events import belongs_to_incident
from ..records.incidents import BY_ALERT, BY_MEASUREMENT, SETTLES, EntryKind, Incident
from .incident_notices import INCIDENT, RECOVERED, IncidentFacts, was_sent

if TYPE_CHECKING:
    from ..records.notifications import SentNotification
    from ..records.record_books import RecordRepositories

EARLIER = 20  # so many incidents of a service are looked at for whether it keeps failing
MEANT_BY_EVENT = timedelta(minutes=1)


def read_incident_facts(
    book: RecordRepositories, incident_id: int, repeat: timedelta, now: datetime
) -> IncidentFacts | None:
    """What decides about one incident; None where it is gone. ``repeat`` is the time for repetitions."""
    incident = book.incidents.get(incident_id)
    if incident is None:
        return None
    told = book.notifications.last(f"{INCIDENT}{incident_id}")
    others = book.incidents.list(service=incident.service, limit=EARLIER)
    since = to_text((from_text(told.first_at) if told else now) - repeat)
    before = [(one, _sent_notice(book, one)) for one in others if one.id < incident_id]
    sent = [(one, row) for one, row in before if row is not None and row.first_at > since]
    rule = book.rules.get(incident.service)
    return IncidentFacts(
        incident=incident,
        stands_alone=_stands_alone(book, incident, now),
        folded=tuple(book.incidents.folded_under(incident_id)),
        maintenance=rule is not None and rule.maintained(now),
        muted=_is_muted(book, incident, now),
        told=told,
        recovered=book.notifications.last(f"{RECOVERED}{incident_id}"),
        again_from=_again_from(book, incident, rule.last_maintenance_end(now) if rule else None, now) if told else "",
        earlier=len(sent),
        untold_recovery=bool(sent) and _is_recovery_untold(book, *sent[0]),
        later=any(one.id > incident_id for one in others),
        measured_well=incident.is_live or not _ended_unmeasured(book, incident_id),
    )


def incidents_to_follow(book: RecordRepositories, followed: Iterable[int]) -> list[int]:
    """The incidents whose notices may need something now: those that no open one explains, and ``followed`` ones."""
    known = set(followed)
    live = {one.id: one for one in book.incidents.open_incidents()}
    standing = [one.id for one in live.values() if one.folded_into not in live]
    return [*sorted(known.difference(standing)), *standing]


def is_told_by_incident(book: RecordRepositories, event: Event, now: datetime) -> bool:
    """Tell whether an event speaks of an outage that an incident tells of, or of a service in maintenance.

    What an agent says in a warning is its own; what the application says of a service with an incident is not.
    """
    if not event.service or (event.level != "critical" and event.session_id is not None):
        return False
    rule = book.rules.get(event.service)
    if rule is not None and rule.maintained(now):
        return True
    newest = book.incidents.list(service=event.service, limit=1)
    if not newest:
        return False
    if newest[0].is_live or belongs_to_incident(book.store, event.id):
        return True
    since = to_text(from_text(event.created_at) - MEANT_BY_EVENT)
    return newest[0].opened_at >= since or (newest[0].resolved_at or "") >= since


def _is_muted(book: RecordRepositories, incident: Incident, now: datetime) -> bool:
    said = f"{incident.service} is {incident.worst}: {incident.cause}"
    return book.mutes.hides(Event(0, None, "critical", incident.service, said, incident.opened_at), now)


def _stands_alone(book: RecordRepositories, incident: Incident, now: datetime) -> bool:
    """Tell whether nothing explains it, or what did has been over for long enough."""
    root = book.incidents.get(incident.folded_into) if incident.folded_into is not None else None
    if root is None:
        return True
    at = from_text(incident.resolved_at) if incident.resolved_at else now
    return root.resolved_at is not None and from_text(root.resolved_at) + SETTLES <= at


def _sent_notice(book: RecordRepositories, incident: Incident) -> SentNotification | None:
    row = book.notifications.last(f"{INCIDENT}{incident.id}")
    return row if was_sent(row) else None


def _is_recovery_untold(book: RecordRepositories, incident: Incident, told: SentNotification) -> bool:
    recovered = book.notifications.last(f"{RECOVERED}{incident.id}")
    untold = recovered is None or recovered.first_at < told.first_at
    return untold and incident.resolved_by in (BY_MEASUREMENT, BY_ALERT)


def _again_from(book: RecordRepositories, incident: Incident, maintained_until: str | None, now: datetime) -> str:
    entries = book.incidents.entries(incident.id)
    # Told before it was folded, it is told again once it stands by itself.
    moments = [one.at for one in entries if one.kind in (EntryKind.REOPENED, EntryKind.FOLDED)]
    if incident.snoozed_until is None:
        moments += [one.at for one in entries if one.kind == EntryKind.SNOOZED][-1:]  # ended by hand
    moments += [until for until in (incident.snoozed_until, maintained_until) if until and until <= to_text(now)]
    return max(moments, default="")


def _ended_unmeasured(book: RecordRepositories, incident_id: int) -> bool:
    ends = [one.text for one in book.incidents.entries(incident_id) if one.kind == EntryKind.RESOLVED]
    return bool(ends) and ends[-1] == NOT_CHECKED
