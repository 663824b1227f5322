"""Pairs of facts that contradict one another, or may (M10, E11): recorded, listed, resolved and undone.

A *certain* contradiction closed the old fact, a *likely* one lowered it, and an *unsure* one changed nothing. All three
are recorded here with the fact that brought it about, the reason and the certainty, so that each can be seen in one
list and undone there. The answer of the operator stays as a labelled pair. Writes run inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from ..core.clock import to_text
from ..storage.database import proxy
from . import close_replaced, conflict_answers, lifecycle, tables
from .types import Memory, MemoryChange, MemoryLink

OPERATOR = "operator"
SECOND_LOOK = "second look"
WATCHER = "watcher"
MEASUREMENT = "measurement"  # a tool of a session showed the value on the operator's own hosts

#: Who may overrule whom: an answer stands against everyone of a lower rank. The judge and a confirmation have none.
_RANKS = {OPERATOR: 3, WATCHER: 2, MEASUREMENT: 2, SECOND_LOOK: 1}


class ConflictKind(StrEnum):
    """How sure the judge was, and with that what it did to the old fact."""

    CERTAIN = "certain"  # it was closed
    LIKELY = "likely"  # its confidence was lowered
    UNSURE = "unsure"  # nothing was changed


class ConflictState(StrEnum):
    """Whether a pair waits for an answer, and which one it got."""

    OPEN = "open"
    BOTH = "both"
    REPLACED = "replaced"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class MemoryConflict:
    """A row of ``memory_conflicts``. ``certainty`` is from 0 to 1; ``by`` is who resolved it, or "judge"."""

    id: int
    old_id: int
    new_id: int
    kind: ConflictKind
    why: str
    certainty: float
    state: ConflictState
    created_at: str
    resolved_at: str
    by: str
    before: str


@dataclass(frozen=True, slots=True)
class AnsweredPair:
    """What the answer to a pair changed, from which it can be undone."""

    conflict_id: int
    state: ConflictState
    change: MemoryChange


_NAMES = ", ".join(MemoryConflict.__dataclass_fields__)
_THESE = "(SELECT value FROM json_each(?))"
_STANDS = "{0}.superseded_by IS NULL AND {0}.active = 1 AND {0}.gate <> 'hold'"
_ONE_AUDIENCE = "(SELECT audience FROM memories WHERE id = old_id) = (SELECT audience FROM memories WHERE id = new_id)"
_KEPT = ("observation", "confidence", "active", "superseded_by", "valid_until")


def record(
    old: Memory, new: Memory, kind: ConflictKind, why: str, certainty: float, now: datetime, *, by: str = "judge"
) -> int:
    """Record what ``new`` did to ``old``, which is given as it stood before; the row's id.

    A certain one is resolved as *replaced* from the start. A pair that was recorded before is raised to the surer kind,
    unless the operator has answered it.
    """
    state = ConflictState.REPLACED if kind is ConflictKind.CERTAIN else ConflictState.OPEN
    at = to_text(now)
    rows = proxy.execute_sql(
        f"INSERT INTO memory_conflicts ({_NAMES}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (old_id, new_id) DO UPDATE SET kind = excluded.kind, why = excluded.why,"
        " certainty = excluded.certainty, state = excluded.state, resolved_at = excluded.resolved_at,"
        " by = excluded.by, before = excluded.before WHERE state = 'open' RETURNING id",
        (
            old.id,
            new.id,
            kind,
            why,
            certainty,
            state,
            at,
            at if state is not ConflictState.OPEN else "",
            by,
            _standing(old, new),
        ),
    ).fetchall()
    if not rows:  # it was answered before
        sql = "SELECT id FROM memory_conflicts WHERE old_id = ? AND new_id = ?"
        rows = proxy.execute_sql(sql, (old.id, new.id)).fetchall()
    return int(rows[0][0])


def get(conflict_id: int) -> MemoryConflict | None:
    """One pair; None where it is gone."""
    found = _select("id = ?", (conflict_id,))
    return found[0] if found else None


def list_open(limit: int = 1_000) -> list[MemoryConflict]:
    """Pairs that wait for an answer, newest first; those of which one fact is closed or waits itself are left out, and
    those that not the same people may see."""
    stands = _STANDS.format("m")
    return _select(
        f"state = 'open' AND {_ONE_AUDIENCE}"
        f" AND EXISTS (SELECT 1 FROM memories m WHERE m.id = old_id AND {stands})"
        f" AND EXISTS (SELECT 1 FROM memories m WHERE m.id = new_id AND {stands})"
        " ORDER BY id DESC LIMIT ?",
        (limit,),
    )


def count_open() -> int:
    """How many pairs wait for an answer."""
    sql = (
        "SELECT count(*) FROM memory_conflicts c JOIN memories o ON o.id = c.old_id JOIN memories n ON n.id = c.new_id"
        f" WHERE c.state = 'open' AND o.audience = n.audience AND {_STANDS.format('o')} AND {_STANDS.format('n')}"
    )
    return int(proxy.execute_sql(sql).fetchone()[0])


def list_recent(since: datetime, limit: int = 10_000) -> list[MemoryConflict]:
    """Pairs since a moment of which the old fact was closed or lowered, newest first."""
    return _select(
        "created_at >= ? AND kind <> 'unsure' ORDER BY created_at DESC, id DESC LIMIT ?", (to_text(since), limit)
    )


def contradicting_among(ids: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of ids among these memories of which one contradicts the other: by a link, or in open conflict."""
    these = json.dumps(list(ids))
    sql = (
        "SELECT from_id, to_id FROM memory_links WHERE kind = 'contradicts'"
        f" AND from_id IN {_THESE} AND to_id IN {_THESE} UNION ALL SELECT old_id, new_id FROM memory_conflicts"
        f" WHERE state = 'open' AND old_id IN {_THESE} AND new_id IN {_THESE}"
    )
    return list(proxy.execute_sql(sql, (these,) * 4))


