"""The staleness check (M12; SPEC-0015, Staleness Decay), carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from ..core.clock import from_text, to_text
from ..core.trusted_time import TOLERANCE
from ..storage import DataStore
from ..storage.database import proxy
from . import eligibility, lifecycle, tables
from .types import counted

if TYPE_CHECKING:
    from ..core.settings.groups import LifetimeSettings

DECAY = "decay"
TAKEN_BACK = "Taken back: it aged by a clock that was ahead."
_AGED_AHEAD = (
    "SELECT v.memory_id FROM memory_versions v WHERE v.created_at > ? AND v.by IN (?, ?)"
    " AND v.id = (SELECT max(l.id) FROM memory_versions l WHERE l.memory_id = v.memory_id)"
)


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


def take_back(store: DataStore, now: datetime, lifetimes: LifetimeSettings) -> int:
    """Give back what age took at a time that has not come, as a clock that was ahead had it, where nothing was said of
    the fact since; how many facts. Inside ``store.write``."""
    ahead = to_text(now + TOLERANCE)
    from .lifecycle_states import BY as BY_LIFETIMES  # the settings come with it, which a list does without
    from .lifecycle_states import lifetime_of, state_of

    ids = [number for (number,) in proxy.execute_sql(_AGED_AHEAD, (ahead, DECAY, BY_LIFETIMES))]
    for old in tables.by_ids(ids):
        before = [version for version in tables.versions(old.id) if version.created_at <= ahead]
        confidence = before[-1].confidence if before else old.confidence
        state = state_of(replace(old, state="active"), lifetime_of(old.domain, lifetimes), now)
        memory = replace(
            old,
            confidence=confidence,
            active=int(lifecycle.is_active_confidence(confidence)),
            state=state,
            decay_weeks=min(old.decay_weeks, lifecycle.weeks_due(old, now)),
        )
        tables.update(
            old.id,
            confidence=memory.confidence,
            active=memory.active,
            state=memory.state,
            decay_weeks=memory.decay_weeks,
        )
        tables.add_version(memory, action="revived", by=DECAY, why=TAKEN_BACK, now=now)
    if ids:
        store.changed("memories", *ids)
    return len(ids)


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
