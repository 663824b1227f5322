"""Tool calls (S10): what the guard was asked about, what it said, and how what it let through ran."""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..storage import DataStore
from .tables import ToolCallRow


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A row of ``tool_calls``. ``input`` is the agent's own, untrusted text; ``verdict`` allow or deny, ``by`` tier,
    dry_run, cooldown, maintenance, policy, approval, guard or list.

    A call that was refused never began. ``began_at`` is when an allowed one began, ``ended_at`` when its result came,
    None where none came; ``result`` is ok, error or "" where it is not known. ``outside``: it ran outside the session's
    own processes. ``processes`` are the names of the processes that it ends by their numbers, as they were then;
    ``files`` the texts of the session's own files that it names, by path.
    """

    id: int
    session_id: int
    tool_use_id: str
    tool_name: str
    input: str
    kind: str
    services: tuple[str, ...]
    verdict: str
    by: str
    why: str
    approval_id: int | None
    asked_at: str
    answered_at: str | None
    began_at: str | None = None
    ended_at: str | None = None
    result: str = ""
    outside: bool = False
    processes: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(ToolCallRow, name) for name in ToolCall.__dataclass_fields__]
_NAMES = list(ToolCall.__dataclass_fields__)
_SERVICES, _OUTSIDE, _PROCESSES, _FILES = (_NAMES.index(name) for name in ("services", "outside", "processes", "files"))


class ToolCalls:
    """The questions and the writes on tool calls. The guard itself writes them, from a process of its own."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def of_session(self, session_id: int) -> builtins.list[ToolCall]:
        """All calls of a session, in the order in which they were asked."""
        query = ToolCallRow.select(*_FIELDS).where(ToolCallRow.session_id == session_id).order_by(ToolCallRow.id)
        return [_tool_call(row) for row in query.tuples()]

    def between(self, since: str, until: str, services: Sequence[str], runs: Sequence[int]) -> builtins.list[ToolCall]:
        """Calls from ``since`` to ``until`` (stored text), in the order in which they were asked: those about one of
        these services, those that name none and were made in a run about one of them, and those of these runs."""
        names = ", ".join(f"t.{getattr(ToolCallRow, name).column_name}" for name in _NAMES)
        about = "EXISTS (SELECT 1 FROM json_each({}) j WHERE j.value IN (SELECT value FROM json_each(?4)))"
        rows = self._store.database.execute_sql(
            f"SELECT {names} FROM tool_calls t JOIN sessions s ON s.id = t.session_id JOIN runs r ON r.id = s.run_id"
            " WHERE t.asked_at >= ?1 AND t.asked_at <= ?2 AND (s.run_id IN (SELECT value FROM json_each(?3)) OR"
            f" {about.format('t.services')} OR (t.services = '[]' AND {about.format('r.services')}))"
            " ORDER BY t.asked_at, t.id",
            (since, until, json.dumps([*runs]), json.dumps([*services])),
        )
        return [_tool_call(row) for row in rows.fetchall()]

    def get(self, session_id: int, tool_use_id: str) -> ToolCall | None:
        """One call of a session."""
        query = ToolCallRow.select(*_FIELDS).where(
            (ToolCallRow.session_id == session_id) & (ToolCallRow.tool_use_id == tool_use_id)
        )
        for row in query.tuples():
            return _tool_call(row)
        return None

    def add(self, call: ToolCall) -> None:
        """A call that was decided while the store was away; its ``id`` is not used. One that is there already stays as
        it is."""
        done = self._store.database.execute_sql(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, input, kind, services, verdict, by, why,"
            " approval_id, asked_at, answered_at, began_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (session_id, tool_use_id) DO NOTHING",
            (
                *(call.session_id, call.tool_use_id, call.tool_name, call.input, call.kind),
                *(json.dumps(call.services), call.verdict, call.by, call.why),
                *(call.approval_id, call.asked_at, call.answered_at, call.began_at),
            ),
        )
        if done.rowcount:
            self._store.changed("tool_calls")

    def finish(self, session_id: int, tool_use_id: str, *, failed: bool, now: datetime) -> bool:
        """Its result came: an allowed call has ended; whether there is such a call. A first word on it stands."""
        found = (
            ToolCallRow.update(ended_at=to_text(now), result="error" if failed else "ok")
            .where(
                (ToolCallRow.session_id == session_id)
                & (ToolCallRow.tool_use_id == tool_use_id)
                & (ToolCallRow.verdict == "allow")
                & ToolCallRow.ended_at.is_null()
            )
            .execute()
        )
        if found:
            self._store.changed("tool_calls")
        return bool(found)

    def refused_by_list(self, session_id: int, tool_use_id: str, why: str) -> bool:
        """The guard had no opinion and the CLI's own list refused the call; whether there is such a call."""
        found = (
            ToolCallRow.update(verdict="deny", why=why, began_at=None)
            .where(
                (ToolCallRow.session_id == session_id)
                & (ToolCallRow.tool_use_id == tool_use_id)
                & (ToolCallRow.by == "list")
                & (ToolCallRow.verdict == "allow")
            )
            .execute()
        )
        if found:
            self._store.changed("tool_calls")
        return bool(found)


def _tool_call(row: Sequence[Any]) -> ToolCall:
    values = builtins.list(row)
    values[_SERVICES] = tuple(json.loads(values[_SERVICES]))
    values[_OUTSIDE] = bool(values[_OUTSIDE])
    values[_PROCESSES] = json.loads(values[_PROCESSES])
    values[_FILES] = json.loads(values[_FILES])
    return ToolCall(*values)
