"""What was closed, lowered or left behind by age, in one list with its reason; and the way back (M16, E11).

The list is read from the histories, so that it holds what any judge, session, job or operator did; how sure the judge
was comes from the pair in conflict. Writes run inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..storage.database import proxy
from . import close_replaced, conflicts, lifecycle, tables
from .conflicts import ConflictState, MemoryConflict
from .types import ACTIVE_FROM, Memory, MemoryChange, MemoryLink, MemorySnapshot, counted

__all__ = [
    "MemoryClosing",
    "ReopenResult",
    "close_again",
    "closing_of",
    "is_closed",
    "list_closings",
    "reopen",
    "reopen_whole",
]

OPERATOR = "operator"
_KINDS = {
    "lowered": "lowered",
    "superseded": "closed",
    "inserted": "closed",
    "retracted": "taken back",
    "decayed": "faded",
    "archived": "archived",
    "let go": "let go",
}


@dataclass(frozen=True, slots=True)
class MemoryClosing:
    """What happened to one memory. ``kind`` is closed, lowered, taken back, faded, archived or let go; ``other`` the
    fact that brought it about, None where none did; ``actor`` is the name of whoever did it, "" the operator of this
    computer; ``certainty`` from 0 to 1, None where nobody judged; ``standing``
    says whether it is still so, or was undone since."""

    memory: Memory
    kind: str
    at: str
    by: str
    actor: str
    why: str
    other: Memory | None
    certainty: float | None
    standing: bool

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        other = None if self.other is None else {"id": self.other.id, "observation": self.other.observation}
        return {
            "memory": asdict(self.memory),
            "kind": self.kind,
            "at": self.at,
            "by": self.by,
            "actor": self.actor,
            "why": self.why,
            "closed_by": other,
            "certainty": self.certainty,
            "undone": not self.standing,
        }


@dataclass(frozen=True, slots=True)
class ReopenResult:
    """What reopening changed, from which it can be undone: the memories, the pairs as they were answered before, and
    the links as they were drawn."""

    change: MemoryChange
    pairs: tuple[MemoryConflict, ...]
    links: tuple[MemoryLink, ...]


def reopen_whole(ids: Sequence[int], now: datetime) -> ReopenResult:
    """Reopen memories as ``reopen`` does, and keep what it takes to undo it."""
    pairs = [found for number in ids for one in _pairs_of(number) if (found := conflicts.get(one)) is not None]
    touched = sorted({*ids, *(end for pair in pairs for end in (pair.old_id, pair.new_id))})
    before, links = tables.by_ids(touched), tables.links_of(touched)
    for memory in before:
        if memory.id in ids:
            reopen(memory, now)
    after = {memory.id: memory for memory in tables.by_ids(touched)}
    moved = [memory for memory in before if after[memory.id] != memory]
    change = MemoryChange(
        f"Reopen {counted(len(ids))}",
        tuple(map(MemorySnapshot, moved)),
        tuple(MemorySnapshot(after[memory.id]) for memory in moved),
    )
    return ReopenResult(change, tuple(pairs), tuple(links))


def close_again(reopened: ReopenResult) -> None:
    """The pairs and links as they were before a reopening; the memories themselves go back by their change."""
    for pair in reopened.pairs:
        conflicts.put_row(pair)
    there = tables.present({end for link in reopened.links for end in (link.from_id, link.to_id)})
    for link in reopened.links:
        if {link.from_id, link.to_id} <= there:
            tables.add_link(link)


def closing_of(memory_id: int) -> MemoryClosing | None:
    """The last thing that closed, lowered or left behind a memory, whenever it was; None where nothing did."""
    found = _closings("v.memory_id = ?", (memory_id,), 1)
    return found[0] if found else None


def list_closings(since: datetime, limit: int = 10_000) -> list[MemoryClosing]:
    """What was closed, lowered or left behind since a moment, the latest first; of each memory its last one only."""
    return _closings("v.created_at >= ?", (to_text(since),), limit)


def _closings(where: str, values: tuple[object, ...], limit: int) -> list[MemoryClosing]:
    rows = proxy.execute_sql(
        "SELECT v.memory_id, v.action, v.by, v.actor, v.why, v.other_id, v.created_at, max(v.id) FROM memory_versions v"
        f" JOIN memories m ON m.id = v.memory_id WHERE {where} AND ("
        " v.action IN ('lowered', 'superseded', 'retracted', 'let go')"
        " OR (v.action = 'decayed' AND v.active = 0) OR (v.action = 'archived' AND v.by = 'lifetimes')"
        " OR (v.action = 'inserted' AND v.other_id IS NOT NULL AND v.other_id = m.superseded_by"
        "     AND v.created_at >= m.valid_until))"
        " GROUP BY v.memory_id ORDER BY v.id DESC LIMIT ?",
        (*values, limit),
    ).fetchall()
    others = {row[0]: row[5] for row in rows}
    memories = {m.id: m for m in tables.by_ids(list({*others, *(o for o in others.values() if o is not None)}))}
    sure, undone = _certainties(list(others)), _undone({row[0]: row[7] for row in rows})
    found = []
    for number, action, by, actor, why, other, at, _ in rows:
        memory = memories[number]
        kind = "closed" if action == "lowered" and memory.superseded_by is not None else _KINDS[action]
        found.append(
            MemoryClosing(
                memory,
                kind,
                at,
                by,
                actor,
                why,
                memories.get(other),
                sure.get((number, other)),
                _stands(memory, undone),
            )
        )
    return found


def is_closed(memory: Memory) -> bool:
    """Tell whether it is closed, inactive or archived, or was lowered and nobody has raised it since."""
    lowered = [version.id for version in tables.versions(memory.id) if version.action == "lowered"]
    return _stands(memory, _undone({memory.id: lowered[-1]})) if lowered else _is_out(memory)


def reopen(memory: Memory, now: datetime) -> Memory:
    """The operator says that this memory holds: it is valid again and has back what the closing took from it.

    A pair in conflict is answered with *both hold*, so that the same fact does not close it again.
    """
    before = _value_before(memory)
    for one in _pairs_of(memory.id):
        conflicts.resolve(one, ConflictState.BOTH, OPERATOR, now)
    memory = tables.get_memory(memory.id) or memory
    value = lifecycle.clamp_confidence(max(memory.confidence, before, ACTIVE_FROM))
    columns: dict[str, Any] = {
        **close_replaced.reopening_columns(memory, now),
        "confidence": value,
        "active": int(memory.gate != "hold"),
        "state": "active",
        "updated_at": to_text(now),
        "last_confirmed_at": to_text(now),
    }
    tables.update(memory.id, **columns)
    after = replace(memory, **columns)
    closed_by = "" if memory.superseded_by is None else f"; memory {memory.superseded_by} had closed it"
    why = f"The operator says that it holds{closed_by}."
    tables.add_version(after, action="reopened", by=OPERATOR, why=why, now=now)
    return after


def _value_before(memory: Memory) -> float:
    """Its confidence before the last thing that took from it."""
    versions = tables.versions(memory.id)
    for at in range(len(versions) - 1, 0, -1):
        if versions[at].action in _KINDS and versions[at].action != "inserted":
            first = at
            while first > 1 and versions[first - 1].action == versions[at].action == "decayed":
                first -= 1
            return versions[first - 1].confidence
    return memory.confidence


def _pairs_of(memory_id: int) -> list[int]:
    """Pairs whose closing or lowering this memory suffered and that nobody answered with *both hold*."""
    rows = proxy.execute_sql(
        "SELECT id FROM memory_conflicts WHERE (old_id = ? AND kind <> 'unsure' AND state IN ('open', 'replaced'))"
        " OR (old_id = ? AND state = 'replaced') OR (new_id = ? AND state = 'same') ORDER BY id DESC",
        (memory_id, memory_id, memory_id),
    )
    return [number for (number,) in rows]


def _certainties(ids: list[int]) -> dict[tuple[int, int], float]:
    these = json.dumps(ids)
    rows = proxy.execute_sql(
        "SELECT old_id, new_id, certainty FROM memory_conflicts WHERE old_id IN (SELECT value FROM json_each(?))"
        " OR new_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (these, these),
    )
    found: dict[tuple[int, int], float] = {}
    for old, new, certainty in rows:
        found[old, new] = found[new, old] = certainty
    return found


def _is_out(memory: Memory) -> bool:
    return memory.superseded_by is not None or not memory.active or memory.state in lifecycle.LAID_AWAY


def _undone(versions: dict[int, int]) -> set[int]:
    """Those memories that something has raised again after a version of theirs."""
    sql = (
        "SELECT DISTINCT v.memory_id FROM json_each(?) j JOIN memory_versions v ON v.memory_id = CAST(j.key AS INTEGER)"
        " AND v.id > j.value WHERE v.action IN ('reopened', 'restored', 'reactivated', 'revived', 'edited',"
        " 'confirmed', 'reinforced', 'merged')"
    )
    return {number for (number,) in proxy.execute_sql(sql, (json.dumps(versions),))}


def _stands(memory: Memory, undone: set[int]) -> bool:
    """Tell whether nothing has undone it since: it is still closed, inactive or laid away, or nobody raised it."""
    if _is_out(memory):
        return True
    return memory.id not in undone
