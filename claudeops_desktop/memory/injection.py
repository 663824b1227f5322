"""The part of ``MemoryAgent`` that tells: prompts (E9), what came of them (E12), dates to come (E13), lessons (E15)."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..records.record_books import RecordRepositories
from . import lifecycle, tables

if TYPE_CHECKING:  # nothing of it is loaded before it is needed: the window opens without
    from ..language.extraction.types import ConversationTurn
    from .context import ContextRequest, MemoryContext
    from .lessons.lessons import LessonStore, StoredLesson
    from .prompt_memory.records import InjectionHistory, InjectionRow
    from .prompt_memory.types import InjectionRequest, PromptMemory
    from .recall.types import RecallRequest, RecallResult
    from .reminders.triggers import FutureTrigger, ReminderTriggers
    from .types import Memory

PATIENCE_S = 2.0  # so long a session waits for recall


class InjectionService:
    """What a prompt holds and what comes of it. Reads answer at once, ``injection`` waits for recall."""

    def __init__(self, book: RecordRepositories, clock: Clock) -> None:
        self._tells_for, self._tells_at = book, clock

    @cached_property
    def _forward(self) -> ReminderTriggers:
        from .reminders.triggers import ReminderTriggers

        return ReminderTriggers(self._tells_for.store, self._tells_at)

    @cached_property
    def _lessons(self) -> LessonStore:
        from .lessons.lessons import LessonStore

        return LessonStore(self._tells_for.store, self._tells_at)

    # --- what MemoryAgent itself brings ------------------------------------------------------------------------

    def context(self, request: ContextRequest) -> MemoryContext:
        """The block (M6, M7)."""
        raise NotImplementedError

    def recall(self, request: RecallRequest) -> RecallResult:
        """A question to memory (E9)."""
        raise NotImplementedError

    def recall_is_pressed(self, now: datetime) -> bool:
        """Whether the day's money for recalls is spent (E16)."""
        raise NotImplementedError

    def to_check(self) -> builtins.list[Memory]:
        """Facts that the operator wants checked."""
        raise NotImplementedError

    def unfading(self) -> frozenset[str]:
        """The domains whose facts never grow stale."""
        raise NotImplementedError

    # --- prompts -----------------------------------------------------------------------------------------------

    def injection(self, request: InjectionRequest, patience_s: float | None = None) -> PromptMemory:
        """All of memory in one prompt, part by part (E9). Writes nothing; on any thread that may wait for recall.

        ``patience_s``: how long recall may take, two seconds where nothing is said.
        """
        from .prompt_memory import compose

        sources = compose.PromptSources(
            self.context,
            self.recall,
            self._stands_at,
            self._forward.list_due,
            self._lessons.rows,
            tables.by_ids,
            self.recall_is_pressed,
            self.to_check,
        )
        return compose.compose(sources, request, PATIENCE_S if patience_s is None else patience_s)

    def record_injection(self, session_id: int, injected: PromptMemory, appended: str) -> int:
        """A session is told that: a row for each memory that stands in ``appended``; dates that are due are told."""
        from .prompt_memory import records

        count = records.record(session_id, injected, appended, self._tells_at())
        lines = [entry for part in injected.parts for entry in part.entries if entry.line in appended]
        self._forward.mark_told([entry.trigger.id for entry in lines if entry.trigger is not None], session_id)
        self._tells_for.store.changed("injections", session_id, what="inserted")
        return count

    def told(self, memory_id: int) -> InjectionHistory:
        """How often a memory was told, used and ignored (E12)."""
        from .prompt_memory import records

        return records.of_memory(memory_id)

    def told_to(self, session_id: int) -> builtins.list[InjectionRow]:
        """What a session was told, in the order of its prompt."""
        from .prompt_memory import records

        return records.of_session(session_id)

    def settle_echoes(self) -> int:
        """Judge what sessions that are over did with what they were told (E12); how many sessions.

        Waits for logs: never on a GUI thread, never inside a write.
        """
        from .prompt_memory.records import list_unsettled

        if not self._tells_for.store.read(list_unsettled).result():  # most of the time; what judges is not loaded then
            return 0
        from .echo import session as echo_session

        return echo_session.settle_all(self._tells_for, self._tells_at)

    def _stands_at(self, memory: Memory, now: datetime) -> float:
        found = lifecycle.decay(memory, now, self.unfading())
        return found.confidence if found else memory.confidence

    # --- dates to come -----------------------------------------------------------------------------------------

    def forward_due(self, now: datetime | None = None) -> builtins.list[FutureTrigger]:
        """What was said for today (E13)."""
        return self._forward.list_due(now or self._tells_at())

    def coming(self, *, everything: bool = False) -> builtins.list[FutureTrigger]:
        """What was said for days to come, soonest first; with ``everything`` what is over too."""
        return self._forward.list_upcoming(everything=everything)

    def trigger(self, trigger_id: int) -> FutureTrigger | None:
        """One of those."""
        return self._forward.get(trigger_id)

    def scan_dates(
        self,
        turns: Sequence[ConversationTurn],
        *,
        session_id: int | None = None,
        memory_ids: Sequence[int] = (),
        resource_id: int | None = None,
    ) -> builtins.list[FutureTrigger]:
        """Triggers for the days to come that these turns name; ``memory_ids`` are preloaded with them."""
        return self._forward.scan(turns, session_id=session_id, memory_ids=memory_ids, resource_id=resource_id)

    def scan_new_facts(self, now: datetime | None = None) -> builtins.list[FutureTrigger]:
        """Triggers for the days to come that new facts name, each preloading itself. Outside ``store.write``."""
        return self._forward.scan_facts(now or self._tells_at())

    def check_forward(self, now: datetime | None = None) -> int:
        """The daily check: days that have passed are fired; how many."""
        return self._forward.check(now or self._tells_at())

    def cancel_trigger(self, trigger_id: int) -> FutureTrigger | None:
        """It shall not be told; how it stood before, None where there was nothing to cancel."""
        return self._forward.cancel(trigger_id)

    def restore_trigger(self, trigger_id: int) -> FutureTrigger | None:
        """Take a cancellation back."""
        return self._forward.restore(trigger_id)

    # --- lessons -----------------------------------------------------------------------------------------------

    def lessons(self, *, everything: bool = False) -> builtins.list[StoredLesson]:
        """What every session is told of earlier corrections (E15); with ``everything`` the others too."""
        return self._lessons.rows(everything=everything)

    def lesson(self, lesson_id: int) -> StoredLesson | None:
        """One lesson."""
        return self._lessons.get(lesson_id)

    def learn(
        self, turns: Sequence[ConversationTurn], *, session_id: int | None = None, resource_id: int | None = None
    ) -> builtins.list[StoredLesson]:
        """Lessons from corrections and admitted mistakes in these turns; those that are new or counted up."""
        return self._lessons.learn(turns, session_id=session_id, resource_id=resource_id)

    def add_lesson(self, text: str) -> StoredLesson:
        """A lesson of the operator's own. Raises UsageError."""
        return self._lessons.add(text)

    def edit_lesson(self, lesson_id: int, text: str | None = None, active: bool | None = None) -> StoredLesson:
        """Change the words of one, or turn it on or off; turning on a held one approves it. Raises UsageError."""
        return self._lessons.edit(lesson_id, text, active)

    def remove_lesson(self, lesson_id: int) -> StoredLesson | None:
        """Remove one; it as it was."""
        return self._lessons.remove(lesson_id)

    def restore_lesson(self, lesson: StoredLesson) -> StoredLesson:
        """Bring one back, or put it as it was before an edit."""
        return self._lessons.restore(lesson)
