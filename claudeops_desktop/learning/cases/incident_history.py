"""Reads from the records what a case of an incident is made of (L6). Inside ``store.read`` or ``store.write``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from ...core.clock import from_text, to_text
from ...records.incident_types import Incident
from ...records.record_books import RecordRepositories
from .incident_case import IncidentHistory
from .outcomes import CheckMoment

MOST_CHECKS = 2_000
DAY = timedelta(days=1)
AFTERWARDS = timedelta(minutes=5)


def load_history(
    book: RecordRepositories, incident: Incident, now: datetime, moments: Sequence[CheckMoment] = ()
) -> IncidentHistory:
    """All that is known of an incident. ``moments`` are measurements that the records do not hold."""
    since = incident.started_at
    end = from_text(incident.resolved_at) if incident.resolved_at else now
    folded = tuple(book.incidents.folded_under(incident.id))
    services = [incident.service, *(one.service for one in folded)]
    runs = book.incidents.run_ids(incident.id)
    calls = book.tool_calls.between(since, to_text(min(now, end + AFTERWARDS)), services, runs)
    sessions = [book.sessions.get(number) for number in dict.fromkeys(call.session_id for call in calls)]
    day_before = to_text(from_text(since) - DAY)
    around = book.incidents.list(since=day_before, limit=200)
    return IncidentHistory(
        incident,
        entries=book.incidents.entries(incident.id),
        checks=[
            one for one in book.health.of_service(incident.service, since=since, limit=MOST_CHECKS) if one.measured
        ],
        calls=calls,
        tiers={one.id: one.tier for one in sessions if one is not None},
        folded=folded,
        others=[one for one in around if one.service not in services and one.opened_at <= to_text(end)],
        earlier=[one for one in around if one.service == incident.service and one.id < incident.id],
        changes=[
            one
            for one in book.changes.list(since=since, limit=200)
            if one.at <= to_text(end) and one.service in ("", *services)
        ],
        moments=moments,
    )
