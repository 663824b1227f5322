"""A fact on its way into memory: the same shape for a marker, a fact that was drawn from a passage, and what a tool of
the agent was told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..language.types import CATEGORIES, ExtractedFact, service_name
from ..stream.provenance import NOWHERE, ClaimProvenance
from . import fact_rules, resources
from .apply_verdict import ChangeCause
from .insertion import MemoryOrigin
from .types import DEFAULT_CONFIDENCE, LONGEST_OBSERVATION, GateDecision, MarkerPosition, Memory, MemoryCandidate

MARKER, OBSERVED, AGENT = "marker", "observed", "agent"
BY = {OBSERVED: "observer", AGENT: "agent"}
PERSON = "person"  # names a person as the source of what he or she laid down in a session
_SUGGESTED = "behavior"


@dataclass(frozen=True, slots=True)
class OfferedFact:
    """A fact that is offered: its clean text, and where it comes from.

    ``source`` is marker, observed, agent, or what a stored memory came from. ``marker_id`` and ``line`` belong to a
    marker alone. ``said_at`` is when it was said, ``now`` when it is taken in. ``unconfirmed``: rules drew it from
    prose.
    """

    fact: ExtractedFact
    text: str
    service: str | None
    source: str
    resource_id: int | None
    conversation: str
    session_id: int | None
    tier: int
    said_at: str
    now: datetime
    job: str = ""
    provenance: ClaimProvenance = NOWHERE
    marker_id: int | None = None
    line: str = ""
    unconfirmed: bool = False

    @property
    def is_marker(self) -> bool:
        """Tell whether a session says it itself in a marker: SPEC-0015 has rules of their own for these."""
        return self.marker_id is not None

    @property
    def candidate(self) -> MemoryCandidate:
        """What is inserted."""
        if self.is_marker:
            category, confidence = self.fact.category, self.fact.confidence
        else:
            category = self.fact.category if self.fact.category in CATEGORIES else _SUGGESTED
            stated = self.fact.stated_confidence
            confidence = fact_rules.starting_confidence(self.fact.strength) if stated is None else stated
            if self.unconfirmed:
                confidence = min(confidence, DEFAULT_CONFIDENCE)
        return MemoryCandidate(
            category, self.service, self.text, confidence, self.session_id, self.tier, self.provenance, self.fact.domain
        )

    @property
    def cause(self) -> ChangeCause:
        """Who brings a change about."""
        if self.is_marker:
            return ChangeCause(self.text, AGENT, self.now, self.session_id, self.marker_id, said_at=self.said_at)
        by = BY.get(self.source, AGENT)
        return ChangeCause(self.text, by, self.now, self.session_id, None, self.resource_id, self.said_at)

    @property
    def origin(self) -> MemoryOrigin:
        """The passage it came from; its own words where nobody kept one."""
        if self.is_marker:
            return MemoryOrigin(MARKER, self.line, conversation_id=self.conversation)
        kind = "passage" if self.source == OBSERVED else ""
        return MemoryOrigin(self.source, self.text, kind, self.conversation, self.said_at, self.resource_id)

    @property
    def columns(self) -> dict[str, Any]:
        """What is known of it beside the spec's columns; of a marker only when it was said."""
        fact = self.fact
        said = {"last_confirmed_at": self.said_at, "valid_from": self.said_at}
        if self.is_marker:
            return said
        return {
            **({"domain": fact.domain, "category_confidence": fact.category_confidence} if fact.domain else {}),
            "strength": fact.strength,
            **({"sentiment": fact.sentiment} if fact.sentiment != "neutral" else {}),
            "priority": fact.priority,
            **({"source_key": PERSON} if fact.laid_down else {}),
            "gate_confidence": fact.gate_confidence,
            **said,
        }

    def held_columns(self, gated: GateDecision) -> dict[str, Any]:
        """The columns of a row that waits for review. An extractor said itself how sure it is, a marker did not."""
        sure = {"gate_confidence": gated.confidence} if self.is_marker else {}
        return {**self.columns, **sure, "gate": "hold", "gate_why": gated.why, "active": 0}


def offer_marker(
    candidate: MemoryCandidate, text: str, marker_id: int, said: MarkerPosition, now: datetime
) -> OfferedFact:
    """What a marker offers; ``text`` are the agent's own words of it. Inside ``store.write``."""
    return OfferedFact(
        fact=ExtractedFact(
            text, candidate.category, candidate.service, candidate.domain, confidence=candidate.confidence
        ),
        text=text,
        service=candidate.service,
        source=MARKER,
        resource_id=None,
        conversation=resources.conversation_of(candidate.session_id),
        session_id=candidate.session_id,
        tier=candidate.tier,
        said_at=min(said.at or to_text(now), to_text(now)),
        now=now,
        provenance=candidate.provenance,
        marker_id=marker_id,
        line=said.line,
    )


def offer_fact(
    fact: ExtractedFact,
    source: str,
    now: datetime,
    *,
    resource_id: int | None,
    session_id: int | None,
    tier: int,
    job: str,
    provenance: ClaimProvenance,
    unconfirmed: bool = False,
) -> OfferedFact:
    """What an extractor or an agent's tool offers. Inside ``store.write``."""
    resource = resources.get_resource(resource_id) if resource_id is not None else None
    conversation = resource.conversation_id if resource else ""
    return OfferedFact(
        fact=fact,
        text=fact.text.strip()[:LONGEST_OBSERVATION],
        service=service_name(fact.service),
        source=source,
        resource_id=resource_id,
        conversation=conversation or resources.conversation_of(session_id),
        session_id=session_id,
        tier=tier,
        said_at=min(fact.quote_at or to_text(now), to_text(now)),
        now=now,
        job=job,
        provenance=provenance,
        unconfirmed=unconfirmed,
    )


def offer_stored(memory: Memory, now: datetime) -> OfferedFact:
    """A fact that is stored already, offered anew by the operator's approval."""
    fact = ExtractedFact(memory.observation, memory.category, memory.service, memory.domain, strength=memory.strength)
    return OfferedFact(
        fact=fact,
        text=memory.observation,
        service=memory.service,
        source=memory.source,
        resource_id=memory.resource_id,
        conversation="",
        session_id=memory.session_id,
        tier=memory.tier,
        said_at=to_text(now),
        now=now,
        job="review",
    )
