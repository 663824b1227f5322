"""The staleness check (M12; SPEC-0015, Staleness Decay), carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from ..core.clock import from_text
from ..storage import DataStore
from . import eligibility, lifecycle, tables
from .types import counted

DECAY = "decay"


def decay(store: DataStore, now: datetime, graces: lifecycle.DecayGraces = lifecycle.DEFAULT_GRACES) -> int:
    """The staleness check (M12): takes off what is due and was not taken off yet; how many it touched. Inside
    ``store.write``."""
    return _take_off(store, eligibility.decays_due(now, graces), now, graces)


def due_ids(now: datetime, graces: lifecycle.DecayGraces = lifecycle.DEFAULT_GRACES) -> list[int]:
    """The memories with decay that was not counted yet. Inside ``store.read``."""
    return [found.memory.id for found in eligibility.decays_due(now, graces)]


def decay_these(store: DataStore, ids: Sequence[int], now: datetime, graces: lifecycle.DecayGraces) -> int:
    """As ``decay``, of these memories only, as they stand now. Inside ``store.write``."""
    due = [found for memory in tables.by_ids(ids) if (found := lifecycle.decay_due(memory, now, graces))]
    return _take_off(store, due, now, graces)


def _take_off(
    store: DataStore, due: Sequence[lifecycle.DecayStep], now: datetime, graces: lifecycle.DecayGraces
) -> int:
    for found in due:
        old = found.memory
        memory = replace(
            old,
            confidence=found.confidence,
            active=int(lifecycle.is_active_confidence(found.confidence)),
            decay_from=old.updated_at,
            decay_weeks=found.weeks,
        )
        tables.update(
            old.id,
            confidence=memory.confidence,
            active=memory.active,
            decay_from=memory.decay_from,
            decay_weeks=memory.decay_weeks,
        )
        weeks = found.weeks - lifecycle.weeks_counted(old)
        unconfirmed = f"Not confirmed for {(now - from_text(old.updated_at)).days} days"
        used = f" (by use its age counts from {old.ages_from[:10]})" if old.ages_from > old.updated_at else ""
        grace = graces.for_domain(old.domain).days
        why = f"{unconfirmed}{used}: {counted(weeks, 'week', 'weeks')} past the {grace} days of grace."
        tables.add_version(memory, action="decayed", by=DECAY, why=why, now=now)
    if due:
        store.changed("memories", *(found.memory.id for found in due))
    return len(due)
