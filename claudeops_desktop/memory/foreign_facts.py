"""Facts that came from elsewhere: another machine, another program, a file that nobody vouches for.

Their words may be anybody's, and so are their pins, confidences and times.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from ..core.clock import to_text
from ..core.principals import EVERYONE, owner_here, private_audience
from ..language.types import ExtractedFact
from ..stream.own_hosts import OperatorHosts
from ..stream.provenance import ClaimProvenance
from .gate.stored_context import gate_known
from .types import GateDecision, Memory

HIGHEST = 0.6
"""The most confidence of a fact for which only somebody elsewhere vouches."""
_ELSEWHERE = ClaimProvenance(heard_others=True)


def weigh_foreign(fact: ExtractedFact, own: OperatorHosts) -> GateDecision:
    """The gate's word, taken as a whole: a note is no conversation, and less is enough to doubt it. What the gate would
    drop is held, so that the operator sees what a source contains. Inside a read or a write."""
    decided = gate_known(fact, "marker", None, _ELSEWHERE, own)
    return replace(decided, outcome="hold") if decided.outcome == "discard" else decided


def as_foreign(memory: Memory, now: datetime) -> Memory:
    """A memory of a file without what the file says of its standing. A time to come is taken for now, and what is not
    everybody's in the file is private to whoever imports it."""
    latest, owner = to_text(now), owner_here()
    everyones = memory.audience == EVERYONE
    return replace(
        memory,
        confidence=min(memory.confidence, HIGHEST),
        pinned=0,
        confirmed=0,
        merged_count=0,
        priority="medium",
        ages_from="",
        decay_from="",
        decay_weeks=0,
        created_at=min(memory.created_at, latest),
        updated_at=min(memory.updated_at, latest),
        last_confirmed_at="",
        session_id=None,
        resource_id=None,
        owner=owner,
        audience=EVERYONE if everyones else private_audience(owner),
    )
