"""Lifetimes by domain (E10; the memory build's Domain TTLs): active, stale, archived, cold. Nothing is deleted by age.

Days count from the last confirmation or recall, whichever was later. A confirmation or a recall makes a memory active
again; a pinned one and one of a domain without lifetimes never age. Running it twice changes nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from ..core.clock import to_text
from ..core.settings.groups import DomainLifetime, LifetimeSettings
from ..records.telemetry import recording
from ..storage import DataStore
from . import tables
from .domains import TAXONOMY, domain_of
from .types import Memory

BY = "lifetimes"
COLD_AFTER = timedelta(days=182)  # "no access in six months after"
LATEST = "max(last_confirmed_at, last_recalled_at, updated_at)"


def lifetime_of(domain: str, lifetimes: LifetimeSettings) -> DomainLifetime:
    """The lifetime of a domain; one that the settings do not name lives as operations do."""
    return lifetimes.for_domain(domain)


def seen_at(memory: Memory) -> str:
    """When it was last confirmed or recalled."""
    return max(memory.last_confirmed_at, memory.last_recalled_at, memory.updated_at)


def state_of(memory: Memory, lifetime: DomainLifetime, now: datetime) -> str:
    """The state that its age gives it. What was archived by hand stays so until it is confirmed or recalled."""
    seen = seen_at(memory)
    if memory.pinned or not lifetime.stale_days:
        return memory.state if memory.state in ("archived", "cold") else "active"
    if lifetime.archive_days:
        archived_at = timedelta(days=lifetime.archive_days)
        if seen <= to_text(now - archived_at - COLD_AFTER):
            return "cold"
        if seen <= to_text(now - archived_at):
            return "archived"
    by_age = "stale" if seen <= to_text(now - timedelta(days=lifetime.stale_days)) else "active"
    return memory.state if memory.state in ("archived", "cold") else by_age


def update_states(store: DataStore, lifetimes: LifetimeSettings, now: datetime) -> int:
    """Give every memory the state that its age gives it; how many changed. Inside ``store.write``."""
    return _put(store, list(_due(lifetimes, now)), now)


def changed_states(lifetimes: LifetimeSettings, now: datetime) -> list[int]:
    """The memories whose state is not the one that their age gives them. Inside ``store.read``."""
    return [memory.id for memory, _ in _due(lifetimes, now)]


def put_states(store: DataStore, lifetimes: LifetimeSettings, ids: Sequence[int], now: datetime) -> int:
    """As ``update_states``, of these memories only, as they stand now. Inside ``store.write``."""
    found = ((memory, state_of(memory, lifetime_of(memory.domain, lifetimes), now)) for memory in tables.by_ids(ids))
    return _put(store, [(memory, state) for memory, state in found if state != memory.state], now)


def _put(store: DataStore, changed: Sequence[tuple[Memory, str]], now: datetime) -> int:
    for old, state in changed:
        days = (now - datetime.fromisoformat(seen_at(old))).days
        tables.update(old.id, state=state)
        why = f"{state.capitalize()}: not confirmed and not recalled for {days} days."
        if state == "active":
            why = "Active again: it was confirmed or recalled."
        tables.add_version(replace(old, state=state), action=state if state != "active" else "revived", by=BY,
                           why=why, now=now)  # fmt: skip
    if changed:
        store.changed("memories", *(old.id for old, _ in changed))
        counts = {state: sum(1 for _, to in changed if to == state) for _, state in changed}
        recording.emit_event("lifetimes", "memory.lifetimes.aged", now=now, counts=counts)
    return len(changed)


def place_unread(store: DataStore, most: int = 20_000) -> int:
    """Read the domain of markers and entries that were stored when only the words of observed facts were read, of at
    most ``most``; how many it read. Inside ``store.write``."""
    rows = tables.select(
        "taxonomy_version <> ? AND source IN ('marker', 'operator') AND domain = 'operations'", (TAXONOMY,),
        f"ORDER BY id LIMIT {int(most)}",
    )  # fmt: skip
    moved = []
    for memory in rows:
        domain, confidence = domain_of(memory.observation, memory.service)
        tables.update(memory.id, domain=domain, category_confidence=confidence, taxonomy_version=TAXONOMY)
        if domain != memory.domain:
            moved.append(memory.id)
    if moved:
        store.changed("memories", *moved)
    return len(rows)


def _due(lifetimes: LifetimeSettings, now: datetime) -> Iterator[tuple[Memory, str]]:
    """Memories whose state is not the one of their age. SQL narrows it down, the pure rule decides."""
    for domain in sorted({domain for domain, _ in tables.grouped_pairs("domain", "state")}):
        lifetime = lifetime_of(domain, lifetimes)
        if not lifetime.stale_days:
            where, values = "domain = ? AND state = 'stale'", [domain]
        else:
            stale = to_text(now - timedelta(days=lifetime.stale_days))
            far = timedelta(days=lifetime.archive_days or 36_500)
            where = (
                f"domain = ? AND gate <> 'hold' AND ((state = 'active' AND pinned = 0 AND {LATEST} <= ?)"
                f" OR (state = 'stale' AND ({LATEST} > ? OR {LATEST} <= ? OR pinned = 1))"
                f" OR (state = 'archived' AND pinned = 0 AND {LATEST} <= ?))"
            )
            values = [domain, stale, stale, to_text(now - far), to_text(now - far - COLD_AFTER)]
        for memory in tables.select(where, values, "ORDER BY id"):
            state = state_of(memory, lifetime, now)
            if state != memory.state:
                yield memory, state