def open_against(new_id: int) -> list[MemoryConflict]:
    """Open pairs in which this memory is the newer fact."""
    return _select("state = 'open' AND new_id = ? ORDER BY id", (new_id,))


def list_unchecked(below: float = 0.9, limit: int = 100) -> list[MemoryConflict]:
    """Pairs that only the judge has decided and that deserve a second look, newest first: those that are open, and the
    closings of which it was less sure than ``below`` or whose old fact names no service. In a read or a write."""
    doubtful = "(certainty < ? OR EXISTS (SELECT 1 FROM memories m WHERE m.id = old_id AND m.service IS NULL))"
    rows = _select(
        f"by = 'judge' AND (state = 'open' OR (state = 'replaced' AND {doubtful})) ORDER BY id DESC", (below,)
    )
    wanted = sorted({number for one in rows for number in (one.old_id, one.new_id)})
    known = {memory.id: memory for memory in tables.by_ids(wanted)}
    return [one for one in rows if _still_so(one, known.get(one.old_id), known.get(one.new_id))][:limit]


def settle(conflict_id: int, answer: ConflictState, by: str, now: datetime, why: str = "") -> bool:
    """Answer a pair in the name of ``by``: ``SECOND_LOOK``, ``WATCHER``, ``MEASUREMENT``, ``OPERATOR`` or another.

    Like ``resolve``, with the checks that an answer needs that no operator has seen. Nothing happens and False is
    returned where somebody of a higher rank answered or undid the pair (operator, measurement, second look, all
    others), where the two no longer stand as the pair says, and for *same* where they give different values for
    one thing. Every answer can be taken back by ``undo``. The caller tells the store that both memories changed.
    """
    found = get(conflict_id)
    if found is None or _RANKS.get(by, 0) < _RANKS.get(found.by, 0):
        return False
    old, new = tables.get_memory(found.old_id), tables.get_memory(found.new_id)
    if old is None or new is None or not _still_so(found, old, new):
        return False
    if answer is ConflictState.SAME and by != OPERATOR and (new.pinned or _give_other_values(old, new)):
        return False
    return resolve(conflict_id, answer, by, now, why)


def close_contradicted(newer_id: int, by: str, now: datetime, why: str) -> list[Memory]:
    """Close what a fact had only likely contradicted, now that something shows that the fact holds; these memories."""
    closed = []
    for one in open_against(newer_id):
        if one.kind is ConflictKind.LIKELY and settle(one.id, ConflictState.REPLACED, by, now, why):
            closed += tables.by_ids([one.old_id])
    return closed


