"""What the operator says to facts that wait (E4): approved ones are judged and come in, rejected ones go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..core.clock import Clock, to_text
from ..language.types import PairJudgement, Verdict
from ..records.record_books import RecordRepositories
from . import closings, lifecycle, retraction, tables
from .fact_ingest import FactIngest
from .forgetting import OPERATOR, MemoryDeletion
from .gate import log as gate_log
from .types import GateDecision, MarkerOutcome, Memory, MemoryChange, MemorySnapshot, counted

_LABELS = ("fact", "facts")


class ReviewOperations:
    """Approves, rejects, reopens. Everything but ``would`` runs inside ``store.write``."""

    def __init__(self, book: RecordRepositories, clock: Clock, forgetting: MemoryDeletion, facts: FactIngest) -> None:
        self._store = book.store
        self._clock = clock
        self._forgetting = forgetting
        self._facts = facts

    def list_held(self) -> list[Memory]:
        """Facts that wait, oldest first. Inside ``store.read``."""
        return tables.select("gate = 'hold'", tail="ORDER BY id")

    def preview_approval(self, memory_id: int, most: int = 3) -> list[tuple[Memory, PairJudgement]]:
        """What approving a held fact would confirm or contradict, the surest first. Inside ``store.read``."""
        memory = tables.get_memory(memory_id)
        if memory is None or memory.gate != "hold":
            return []
        found = [
            (judged.memory, judged.judgement)
            for judged in self._facts.judged(memory)
            if judged.judgement.verdict is not Verdict.DIFFERENT and judged.memory.active
        ]
        return sorted(found, key=lambda pair: (-pair[1].score, pair[0].id))[:most]

    def approve(self, ids: Sequence[int]) -> MemoryChange:
        """Let held facts in: each is judged now, and confirms or contradicts what is known. Others are passed over."""
        held = [memory for memory in tables.by_ids(list(dict.fromkeys(ids))) if memory.gate == "hold"]
        touched: dict[int, Memory] = {}
        for memory in held:
            for old in self._stood_before(memory):
                touched.setdefault(old.id, old)
            self._approve_one(tables.get_memory(memory.id) or memory)
        return self._change(f"Approve {counted(len(held), *_LABELS)}", touched)

    def reject(self, ids: Sequence[int]) -> MemoryChange:
        """Throw held facts away; the gate's log keeps that the operator did, and the very text is not held again."""
        held = [memory for memory in tables.by_ids(list(dict.fromkeys(ids))) if memory.gate == "hold"]
        before = self._forgetting.forget([memory.id for memory in held])
        rejected = GateDecision("discard", gate_log.OPERATOR_RULE, "The operator rejected it in review.")
        for memory in held:
            gate_log.log(rejected, memory.observation, memory.source, self._clock(), session_id=memory.session_id)
        return MemoryChange(f"Reject {counted(len(held), *_LABELS)}", before, ())

    def reopen(self, ids: Sequence[int]) -> MemoryChange:
        """Say that memories that were closed, lowered or left behind by age hold all the same."""
        now = self._clock()
        closed = tables.by_ids(list(dict.fromkeys(ids)))
        for old in closed:
            closings.reopen(old, now)
        return self._change(f"Reopen {counted(len(closed))}", {old.id: old for old in closed})

    def _approve_one(self, memory: Memory) -> MarkerOutcome | None:
        now = self._clock()
        if retraction.target_of(memory.id) is not None:
            retraction.carry_out(self._store, memory.id, now)
            return None
        at = to_text(now)
        columns: dict[str, Any] = {
            "gate": "allow",
            "confirmed": 1,
            "active": int(lifecycle.is_active(memory.confidence)),
            "updated_at": at,
            "last_confirmed_at": at,
        }
        approved = replace(memory, **columns)
        tables.update(memory.id, **columns)
        why = f"Approved by the operator. It had waited because: {memory.gate_why}"
        tables.add_version(approved, action="approved", by=OPERATOR, why=why, now=now)
        return self._facts.admit(approved, now)

    def _stood_before(self, memory: Memory) -> list[Memory]:
        """The held fact and all that approving it may touch, as they stand."""
        near = [judged.memory for judged in self._facts.judged(memory)]
        target = retraction.target_of(memory.id)
        return [memory, *near, *(tables.by_ids([target]) if target is not None else [])]

    def _change(self, label: str, before: dict[int, Memory]) -> MemoryChange:
        after = {memory.id: memory for memory in tables.by_ids(sorted(before))}
        changed = [number for number in sorted(before) if after.get(number) != before[number]]
        if changed:
            self._store.changed("memories", *changed)
        return MemoryChange(
            label,
            tuple(MemorySnapshot(before[number]) for number in changed),
            tuple(MemorySnapshot(after[number]) for number in changed if number in after),
        )
