"""What an answer does to a pair of facts, and the way back (E7, M10). Everything here runs inside ``store.write``.

A model is one more witness and no more than that, so an answer moves a pair by one step: what the judge called likely
becomes certain, and what it had left alone becomes likely. It never merges two facts with different values, never
touches a pinned one, and never stands against what the operator or a measurement said. *Both hold* takes back all that
the judge did.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from ...language.types import ContradictionCertainty, PairJudgement, Verdict
from ...storage import DataStore
from ...storage.database import proxy
from .. import close_replaced, conflicts, tables
from ..apply_verdict import ChangeCause, contradict
from ..conflicts import SECOND_LOOK, ConflictKind, ConflictState, MemoryConflict
from ..fact_rules import names_other_values
from ..insertion import MemoryOrigin, insert
from ..lifecycle import JudgedMemory
from ..types import Memory, MemoryCandidate
from .types import ExaminedPair, SecondLookAnswer, SecondLookPair, SecondLookState

GONE = "The two facts no longer stand as they did."
ANSWERED = "Somebody has answered this pair already."


def carry_out(
    store: DataStore, pair: ExaminedPair, answer: SecondLookAnswer, why: str, now: datetime
) -> SecondLookPair:
    """Do what an answer means; the pair as it is written down then. ``why`` goes into the history of both facts."""
    act: dict[SecondLookAnswer, Callable[[_Case], SecondLookPair]] = {
        SecondLookAnswer.BOTH: _both,
        SecondLookAnswer.REPLACED: _replaced,
        SecondLookAnswer.SAME: _same,
        SecondLookAnswer.UNSURE: lambda case: case.done(SecondLookState.UNCLEAR, "The model is not sure."),
    }
    case = _Case(store, pair, _conflict(pair.old.id, pair.new.id), why, now)
    if pair.look.is_merge:
        act |= {SecondLookAnswer.BOTH: _unmerge, SecondLookAnswer.REPLACED: _unmerge}
        act[SecondLookAnswer.SAME] = lambda found: found.done(SecondLookState.AGREED, "")
    elif answer is not SecondLookAnswer.UNSURE and (objection := case.objection()):
        return case.done(SecondLookState.VOID, objection)
    done = act[answer](case)
    if done.state is SecondLookState.CHANGED:
        concerned = {pair.old.id, pair.new.id}
        if (found := conflicts.get(done.conflict_id or 0)) is not None:
            concerned |= {found.old_id, found.new_id}
        store.changed("memories", *sorted(concerned))
    return done


def is_worth_looking(pair: ExaminedPair) -> bool:
    """Tell whether a pair is still worth a look: its facts are known, the same people may see them, and none of them
    waits for review."""
    if pair.look.is_merge:
        return pair.old.gate != "hold"
    if "hold" in (pair.old.gate, pair.new.gate) or pair.old.id == pair.new.id:
        return False
    if pair.old.audience != pair.new.audience:
        return False
    closed = pair.old.superseded_by == pair.new.id
    return closed or (_is_valid(pair.old) and _is_valid(pair.new))


class _Case:
    """One pair under one answer."""

    def __init__(
        self, store: DataStore, pair: ExaminedPair, conflict: MemoryConflict | None, why: str, now: datetime
    ) -> None:
        self.store, self.pair, self.conflict, self.why, self.now = store, pair, conflict, why, now
        self.old, self.new = pair.old, pair.new

    @property
    def closed(self) -> bool:
        """Tell whether the newer fact closed the older one."""
        return self.old.superseded_by == self.new.id

    @property
    def lowered(self) -> bool:
        """Tell whether the newer fact lowered the older one and both stand."""
        found = self.conflict
        return found is not None and found.state is ConflictState.OPEN and found.kind is ConflictKind.LIKELY

    def objection(self) -> str:
        """Why nothing may be done; "" where it may."""
        if not is_worth_looking(self.pair):
            return GONE
        found = self.conflict
        settled = found is not None and found.state in (ConflictState.BOTH, ConflictState.SAME)
        above = found is not None and found.by in (conflicts.OPERATOR, conflicts.WATCHER, SECOND_LOOK)
        return ANSWERED if settled or above else ""

    def settle(self, answer: ConflictState, outcome: str) -> SecondLookPair:
        """Answer the conflict, which is recorded where it was not."""
        found = self.conflict or self._recorded()
        if not conflicts.settle(found.id, answer, SECOND_LOOK, self.now, self.why):
            return self.done(SecondLookState.VOID, GONE)
        return self.done(SecondLookState.CHANGED, outcome, found.id, {"state": found.state, "kind": found.kind})

    def done(
        self, state: SecondLookState, outcome: str, conflict_id: int | None = None, prior: dict[str, str] | None = None
    ) -> SecondLookPair:
        """The pair as it is written down."""
        look = self.pair.look
        kept = look.prior if prior is None else json.dumps(prior)
        return replace(look, state=state, outcome=outcome, conflict_id=conflict_id, prior=kept)

    def _recorded(self) -> MemoryConflict:
        before, kind = self.old, ConflictKind.UNSURE
        if self.closed:  # by a way that records no pair
            before, kind = replace(before, superseded_by=None, valid_until=""), ConflictKind.CERTAIN
        look = self.pair.look
        number = conflicts.record(before, self.new, kind, look.why, look.score, self.now)
        found = conflicts.get(number)
        if found is None:
            raise LookupError("a conflict is gone in the transaction that recorded it")
        return found


def _both(case: _Case) -> SecondLookPair:
    if case.closed:
        return case.settle(ConflictState.BOTH, f"Memory {case.old.id} is valid again beside memory {case.new.id}.")
    if case.lowered:
        return case.settle(ConflictState.BOTH, f"Memory {case.old.id} has back what it had lost.")
    if case.conflict is not None and case.conflict.state is ConflictState.OPEN:
        return case.settle(ConflictState.BOTH, "They are no longer marked as in possible conflict.")
    return case.done(SecondLookState.AGREED, "")


def _replaced(case: _Case) -> SecondLookPair:
    if case.closed:
        return case.done(SecondLookState.AGREED, "")
    if not close_replaced.closes(case.old):
        return case.done(SecondLookState.UNCLEAR, f"Memory {case.old.id} is pinned: it stays as it is.")
    if case.lowered:
        return case.settle(ConflictState.REPLACED, f"Memory {case.old.id} was closed by memory {case.new.id}.")
    return _lower(case, case.new)


def _lower(case: _Case, new: Memory) -> SecondLookPair:
    """The judge saw no contradiction, the model does: two witnesses differ, so that it is likely and no more."""
    look, old = case.pair.look, case.old
    certainty = round(1 - look.score if look.verdict != Verdict.CONTRADICTION else look.score, 4)
    judgement = PairJudgement(Verdict.CONTRADICTION, certainty, case.why, ContradictionCertainty.LIKELY)
    prior = "" if case.conflict is None else str(case.conflict.state)
    contradict(JudgedMemory(old, judgement), new, ChangeCause(new.observation, SECOND_LOOK, case.now, new.session_id))
    number = conflicts.record(old, new, ConflictKind.LIKELY, case.why, certainty, case.now, by=SECOND_LOOK)
    outcome = f"Memory {old.id} was lowered: memory {new.id} probably replaces it."
    return case.done(SecondLookState.CHANGED, outcome, number, {"state": prior, "kind": ConflictKind.UNSURE})


def _same(case: _Case) -> SecondLookPair:
    old, new = case.old, case.new
    if names_other_values(old.observation, new.observation):
        return case.done(SecondLookState.UNCLEAR, "They name different values: they are not merged.")
    if new.pinned:
        return case.done(SecondLookState.UNCLEAR, f"Memory {new.id} is pinned: it stays as it is.")
    return case.settle(ConflictState.SAME, f"Memory {new.id} was merged into memory {old.id}.")


def _unmerge(case: _Case) -> SecondLookPair:
    """Words that were taken for a repetition say something else: they become a fact of their own."""
    look, old = case.pair.look, case.old
    source = json.loads(look.prior) if look.prior else {}
    session_id = source.get("session_id")
    candidate = MemoryCandidate(old.category, old.service, look.merged_text, session_id=session_id, tier=old.tier)
    marker_id = source.get("marker_id")
    kind = ("marker", "marker") if marker_id else ("observed", "passage")
    new = insert(
        case.store,
        candidate,
        case.now,
        origin=MemoryOrigin(kind[0], content_type=kind[1], resource_id=source.get("resource_id")),
        by=SECOND_LOOK,
        why=f"It was taken for a repetition of memory {old.id}. {case.why}",
        marker_id=marker_id,
        other_id=old.id,
    )
    conflict = conflicts.record(old, new, ConflictKind.UNSURE, look.why, look.score, case.now)
    conflicts.settle(conflict, ConflictState.BOTH, SECOND_LOOK, case.now, case.why)
    outcome = f"“{look.merged_text}” is memory {new.id} now, beside memory {old.id}."
    return case.done(SecondLookState.CHANGED, outcome, conflict, {"state": "merged", "kind": ConflictKind.UNSURE})


def undo(store: DataStore, look: SecondLookPair, by: str, now: datetime) -> bool:
    """Take back what came of a pair; False where nothing did, or somebody has answered the pair since."""
    found = conflicts.get(look.conflict_id or 0)
    if look.state is not SecondLookState.CHANGED or found is None or found.by != SECOND_LOOK:
        return False
    prior = json.loads(look.prior).get("state", "") if look.prior else ""
    if prior == ConflictState.REPLACED:
        done = conflicts.resolve(found.id, ConflictState.REPLACED, by, now)
    elif prior == "merged":
        done = conflicts.resolve(found.id, ConflictState.SAME, by, now)
    elif found.state is ConflictState.OPEN:  # it was only lowered
        done = conflicts.resolve(found.id, ConflictState.BOTH, by, now)
    else:
        done = conflicts.undo(found.id, by, now)
    if done:
        store.changed("memories", found.old_id, found.new_id)
    return done


def _conflict(old_id: int, new_id: int) -> MemoryConflict | None:
    sql = "SELECT id FROM memory_conflicts WHERE old_id = ? AND new_id = ?"
    row = proxy.execute_sql(sql, (old_id, new_id)).fetchone()
    return None if row is None else conflicts.get(row[0])


def _is_valid(memory: Memory) -> bool:
    return bool(memory.active) and memory.superseded_by is None


def present(ids: set[int]) -> dict[int, Memory]:
    """Memories by their ids."""
    return {memory.id: memory for memory in tables.by_ids(sorted(ids))}
