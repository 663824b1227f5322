"""What a prompt is given of memory (E9, M6, M7), and what came of it (E12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ..core.clock import Clock
from ..language.types import service_name
from ..records.record_books import RecordRepositories
from . import conflicts, injected, lifecycle, tables
from .aging import FactAging
from .context import BULLET_FRAME, HEADING_FRAME, ContextBlock, ContextRequest, MemoryContext
from .eligibility import CurrentConfidence, RankedMemories, count_eligible, decay_is_due
from .memory_settings import SettingsInForce
from .types import ACTIVE_FROM, Memory

if TYPE_CHECKING:  # nothing of it is loaded before it is needed: the window opens without
    from .explain.types import FactExplanation
    from .lessons.lessons import LessonStore
    from .prompt_memory.records import InjectionHistory, InjectionRow
    from .prompt_memory.types import InjectionRequest, PromptMemory
    from .reminders.triggers import ReminderTriggers
    from .retrieval import RetrievalService

PATIENCE_S = 2.0  # so long a session waits for recall


class PromptMemoryService:
    """What a prompt holds and what comes of it. Reads answer at once, ``compose`` waits for recall."""

    def __init__(
        self,
        book: RecordRepositories,
        clock: Clock,
        settings: SettingsInForce,
        recall: RetrievalService,
        reminders: Callable[[], ReminderTriggers],
        lessons: Callable[[], LessonStore],
        aging: FactAging,
    ) -> None:
        self._book = book
        self._clock = clock
        self._settings = settings
        self._recall = recall
        self._reminders = reminders
        self._lessons = lessons
        self._aging = aging

    def count_eligible(self) -> int:
        """How many memories prompts may hold: active, valid, and not laid away."""
        return count_eligible()

    def block(self, request: ContextRequest) -> MemoryContext:
        """The block that the next prompt gets (M6, M7). Decay is reckoned, nothing is written."""
        graces = self._settings.graces()
        standing = CurrentConfidence(request.now if decay_is_due(request.now, graces) else None, graces)
        disputed = [(one.old_id, one.new_id) for one in conflicts.list_open()]
        block = ContextBlock(request.budget, standing.count(), request.now, disputed)

        sides: dict[int, list[int]] = {}
        for one, other in (*disputed, *((newer, older) for older, newer in disputed)):
            sides.setdefault(one, []).append(other)

        def with_other_sides(memories: Sequence[Memory]) -> Iterator[Memory]:
            """Whoever is told one of two facts in conflict is told the other one too, right behind it."""
            for memory in memories:
                yield memory
                if memory.id not in sides:
                    continue
                for other in tables.by_ids(sides[memory.id]):
                    if standing.for_memory(other) >= ACTIVE_FROM:
                        yield other

        def offer(memories: Sequence[Memory]) -> None:
            block.add_memories((memory, standing.for_memory(memory)) for memory in with_other_sides(memories))

        offer(standing.pinned())
        named = [name for name in map(service_name, request.services) if name]
        if named and not block.full:
            offer(standing.of_services(named))
        ranked = RankedMemories(standing)
        chunk = [] if block.full else ranked.best()
        while chunk:
            offer(chunk)
            if block.full:
                break
            chunk = ranked.next_fitting(block.room, BULLET_FRAME, HEADING_FRAME, block.headed)
        return block.finish()

    def compose(self, request: InjectionRequest, patience_s: float | None = None) -> PromptMemory:
        """All of memory in one prompt, part by part (E9). Writes nothing; on any thread that may wait for recall.

        ``patience_s``: how long recall may take, two seconds where nothing is said.
        """
        from .prompt_memory import compose

        sources = compose.PromptSources(
            self.block,
            self._recall.ask,
            self._stands_at,
            self._reminders().list_due,
            self._lessons().rows,
            tables.by_ids,
            self._recall.is_pressed,
            self._aging.to_check,
        )
        return compose.compose(sources, request, PATIENCE_S if patience_s is None else patience_s)

    def record(self, session_id: int, injected: PromptMemory, appended: str) -> int:
        """A session is told that: a row for each memory that stands in ``appended``; dates that are due are told."""
        from .prompt_memory import records
        from .visibility import narrow_for_given

        count = records.record(session_id, injected, appended, self._clock())
        lines = [entry for part in injected.parts for entry in part.entries if entry.line in appended]
        self._reminders().mark_told([entry.trigger.id for entry in lines if entry.trigger is not None], session_id)
        given = [entry.memory.id for entry in lines if entry.memory is not None]
        narrow_for_given(self._book, session_id, given)
        self._book.store.changed("injections", session_id, what="inserted")
        return count

    def history_of(self, memory_id: int) -> InjectionHistory:
        """How often a memory was told, used and ignored (E12)."""
        from .prompt_memory import records

        return records.of_memory(memory_id)

    def given_to(self, session_id: int) -> list[InjectionRow]:
        """What a session was told, in the order of its prompt."""
        from .prompt_memory import records

        return records.of_session(session_id)

    def settle_echoes(self) -> int:
        """Settle what sessions that are over say of what they were told (E12); how many sessions.

        Waits for logs: never on a GUI thread, never inside a write.
        """
        from .prompt_memory.records import list_unsettled

        if not self._book.store.read(list_unsettled).result():  # most of the time; what judges is not loaded then
            return 0
        from . import echo

        return echo.settle_all(self._book, self._clock, self._settings.graces())

    def _stands_at(self, memory: Memory, now: datetime) -> float:
        found = lifecycle.decay_due(memory, now, self._settings.graces())
        return found.confidence if found else memory.confidence

    # --- afterwards ----------------------------------------------------------------------------------------------

    def compare(self, given: Sequence[injected.InjectedMemory]) -> list[injected.InjectedComparison]:
        """The memories that a session was given, as they are today."""
        return injected.look_up(given)

    def why_not(
        self, question: str = "", *, memory_id: int | None = None, session_id: int | None = None
    ) -> FactExplanation:
        """Why it did not remember something (R5): the stage at which it was lost, with what the tables hold of it.

        About one memory, or what is most like the words of ``question``; for one session, or for the next prompt.
        """
        from .explain import stages

        return stages.explain(
            self.block,
            question,
            memory_id=memory_id,
            session_id=session_id,
            now=self._clock(),
            budget=self._settings.budget(),
            next_exit=self._aging.next_exit,
        )
