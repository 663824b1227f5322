"""What agents add to memory, over MCP and REST (E18)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from ..core.clock import to_text
from ..core.secrets.redact_shapes import without_shapes
from ..language.types import ExtractedFact, service_name
from ..memory import MarkerOutcome, MemoryAction, MemoryService, one_line
from ..stream.provenance import NOWHERE, ClaimProvenance

STRENGTHS = {"explicit": 0.9, "implied": 0.7, "inferred": 0.5}  # E5
Strength = Literal["explicit", "implied", "inferred"]


class RememberFact(Struct, frozen=True, kw_only=True):
    """A fact as an agent says it. ``confidence`` lowers that of its strength; ``session_id`` is our session that says
    it."""

    text: str
    category: str
    service: str | None = None
    strength: Strength = "implied"
    confidence: float = 1.0
    session_id: int | None = None
    tier: int = 1


def extracted_fact(request: RememberFact, now: datetime) -> ExtractedFact:
    """Return the fact as memory takes it in, on one line and without secrets."""
    text = without_shapes(request.text)
    return ExtractedFact(
        text=one_line(text),
        category=request.category,
        service=service_name(request.service),
        confidence=min(STRENGTHS[request.strength], request.confidence),
        strength=request.strength,
        quote=text,
        quote_at=to_text(now),
    )


def remember_fact(
    memory: MemoryService, request: RememberFact, now: datetime, provenance: ClaimProvenance = NOWHERE
) -> MarkerOutcome:
    """Have a fact pass gate and judge, and make it known to recall. Call inside ``store.write``."""
    outcome = memory.ingest.agent_fact(extracted_fact(request, now), request.session_id, request.tier, provenance)
    memory.recall.index_written()
    return outcome


def describe_action(outcome: MarkerOutcome) -> str:
    """Return what became of a fact in one word; held where the operator decides on it."""
    memory = outcome.memory
    if memory is not None and memory.gate == "hold" and outcome.action is not MemoryAction.REJECTED:
        return "held"
    return str(outcome.action)
