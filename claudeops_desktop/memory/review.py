"""What the operator decides (E4, M10): facts that wait for review, pairs in conflict, closings that are taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..core.clock import Clock, to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..language.extraction.quotation import quoted_words
from ..language.types import PairJudgement, Verdict
from ..records.record_books import RecordRepositories
from . import agent_retraction, closed_facts, conflict_answers, conflicts, lifecycle, search, tables
from .closed_facts import MemoryClosing, ReopenResult
from .conflict_answers import LabelledPair
from .conflicts import AnsweredPair, ConflictState, MemoryConflict
from .deletion import OPERATOR, MemoryDeletion
from .gate import decision_log as gate_log
from .ingest import MemoryIngest
from .memory_settings import SettingsInForce
from .types import OF_OPERATOR, GateDecision, MarkerOutcome, Memory, MemoryChange, MemorySnapshot, counted
from .undo import MemoryUndo

_LABELS = ("fact", "facts")


class ReviewService:
    """Approves, rejects, answers, reopens. Reads belong inside ``store.read``, all else inside ``store.write``."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        forgetting: MemoryDeletion,
        facts: MemoryIngest,
        undo: MemoryUndo,
        settings: SettingsInForce,
    ) -> None:
        self._store = book.store
        self._clock = clock
        self._forgetting = forgetting
        self._facts = facts
        self._undo = undo
        self._settings = settings

    def counts(self, now: datetime | None = None) -> tuple[int, int, int]:
        """How many wait for the operator: facts that the gate held, pairs in conflict, and facts about to expire."""
        from .expiring import count

        expiring = count(self._settings.lifetimes(), now or self._clock())
        return search.count_held(), conflicts.count_open(), expiring

    # --- facts that the gate held --------------------------------------------------------------------------------

    def waiting(self) -> list[Memory]:
        """Facts that need review, oldest first."""
        return tables.select("gate = 'hold'", tail="ORDER BY id")

    def retractions(self) -> list[tuple[Memory, Memory]]:
        """What agents want forgotten, the oldest first: each held wish with the memory that it is about. Inside
        ``store.read``."""
        pairs = agent_retraction.list_waiting()
        rows = {memory.id: memory for memory in tables.by_ids(list({number for pair in pairs for number in pair}))}
        return [(rows[asked], rows[target]) for asked, target in pairs if asked in rows and target in rows]

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
            gate_log.log(
                rejected, quoted_words(memory.observation), memory.source, self._clock(), session_id=memory.session_id
            )
        return MemoryChange(f"Reject {counted(len(held), *_LABELS)}", before, ())

    def reopen(self, ids: Sequence[int]) -> MemoryChange:
        """Say that memories that were closed, lowered or left behind by age hold all the same."""
        now = self._clock()
        closed = tables.by_ids(list(dict.fromkeys(ids)))
        for old in closed:
            closed_facts.reopen(old, now)
        return self._change(f"Reopen {counted(len(closed))}", {old.id: old for old in closed})

    def retract(
        self, memory_id: int, reason: str, session_id: int | None, tier: int
    ) -> agent_retraction.RetractionOutcome:
        """An agent wants a memory forgotten (E18): retired where it is its own, else proposed to the operator."""
        return agent_retraction.retract(self._store, memory_id, reason, session_id, tier, self._clock())

    # --- pairs in conflict ---------------------------------------------------------------------------------------

    def conflicts(self) -> list[tuple[MemoryConflict, Memory, Memory]]:
        """Pairs in possible conflict that wait for an answer, each with the older and the newer fact."""
        pairs = conflicts.list_open()
        rows = {m.id: m for m in tables.by_ids(list({n for one in pairs for n in (one.old_id, one.new_id)}))}
        return [(one, rows[one.old_id], rows[one.new_id]) for one in pairs]

    def answer_pair(self, conflict_id: int, answer: ConflictState) -> AnsweredPair:
        """Answer a pair so that the answer can be undone. Raises OperatorError where the pair waits no longer."""
        found = conflicts.get(conflict_id)
        ids = [found.old_id, found.new_id] if found is not None and found.state is ConflictState.OPEN else []
        before = tables.by_ids(sorted(ids))
        if not ids or not self.resolve(conflict_id, answer):
            raise OperatorError(
                UserMessage("That pair was answered elsewhere, or one of its facts is gone."),
                UserMessage("Look again."),
            )
        after = tables.by_ids(sorted(ids))
        change = MemoryChange("Answer a pair", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)))
        return AnsweredPair(conflict_id, answer, change)

    def undo_answer(self, answered: AnsweredPair) -> MemoryChange:
        """Undo the answer to a pair: both facts stand as before, and the pair waits again."""
        undone = self._undo.undo(answered.change)
        conflicts.ask_again(answered.conflict_id)
        self._store.changed("memories", *answered.change.ids)
        return undone

    def resolve(self, conflict_id: int, answer: ConflictState) -> bool:
        """Answer a pair: both hold, the new one replaces, or it is the same."""
        found = conflicts.get(conflict_id)
        if found is None or not conflicts.resolve(conflict_id, answer, OPERATOR, self._clock()):
            return False
        self._store.changed("memories", found.old_id, found.new_id)
        return True

    def answers(self) -> list[LabelledPair]:
        """What the operator answered of pairs in conflict, oldest first: labelled pairs that the judge learns from."""
        return conflict_answers.list_answers()

    # --- closings ------------------------------------------------------------------------------------------------

    def is_closed(self, memory: Memory) -> bool:
        """Tell whether something closed, lowered or silenced it, and nothing has undone that since."""
        return closed_facts.is_closed(memory)

    def closings(self, since: datetime) -> list[MemoryClosing]:
        """What was closed, lowered or left behind by age since a moment, the latest first."""
        return closed_facts.list_closings(since)

    def closing_of(self, memory_id: int) -> MemoryClosing | None:
        """What last closed, lowered or left behind a memory; None where nothing did."""
        return closed_facts.closing_of(memory_id)

    def reopen_closed(self, ids: Sequence[int]) -> ReopenResult:
        """Say that memories that were closed, lowered or silenced by age hold, in a way that can be undone whole."""
        reopened = closed_facts.reopen_whole(ids, self._clock())
        if reopened.change.ids:
            self._store.changed("memories", *reopened.change.ids)
        return reopened

    def undo_reopening(self, reopened: ReopenResult) -> MemoryChange:
        """Undo it: the memories are closed again, and their pairs answered as before."""
        undone = self._undo.undo(reopened.change)
        closed_facts.close_again(reopened)
        return undone

    def _approve_one(self, memory: Memory) -> MarkerOutcome | None:
        now = self._clock()
        if agent_retraction.target_of(memory.id) is not None:
            agent_retraction.carry_out(self._store, memory.id, now)
            return None
        at = to_text(now)
        columns: dict[str, Any] = {
            "gate": "allow",
            **OF_OPERATOR,
            "active": int(lifecycle.is_active_confidence(memory.confidence)),
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
        target = agent_retraction.target_of(memory.id)
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
