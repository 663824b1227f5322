"""Making and changing schedules, by the same rules from the window and from the command line.

All of these but ``prepared`` run inside ``store.write``.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from ..clock import to_text
from ..errors import UsageError
from ..records.book import Book
from ..records.due import Schedule
from . import rules

DEFAULT_NAME = "Observe"
DEFAULT_SECONDS = 30 * 60


def prepared(new: Schedule, old: Schedule | None, now: datetime) -> Schedule:
    """The schedule as it is stored. Raises UsageError naming the field and the fix.

    A new one, a changed rule and switching on count from ``now``: what they would have been due at before is not
    missed. An interval counts from the moment that its rule was made, so the first run is one interval away. Any other
    change leaves the rhythm alone.
    """
    name = new.name.strip()
    if not name:
        raise UsageError("A schedule needs a name.", 'Name it after what it does, such as "Observe".')
    if new.tier not in (1, 2, 3):
        raise UsageError(f"There is no tier {new.tier}.", "Use 1 observe, 2 investigate or 3 remediate.")
    rule = rules.check(new.kind, new.rule)
    rules.check_jitter(new.kind, rule, new.jitter_s)
    new = replace(new, name=name, rule=rule, enabled=int(bool(new.enabled)))
    moment = to_text(now.replace(microsecond=0))
    if old is None:
        return replace(new, anchor_at=moment, watched_from=moment, created_at=moment)
    kept = replace(new, anchor_at=old.anchor_at, watched_from=old.watched_from, created_at=old.created_at)
    if (new.kind, new.rule) != (old.kind, old.rule):
        return replace(kept, anchor_at=moment, watched_from=moment)
    if new.enabled and not old.enabled:
        return replace(kept, watched_from=moment)
    return kept


def new_schedule(
    name: str,
    kind: str,
    rule: str,
    *,
    tier: int = 1,
    agent: str = "",
    prompt: str = "",
    services: tuple[str, ...] = (),
    jitter_s: int = 0,
    enabled: bool = True,
) -> Schedule:
    """A schedule that is not stored yet (id 0); ``save`` fills in its moments."""
    return Schedule(0, name, kind, rule, int(enabled), jitter_s, tier, agent, prompt, services, "", "", "")


def save(book: Book, schedule: Schedule, now: datetime) -> Schedule:
    """Insert (id 0) or change a schedule; as stored. Raises UsageError."""
    old = _found(book, schedule.id) if schedule.id else None
    ready = prepared(schedule, old, now)
    return replace(ready, id=book.schedules.save(ready))


def enable(book: Book, schedule_id: int, on: bool, now: datetime) -> Schedule:
    """Switch a schedule on or off. Raises UsageError where there is none of that id."""
    return save(book, replace(_found(book, schedule_id), enabled=int(on)), now)


def create_default(book: Book, now: datetime) -> Schedule:
    """The schedule that a new data folder begins with: observe every 30 minutes, first in 30 minutes."""
    return save(book, new_schedule(DEFAULT_NAME, "interval", str(DEFAULT_SECONDS)), now)


def _found(book: Book, schedule_id: int) -> Schedule:
    found = book.schedules.get(schedule_id)
    if found is None:
        raise UsageError(f"There is no schedule {schedule_id}.", "List them to see their numbers.")
    return found
