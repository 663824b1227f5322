"""When a second source agrees with a memory that only one log or file has said so far (E4).

Runs inside ``store.write``.
"""

from __future__ import annotations

from typing import Any

from ..stream.provenance import ClaimOrigin, ClaimProvenance
from .repeat_evidence import was_given
from .types import Memory

__all__ = ["columns_of_source", "confirmed_by"]


def confirmed_by(old: Memory, provenance: ClaimProvenance, session_id: int | None) -> bool:
    """Tell whether what a session said agrees with ``old`` from another source than the one that said it first.

    A check of ours always does. Another session does where its words stood somewhere else, or where it came to them by
    itself; one that was given ``old`` in its prompt, or recalled it, only repeats it.
    """
    if old.confirmed:
        return True
    if provenance.origin is ClaimOrigin.MEASURED:
        return True
    if provenance.origin is ClaimOrigin.FOREIGN or (session_id is not None and session_id == old.session_id):
        return False
    if provenance.origin is ClaimOrigin.OWN:
        return provenance.key != old.source_key
    return not was_given(old.id, session_id)


def columns_of_source(old: Memory, provenance: ClaimProvenance, session_id: int | None) -> dict[str, Any]:
    """The columns of ``old`` once a session said it again: whether it is confirmed, and what confirms a conclusion
    that no log or file had said so far."""
    if not confirmed_by(old, provenance, session_id):
        return {}
    seen = provenance.origin in (ClaimOrigin.OWN, ClaimOrigin.MEASURED)
    return {"confirmed": 1, "source_key": old.source_key or (provenance.key if seen else "")}
