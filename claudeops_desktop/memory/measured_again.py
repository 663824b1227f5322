"""What the watcher measured once, measured again: the single case becomes the usual value, and a bound a sharper one.

No second memory stands beside it.
"""

from __future__ import annotations

from ..language.types import PairJudgement, Verdict
from ..stream.measured_facts import is_single_measure, takes_over
from ..stream.provenance import ClaimOrigin
from . import tables
from .apply_verdict import confirm
from .lifecycle import JudgedMemory
from .offered_fact import OfferedFact
from .types import DEFAULT_CONFIDENCE, Memory

MEASURED_AGAIN = "The same was measured again; this takes the place of what was known less well."


def find_single_measure(offer: OfferedFact) -> Memory | None:
    """The memory of the single case that a measured fact takes the place of. Inside a read or a write."""
    if not offer.is_marker or offer.provenance.origin is not ClaimOrigin.MEASURED:
        return None
    known = tables.list_service_texts(offer.service, offer.fact.category)
    numbers = [number for number, text in known if text != offer.text and takes_over(offer.text, text)]
    found = [m for m in tables.by_ids(numbers) if m.active and m.superseded_by is None]
    return max(found, key=lambda memory: memory.id, default=None)


def take_over(single: Memory, offer: OfferedFact) -> Memory:
    """The same memory with the new words; believed as any other once it is more than a single case."""
    gain = 0.0 if is_single_measure(offer.text) else max(0.0, DEFAULT_CONFIDENCE - single.confidence)
    judged = JudgedMemory(single, PairJudgement(Verdict.SAME, 1.0, MEASURED_AGAIN))
    return confirm(judged, offer.cause, gain=gain, action="refreshed", why=MEASURED_AGAIN, observation=offer.text)
