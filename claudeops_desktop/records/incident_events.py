"""Which events belong to an incident: they count with it, and not as something of their own that needs the operator.

A critical event belongs to an incident of its service where it was said in the incident's time, or by a run about it. A
few minutes before count too: an agent may see what is wrong before a check does. So does the application's own warning
that opened an incident of a degraded service; other warnings do not. The event itself is not changed: lists
show it, and whether the operator has acknowledged it, as ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..storage import DataStore
    from .events import Event, EventRecords
    from .incidents import IncidentRecords

LEAD = "+10 minutes"
SAID_ALREADY = timedelta(minutes=2)  # what somebody said of an outage so lately, we need not say again
DOWN, DEGRADED, UNKNOWN, WELL = "down", "degraded", "unknown", "well"
_NEWEST = 5
_SENTENCES = {  # how the application's own sentence goes on after the service's name, and how the watcher's begins
    DEGRADED: ("is degraded: ", ("Degraded: ",)),
    UNKNOWN: ("cannot be measured: ", ("Not known: ",)),
    WELL: ("is healthy again", ("Recovered ", "Healthy again, was ")),
}

BELONGS_SQL = f"""(service IS NOT NULL AND (level = 'critical'
    OR level = 'warning' AND session_id IS NULL AND message LIKE service || ' is degraded: %') AND EXISTS (
    SELECT 1 FROM incidents i WHERE i.service = events.service AND (
        (coalesce(i.resolved_at, '9') >= events.created_at
            AND (i.started_at <= events.created_at
                OR i.started_at <= strftime('%Y-%m-%dT%H:%M:%fZ', events.created_at, '{LEAD}')))
        OR (events.session_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM incident_runs r JOIN sessions s ON s.run_id = r.run_id
            WHERE r.incident_id = i.id AND s.id = events.session_id)))))"""
"""A condition on a row of ``events``: it belongs to an incident and needs nobody by itself."""


def belongs_to_incident(store: DataStore, event_id: int) -> bool:
    """Tell whether this event belongs to an incident. Inside ``store.read``."""
    database: Any = store.database
    return bool(database.execute_sql(f"SELECT 1 FROM events WHERE id = ? AND {BELONGS_SQL}", (event_id,)).fetchone())


def say_healthy_again(service: str, lasted: str) -> str:
    """Return the event of a recovery as the application words it."""
    return f"{service} is healthy again after {lasted}."


def last_statement(newest_first: Iterable[Event]) -> tuple[str, Event | None]:
    """Return what the newest event about a service that says how it stands says of it, and that event; "" and None
    where none does. Critical events say DOWN; of the others only sentences of the watcher's and the application's own
    count."""
    for event in newest_first:
        if event.level == "critical":
            return DOWN, event
        for said, (ours, watcher) in _SENTENCES.items():
            if event.message.startswith((f"{event.service} {ours}", *watcher)):
                return said, event
    return "", None


def find_same_statement(
    events: EventRecords, incidents: IncidentRecords, service: str, level: str, message: str
) -> int | None:
    """Return the event that says already what a measurement of ours has found, None where none does: that a service is
    down while its incident is open, that it is degraded or not known, or that it is well again. ``level`` is that of
    the message: what is urgent is told though less was said. Inside ``store.read``."""
    said, event = last_statement(events.list(service=service, limit=_NEWEST))
    if event is None:
        return None
    if message.startswith("Down: "):
        incident = incidents.open_for(service)
        same = said == DOWN and incident is not None and event.created_at >= incident.started_at
    elif said in _SENTENCES and event.session_id is None:
        same = level == event.level and message.startswith(_SENTENCES[said][1])
    else:
        same = said == WELL and message.startswith("Recovered ")
    return event.id if same else None
