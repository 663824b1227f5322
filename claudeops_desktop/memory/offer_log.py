"""What became of a fact that was offered, for the gate's log and the telemetry. Inside ``store.write``."""

from __future__ import annotations

from ..records.telemetry import recording
from .gate import decision_log as gate_log
from .offered_fact import OfferedFact
from .types import GateDecision, MarkerOutcome, MemoryAction

__all__ = ["log_decision", "record_outcome"]


def log_decision(gated: GateDecision, offer: OfferedFact, memory_id: int | None) -> None:
    """Write down what the gate decided of an offer; ``memory_id`` is the row that came of it."""
    gate_log.log(
        gated, offer.text, offer.source, offer.now, session_id=offer.session_id, memory_id=memory_id,
        resource_id=offer.resource_id, job=offer.job,
    )  # fmt: skip


def record_outcome(offer: OfferedFact, outcome: MarkerOutcome, gated: GateDecision) -> None:
    """Emit the event of the step that an offer ended at."""
    held = outcome.action in (MemoryAction.HELD, MemoryAction.REJECTED)
    recording.emit_event(
        "gate" if held else "judge",
        f"memory.{'gate' if held else 'judge'}.{outcome.action}",
        now=offer.now,
        session_id=offer.session_id,
        memory_id=outcome.memory.id if outcome.memory else None,
        job=offer.job,
        source=offer.source,
        rule=gated.rule,
        lowered=[memory.id for memory in outcome.lowered],
    )
