"""What runs did in a time: the calls that began then and acted, and the services that each run was about (D11, L6).

Inside ``store.read`` or ``store.write``.
"""

from __future__ import annotations

import json

from ..storage import DataStore
from .tool_calls import ToolCall, ToolCalls

LOOKS = ("", "disclose", "read")
"""The kinds of calls that only look, by the names of the guard's effects."""


def acting_calls(store: DataStore, since: str, until: str) -> list[tuple[int, ToolCall]]:
    """The allowed calls that began from ``since`` to ``until`` (stored text) and do more than look, in the order in
    which they began, each with its run."""
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