def resolve(conflict_id: int, as_: ConflictState, by: str, now: datetime, why: str = "") -> bool:
    """Carry an answer out: *both* gives the old fact back what it lost, *replaced* closes it by the new one, *same*
    closes the new one as a repetition of it. Whether anything was resolved; False where it is gone, where it is
    answered so already, where ``as_`` is *open*, or where not the same people may see the two."""
    found = get(conflict_id)
    if found is None or as_ is ConflictState.OPEN or found.state is as_:
        return False
    old, new = tables.get_memory(found.old_id), tables.get_memory(found.new_id)
    if old is None or new is None or old.audience != new.audience:
        return False
    if found.state is not ConflictState.OPEN:
        old, new = _put_back(found, old, new, by, now)
    before = _standing(old, new)
    told = why or _TOLD[as_].format(old=old.id, new=new.id)
    if as_ is ConflictState.REPLACED:
        _close(old, new.id, found, by, told, now)
    elif as_ is ConflictState.SAME:
        _repeat(old, new, by, told, now)
    else:
        _relieve(old, found, by, told, now)
    _set(found.id, as_, to_text(now), by, before if found.state is ConflictState.OPEN else found.before)
    if by == OPERATOR:
        conflict_answers.store_answer(found.id, old, new, as_, now)
    return True


def merge_repetition(stronger: Memory, weaker: Memory, why: str, certainty: float, by: str, now: datetime) -> bool:
    """Close ``weaker`` as a repetition of ``stronger``, which keeps the higher confidence and the later dates of the
    two and gains nothing: nobody has confirmed it. False where the two were a pair before: that is not decided anew.
    Taken back by ``undo``, as any answer."""
    asked = (stronger.id, weaker.id, weaker.id, stronger.id)
    sql = "SELECT 1 FROM memory_conflicts WHERE (old_id = ? AND new_id = ?) OR (old_id = ? AND new_id = ?)"
    if proxy.execute_sql(sql, asked).fetchone() is not None or not close_replaced.closes(weaker):
        return False
    number = record(stronger, weaker, ConflictKind.UNSURE, why, certainty, now, by=by)
    later = max((stronger, weaker), key=lambda memory: memory.updated_at)
    columns: dict[str, Any] = {
        "confidence": max(stronger.confidence, weaker.confidence),
        **{name: getattr(later, name) for name in ("updated_at", "ages_from", "decay_from", "decay_weeks")},
        "last_confirmed_at": max(stronger.last_confirmed_at, weaker.last_confirmed_at),
        "merged_count": stronger.merged_count + weaker.merged_count + 1,
    }
    _change(stronger, columns, "merged", by, f"Memory {weaker.id} says the same.", now, weaker.id)
    told = f"It says the same as memory {stronger.id}."
    closing = {"superseded_by": stronger.id, "valid_until": to_text(now)}
    _change(weaker, closing, "superseded", by, f"{told} {why}", now, stronger.id)
    tables.add_link(MemoryLink(weaker.id, stronger.id, "repeats", why, to_text(now)))
    _set(number, ConflictState.SAME, to_text(now), by, _standing(stronger, weaker))
    return True


def undo(conflict_id: int, by: str, now: datetime) -> bool:
    """Take the last step of a pair back: a closing or an answer; whether there was one. The pair is open again."""
    found = get(conflict_id)
    if found is None or found.state is ConflictState.OPEN:
        return False
    old, new = tables.get_memory(found.old_id), tables.get_memory(found.new_id)
    if old is None or new is None:
        return False
    _put_back(found, old, new, by, now)
    _set(found.id, ConflictState.OPEN, "", by, found.before)
    conflict_answers.drop(found.id)
    return True


def ask_again(conflict_id: int) -> bool:
    """Make an answered pair wait again, and remove the links that the answer drew; False where it is gone or open. The
    two memories are left as they are: whoever undoes the answer has put them back."""
    found = get(conflict_id)
    if found is None or found.state is ConflictState.OPEN:
        return False
    kept = "'contradicts'" if found.kind is ConflictKind.LIKELY else "''"  # a likely one was linked before any answer
    proxy.execute_sql(
        "DELETE FROM memory_links WHERE from_id = ? AND to_id = ? AND kind IN ('contradicts', 'repeats')"
        f" AND kind <> {kept}",
        (found.new_id, found.old_id),
    )
    _set(found.id, ConflictState.OPEN, "", "judge", found.before)
    conflict_answers.drop(found.id)
    return True


def put_row(pair: MemoryConflict) -> None:
    """Put the answer of a pair back to how it is given here."""
    _set(pair.id, pair.state, pair.resolved_at, pair.by, pair.before)


_TOLD = {
    ConflictState.BOTH: "Both hold: memory {new} does not contradict it.",
    ConflictState.REPLACED: "Memory {new} replaces it.",
    ConflictState.SAME: "It says the same as memory {old}.",
}


