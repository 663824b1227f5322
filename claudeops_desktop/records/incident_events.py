"""Which events belong to an incident: they count with it, and not as something of their own that needs the operator.

A critical event belongs to an incident of its service where it was said in the incident's time, or by a run about it. A
few minutes before count too: an agent may see what is wrong before a check does. So does the application's own warning
that opened an incident of a degraded service; other warnings do not. The event itself is not changed: lists
show it, and whether the operator has acknowledged it, as ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..storage import DataStore

LEAD = "+10 minutes"

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
    """Whether this event belongs to an incident. Inside ``store.read``."""
    database: Any = store.database
    return bool(database.execute_sql(f"SELECT 1 FROM events WHERE id = ? AND {BELONGS_SQL}", (event_id,)).fetchone())
