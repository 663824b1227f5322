"""The part of ``MemoryAgent`` by which the operator keeps memory true (M10, M12, M14): entries that are judged before
they are saved, facts that age is about to silence, closings and the way back, and the trash of the command line."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..core.errors import OperatorError, UsageError
from ..language.types import PairJudgement
from ..records.record_books import RecordRepositories
from . import answers, conflicts, search, tables
from .answers import LabelledPair
from .conflicts import AnsweredPair, ConflictState, MemoryConflict
from .types import Memory, MemoryCandidate, MemoryChange, MemorySnapshot, counted, shown_service

if TYPE_CHECKING:  # loaded when the operator asks, not when the window opens
    from ..core.settings.groups import LifetimeSettings
    from .closings import MemoryClosing, ReopenResult
    from .evidence import ShownOutput
    from .expiring import ExpiringFact
    from .forgetting import MemoryDeletion
    from .operator_edits import OperatorEdits
    from .review import ReviewOperations
    from .trash import MemoryTrash, TrashedMemory

OPERATOR = "operator"


class OperatorService:
    """What the operator keeps, lets go, closes and brings back. Reads belong inside ``store.read``, all else inside
    ``store.write``."""

    _book: RecordRepositories
    _clock: Clock
    _operator: OperatorEdits
    _review: ReviewOperations
    _forgetting: MemoryDeletion
    lifetimes: Callable[[], LifetimeSettings]
    undo: Callable[[MemoryChange], MemoryChange]

    @cached_property
    def _trash(self) -> MemoryTrash:
        from .trash import MemoryTrash

        return MemoryTrash(self._clock, self._forgetting)

    # --- entries of the operator -------------------------------------------------------------------------------

    def bearing(self, candidate: MemoryCandidate) -> builtins.list[tuple[Memory, PairJudgement]]:
        """What saving an entry would confirm or contradict, the surest first. Writes nothing."""
        return self._operator.bearing(candidate)

    def add_judged(self, candidate: MemoryCandidate) -> MemoryChange:
        """Save an entry of the operator as the judge has it: it confirms what says the same, and closes what says
        otherwise (M9, M10). Raises UsageError."""
        return self._operator.add_judged(candidate)

    def domains(self) -> builtins.list[str]:
        """All domains, those of the operator's own last."""
        return [*self.lifetimes().all_lifetimes()]

    def check_domain(self, name: str | None) -> None:
        """Raises UsageError for a domain that nobody has set up."""
        if name is not None and name not in self.domains():
            raise UsageError(
                f"There is no domain “{name}”.",
                f"Use one of {', '.join(self.domains())}, or add your own in the settings:"
                " lifetimes.own, such as '{customers = \"0.002 180 365\"}'.",
            )

    # --- still true? -------------------------------------------------------------------------------------------

    def expiring(self, now: datetime | None = None) -> builtins.list[ExpiringFact]:
        """Facts that age is about to take out of prompts, or took out lately without an answer."""
        from .expiring import list_expiring

        return list_expiring(self.lifetimes(), now or self._clock())

    def keep_true(self, ids: Sequence[int]) -> MemoryChange:
        """They are still true: confirmed, with what age took given back."""
        from .expiring import confirm

        now, why = self._clock(), "The operator says that it is still true."
        return self._each("Keep", ids, lambda memory: confirm(memory, by=OPERATOR, why=why, now=now))

    def let_go(self, ids: Sequence[int]) -> MemoryChange:
        """They are not wanted any more: laid away, not deleted."""
        from .expiring import let_go

        now = self._clock()
        return self._each("Let go", ids, lambda memory: let_go(memory, now))

    def verify(self, ids: Sequence[int], now: datetime | None = None) -> dict[int, str]:
        """Compare facts with what the watcher measured within a day; the line that shows it again, by the id of each
        that is thereby confirmed."""
        from .confirming import confirm_checked

        return confirm_checked(self._book, now or self._clock(), ids)

    def check(self, ids: Sequence[int]) -> dict[int, str]:
        """Have facts checked: against what the watcher measured, at once; else a session is asked to. The line that
        shows it again, by the id of each that was confirmed."""
        from .expiring import ask_for_check, check_asked

        found = self.verify(ids)
        asked = check_asked()
        for memory in tables.by_ids([number for number in ids if number not in found and number not in asked]):
            ask_for_check(memory, self._clock())
        return found

    def undo_check(self, change: MemoryChange) -> MemoryChange:
        """Undo what ``check_judged`` did: what it confirmed, and what it asked for."""
        from .expiring import check_asked, withdraw_check

        asked = check_asked()
        for memory in tables.by_ids(change.ids):
            if memory.id in asked:
                withdraw_check(memory, self._clock())
        undone = self.undo(change)
        self._book.store.changed("memories", *change.ids)
        return undone

    def check_judged(self, ids: Sequence[int]) -> MemoryChange:
        """As ``check``, with what came of it in one sentence for each fact, and a way back."""
        before = tables.by_ids(sorted(set(ids)))
        found = self.check(ids)
        notes = tuple(
            f"The watcher measured “{found[memory.id]}”: confirmed."
            if memory.id in found
            else f"No check of ours shows it; the next session about {shown_service(memory.service)} checks it."
            for memory in before
        )
        after = tables.by_ids(sorted(set(ids)))
        if before:
            self._book.store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(
            "Check a fact", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)), notes[:3]
        )

    def to_check(self) -> builtins.list[Memory]:
        """Facts that the operator wants checked and that nothing has confirmed since, oldest wish first."""
        from .expiring import waiting_for_check

        return waiting_for_check()

    def confirm_observed(
        self, conversation_id: str, session_id: int | None, answers: Sequence[ShownOutput]
    ) -> dict[int, str]:
        """Confirm what the commands of a conversation show again, whether or not its prompt held it; the line that
        does, by the id of each. Waits: never inside a write."""
        from .confirming import confirm_observed

        return confirm_observed(self._book, self._clock, conversation_id, session_id, answers)

    def verify_expiring(self, now: datetime | None = None) -> int:
        """Confirm what is about to expire and a check of ours shows anew; how many."""
        due = self.expiring(now)
        return len(self.verify([one.memory.id for one in due], now)) if due else 0

    # --- closings ----------------------------------------------------------------------------------------------

    def is_closed(self, memory: Memory) -> bool:
        """Whether something closed, lowered or silenced it, and nothing has undone that since."""
        from .closings import is_closed

        return is_closed(memory)

    def closings(self, since: datetime) -> builtins.list[MemoryClosing]:
        """What was closed, lowered or left behind by age since a moment, the latest first."""
        from .closings import list_closings

        return list_closings(since)

    def conflicts(self) -> builtins.list[tuple[MemoryConflict, Memory, Memory]]:
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
            raise OperatorError("That pair was answered elsewhere, or one of its facts is gone.", "Look again.")
        after = tables.by_ids(sorted(ids))
        change = MemoryChange("Answer a pair", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after)))
        return AnsweredPair(conflict_id, answer, change)

    def undo_answer(self, answered: AnsweredPair) -> MemoryChange:
        """Undo the answer to a pair: both facts stand as before, and the pair waits again."""
        undone = self.undo(answered.change)
        conflicts.ask_again(answered.conflict_id)
        self._book.store.changed("memories", *answered.change.ids)
        return undone

    def resolve(self, conflict_id: int, answer: ConflictState) -> bool:
        """Answer a pair: both hold, the new one replaces, or it is the same."""
        found = conflicts.get(conflict_id)
        if found is None or not conflicts.resolve(conflict_id, answer, OPERATOR, self._clock()):
            return False
        self._book.store.changed("memories", found.old_id, found.new_id)
        return True

    def review_counts(self, now: datetime | None = None) -> tuple[int, int, int]:
        """How many wait for the operator: facts that the gate held, pairs in conflict, and facts about to expire."""
        from .expiring import count

        return search.count_held(), conflicts.count_open(), count(self.lifetimes(), now or self._clock())

    def answers(self) -> builtins.list[LabelledPair]:
        """What the operator answered of pairs in conflict, oldest first: labelled pairs that the judge learns from."""
        return answers.list_answers()

    def reopen_closed(self, ids: Sequence[int]) -> ReopenResult:
        """Say that memories that were closed, lowered or silenced by age hold, in a way that can be undone whole."""
        from .closings import reopen_whole

        reopened = reopen_whole(ids, self._clock())
        if reopened.change.ids:
            self._book.store.changed("memories", *reopened.change.ids)
        return reopened

    def undo_reopening(self, reopened: ReopenResult) -> MemoryChange:
        """Undo it: the memories are closed again, and their pairs answered as before."""
        from .closings import close_again

        undone = self.undo(reopened.change)
        close_again(reopened)
        return undone

    # --- the trash ---------------------------------------------------------------------------------------------

    def trash(self, ids: Sequence[int]) -> MemoryChange:
        """Delete memories so that they can be brought back for thirty days."""
        return self._trash.trash_memories(ids)

    def trashed(self) -> builtins.list[TrashedMemory]:
        """What lies in the trash, the latest first."""
        return self._trash.rows()

    def bring_back(self, memory_id: int) -> Memory:
        """Bring a memory back from the trash. Raises OperatorError where it does not lie there."""
        memory = self._trash.restore_memory(memory_id)
        if memory is None:
            raise OperatorError(f"Memory {memory_id} is not in the trash.", "See `memory trash`.")
        return memory

    def restore_version(self, memory_id: int, number: int) -> MemoryChange:
        """Put a memory back to how it stood after its change ``number``, counted from 1; its history goes on. Raises
        UsageError."""
        versions = tables.versions(memory_id)
        if not 1 <= number <= len(versions):
            raise UsageError(
                f"Memory {memory_id} has no version {number}.", f"Its versions go from 1 to {len(versions)}."
            )
        return self._operator.restore(memory_id, versions[number - 1], number)

    def empty_old_trash(self) -> int:
        """Remove for good what was deleted more than thirty days ago; how many."""
        return self._trash.drop_expired()

    def _each(self, label: str, ids: Sequence[int], change: Callable[[Memory], Memory]) -> MemoryChange:
        before = tables.by_ids(list(dict.fromkeys(ids)))
        after = [change(memory) for memory in before]
        if before:
            self._book.store.changed("memories", *(memory.id for memory in before))
        return MemoryChange(
            f"{label} {counted(len(before))}", tuple(map(MemorySnapshot, before)), tuple(map(MemorySnapshot, after))
        )