def _close(old: Memory, new_id: int, found: MemoryConflict, by: str, why: str, now: datetime) -> None:
    """Close the old fact; one that was lowered already is not lowered again."""
    value = old.confidence if found.kind is ConflictKind.LIKELY else lifecycle.lowered_confidence(old)
    columns = {
        "confidence": value,
        "active": int(lifecycle.is_active_confidence(value)),
        **close_replaced.closed(old, new_id, now),
    }
    _change(old, columns, "superseded", by, why, now, new_id)
    tables.add_link(MemoryLink(new_id, old.id, "contradicts", why, to_text(now)))


def _repeat(old: Memory, new: Memory, by: str, why: str, now: datetime) -> None:
    from .fact_rules import takes_wording

    columns: dict[str, Any] = {
        "confidence": lifecycle.reinforced_confidence(replace(old, confidence=max(old.confidence, new.confidence))),
        "active": 1,
        "updated_at": to_text(now),
        "last_confirmed_at": to_text(now),
        **close_replaced.reopening_columns(old, now),
    }
    if takes_wording(old, new.observation):
        columns["observation"] = new.observation
    _change(old, columns, "confirmed", by, f"Memory {new.id} says the same.", now, new.id)
    _change(new, {"superseded_by": old.id, "valid_until": to_text(now)}, "superseded", by, why, now, old.id)
    tables.add_link(MemoryLink(new.id, old.id, "repeats", why, to_text(now)))


def _relieve(old: Memory, found: MemoryConflict, by: str, why: str, now: datetime) -> None:
    """Give the old fact back what a likely contradiction took."""
    if found.kind is not ConflictKind.LIKELY:
        return
    value = lifecycle.clamp_confidence(old.confidence + lifecycle.CONTRADICTION)
    _change(old, {"confidence": value, "active": 1}, "reopened", by, why, now, found.new_id)


def _put_back(found: MemoryConflict, old: Memory, new: Memory, by: str, now: datetime) -> tuple[Memory, Memory]:
    """Both as they stood before the last step, where what it changed still stands so."""
    before = json.loads(found.before) if found.before else {}
    why = f"Taken back: {found.why}" if found.why else "Taken back."
    stood = [(old, before.get("old"), found.new_id), (new, before.get("new"), found.old_id)]
    back = [
        _change(memory, dict(columns), "reopened", by, why, now, other)
        if columns and any(getattr(memory, name) != value for name, value in columns.items())
        else memory
        for memory, columns, other in stood
    ]
    proxy.execute_sql(
        "DELETE FROM memory_links WHERE from_id = ? AND to_id = ? AND kind IN ('contradicts', 'repeats')",
        (found.new_id, found.old_id),
    )
    return back[0], back[1]


def _change(
    memory: Memory, columns: dict[str, Any], action: str, by: str, why: str, now: datetime, other: int
) -> Memory:
    tables.update(memory.id, **columns)
    changed = replace(memory, **columns)
    tables.add_version(changed, action=action, by=by, why=why, now=now, other_id=other)
    return changed


def _still_so(found: MemoryConflict, old: Memory | None, new: Memory | None) -> bool:
    """Tell whether the two memories stand as the state of their pair says, so that an answer still has a meaning."""
    if old is None or new is None or "hold" in (old.gate, new.gate) or old.audience != new.audience:
        return False
    if found.state is ConflictState.REPLACED:
        return old.superseded_by == new.id
    if found.state is ConflictState.SAME:
        return new.superseded_by == old.id
    return all(one.active and one.superseded_by is None for one in (old, new))


def same_values(old: Memory, new: Memory) -> bool:
    """Tell whether neither of the two has a value that the other lacks."""
    from .fact_rules import keeps_values

    return keeps_values(old.observation, new.observation) and keeps_values(new.observation, old.observation)


def _give_other_values(old: Memory, new: Memory) -> bool:
    from .fact_rules import names_other_values

    return names_other_values(old.observation, new.observation)


def _standing(old: Memory, new: Memory) -> str:
    return json.dumps({name: {key: getattr(m, key) for key in _KEPT} for name, m in (("old", old), ("new", new))})


def _set(conflict_id: int, state: ConflictState, at: str, by: str, before: str) -> None:
    proxy.execute_sql(
        "UPDATE memory_conflicts SET state = ?, resolved_at = ?, by = ?, before = ? WHERE id = ?",
        (state, at, by, before, conflict_id),
    )


def _select(where: str, values: Sequence[object]) -> list[MemoryConflict]:
    rows = proxy.execute_sql(f"SELECT {_NAMES} FROM memory_conflicts WHERE {where}", tuple(values))
    return [
        MemoryConflict(a, b, c, ConflictKind(kind), why, sure, ConflictState(state), *rest)
        for a, b, c, kind, why, sure, state, *rest in rows
    ]
