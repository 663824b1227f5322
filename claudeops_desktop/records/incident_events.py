"""Which events belong to an incident: they count with it, and not as something of their own that needs the operator.

An event belongs to an incident of its service where it was said in the incident's time, or by a run about it. A few
minutes before count too: an agent may see what is wrong before a check does. The event itself is not changed: lists
show it, and whether the operator has acknowledged it, as ever.
"""

from __future__ import annotations

LEAD = "+10 minutes"

BELONGS_SQL = f"""(level = 'critical' AND service IS NOT NULL AND EXISTS (
    SELECT 1 FROM incidents i WHERE i.service = events.service AND (
        (i.started_at <= strftime('%Y-%m-%dT%H:%M:%fZ', events.created_at, '{LEAD}')
            AND (i.resolved_at IS NULL OR i.resolved_at >= events.created_at))
        OR (events.session_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM incident_runs r JOIN sessions s ON s.run_id = r.run_id
            WHERE r.incident_id = i.id AND s.id = events.session_id)))))"""
"""A condition on a row of ``events``: it is critical and belongs to an incident."""
