"""A memory that is new: its row, and the beginning of its history."""

from __future__ import annotations

from datetime import datetime

from ..clock import to_text
from ..store import Store
from . import lifecycle, tables
from .fact import Candidate, Memory


def insert(
    store: Store,
    candidate: Candidate,
    now: datetime,
    *,
    by: str,
    why: str,
    marker_id: int | None = None,
    other_id: int | None = None,
) -> Memory:
    """A new row with the first version of its history. Inside ``store.write``. ``other_id``: whom ``why`` speaks of."""
    value = lifecycle.confidence(candidate.confidence)
    memory = tables.insert(
        Memory(
            id=0,
            service=candidate.service,
            category=candidate.category,
            observation=candidate.observation,
            confidence=value,
            active=int(lifecycle.is_active(value)),
            created_at=to_text(now),
            updated_at=to_text(now),
            session_id=candidate.session_id,
            tier=candidate.tier,
        )
    )
    tables.add_version(
        memory,
        action="inserted",
        by=by,
        why=why,
        now=now,
        session_id=candidate.session_id,
        marker_id=marker_id,
        other_id=other_id,
    )
    store.changed("memories", memory.id, what="inserted")
    return memory
