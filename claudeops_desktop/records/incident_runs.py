"""Runs about incidents, and what runs did in a time: the calls that began then and acted, and the services that each
run was about (D11, L6).

Inside ``store.read`` or ``store.write``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..storage import DataStore

if TYPE_CHECKING:
    from .tool_calls import ToolCall

LOOKS = ("", "disclose", "read")
"""The kinds of calls that only look, by the names of the guard's effects."""


class InvestigationUnderway(OperatorError):
    """A run about the incident waits or is on already."""

    def __init__(self, incident_id: int) -> None:
        super().__init__(
            UserMessage("Incident {incident_id} is being investigated already.", incident_id=incident_id),
            UserMessage("Wait until that run is over, or stop it."),
        )


def acting_calls(store: DataStore, since: str, until: str) -> list[tuple[int, ToolCall]]:
    """The allowed calls that began from ``since`` to ``until`` (stored text) and do more than look, in the order in
    which they began, each with its run."""
    from .tool_calls import ToolCalls  # the queue of runs, which needs the rest, is there before the first picture

    rows = store.database.execute_sql(
        "SELECT s.run_id, t.session_id, t.tool_use_id FROM tool_calls t JOIN sessions s ON s.id = t.session_id"
        " WHERE t.began_at >= ? AND t.began_at <= ? AND t.verdict = 'allow' AND t.kind NOT IN (?, ?, ?)"
        " ORDER BY t.began_at, t.id",
        (since, until, *LOOKS),
    ).fetchall()
    calls = ToolCalls(store)
    found = ((run, calls.get(session, number)) for run, session, number in rows)
    return [(run, call) for run, call in found if call is not None]


def services_of_runs(store: DataStore, since: str, until: str) -> dict[int, frozenset[str]]:
    """The services of each run that made calls from ``since`` to ``until`` (stored text): its own, and those that these
    calls name."""
    rows = store.database.execute_sql(
        "SELECT DISTINCT s.run_id, t.services, r.services FROM tool_calls t JOIN sessions s ON s.id = t.session_id"
        " JOIN runs r ON r.id = s.run_id WHERE t.began_at >= ? AND t.began_at <= ?",
        (since, until),
    ).fetchall()
    found: dict[int, frozenset[str]] = {}
    for run, named, own in rows:
        found[run] = found.get(run, frozenset()) | {*json.loads(named), *json.loads(own)}
    return found


def refuse_second_investigation(store: DataStore, incident_id: int) -> None:
    """Raises InvestigationUnderway while a run about this incident is on, in whichever process."""
    found = store.database.execute_sql(
        "SELECT r.id FROM incident_runs i JOIN runs r ON r.id = i.run_id"
        " WHERE i.incident_id = ? AND r.status = 'running' LIMIT 1",
        (incident_id,),
    ).fetchone()
    if found is not None:
        raise InvestigationUnderway(incident_id)
