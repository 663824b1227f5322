"""All that is known of one incident: its time line, and what the records say of its service in that time.

Read inside ``store.read``. What is shown of it is the matter of the command line, the window and the report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ..core.clock import from_text, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.alerts import AlertRecord
from ..records.changes import RecordedChange
from ..records.cooldowns import CooldownAction
from ..records.events import Event
from ..records.health import HealthCheck
from ..records.incidents import Incident, IncidentEntry
from ..records.notifications import SentNotification
from ..records.record_books import RecordRepositories
from ..records.run_list import RunLine, RunList
from ..topology.changes import near

if TYPE_CHECKING:
    from .services_source import ServicesSource

AFTERWARDS = timedelta(minutes=1)  # what is said of the end is said a moment after it
BEFORE = timedelta(minutes=10)  # an agent may see it before a check does
MOST = 500


@dataclass(frozen=True, slots=True)
class IncidentDetails:
    """``root`` is the incident that explains this one, ``folded`` those that it explains. ``events``, ``alerts``,
    ``actions``, ``notices`` and ``checks`` (measurements that changed a state) are those of its services in its time,
    oldest first; ``runs`` are about it; ``changes`` are those of the day before it, the most relevant first."""

    incident: Incident
    root: Incident | None = None
    folded: tuple[Incident, ...] = ()
    entries: tuple[IncidentEntry, ...] = ()
    runs: tuple[RunLine, ...] = ()
    events: tuple[Event, ...] = ()
    alerts: tuple[AlertRecord, ...] = ()
    actions: tuple[CooldownAction, ...] = ()
    notices: tuple[SentNotification, ...] = ()
    checks: tuple[HealthCheck, ...] = ()
    changes: tuple[RecordedChange, ...] = ()

    @property
    def services(self) -> tuple[str, ...]:
        """Its service and those folded under it."""
        return tuple(dict.fromkeys((self.incident.service, *(one.service for one in self.folded))))


def load_needs(book: RecordRepositories, source: ServicesSource, service: str) -> tuple[str, ...]:
    """What a service depends on, nearest first. Call inside ``store.read``."""
    source.refresh()
    source.take_edges(book.service_edges.list("confirmed"))
    return tuple(source.graph().dependencies(service))


def load_incident_details(
    book: RecordRepositories, incident_id: int, now: datetime, source: ServicesSource | None = None
) -> IncidentDetails:
    """Ask for everything. ``source`` says what the service depends on: changes of that are shown too. Raises
    OperatorError where there is no such incident."""
    incident = book.incidents.get(incident_id)
    if incident is None:
        raise OperatorError(
            UserMessage("There is no incident {incident_id}.", incident_id=incident_id),
            UserMessage("See `claudeops incidents list`."),
        )
    folded = tuple(book.incidents.folded_under(incident_id))
    services = dict.fromkeys((incident.service, *(one.service for one in folded)))
    since, until = _time_of(incident, now)
    runs = book.incidents.run_ids(incident_id)
    needs = load_needs(book, source, incident.service) if source is not None else ()
    return IncidentDetails(
        incident,
        root=book.incidents.get(incident.folded_into) if incident.folded_into is not None else None,
        folded=folded,
        entries=tuple(book.incidents.entries(incident_id)),
        runs=tuple(RunList(book.store).lines(runs)),
        events=_in_time(
            [e for name in services for e in book.events.list(service=name, since=since, until=until, limit=MOST)]
        ),
        alerts=tuple(
            one
            for one in _in_order([a for name in services for a in book.alerts.list(service=name, limit=MOST)])
            if since <= one.received_at < until
        ),
        actions=_in_time(
            [
                one
                for name in services
                for one in book.cooldowns.list(service=name, limit=MOST)
                if since <= one.created_at < until
            ]
        ),
        notices=_notices(book, incident, since, until),
        changes=near(book, incident.service, from_text(incident.started_at), dependencies=needs),
        checks=tuple(
            sorted(
                (
                    one
                    for name in services
                    for one in book.health.of_service(name, since=since, limit=MOST)
                    if one.measured and one.checked_at < until
                ),
                key=lambda one: (one.checked_at, one.id),
            )
        ),
    )


def run_json(run: RunLine) -> dict[str, Any]:
    """A run about an incident for ``--json``: its highest tier, its agent, how it ended and what it cost."""
    return {
        "id": run.id,
        "tier": max((link.tier for link in run.chain), default=None),
        "agent": run.agent,
        "status": run.status,
        "reason": run.reason,
        "started_at": run.started_at,
        "ended_at": run.ended_at,
        "cost_usd": run.cost_usd,
        "summary": run.summary,
        "sessions": [link.session_id for link in run.chain],
    }


def details_json(details: IncidentDetails, row: dict[str, Any]) -> dict[str, Any]:
    """The document of ``claudeops incidents show --json``; ``row`` is the incident as a list shows it."""
    return {
        **row,
        "explained_by": {"id": details.root.id, "service": details.root.service} if details.root else None,
        "folded_incidents": [
            {"id": one.id, "service": one.service, "state": one.state, "worst": one.worst, "cause": one.cause}
            for one in details.folded
        ],
        "entries": [one.as_json() for one in details.entries],
        "runs": [run_json(one) for one in details.runs],
        "events": [one.as_json() for one in details.events],
        "alerts": [one.as_json() for one in details.alerts],
        "actions": [one.as_json() for one in details.actions],
        "notices": [one.as_json() for one in details.notices],
        "checks": [one.as_json() for one in details.checks],
        "changes": [one.as_json() for one in details.changes],
    }


def _time_of(incident: Incident, now: datetime) -> tuple[str, str]:
    """From when until when what is said of its service belongs to it, as stored text."""
    end = from_text(incident.resolved_at) if incident.resolved_at else now
    return to_text(from_text(incident.started_at) - BEFORE), to_text(end + AFTERWARDS)


def _in_time(found: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted(found, key=lambda one: (one.created_at, one.id)))


def _in_order(found: Sequence[AlertRecord]) -> list[AlertRecord]:
    """Each once: an alert may name several services."""
    return sorted({one.id: one for one in found}.values(), key=lambda one: (one.received_at, one.id))


def _notices(book: RecordRepositories, incident: Incident, since: str, until: str) -> tuple[SentNotification, ...]:
    """The notices about an incident, by the number that they carry."""
    key = f"incident:{incident.id}"
    return tuple(
        one
        for one in reversed(book.notifications.list(MOST))
        if since <= one.first_at < until and (one.key == key or one.key.startswith(f"{key}:"))
    )
