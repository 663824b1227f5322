"""Making and changing schedules, by the same rules from the window and from the command line.

All of these but ``prepared`` run inside ``store.write``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ..core.clock import to_text
from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes
from ..records.occurrences import CATCH_UPS, OccurrenceState, Schedule, ScheduleOccurrence
from ..records.record_books import RecordRepositories
from . import rules

DEFAULT_NAME = "Observe"
DEFAULT_SECONDS = 30 * 60


def prepare_schedule(new: Schedule, old: Schedule | None, now: datetime) -> Schedule:
    """The schedule as it is stored. Raises UsageError naming the field and the fix.

    A new one, a changed rule and switching on count from ``now``: what they would have been due at before is not
    missed. An interval counts from the moment that its rule was made, so the first run is one interval away. Any other
    change leaves the rhythm alone.
    """
    name = new.name.strip()
    if not name:
        raise UsageError(
            UserMessage("A schedule needs a name."), UserMessage('Name it after what it does, such as "Observe".')
        )
    if new.tier not in (1, 2, 3):
        raise UsageError(
            UserMessage("There is no tier {tier}.", tier=new.tier),
            UserMessage("Use 1 observe, 2 investigate or 3 remediate."),
        )
    rule = rules.check_rule(new.kind, new.rule)
    rules.check_jitter(new.kind, rule, new.jitter_s)
    _check_policies(new)
    new = replace(
        new,
        name=name,
        rule=rule,
        enabled=int(bool(new.enabled)),
        wait_network=int(bool(new.wait_network)),
        keep_awake=int(bool(new.keep_awake)),
    )
    moment = to_text(now.replace(microsecond=0))
    if old is None:
        return replace(new, anchor_at=moment, watched_from=moment, created_at=moment)
    kept = replace(new, anchor_at=old.anchor_at, watched_from=old.watched_from, created_at=old.created_at)
    if (new.kind, new.rule) != (old.kind, old.rule):
        return replace(kept, anchor_at=moment, watched_from=moment)
    if new.enabled and not old.enabled:
        return replace(kept, watched_from=moment)
    return kept


def new_schedule(name: str, kind: str, rule: str) -> Schedule:
    """A schedule that is not stored yet (id 0): tier 1, all services, no jitter, and what the settings say of the rest.

    ``replace`` changes any other field; ``save_schedule`` checks them and fills in the moments.
    """
    return Schedule(
        id=0,
        name=name,
        kind=kind,
        rule=rule,
        enabled=1,
        jitter_s=0,
        tier=1,
        agent="",
        prompt="",
        services=(),
        anchor_at="",
        watched_from="",
        created_at="",
    )


def save_schedule(book: RecordRepositories, schedule: Schedule, now: datetime) -> Schedule:
    """Insert (id 0) or change a schedule; as stored: its prompt without what looks like a secret. Raises UsageError."""
    old = _found(book, schedule.id) if schedule.id else None
    ready = prepare_schedule(replace(schedule, prompt=without_shapes(schedule.prompt)), old, now)
    if old is not None and old.enabled and not ready.enabled:
        for due in book.schedules.list_unanswered():
            if due.schedule_id == old.id:
                why = f"{due.why}; the schedule was switched off before you answered"
                book.schedules.update_due(due.id, state=OccurrenceState.SKIPPED, why=why, ended_at=to_text(now))
    return replace(ready, id=book.schedules.save(ready))


def enable_schedule(book: RecordRepositories, schedule_id: int, on: bool, now: datetime) -> Schedule:
    """Switch a schedule on or off. Raises UsageError where there is none of that id."""
    return save_schedule(book, replace(_found(book, schedule_id), enabled=int(on)), now)


def duplicate_schedule(book: RecordRepositories, schedule_id: int, now: datetime) -> Schedule:
    """A copy under a name of its own, switched off so that nothing runs twice. Raises UsageError."""
    old = _found(book, schedule_id)
    taken = {schedule.name for schedule in book.schedules.list()}
    names = (f"{old.name} (copy{'' if number == 1 else f' {number}'})" for number in range(1, len(taken) + 2))
    name = next(name for name in names if name not in taken)
    return save_schedule(book, replace(old, id=0, name=name, enabled=0), now)


@dataclass(frozen=True, slots=True)
class RemovedSchedule:
    """A schedule that was deleted, with all its due times, so that it can be brought back."""

    schedule: Schedule
    due_times: tuple[ScheduleOccurrence, ...]


def remove_schedule(book: RecordRepositories, schedule_id: int) -> RemovedSchedule:
    """Delete a schedule with its due times. Raises UsageError where there is none of that id."""
    removed = RemovedSchedule(_found(book, schedule_id), tuple(book.schedules.due_times(schedule_id=schedule_id)))
    book.schedules.delete(schedule_id)
    return removed


def restore_schedule(book: RecordRepositories, removed: RemovedSchedule, now: datetime) -> None:
    """Undo a deletion. What would have been due meanwhile is not missed; what was open then is over."""
    if book.schedules.get(removed.schedule.id) is not None:
        raise OperatorError(
            UserMessage("“{name}” is there already.", name=removed.schedule.name), UserMessage("Nothing was changed.")
        )
    schedule = replace(removed.schedule, watched_from=to_text(now.replace(microsecond=0)))
    gone = "the schedule was deleted meanwhile"
    dues = [
        replace(
            due, state=OccurrenceState.SKIPPED, why=f"{due.why}; {gone}" if due.why else gone, ended_at=to_text(now)
        )
        if OccurrenceState(due.state).open
        else due
        for due in removed.due_times
    ]
    book.schedules.bring_back(schedule, dues)


def revert_schedule(book: RecordRepositories, old: Schedule, now: datetime) -> None:
    """Undo a change: the schedule with its old rhythm. What it would have been due meanwhile is not missed."""
    _found(book, old.id)
    book.schedules.save(replace(old, watched_from=to_text(now.replace(microsecond=0))))


def create_default(book: RecordRepositories, now: datetime) -> Schedule:
    """The schedule that a new data folder begins with: observe every 30 minutes, first in 30 minutes."""
    return save_schedule(book, new_schedule(DEFAULT_NAME, "interval", str(DEFAULT_SECONDS)), now)


def _check_policies(new: Schedule) -> None:
    if new.catch_up not in ("", *CATCH_UPS):
        raise UsageError(
            UserMessage("There is no catch-up policy “{catch_up}”.", catch_up=new.catch_up),
            UserMessage("Use {join}, or none for the settings'.", join=", ".join(CATCH_UPS)),
        )
    if new.max_age_s is not None and not rules.SHORTEST_S <= new.max_age_s <= rules.LONGEST_S:
        raise UsageError(UserMessage("How old is too old is out of range."), UserMessage("Use one minute to a year."))


def _found(book: RecordRepositories, schedule_id: int) -> Schedule:
    found = book.schedules.get(schedule_id)
    if found is None:
        raise UsageError(
            UserMessage("There is no schedule {schedule_id}.", schedule_id=schedule_id),
            UserMessage("List them to see their numbers."),
        )
    return found
