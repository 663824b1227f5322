"""What the schedule page shows, reckoned on a reader thread: a rule of every minute has thousands of moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from ....core.clock import to_text, utc_now
from ....records.occurrence_list import OccurrenceList, OccurrenceQuery
from ....records.occurrences import Schedule, ScheduleOccurrence
from ....records.record_books import RecordRepositories
from ....scheduler import rules
from .model import ScheduleLine
from .timeline import DAY, TimelineLane, make_lane

FIVE = 5
MOST_MARKS = 4_000
MOST_COMING = 600


@dataclass(frozen=True, slots=True)
class SchedulePageData:
    """Lines of the table, lanes of the strip over ``span`` around ``now``, and the next five moments by schedule id."""

    now: datetime = field(default_factory=utc_now)
    span: timedelta = DAY
    paused: bool = False
    lines: tuple[ScheduleLine, ...] = ()
    lanes: tuple[TimelineLane, ...] = ()
    next_five: dict[int, tuple[datetime, ...]] = field(default_factory=dict)

    def next_time_of(self, schedule_id: int | None) -> list[tuple[datetime, str]]:
        """The next five of one schedule, or of all, each with the schedule's name."""
        names = {line.schedule.id: line.schedule.name for line in self.lines}
        found = [
            (at, names[number])
            for number, times in self.next_five.items()
            if schedule_id in (None, number)
            for at in times
        ]
        return sorted(found)[:FIVE]


def load_schedule_page(
    book: RecordRepositories, now: datetime, zone: tzinfo, span: timedelta, paused: bool
) -> SchedulePageData:
    """The question. Call inside ``store.read``."""
    schedules = book.schedules.list()
    dues = OccurrenceList(book.store)
    latest = dues.latest()
    on = [schedule for schedule in schedules if schedule.enabled and rules.is_readable(schedule)]
    next_five = {schedule.id: next_times(schedule, now, zone) for schedule in on}
    lines = tuple(
        ScheduleLine(schedule, next(iter(next_five.get(schedule.id, ())), None), latest.get(schedule.id), paused)
        for schedule in schedules
    )
    past: dict[int, list[ScheduleOccurrence]] = {}
    for due in dues.list(OccurrenceQuery(since=to_text(now - span / 2)), MOST_MARKS):
        past.setdefault(due.schedule_id, []).append(due)
    runs = {schedule.id for schedule in on} if not paused else set()
    lanes = tuple(
        make_lane(
            schedule.name,
            past.get(schedule.id, ()),
            _upcoming_times(schedule, now, zone, span) if schedule.id in runs else (),
        )
        for schedule in schedules
        if schedule.enabled or schedule.id in past
    )
    return SchedulePageData(now, span, paused, lines, lanes, next_five)


def _upcoming_times(schedule: Schedule, now: datetime, zone: tzinfo, span: timedelta) -> list[datetime]:
    return rules.rule_of(schedule, zone).between(now, now + span / 2)[:MOST_COMING]


def next_times(schedule: Schedule, now: datetime, zone: tzinfo, number: int = FIVE) -> tuple[datetime, ...]:
    """The next moments that a schedule's runs start at, its delay counted in."""
    times = []
    after = now
    for _ in range(number):
        planned = rules.next_planned(schedule, after, zone)
        times.append(planned.at)
        after = planned.due_at
    return tuple(times)
