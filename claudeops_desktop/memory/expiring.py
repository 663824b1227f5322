"""Facts that age is about to take out of prompts, or took out lately: offered to the operator first (M12, Lifetimes).

*Still true?* has three answers: keep it (it is confirmed, and has back what age took), let it go (it is laid away), or
check it (a measurement of the watcher confirms it, or the next session is asked to). Writes run inside ``store.write``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ..core.clock import from_text, to_text
from ..core.messages import UserMessage
from ..core.settings.groups import LifetimeSettings
from ..storage.database import proxy
from . import eligibility, lifecycle, lifecycle_states, tables
from .eligibility import CurrentConfidence
from .types import ACTIVE_FROM, Memory

__all__ = ["AHEAD", "ExpiringFact", "confirm", "count", "let_go", "list_expiring", "next_exit"]

AHEAD = timedelta(days=7)  # before it would leave the prompts
LOOKED_BACK = timedelta(days=30)  # so long one that fell silent unseen is still offered
OPERATOR = "operator"
_SEEN = "idx_memories_seen"  # of domain and age, which SQLite would not choose by itself
_ARCHIVED = "memories.state = 'archived' AND memories.active = 1 AND memories.superseded_by IS NULL"
_FADED = (
    "memories.active = 0 AND memories.superseded_by IS NULL AND memories.state IN ('active', 'stale')"
    " AND memories.gate = 'allow' AND memories.decay_weeks > 0 AND memories.decay_from = memories.updated_at"
)
_CHECK_ASKED = (
    "FROM memory_versions v JOIN memories m ON m.id = v.memory_id WHERE v.action = 'check asked'"
    " AND m.superseded_by IS NULL AND m.gate = 'allow' AND m.state <> 'archived'"
    " AND m.last_confirmed_at < v.created_at AND NOT EXISTS (SELECT 1 FROM memory_versions w"
    " WHERE w.memory_id = v.memory_id AND w.id > v.id AND w.action = 'check withdrawn')"
)


@dataclass(frozen=True, slots=True)
class ExpiringFact:
    """A fact that age takes out of prompts. ``leaves_at`` is when; ``gone`` whether it has left them already; ``how``
    is confidence or lifetime; ``why`` says it in one sentence; ``asked`` whether a session was asked to check it."""

    memory: Memory
    leaves_at: str
    gone: bool
    how: str
    why: str
    asked: bool = False

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        told = {"leaves_at": self.leaves_at, "gone": self.gone, "how": self.how, "why_now": self.why}
        told |= {"check_asked": self.asked}
        return self.memory.as_json() | told


def list_expiring(lifetimes: LifetimeSettings, now: datetime) -> list[ExpiringFact]:
    """Facts that leave the prompts within a week, and those that left them in the last thirty days without an answer;
    the first to leave first, and at the end those that a session was asked to check. Inside a read or a write."""
    found = {one.memory.id: one for one in (*_faded(now), *_archived(now))}
    falling = CurrentConfidence(now + AHEAD, lifecycle.decay_graces(lifetimes)).list_falling()
    for memory in (*falling, *_ageing(lifetimes, now)):
        if one := next_exit(memory, lifetimes, now):
            found.setdefault(memory.id, one)
    asked = check_asked()
    rows = [replace(one, asked=one.memory.id in asked) for one in found.values()]
    return sorted(rows, key=lambda one: (one.asked, one.leaves_at, one.memory.id))


def next_exit(memory: Memory, lifetimes: LifetimeSettings, now: datetime) -> ExpiringFact | None:
    """Return when and by which rule age takes a memory out of the prompts if nothing confirms it and no session relies
    on it before: the one answer for the window, the command line and the weekly report. None where age never does, or
    where no prompt holds it."""
    if not memory.active or memory.superseded_by is not None or memory.state in lifecycle.LAID_AWAY:
        return None
    ends = [(lifecycle.fades_at(memory, lifecycle.decay_graces(lifetimes)), "confidence")]
    lifetime = lifetimes.for_domain(memory.domain)
    if lifetime.stale_days and lifetime.archive_days and not memory.pinned:
        over = from_text(lifecycle_states.seen_at(memory)) + timedelta(days=lifetime.archive_days)
        ends.append((over, "lifetime"))
    return min((_of(memory, at, how, now) for at, how in ends if at), key=lambda one: one.leaves_at, default=None)


def count(lifetimes: LifetimeSettings, now: datetime) -> int:
    """How many wait for an answer: as many as ``list_expiring`` lists without those that a session was asked to check.
    None of them is read for it."""
    return len(expiring_ids(lifetimes, now) - check_asked())


def expiring_ids(lifetimes: LifetimeSettings, now: datetime) -> set[int]:
    """The ids of those that ``list_expiring`` lists. None of them is read for it."""
    found = set(_left_at(_FADED, "decayed", now)) | set(_left_at(_ARCHIVED, "archived", now))
    found.update(CurrentConfidence(now + AHEAD, lifecycle.decay_graces(lifetimes)).falling_ids())
    for where, values in _ageing_by_domain(lifetimes, now):
        found.update(tables.ids_where(where, values, "id", index=_SEEN))
    return found


def confirm(
    memory: Memory,
    *,
    by: str,
    why: str,
    now: datetime,
    session_id: int | None = None,
    agreed: bool = True,
    gain: float = 0.0,
) -> Memory:
    """It still holds: age begins anew, and what age took from it is given back, with ``gain`` on top. ``agreed``: by
    another source than the one that said it first."""
    value = memory.confidence + lifecycle.DECAY_A_WEEK * lifecycle.weeks_counted(memory) + gain
    active = memory.gate == "allow" and memory.superseded_by is None
    columns: dict[str, Any] = {
        "confidence": lifecycle.clamp_confidence(max(value, ACTIVE_FROM)),
        "active": int(active),
        "state": "active",
        "updated_at": to_text(now),
        "last_confirmed_at": to_text(now),
        "confirmed": int(agreed),
        **({"source_key": memory.source_key or by} if agreed else {}),
    }
    after = replace(memory, **columns)
    tables.update(memory.id, **columns)
    tables.add_version(after, action="confirmed", by=by, why=why, now=now, session_id=session_id)
    return after


def let_go(memory: Memory, now: datetime) -> Memory:
    """It is not wanted any more: laid away, found only when asked for, never deleted."""
    after = replace(memory, active=0, state="archived")
    tables.update(memory.id, active=0, state="archived")
    why = "The operator let it go before age took it out of prompts."
    tables.add_version(after, action="let go", by=OPERATOR, why=why, now=now)
    return after


def ask_for_check(memory: Memory, now: datetime) -> None:
    """Note in its history that the operator wants it checked; sessions are asked to until something confirms it."""
    why = "The operator asks whether it is still true; the next session about it is asked to check it."
    tables.add_version(memory, action="check asked", by=OPERATOR, why=why, now=now)


def withdraw_check(memory: Memory, now: datetime) -> None:
    """Take the wish back that it be checked; it is noted in the history."""
    tables.add_version(memory, action="check withdrawn", by=OPERATOR, why="No check is wanted any more.", now=now)


def check_asked() -> set[int]:
    """The ids of all whose check was asked for and that nothing has confirmed since."""
    return {number for (number,) in proxy.execute_sql(f"SELECT DISTINCT v.memory_id {_CHECK_ASKED}")}


def waiting_for_check(limit: int = 20) -> list[Memory]:
    """Those whose check was asked for and that nothing has changed since, the oldest wish first."""
    sql = f"SELECT v.memory_id {_CHECK_ASKED} GROUP BY v.memory_id ORDER BY min(v.id) LIMIT ?"
    return tables.by_ids([number for (number,) in proxy.execute_sql(sql, (limit,))])


def _of(memory: Memory, at: datetime, how: str, now: datetime) -> ExpiringFact:
    days = (now - from_text(lifecycle_states.seen_at(memory) if how == "lifetime" else memory.updated_at)).days
    gone = at <= now
    reason = (
        UserMessage("its confidence falls under 0.3")
        if how == "confidence"
        else UserMessage("the lifetime of {domain} is over", domain=memory.domain)
    )
    why = (
        UserMessage(
            "Not confirmed for {days} days: it has left the prompts, because {reason}.", days=days, reason=reason
        )
        if gone
        else UserMessage(
            "Not confirmed for {days} days: it leaves the prompts on {date}, because {reason}.",
            days=days,
            date=f"{at:%Y-%m-%d}",
            reason=reason,
        )
    )
    return ExpiringFact(memory, to_text(at), gone, how, why)


def _faded(now: datetime) -> list[ExpiringFact]:
    """Those that fell silent by decay and that nobody has answered for."""
    return [_of(memory, at, "confidence", now) for memory, at in _left(_FADED, "decayed", now)]


def _archived(now: datetime) -> list[ExpiringFact]:
    return [_of(memory, at, "lifetime", now) for memory, at in _left(_ARCHIVED, "archived", now)]


def _left(where: str, action: str, now: datetime) -> list[tuple[Memory, datetime]]:
    at = _left_at(where, action, now)
    return [(memory, from_text(at[memory.id])) for memory in tables.by_ids(sorted(at))]


def _left_at(where: str, action: str, now: datetime) -> dict[int, str]:
    """When each of them left the prompts, by its id."""
    sql = (
        f"SELECT memories.id, max(v.created_at) FROM memories JOIN memory_versions v ON v.memory_id = memories.id"
        f" WHERE {where} AND v.action = ? AND v.by IN ('decay', 'lifetimes') AND v.created_at > ? GROUP BY memories.id"
    )
    return dict(iter(proxy.execute_sql(sql, (action, to_text(now - LOOKED_BACK)))))


def _ageing(lifetimes: LifetimeSettings, now: datetime) -> list[Memory]:
    """Those whose domain's days are over within a week."""
    return [
        memory
        for where, values in _ageing_by_domain(lifetimes, now)
        for memory in tables.select(where, values, index=_SEEN)
    ]


def _ageing_by_domain(lifetimes: LifetimeSettings, now: datetime) -> list[tuple[str, tuple[str, ...]]]:
    """A condition with its values for each domain whose facts are archived by age."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for domain in sorted({domain for domain, _ in tables.grouped_pairs("domain", "state")}):
        lifetime = lifetimes.for_domain(domain)
        if not lifetime.stale_days or not lifetime.archive_days:
            continue
        days = timedelta(days=lifetime.archive_days)
        unpinned = f"{eligibility.ELIGIBLE} AND gate <> 'hold' AND pinned = 0"
        where = f"{unpinned} AND domain = ? AND {lifecycle_states.LATEST} <= ?"
        found.append((where, (domain, to_text(now + AHEAD - days))))
    return found
