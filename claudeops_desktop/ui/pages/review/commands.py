"""The answers to what waits: facts approved, edited, rejected, kept or let go, pairs answered; each can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ....memory import AnsweredPair, ConflictState, MemoryChange, MemoryEdit, MemoryService, MemorySnapshot
from ...text.translation import tr
from .expiring_card import KEEP, LET_GO


def approve_facts(agent: MemoryService, ids: tuple[int, ...], edit: MemoryEdit | None = None) -> MemoryChange:
    """Approves facts, with other words where the operator mended them first: both together are one change."""
    if edit is None:
        return agent.review.approve(ids)
    return join_changes(agent.edits.edit(ids, edit), agent.review.approve(ids))


def reject_facts(agent: MemoryService, ids: tuple[int, ...]) -> MemoryChange:
    """Rejects facts."""
    return agent.review.reject(ids)


def put_back_facts(agent: MemoryService, ids: tuple[int, ...]) -> MemoryChange:
    """Puts facts back as they were before they were moved here on an upgrade."""
    return agent.earlier_rules.put_back(ids)


def edit_held_fact(agent: MemoryService, memory_id: int, edit: MemoryEdit) -> MemoryChange:
    """Other words for a fact that goes on waiting."""
    return agent.edits.edit((memory_id,), edit)


def confirm_facts(agent: MemoryService, ids: tuple[int, ...]) -> MemoryChange:
    """Confirms facts that are about to expire."""
    return agent.aging.keep_true(ids)


def archive_facts(agent: MemoryService, ids: tuple[int, ...]) -> MemoryChange:
    """Archives facts that are about to expire."""
    return agent.aging.let_go(ids)


def check_fact(agent: MemoryService, memory_id: int) -> MemoryChange:
    """Has a fact checked: by what the watcher measured, else by the next session about it."""
    return agent.aging.check_judged((memory_id,))


def answer_conflict(agent: MemoryService, conflict_id: int, state: ConflictState) -> AnsweredPair:
    """Answers a pair in conflict."""
    return agent.review.answer_pair(conflict_id, state)


PAIR_ANSWERED = {
    ConflictState.BOTH: tr("Kept both facts"),
    ConflictState.REPLACED: tr("Replaced the older fact"),
    ConflictState.SAME: tr("Confirmed the older fact"),
}
ReviewCommand = Callable[[], MemoryChange]


def join_changes(first: MemoryChange, second: MemoryChange) -> MemoryChange:
    """Two changes, one after the other, as one: from before the first to after the second."""
    before = {snapshot.memory.id: snapshot for snapshot in second.before}
    after = {snapshot.memory.id: snapshot for snapshot in first.after}
    before.update((snapshot.memory.id, snapshot) for snapshot in first.before)
    after.update((snapshot.memory.id, snapshot) for snapshot in second.after)
    gone = {s.memory.id for s in second.before} - {s.memory.id for s in second.after}
    return replace(
        second,
        before=_ordered(before.values()),
        after=_ordered(snapshot for number, snapshot in after.items() if number not in gone),
        notes=(*first.notes, *second.notes),
    )


def _ordered(snapshots: Iterable[MemorySnapshot]) -> tuple[MemorySnapshot, ...]:
    return tuple(sorted(snapshots, key=lambda snapshot: snapshot.memory.id))


# What answers several facts at once, by the name of the answer.
FOR_MANY: dict[str, Callable[..., MemoryChange]] = {
    "approve": approve_facts,
    "reject": reject_facts,
    "put back": put_back_facts,
    KEEP: confirm_facts,
    LET_GO: archive_facts,
}
