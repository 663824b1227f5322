"""The answers to what waits: facts approved, edited, rejected, kept or let go, pairs answered; each can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ....memory import AnsweredPair, ConflictState, MemoryChange, MemoryEdit, MemoryService, MemorySnapshot


@dataclass(frozen=True, slots=True)
class ApproveFacts:
    """Approves facts, with other words where the operator mended them first: both together are one change."""

    agent: MemoryService
    ids: tuple[int, ...]
    edit: MemoryEdit | None = None

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        if self.edit is None:
            return self.agent.review.approve(self.ids)
        return join_changes(self.agent.edits.edit(self.ids, self.edit), self.agent.review.approve(self.ids))


@dataclass(frozen=True, slots=True)
class RejectFacts:
    """Rejects facts."""

    agent: MemoryService
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.review.reject(self.ids)


@dataclass(frozen=True, slots=True)
class EditHeldFact:
    """Other words for a fact that goes on waiting."""

    agent: MemoryService
    memory_id: int
    edit: MemoryEdit

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.edits.edit((self.memory_id,), self.edit)


@dataclass(frozen=True, slots=True)
class ConfirmFacts:
    """Confirms facts that are about to expire."""

    agent: MemoryService
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.aging.keep_true(self.ids)


@dataclass(frozen=True, slots=True)
class ArchiveFacts:
    """Archives facts that are about to expire."""

    agent: MemoryService
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.aging.let_go(self.ids)


@dataclass(frozen=True, slots=True)
class CheckFact:
    """Has a fact checked: by what the watcher measured, else by the next session about it."""

    agent: MemoryService
    memory_id: int

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.aging.check_judged((self.memory_id,))


@dataclass(frozen=True, slots=True)
class AnswerConflict:
    """Answers a pair in conflict."""

    agent: MemoryService
    conflict_id: int
    state: ConflictState

    def __call__(self) -> AnsweredPair:
        """Inside ``store.write``."""
        return self.agent.review.answer_pair(self.conflict_id, self.state)


PAIR_ANSWERED = {
    ConflictState.BOTH: "Kept both facts",
    ConflictState.REPLACED: "Replaced the older fact",
    ConflictState.SAME: "Confirmed the older fact",
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
