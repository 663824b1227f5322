"""The part of ``MemoryAgent`` that takes in extracted facts and lets the operator review them (E4, E5, E7)."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ..core.clock import Clock
from ..language.types import ExtractedFact, PairJudgement
from ..records.record_books import RecordRepositories
from ..stream.provenance import NOWHERE, ClaimProvenance
from .fact_ingest import FactIngest
from .forgetting import MemoryDeletion
from .review import ReviewOperations
from .second_look.queue import SecondLookQueue
from .similar import SimilarMemoryRanker
from .types import GateDecision, MarkerOutcome, Memory, MemoryChange

if TYPE_CHECKING:
    from ..core.settings.groups import SecondLookSettings
    from .embed.types import TextEmbedder
    from .recall.memory_index import MemoryIndex
    from .second_look.service import SecondLookService


T = TypeVar("T")
R = TypeVar("R")


class ReviewService:
    """Facts come in through the gate's word and the judge's; what waits is approved or rejected."""

    _book: RecordRepositories
    _clock: Clock
    second_look_settings: Callable[[], SecondLookSettings]

    def _begin_judging(
        self,
        book: RecordRepositories,
        clock: Clock,
        forgetting: MemoryDeletion,
        embedder: Callable[[], TextEmbedder | None],
        shelf: Callable[[], MemoryIndex | None],
        looks: SecondLookQueue,
    ) -> None:
        self._facts = FactIngest(book, clock, looks, SimilarMemoryRanker(embedder, shelf))
        self._review = ReviewOperations(book, clock, forgetting, self._facts)

    def take_fact(
        self,
        fact: ExtractedFact,
        gated: GateDecision,
        *,
        source: str,
        resource_id: int | None,
        session_id: int | None = None,
        tier: int = 1,
        job: str = "",
        provenance: ClaimProvenance = NOWHERE,
    ) -> MarkerOutcome:
        """Keep a fact that was drawn from a passage, or that an agent asked to be kept (E7). Inside ``store.write``.

        What the gate discards is logged and not stored, so that it needs no ``resource_id``; what it holds is stored
        out of sight; what it allows is judged against what is known of its service: confirmed, or closing what it
        contradicts, or new.
        """
        return self._facts.take(
            fact,
            gated,
            source=source,
            resource_id=resource_id,
            session_id=session_id,
            tier=tier,
            job=job,
            provenance=provenance,
        )

    def take_batch(
        self,
        facts: Sequence[T],
        done: Callable[[Sequence[R]], None],
        *,
        take: Callable[[T], R],
        failed: Callable[[T, Exception], R],
        text_of: Callable[[T], str],
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take in facts that come together, each by ``take``, in few transactions: see ``FactBatch``. Waits: never
        inside ``store.write``. Raises EnvironmentFault."""
        from .fact_batch import FactBatch  # read when the first batch comes, not when the window opens

        batch = FactBatch(self._book.store, self._facts, take=take, failed=failed, text_of=text_of, stopped=stopped)
        batch.run(facts, done)

    def waiting(self) -> builtins.list[Memory]:
        """Facts that need review, oldest first."""
        return self._review.list_held()

    def would(self, memory_id: int) -> builtins.list[tuple[Memory, PairJudgement]]:
        """What approving a held fact would confirm or contradict, the surest first."""
        return self._review.preview_approval(memory_id)

    def approve(self, ids: Sequence[int]) -> MemoryChange:
        """Let held facts in: the judge runs now. Inside ``store.write``."""
        return self._review.approve(ids)

    def reject(self, ids: Sequence[int]) -> MemoryChange:
        """Throw held facts away. Inside ``store.write``."""
        return self._review.reject(ids)

    def reopen(self, ids: Sequence[int]) -> MemoryChange:
        """Say that superseded memories hold all the same. Inside ``store.write``."""
        return self._review.reopen(ids)

    @cached_property
    def second_look(self) -> SecondLookService:
        """Pairs of which the judge was not sure, and the model that looks at them again."""
        from .second_look.service import SecondLookService

        return SecondLookService(self._book, self._clock, self.second_look_settings)
