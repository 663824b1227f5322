"""``MemoryAgent``: the one door to all that is known (E17).

Reads answer at once and belong inside ``store.read``; everything that changes a memory belongs inside ``store.write``
and leaves a row in the memory's history in the same transaction (M16).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from ..core.clock import Clock, utc_now
from ..language.types import service_name
from ..records.markers import MarkerRecord
from ..records.record_books import RecordRepositories
from . import conflicts, context, decay, injected, resources, search, supersession_chain, tables
from .agent_tools import AgentToolOperations
from .context import ContextRequest, MemoryContext
from .eligibility import CurrentConfidence, RankedMemories, count_eligible, decay_is_due
from .forgetting import MemoryDeletion
from .injection import InjectionService
from .lifecycle import UNFADING, non_decaying_domains
from .marker_ingest import MarkerIngest, MarkerPosition
from .operator_edits import OperatorEdits
from .operator_service import OperatorService
from .purging.purge import MemoryPurge
from .recall import records as recalled
from .recall.records import RecallRecord
from .retrieval import RetrievalService
from .review_service import ReviewService
from .second_look.queue import SecondLookQueue
from .sourcing import SessionSources
from .types import (
    ACTIVE_FROM,
    MarkerOutcome,
    Memory,
    MemoryCandidate,
    MemoryChange,
    MemoryEdit,
    MemoryLink,
    MemoryResource,
    MemoryVersion,
)
from .undo import MemoryUndo

if TYPE_CHECKING:
    from ..core.settings.groups import LifetimeSettings, SecondLookSettings, Settings
    from .explain.types import FactExplanation

__all__ = ["MarkerPosition", "MemoryAgent"]
DEFAULT_BUDGET = 2000  # tokens (M7)


class MemoryAgent(
    RetrievalService, ReviewService, OperatorService, InjectionService, AgentToolOperations, SessionSources, MemoryPurge
):
    """Keeps memories by the rules of SPEC-0015."""

    def __init__(
        self, book: RecordRepositories, clock: Clock = utc_now, settings: Callable[[], Settings] | None = None
    ) -> None:
        super().__init__(book, clock)
        self._book = book
        self._clock = clock
        self._in_force = settings
        self._aged_on: date | None = None
        looks = SecondLookQueue(self.second_look_settings)
        self._intake = MarkerIngest(book, clock, looks, self.own_hosts)
        self._forgetting = forgetting = MemoryDeletion(book)
        self._begin_judging(book, clock, forgetting, self.embedder, self.shelf, looks)
        self._reversal = MemoryUndo(book, clock, forgetting)
        self._operator = OperatorEdits(book, clock, forgetting, self._facts)

    # --- reads -------------------------------------------------------------------------------------------------

    def get(self, memory_id: int) -> Memory | None:
        """One memory."""
        return tables.get_memory(memory_id)

    def rows(self, ids: Sequence[int]) -> builtins.list[Memory]:
        """Memories in the order of ``ids``; those that are gone are left out."""
        return tables.by_ids(ids)

    def ids(self, query: search.MemoryQuery, limit: int | None = None) -> builtins.list[int]:
        """Ids of what a query means, in its order; at most ``limit``."""
        return search.ids(query, limit)

    def list(self, query: search.MemoryQuery | None = None) -> builtins.list[Memory]:
        """Memories of a query; all, by id, without one."""
        return tables.by_ids(search.ids(query or search.MemoryQuery(sort="id", descending=False)))

    def facets(self, query: search.MemoryQuery) -> search.FilterCounts:
        """Counts for the filter boxes."""
        return search.facets(query)

    def active(self) -> int:
        """How many memories prompts may hold: active, valid, and not laid away."""
        return count_eligible()

    def held(self) -> int:
        """How many facts wait for review."""
        return search.count_held()

    def history(self, memory_id: int) -> builtins.list[MemoryVersion]:
        """Every change of a memory, oldest first (M16)."""
        return tables.versions(memory_id)

    def links(self, memory_id: int) -> builtins.list[MemoryLink]:
        """What it contradicts or returns, and what contradicts it."""
        return tables.links(memory_id)

    def sources(self, memory_id: int) -> builtins.list[MarkerRecord]:
        """The lines that said it, oldest first."""
        return self._book.markers.of_target("memory", memory_id)

    def chain(self, memory_id: int) -> builtins.list[Memory]:
        """The facts that followed one another, old to new, where it replaced one or was replaced (E7)."""
        return supersession_chain.chain(memory_id)

    def passages(self, memory_id: int) -> builtins.list[MemoryResource]:
        """All passages that said it, oldest first: what it was drawn from, and what confirmed it (E2)."""
        return resources.load_resources_of(memory_id)

    def recalls(self, limit: int = 20, asked_by: str = "operator") -> builtins.list[RecallRecord]:
        """The newest questions that somebody asked, newest first; ``asked_by`` "" means anybody."""
        return recalled.latest(limit, asked_by)

    def recalls_of(self, memory_id: int, limit: int = 50) -> builtins.list[RecallRecord]:
        """The newest recalls that brought a memory back."""
        return recalled.of_memory(memory_id, limit)

    def look_up(self, given: Sequence[injected.InjectedMemory]) -> builtins.list[injected.InjectedComparison]:
        """The memories that a session was given, as they are today."""
        return injected.look_up(given)

    def resource(self, resource_id: int) -> MemoryResource | None:
        """A passage that a memory was drawn from (E2)."""
        return resources.get_resource(resource_id)

    def context(self, request: ContextRequest) -> MemoryContext:
        """The block that the next prompt gets (M6, M7). Decay is reckoned, nothing is written."""
        never = self.unfading()
        standing = CurrentConfidence(request.now if decay_is_due(request.now, never) else None, never)
        disputed = [(one.old_id, one.new_id) for one in conflicts.list_open()]
        block = context.ContextBlock(request.budget, standing.count(), disputed)

        sides: dict[int, list[int]] = {}
        for one, other in (*disputed, *((newer, older) for older, newer in disputed)):
            sides.setdefault(one, []).append(other)

        def with_other_sides(memories: Sequence[Memory]) -> Iterator[Memory]:
            """Whoever is told one of two facts in conflict is told the other one too, right behind it."""
            for memory in memories:
                yield memory
                for other in tables.by_ids(sides.get(memory.id, [])):
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
            chunk = ranked.next_fitting(block.room, context.BULLET_FRAME, context.HEADING_FRAME, block.headed)
        return block.finish()

    def why_not(
        self, question: str = "", *, memory_id: int | None = None, session_id: int | None = None
    ) -> FactExplanation:
        """Why it did not remember something (R5): the stage at which it was lost, with what the tables hold of it.

        About one memory, or what is most like the words of ``question``; for one session, or for the next prompt.
        """
        from .explain import stages

        budget = self._in_force().memory.budget if self._in_force is not None else DEFAULT_BUDGET
        return stages.explain(
            self, question, memory_id=memory_id, session_id=session_id, now=self._clock(), budget=budget
        )

    def unfading(self) -> frozenset[str]:
        """The domains whose facts never grow stale, by the settings in force."""
        return non_decaying_domains(self._in_force().lifetimes) if self._in_force is not None else UNFADING

    def warm(self, services: Sequence[str] = ()) -> int:
        """Get ready to judge what a session says, so that not even the first marker waits; how many memories it read.

        Inside ``store.read``, before the first marker: it takes some tenths of a second where there are many memories.
        """
        return self._intake.warm(services)

    # --- writes ------------------------------------------------------------------------------------------------

    def take(self, candidate: MemoryCandidate, said: MarkerPosition) -> MarkerOutcome | None:
        """Keep what a marker offers (M9 to M11); None where this very marker was taken before.

        The same text again in one session changes nothing (S7).
        """
        return self._intake.take(candidate, said)

    def decay(self, now: datetime | None = None) -> int:
        """The staleness check (M12): takes off what is due and was not taken off yet; how many it touched.

        Once a day it also gives every memory the state of its age (E10).
        """
        now = now or self._clock()
        if self._aged_on != now.date():
            self._aged_on = now.date()
            self.age(now)
        return decay.decay(self._book.store, now, self.unfading())

    def age(self, now: datetime | None = None) -> int:
        """Lifetimes (E10): active, stale, archived, cold by the domain's days; how many changed. Before that, what a
        check of ours shows anew is confirmed, what an older version left without a domain gets one, and the trash loses
        what lay there for thirty days."""
        from .lifecycle_states import place_unread, update_states

        now = now or self._clock()
        place_unread(self._book.store)
        self.empty_old_trash()
        self.verify_expiring(now)
        return update_states(self._book.store, self.lifetimes(), now)

    def second_look_settings(self) -> SecondLookSettings:
        """What is looked at again, by the settings in force."""
        from ..core.settings.groups import SecondLookSettings

        return self._in_force().second_look if self._in_force is not None else SecondLookSettings()

    def lifetimes(self) -> LifetimeSettings:
        """How long facts are trusted, by the settings in force."""
        from ..core.settings.groups import LifetimeSettings

        return self._in_force().lifetimes if self._in_force is not None else LifetimeSettings()

    def add(self, candidate: MemoryCandidate) -> MemoryChange:
        """Add an operator's memory: no session, active where its confidence is 0.3 or more (M14)."""
        return self._operator.add(candidate)

    def bring_in(self, offered: Sequence[Memory], origin: str) -> MemoryChange:
        """Take memories of an export in, with their own times; those that are known already are left out."""
        return self._operator.bring_in(offered, origin)

    def edit(self, ids: Sequence[int], edit: MemoryEdit) -> MemoryChange:
        """Change what ``edit`` names (M14)."""
        return self._operator.edit(ids, edit)

    def adjust(self, ids: Sequence[int], by: float) -> MemoryChange:
        """Raise or lower the confidence of several by the same amount."""
        return self._operator.adjust(ids, by)

    def delete(self, ids: Sequence[int]) -> MemoryChange:
        """Remove memories with their history, for good; the change that is returned can bring them back."""
        return self._operator.delete(ids)

    def undo(self, change: MemoryChange) -> MemoryChange:
        """Take an operation back."""
        return self._reversal.undo(change)

    def redo(self, change: MemoryChange) -> MemoryChange:
        """Do an operation that was taken back once more."""
        return self._reversal.redo(change)
