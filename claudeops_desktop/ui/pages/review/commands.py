"""The answers to what waits: facts approved, edited, rejected, kept or let go, pairs answered; each can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ....memory.agent import MemoryAgent
from ....memory.conflicts import AnsweredPair, ConflictState
from ....memory.types import MemoryChange, MemoryEdit, MemorySnapshot


@dataclass(frozen=True, slots=True)
class ApproveFacts:
    """Approves facts, with other words where the operator mended them first: both together are one change."""

    agent: MemoryAgent
    ids: tuple[int, ...]
    edit: MemoryEdit | None = None

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        if self.edit is None:
            return self.agent.approve(self.ids)
        return join_changes(self.agent.edit(self.ids, self.edit), self.agent.approve(self.ids))


@dataclass(frozen=True, slots=True)
class RejectFacts:
    """Rejects facts."""

    agent: MemoryAgent
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.reject(self.ids)


@dataclass(frozen=True, slots=True)
class EditHeldFact:
    """Other words for a fact that goes on waiting."""

    agent: MemoryAgent
    memory_id: int
    edit: MemoryEdit

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.edit((self.memory_id,), self.edit)


@dataclass(frozen=True, slots=True)
class ConfirmFacts:
    """Confirms facts that are about to expire."""

    agent: MemoryAgent
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.keep_true(self.ids)


@dataclass(frozen=True, slots=True)
class ArchiveFacts:
    """Archives facts that are about to expire."""

    agent: MemoryAgent
    ids: tuple[int, ...]

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.let_go(self.ids)


@dataclass(frozen=True, slots=True)
class CheckFact:
    """Has a fact checked: by what the watcher measured, else by the next session about it."""

    agent: MemoryAgent
    memory_id: int

    def __call__(self) -> MemoryChange:
        """Inside ``store.write``."""
        return self.agent.check_judged((self.memory_id,))


@dataclass(frozen=True, slots=True)
class AnswerConflict:
    """Answers a pair in conflict."""

    agent: MemoryAgent
    conflict_id: int
    state: ConflictState

    def __call__(self) -> AnsweredPair:
        """Inside ``store.write``."""
        return self.agent.answer_pair(self.conflict_id, self.state)


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
