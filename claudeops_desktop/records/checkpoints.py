"""Checkpoints (E1): after each turn of a session what went in, what was called, what came out, and how it stood.

The key is the session and the turn's number, as the log counts it, so that reading a log again writes the same rows.
A checkpoint outlives its log: what it holds is cut to what a replay and a hand-over need.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

import orjson

from ..core.clock import to_text
from ..storage import DataStore
from ..storage.database import proxy


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A row of ``checkpoints``: one turn, whole. Everything in it is the agent's own, untrusted text.

    ``user_input`` is what was said to the agent before the turn: the prompt, at the first. ``state`` holds the log
    lines, the model, tokens and cost of the turn and so far, and the CLI's own session id.
    """

    session_id: int
    turn: int
    user_input: str
    tool_calls: tuple[dict[str, Any], ...]
    model_output: str
    state: dict[str, Any] = field(default_factory=dict)
    created_at: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self) | {"tool_calls": list(self.tool_calls)}


@dataclass(frozen=True, slots=True)
class ReplayedSession:
    """How a session stood after one of its turns: that turn and all before it. ``of`` is how many there are."""

    turns: tuple[Checkpoint, ...]
    of: int

    @property
    def last(self) -> Checkpoint:
        """The turn that was asked for."""
        return self.turns[-1]

    @property
    def prompt(self) -> str:
        """What the session was asked to do."""
        return self.turns[0].user_input

    @property
    def agent_session_id(self) -> str:
        """The CLI's own name of the session, by which it resumes; "" where it never said."""
        return next((str(c.state["agent_session_id"]) for c in self._backwards if c.state.get("agent_session_id")), "")

    @property
    def cwd(self) -> str:
        """The folder in which the agent worked; "" where it never said."""
        return next((str(c.state["cwd"]) for c in self._backwards if c.state.get("cwd")), "")

    @property
    def cost_usd(self) -> float | None:
        """What was spent so far; None where nothing was told of it yet."""
        costs = [c.state["cost_usd"] for c in self.turns if isinstance(c.state.get("cost_usd"), int | float)]
        return float(sum(costs)) if costs else None

    @property
    def _backwards(self) -> Iterable[Checkpoint]:
        return reversed(self.turns)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``: the turn, and what there was before it."""
        return {
            "session_id": self.last.session_id,
            "turn": self.last.turn,
            "of": self.of,
            "prompt": self.prompt,
            "agent_session_id": self.agent_session_id,
            "cost_usd": self.cost_usd,
            "tokens": self.last.state.get("so_far", {}),
            "calls": sum(len(turn.tool_calls) for turn in self.turns),
            "checkpoint": self.last.as_json(),
            "before": [turn.as_json() for turn in self.turns[:-1]],
        }


_COLUMNS = "session_id, turn, user_input, tool_calls, model_output, internal_state, created_at"


class CheckpointRecords:
    """The questions and the writes on checkpoints. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    # --- reads -------------------------------------------------------------------------------------------------

    def of_session(self, session_id: int, upto: int | None = None) -> builtins.list[Checkpoint]:
        """The turns of a session in their order, as far as ``upto``."""
        rows = proxy.execute_sql(
            f"SELECT {_COLUMNS} FROM checkpoints WHERE session_id = ? AND turn <= ? ORDER BY turn",
            (session_id, 2**62 if upto is None else upto),
        )
        return [_checkpoint(row) for row in rows]

    def at_turn(self, session_id: int, turn: int) -> ReplayedSession | None:
        """The session as it stood after a turn; None where there is no such turn (any more)."""
        found = self.of_session(session_id, turn)
        if not found or found[-1].turn != turn:
            return None
        return ReplayedSession(tuple(found), self.count(session_id))

    def last(self, session_id: int) -> ReplayedSession | None:
        """The session as it stood last; None where it said nothing."""
        found = self.of_session(session_id)
        return ReplayedSession(tuple(found), len(found)) if found else None

    def count(self, session_id: int) -> int:
        """The number of turns that are kept of a session."""
        return int(
            proxy.execute_sql("SELECT count(*) FROM checkpoints WHERE session_id = ?", (session_id,)).fetchone()[0]
        )

    # --- writes ------------------------------------------------------------------------------------------------

    def store_turns(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Store turns, or what became of them since. What was said to the agent stays as it was first stored."""
        for one in checkpoints:
            proxy.execute_sql(
                f"INSERT INTO checkpoints ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (session_id, turn) DO UPDATE SET"
                " user_input = CASE user_input WHEN '' THEN excluded.user_input ELSE user_input END,"
                " tool_calls = excluded.tool_calls, model_output = excluded.model_output,"
                " internal_state = excluded.internal_state, created_at = excluded.created_at",
                (
                    *(one.session_id, one.turn, one.user_input, _text(list(one.tool_calls)), one.model_output),
                    *(_text(one.state), one.created_at),
                ),
            )

    def amend_turn(self, session_id: int, turn: int, *, calls: Sequence[dict[str, Any]] = (), **state: Any) -> None:
        """Add what became known of a turn long after it: the answers of ``calls`` (by their ``id``), its cost."""
        row = proxy.execute_sql(
            f"SELECT {_COLUMNS} FROM checkpoints WHERE session_id = ? AND turn = ?", (session_id, turn)
        ).fetchone()
        if row is None:
            return
        found = _checkpoint(row)
        known = {call["id"]: call for call in calls}
        merged = [call | known.get(call.get("id"), {}) for call in found.tool_calls]
        proxy.execute_sql(
            "UPDATE checkpoints SET tool_calls = ?, internal_state = ? WHERE session_id = ? AND turn = ?",
            (_text(merged), _text(found.state | state), session_id, turn),
        )

    def prune(self, before: datetime, most: int = 50) -> int:
        """Remove the turns of sessions that began before a time and are over, of so many at most; how many turns."""
        return int(
            proxy.execute_sql(
                "DELETE FROM checkpoints WHERE session_id IN (SELECT s.id FROM sessions s WHERE s.started_at < ?"
                " AND s.status <> 'running' AND EXISTS (SELECT 1 FROM checkpoints c WHERE c.session_id = s.id)"
                " ORDER BY s.id LIMIT ?)",
                (to_text(before), most),
            ).rowcount
        )


def _checkpoint(row: Sequence[Any]) -> Checkpoint:
    calls, state = _loaded(row[3]), _loaded(row[5])
    return Checkpoint(
        session_id=row[0],
        turn=row[1],
        user_input=row[2],
        tool_calls=tuple(call for call in calls if isinstance(call, dict)) if isinstance(calls, list) else (),
        model_output=row[4],
        state=state if isinstance(state, dict) else {},
        created_at=row[6],
    )


def _loaded(text: str) -> Any:
    """A column's JSON; None where another hand has spoiled it."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _text(data: Any) -> str:
    return orjson.dumps(data).decode()
