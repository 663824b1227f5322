"""Facts that rules of an earlier version drew from prose and let in at once, and that nothing has confirmed since.

They stand in prompts until the operator decides: they move to Review, where they wait as what rules draw today, or they
stay. What is pinned, was touched by the operator, measured, or said by a marker, an agent or a model is left alone.
Writes run inside ``store.write``, all else inside ``store.read``. Of a store that several people share, whoever acts
sees and moves what he may see.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..core.clock import Clock, to_text
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from . import lifecycle, tables
from .deletion import OPERATOR
from .drawn_facts import DRAWN
from .eligibility import ELIGIBLE
from .types import Memory, MemoryChange, MemorySnapshot, counted

__all__ = ["EarlierRuleCounts", "EarlierRuleFacts"]

_UNDECIDED = "FROM rule_facts r JOIN memories m ON m.id = r.memory_id WHERE r.decision = ''"
# Since the upgrade what an observer joins to a fact may be a model's; before that it was the rules' own.
_CONFIRMED = (
    "SELECT 1 FROM memory_versions v JOIN rule_facts r ON r.memory_id = v.memory_id WHERE v.memory_id = memories.id"
    " AND (v.action = 'confirmed'"
    " OR (v.by NOT IN ('observer', 'decay', 'lifetimes') AND v.action NOT IN ('lowered', 'superseded'))"
    " OR (v.by = 'observer' AND v.id > r.latest_version AND v.action <> 'refreshed'))"
)
_UNCONFIRMED = (
    f"gate = 'allow' AND pinned = 0 AND {ELIGIBLE}"
    " AND id IN (SELECT memory_id FROM rule_facts WHERE decision = '')"
    f" AND NOT EXISTS ({_CONFIRMED})"
)
_MOVED = "gate = 'hold' AND id IN (SELECT memory_id FROM rule_facts WHERE decision = 'review')"


@dataclass(frozen=True, slots=True)
class EarlierRuleCounts:
    """How many facts of earlier rules are undecided and would move to Review (``to_move``), would stay in any case
    (``stay``), and are in Review (``moved``)."""

    to_move: int
    stay: int
    moved: int


class EarlierRuleFacts:
    """Counts them, moves them to Review, leaves them, and puts them back as they were."""

    def __init__(self, book: RecordRepositories, clock: Clock) -> None:
        self._store = book.store
        self._clock = clock

    def counts(self) -> EarlierRuleCounts:
        """Return how many there are."""
        undecided = int(proxy.execute_sql(f"SELECT count(*) {_UNDECIDED}").fetchone()[0])
        to_move = sum(tables.grouped("gate", _UNCONFIRMED, ()).values()) if undecided else 0
        moved = sum(tables.grouped("gate", _MOVED, ()).values())
        return EarlierRuleCounts(to_move, undecided - to_move if to_move else 0, moved)

    def list_to_move(self) -> list[Memory]:
        """Those that would move to Review, by id."""
        return tables.select(_UNCONFIRMED, tail="ORDER BY id")

    def list_moved(self) -> list[Memory]:
        """Those that were moved to Review and wait there, by id."""
        return tables.select(_MOVED, tail="ORDER BY id")

    def is_moved(self, memory_id: int) -> bool:
        """Tell whether a memory waits because it was moved to Review, so that it can be put back."""
        return bool(tables.select(f"id = ? AND {_MOVED}", (memory_id,)))

    def move(self) -> MemoryChange:
        """Move all that nothing confirmed to Review. Their confidence and their times stay as they are."""
        found, now = self.list_to_move(), self._clock()
        why = "Rules of an earlier version drew it, and nothing has confirmed it since."
        for memory in found:
            held = replace(memory, gate="hold", gate_why=DRAWN.why, active=0)
            tables.update(memory.id, gate=held.gate, gate_why=held.gate_why, active=held.active)
            tables.add_version(held, action="held", by=OPERATOR, why=why, now=now)
            proxy.execute_sql("UPDATE rule_facts SET gate_why = ? WHERE memory_id = ?", (memory.gate_why, memory.id))
        self._decide([memory.id for memory in found], "review")
        return self._change(f"Move {counted(len(found))}", found)

    def leave(self) -> int:
        """Leave all that nothing confirmed where they are, and ask no more; how many."""
        ids = [memory.id for memory in self.list_to_move()]
        self._decide(ids, "kept")
        if ids:
            self._store.changed("memories", *ids)
        return len(ids)

    def put_back(self, ids: Sequence[int] | None = None) -> MemoryChange:
        """Put facts back as they were before they were moved: these, or all. Others are passed over."""
        found = [memory for memory in self.list_moved() if ids is None or memory.id in set(ids)]
        now = self._clock()
        for memory in found:
            sql = "SELECT gate_why FROM rule_facts WHERE memory_id = ?"
            (why,) = proxy.execute_sql(sql, (memory.id,)).fetchone()
            active = int(lifecycle.is_active_confidence(memory.confidence))
            restored = replace(memory, gate="allow", gate_why=why, active=active)
            tables.update(memory.id, gate=restored.gate, gate_why=restored.gate_why, active=restored.active)
            tables.add_version(restored, action="restored", by=OPERATOR, why="The operator put it back.", now=now)
        self._decide([memory.id for memory in found], "kept")
        return self._change(f"Restore {counted(len(found))}", found)

    def _decide(self, ids: Sequence[int], decision: str) -> None:
        sql = "UPDATE rule_facts SET decision = ?, decided_at = ? WHERE memory_id IN (SELECT value FROM json_each(?))"
        proxy.execute_sql(sql, (decision, to_text(self._clock()), json.dumps(list(ids))))

    def _change(self, label: str, before: Sequence[Memory]) -> MemoryChange:
        ids = [memory.id for memory in before]
        if ids:
            self._store.changed("memories", *ids)
        after = tables.by_ids(ids)
        return MemoryChange(label, tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)))
