"""Reads from the records what a case of an incident is made of (L6). Inside ``store.read`` or ``store.write``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from ...agents.types import SessionReport
from ...core.clock import from_text, to_text
from ...core.principals import acting_as
from ...records.incident_runs import acting_calls, services_of_runs
from ...records.incident_types import Incident
from ...records.record_books import RecordRepositories
from ..signatures.service_aliases import are_equal_services
from .incident_case import IncidentHistory, ReportedSession
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
    until = to_text(min(now, end + AFTERWARDS))
    folded = tuple(book.incidents.folded_under(incident.id))
    services = [incident.service, *(one.service for one in folded)]
    about = {
        run
        for run, names in services_of_runs(book.store, since, until).items()
        if not names or any(_is_one_of(name, services) for name in names)  # a run that names none is about all
    }
    about.update(book.incidents.run_ids(incident.id))
    acting = acting_calls(book.store, since, until)
    seen = {call.id for _, call in acting}
    with acting_as(None):  # that something ran is no secret; what it was may be
        unseen = [call for _, call in acting_calls(book.store, since, until) if call.id not in seen]
    sessions = book.sessions.of_runs(sorted(about))
    around = book.incidents.list(since=to_text(from_text(since) - DAY), limit=200)
    return IncidentHistory(
        incident,
        entries=book.incidents.entries(incident.id),
        checks=[
            one for one in book.health.of_service(incident.service, since=since, limit=MOST_CHECKS) if one.measured
        ],
        calls=[call for run, call in acting if run in about],
        other_calls=[call for run, call in acting if run not in about],
        unseen_at=[from_text(call.began_at or call.asked_at) for call in unseen],
        tiers={one.id: one.tier for one in sessions},
        reports=[
            ReportedSession(one.id, from_text(one.ended_at), SessionReport.from_json(one.report))
            for one in sessions
            if one.report and one.ended_at and one.ended_at >= since
        ],
        folded=folded,
        others=[one for one in around if one.service not in services and one.opened_at <= to_text(end)],
        earlier=[one for one in around if one.service == incident.service and one.id < incident.id],
        changes=[
            one
            for one in book.changes.list(since=since, limit=200)
            if one.at <= to_text(end) and (one.service == "" or _is_one_of(one.service, services))
        ],
        moments=moments,
    )


def _is_one_of(name: str, services: Collection[str]) -> bool:
    return any(are_equal_services(name, service) for service in services)
