"""``MemoryService``: the one door to all that is remembered (E17).

Each subject is a sub-service of its own: ``memory.ingest.marker(...)``, ``memory.recall.ask(...)``,
``memory.review.approve(...)``. Reads answer at once and belong inside ``store.read``; everything that changes a memory
belongs inside ``store.write`` and leaves a row in the memory's history in the same transaction (M16).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.clock import Clock, utc_now
from ..core.lazy import lazy_property
from ..records.record_books import RecordRepositories
from .aging import FactAging
from .deletion import MemoryDeletion
from .history import MemoryHistory
from .ingest import MemoryIngest
from .memory_settings import SettingsInForce
from .operator_edits import OperatorEdits
from .prompt_service import PromptMemoryService
from .purging.purge import MemoryPurge
from .retrieval import RetrievalService
from .review import ReviewService
from .search import MemorySearch
from .second_look.queue import SecondLookQueue
from .session_sources import SessionSources
from .similar import SimilarMemoryRanker
from .undo import MemoryUndo

if TYPE_CHECKING:
    from ..core.settings.groups import Settings
    from .curation import MemoryCuration
    from .earlier_rules import EarlierRuleFacts
    from .folder.service import FolderFacts
    from .imports.service import FactImports
    from .lessons.lessons import LessonStore
    from .maintenance.service import MemoryMaintenance
    from .near_duplicates import NearDuplicates
    from .reminders.triggers import ReminderTriggers
    from .second_look.service import SecondLookService
    from .sharing.service import SharedFacts
    from .transfer.service import MemoryTransfer
    from .trash import MemoryTrash
    from .visibility import FactVisibility


class MemoryService:
    """Keeps memories by the rules of SPEC-0015.

    search      memories by id and by what the operator looks for
    history     versions, links, sources and passages of one memory
    ingest      markers and facts on their way in
    provenance  where the words of a session stood before
    recall      questions to memory, and the indexes they need
    prompt      what a prompt is given, and what came of it
    review      what waits for the operator: held facts, pairs in conflict, closings
    aging       decay, lifetimes, and facts that are about to expire
    edits       what the operator changes, with undo
    trash, visibility, lessons, reminders, second_look, purge, duplicates, curation, folder, imports,
                sharing, transfer, maintenance, earlier_rules: loaded when they are first needed
    """

    def __init__(
        self, book: RecordRepositories, clock: Clock = utc_now, settings: Callable[[], Settings] | None = None
    ) -> None:
        self._book = book
        self._clock = clock
        self.settings = in_force = SettingsInForce(settings)
        self._forgetting = forgetting = MemoryDeletion(book)
        undo = MemoryUndo(book, clock, forgetting)
        self.search = MemorySearch()
        self.history = MemoryHistory(book)
        self.provenance = SessionSources(book)
        self.recall = RetrievalService(book, clock, in_force)
        self.ingest = MemoryIngest(
            book,
            clock,
            SecondLookQueue(in_force.queued_looks),
            SimilarMemoryRanker(self.recall.embedder, self.recall.loaded_index),
            self.provenance.own_hosts,
        )
        self.edits = OperatorEdits(book, clock, forgetting, self.ingest, undo, in_force)
        self.review = ReviewService(book, clock, forgetting, self.ingest, undo, in_force)
        self.aging = FactAging(book, clock, in_force, undo, lambda: self.trash)
        self.prompt = PromptMemoryService(
            book, clock, in_force, self.recall, lambda: self.reminders, lambda: self.lessons, self.aging
        )
        self.purge = MemoryPurge(book, clock, self.recall.ask)

    @lazy_property
    def trash(self) -> MemoryTrash:
        """Deleted memories, which can be brought back for thirty days."""
        from .trash import MemoryTrash

        return MemoryTrash(self._clock, self._forgetting)

    @lazy_property
    def visibility(self) -> FactVisibility:
        """Who may see a fact: shared, and taken back (X2)."""
        from .visibility import FactVisibility

        return FactVisibility(self._book, self._clock, self._forgetting, self.ingest)

    @lazy_property
    def duplicates(self) -> NearDuplicates:
        """Facts that say the same twice, and joining them."""
        from .near_duplicates import NearDuplicates

        return NearDuplicates(self._book, self._clock)

    @lazy_property
    def maintenance(self) -> MemoryMaintenance:
        """What the routine does to all of memory."""
        from .maintenance.service import MemoryMaintenance

        return MemoryMaintenance(self._book, self._clock, self.recall)

    @lazy_property
    def earlier_rules(self) -> EarlierRuleFacts:
        """Facts that rules of an earlier version drew, and that nothing has confirmed."""
        from .earlier_rules import EarlierRuleFacts

        return EarlierRuleFacts(self._book, self._clock)

    @lazy_property
    def curation(self) -> MemoryCuration:
        """What the knowledge folder is fed from."""
        from .curation import MemoryCuration

        return MemoryCuration(self._book, self.provenance, self.provenance.own_hosts)

    @lazy_property
    def lessons(self) -> LessonStore:
        """What every session is told of earlier corrections (E15)."""
        from .lessons.lessons import LessonStore

        return LessonStore(self._book.store, self._clock)

    @lazy_property
    def folder(self) -> FolderFacts:
        """Facts as the files of the knowledge folder show them, and what an edit there does."""
        from .folder.service import FolderFacts

        return FolderFacts(self._book, self._clock, self.ingest, self.edits, lambda: self.trash, lambda: self.lessons)

    @lazy_property
    def imports(self) -> FactImports:
        """Facts of other programs, through gate and judge (X4)."""
        from .imports.service import FactImports

        return FactImports(self._book, self._clock, self.ingest, self.provenance)

    @lazy_property
    def sharing(self) -> SharedFacts:
        """What other workstations are given, and what comes from them (X6)."""
        from .sharing.service import SharedFacts

        return SharedFacts(self._book, self._clock, self.ingest, self.provenance, self.trash, self.lessons)

    @lazy_property
    def transfer(self) -> MemoryTransfer:
        """Memories out as JSON Lines with what belongs to them, and in again (X4)."""
        from .transfer.service import MemoryTransfer

        return MemoryTransfer(self._book.store, self._clock)

    @lazy_property
    def reminders(self) -> ReminderTriggers:
        """What was said for days to come (E13)."""
        from .reminders.triggers import ReminderTriggers

        return ReminderTriggers(self._book.store, self._clock)

    @lazy_property
    def second_look(self) -> SecondLookService:
        """Pairs of which the judge was not sure, and the model that looks at them again."""
        from .second_look.service import SecondLookService

        return SecondLookService(self._book, self._clock, self.settings.second_look, self.recall.index_names)
