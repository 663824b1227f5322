"""What an agent asks of memory while it works (E18): through the same gate and judge as everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..language.types import ExtractedFact
from ..stream.provenance import NOWHERE
from . import resources, retraction
from .types import MarkerOutcome, MemoryAction

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..records.record_books import RecordRepositories
    from ..stream.own_hosts import OperatorHosts
    from ..stream.provenance import ClaimProvenance

SOURCE = "agent"


class AgentToolOperations:
    """The part of ``MemoryAgent`` that a working agent reaches. Everything here runs inside ``store.write``."""

    _book: RecordRepositories
    _clock: Clock
    own_hosts: Callable[[], OperatorHosts]
    take_fact: Callable[..., MarkerOutcome]

    def remember_for_agent(
        self, fact: ExtractedFact, session_id: int | None, tier: int, provenance: ClaimProvenance = NOWHERE
    ) -> MarkerOutcome:
        """Gate a fact, keep the passage it was said in, and judge it. What the gate discards leaves no passage.
        ``provenance`` is where its words stood before."""
        from .gate.known import gate_known

        gated = gate_known(fact, SOURCE, session_id, provenance, self.own_hosts())
        passage = None
        if gated.outcome != "discard":
            conversation = resources.conversation_of(session_id)
            passage = resources.add(fact.quote or fact.text, SOURCE, fact.quote_at, conversation, self._clock())
        outcome = self.take_fact(
            fact,
            gated,
            source=SOURCE,
            resource_id=passage,
            session_id=session_id,
            tier=tier,
            provenance=provenance,
        )
        return MarkerOutcome(MemoryAction.REJECTED, None, (), gated.why) if gated.outcome == "discard" else outcome

    def retract(self, memory_id: int, reason: str, session_id: int | None, tier: int) -> retraction.RetractionOutcome:
        """An agent wants a memory forgotten: retired where it is its own, else proposed to the operator."""
        return retraction.retract(self._book.store, memory_id, reason, session_id, tier, self._clock())
