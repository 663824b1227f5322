"""Evidence confirms: what the tools of a session measured again, or a check of the watcher, still holds (M12, E4).

It confirms a memory also where the session had it in its prompt, because the tools did not read it there. What the
session only says again is no evidence. What the confirmed fact had likely contradicted is closed by it. Writes run
inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from ..core.clock import Clock, to_text
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from . import conflicts, eligibility, tables
from .among_equals import among_equals, as_session
from .apply_verdict import ChangeCause
from .drawn_facts import DRAWN, IS_DRAWN, admit_drawn
from .expiring import confirm
from .lifecycle import REINFORCEMENT, DecayGraces, is_past_grace
from .tool_evidence import ShownOutput, shown_again
from .types import Memory

__all__ = ["confirm_checked", "confirm_measured", "confirm_observed"]

MEASURED_WITHIN = timedelta(days=1)
MOST_FACTS = 500


def confirm_measured(
    book: RecordRepositories, now: datetime, session_id: int, ids: Sequence[int], answers: Sequence[ShownOutput]
) -> dict[int, str]:
    """Confirm what the commands of a session show again; the line that does, by the id of each."""
    found: dict[int, str] = {}
    closed: list[Memory] = []
    for memory in _open(ids):
        if memory.session_id == session_id:
            continue
        if line := shown_again(memory.observation, memory.service, answers):
            found[memory.id] = line
            why = f"Measured again by a tool of the session: “{line}”."
            agreed = bool(memory.confirmed)  # it may be the very source that said it first
            confirm(memory, by="observer", why=why, now=now, session_id=session_id, agreed=agreed)
            closed += conflicts.close_contradicted(memory.id, conflicts.MEASUREMENT, now, why)
    if found:
        book.store.changed("memories", *found, *(memory.id for memory in closed))
    return found


def confirm_observed(
    book: RecordRepositories, clock: Clock, conversation_id: str, session_id: int | None, answers: Sequence[ShownOutput]
) -> dict[int, str]:
    """Confirm facts of the services that a conversation looked at, in its prompt or not, which its commands show again;
    the line that does, by the id of each. What the conversation itself said first is left out, and what its session was
    told: that is judged when the session's echo is settled. Compares before it writes: not inside a write.
    """
    store = book.store

    def read() -> list[Memory]:
        with as_session(session_id), among_equals():
            return _facts_of(answers, conversation_id, session_id)

    found = {m.id: line for m in store.read(read).result() if (line := shown_again(m.observation, m.service, answers))}

    def write() -> None:
        now = clock()
        with as_session(session_id), among_equals():
            standing = _open(list(found))
        for one in standing:
            line = found[one.id]
            waits = one.gate == "hold"
            memory = admit_drawn(one, ChangeCause(line, "observer", now, session_id), one.confidence) if waits else one
            why = f"Measured again by a tool of the conversation: “{line}”."
            confirm(memory, by="observer", why=why, now=now, session_id=session_id, agreed=bool(memory.confirmed))
            closed = conflicts.close_contradicted(memory.id, conflicts.MEASUREMENT, now, why)
            store.changed("memories", memory.id, *(one.id for one in closed))

    if found:
        store.write(write).result()
    return found


def _facts_of(answers: Sequence[ShownOutput], conversation_id: str, session_id: int | None) -> list[Memory]:
    """Facts in force of the services that the answers name, the longest unconfirmed first."""
    said = "\n".join(f"{answer.command}\n{answer.text}" for answer in answers).lower()
    names = [row[0] for row in proxy.execute_sql("SELECT DISTINCT service FROM memories WHERE service IS NOT NULL")]
    named = [name for name in names if name in said]
    told = "SELECT memory_id FROM injections WHERE session_id = ?"
    where = (
        f"service IN (SELECT value FROM json_each(?)) AND {eligibility.OPEN}"
        f" AND (gate = 'allow' AND (active = 1 OR decay_weeks > 0) OR {IS_DRAWN})"
        f" AND id NOT IN ({told}) AND coalesce(session_id, 0) <> ?"
        " AND NOT EXISTS (SELECT 1 FROM resources r WHERE r.id = resource_id AND r.conversation_id = ?)"
        " AND NOT EXISTS (SELECT 1 FROM memory_versions v WHERE v.memory_id = memories.id AND v.session_id = ?)"
    )
    values = (json.dumps(named), DRAWN.why, session_id, session_id or -1, conversation_id, session_id)
    return tables.select(where, values, f"ORDER BY last_confirmed_at LIMIT {MOST_FACTS}") if named else []


def confirm_checked(book: RecordRepositories, now: datetime, ids: Sequence[int], graces: DecayGraces) -> dict[int, str]:
    """Confirm what the watcher measured within a day; the line that shows it, by the id of each.

    It reinforces one whose grace is over (SPEC-0015): however often a check runs, it raises a fact once in a grace.
    """
    found = checked_again(book, now, ids)
    closed: list[Memory] = []
    for memory in tables.by_ids(list(found)):
        why = f"Measured again: “{found[memory.id]}”."
        gain = REINFORCEMENT if is_past_grace(memory, now, graces) else 0.0
        confirm(memory, by="watcher", why=why, now=now, gain=gain)
        closed += conflicts.close_contradicted(memory.id, conflicts.WATCHER, now, why)
    if found:
        book.store.changed("memories", *found, *(memory.id for memory in closed))
    return found


def measured_lately(ids: Iterable[int], now: datetime) -> list[int]:
    """Those of the memories whose service our own checks measured within a day. None of them is read for it."""
    sql = (
        "SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(?)) AND service IN"
        " (SELECT DISTINCT service FROM health_checks WHERE checked_at >= ? AND measured = 1) ORDER BY id"
    )
    return [number for (number,) in proxy.execute_sql(sql, (json.dumps(sorted(ids)), to_text(now - MEASURED_WITHIN)))]


def checked_again(book: RecordRepositories, now: datetime, ids: Sequence[int]) -> dict[int, str]:
    """The line of what the watcher measured within a day that shows a fact again, by the fact's id. Changes nothing."""
    measured: dict[str | None, list[ShownOutput]] = {}
    found = {}
    for memory in _open(ids):
        if memory.service not in measured:
            measured[memory.service] = _measured(book, memory.service, now)
        shown = measured[memory.service]
        if shown and (line := shown_again(memory.observation, memory.service, shown)):
            found[memory.id] = line
    return found


def _open(ids: Sequence[int]) -> list[Memory]:
    rows = tables.by_ids(list(dict.fromkeys(ids)))
    return [memory for memory in rows if memory.superseded_by is None and _may_hold(memory)]


def _may_hold(memory: Memory) -> bool:
    return memory.gate == "allow" or (memory.gate == "hold" and memory.gate_why == DRAWN.why)


def _measured(book: RecordRepositories, service: str | None, now: datetime) -> list[ShownOutput]:
    """What our own checks of each kind found of a service last: what they found before may hold no longer. An agent's
    word on its health is none of them."""
    if service is None:
        return []
    return [
        ShownOutput(f"{row.service} {row.check_type}", f"{row.service}: {row.detail}")
        for row in book.health.latest_measured(service, since=to_text(now - MEASURED_WITHIN))
        if row.status != "unknown"
    ]
