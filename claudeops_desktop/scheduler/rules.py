"""When a schedule is due: interval and cron rules, in the operator's local time (D5). Pure.

An occurrence is computed from the rule alone, never from the last run, and always falls on a whole second.

An interval counts elapsed time from its anchor: anchor + n * interval. A cron rule follows the clock on the wall, and
each wall-clock occurrence is one run:

* On the night the clocks go back, an hour comes twice. A job at 02:30 runs the first time only. A rule whose hour is
  ``*`` or ``*/n`` means "every so many hours" and runs in both, as cron does, so that no hour goes unwatched.
* On the night the clocks go forward, an hour is left out. A job at 02:30 runs at 03:30 that day, an hour of the wall
  clock later and no hour of real time late; where that is another occurrence of the same rule, the two are one run.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from ..core.clock import from_text, to_text
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..records.occurrences import Schedule
from . import cron
from .text import next_words, rule_words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "OccurrenceTail",
    "PlannedOccurrence",
    "ScheduleRule",
    "check_rule",
    "describe_rule",
    "is_readable",
    "last_occurrences",
    "next_planned",
    "next_words",
    "plan_occurrence",
    "rule_of",
]

MINUTE = 60
SHORTEST_S = MINUTE
LONGEST_S = 366 * 86_400
LONGEST_JITTER_S = 3600
SECOND = timedelta(seconds=1)
ONE_MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
_NEAR = timedelta(hours=26)  # further than this from a change of the clocks, wall and elapsed time run alike
_UNITS = {"s": 1, "m": MINUTE, "h": 3600, "d": 86_400, "w": 7 * 86_400}


@dataclass(frozen=True, slots=True)
class PlannedOccurrence:
    """An occurrence of a rule (``due_at``) and the moment it is to start (``at``, later by its jitter). Both UTC."""

    due_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class OccurrenceTail:
    """The last occurrences of a window in order, how many came before them in it, and when the first of those was."""

    times: tuple[datetime, ...]
    earlier: int = 0
    first: datetime | None = None


class ScheduleRule(Protocol):
    """The questions that interval and cron rules both answer. Datetimes are aware and in UTC."""

    def next_after(self, moment: datetime) -> datetime:
        """The first occurrence later than ``moment``."""

    def between(self, after: datetime, until: datetime) -> list[datetime]:
        """All occurrences in (after, until], in order."""

    def count(self, after: datetime, until: datetime) -> int:
        """The number of occurrences in (after, until], without listing them."""


@dataclass(frozen=True)
class IntervalRule:
    """Every ``seconds``, counted from ``anchor`` both ways (a clock set back may leave the anchor in the future)."""

    seconds: int
    anchor: datetime

    def next_after(self, moment: datetime) -> datetime:
        """The first occurrence later than ``moment``."""
        from apscheduler.triggers.interval import IntervalTrigger

        after = _whole(moment) + SECOND
        anchor = self.anchor
        if anchor > after:
            anchor -= timedelta(seconds=self.seconds * (1 + int((anchor - after).total_seconds()) // self.seconds))
        trigger = IntervalTrigger(seconds=self.seconds, start_date=anchor, timezone=UTC)
        found: datetime = trigger.get_next_fire_time(None, after)
        return _whole(found + SECOND / 2).astimezone(UTC)

    def between(self, after: datetime, until: datetime) -> list[datetime]:
        """All occurrences in (after, until], in order."""
        first = self.next_after(after)
        return [first + timedelta(seconds=self.seconds * n) for n in range(self.count(after, until))]

    def count(self, after: datetime, until: datetime) -> int:
        """The number of occurrences in (after, until]."""
        span = (until - self.next_after(after)).total_seconds()
        return 0 if span < 0 else int(span // self.seconds) + 1


class CronScheduleRule:
    """Five fields in a time zone.

    The next occurrence comes from APScheduler's trigger, fed with wall-clock time. It takes up to 0.2 ms a step, so
    windows, which may be a year long, are listed and counted from the fields.
    """

    def __init__(self, fields: cron.CronFieldSets, zone: tzinfo) -> None:
        from apscheduler.triggers.cron import CronTrigger

        self.fields = fields
        self.zone = zone
        self._times = [hour * 60 + minute for hour in fields.hours for minute in fields.minutes]  # of a day, in minutes
        weekdays = ",".join(cron.WEEKDAYS[day] for day in fields.weekdays)
        days = _listed(fields.days)
        wanted = [(days, "*"), ("*", weekdays)] if fields.either_day else [(days, weekdays)]
        self._triggers = [
            CronTrigger(
                minute=_listed(fields.minutes),
                hour=_listed(fields.hours),
                day=day,
                month=_listed(fields.months),
                day_of_week=weekday,
                timezone=UTC,
            )
            for day, weekday in wanted
        ]

    def next_after(self, moment: datetime) -> datetime:
        """The first occurrence later than ``moment``."""
        span = timedelta(hours=3)
        if not self._turn(moment):
            wall = self._next_wall(self._wall(moment))
            found = self._moments(wall)[0]
            if not self._turn(found):
                return found
            span = found - moment
        while True:
            near = self.between(moment, moment + span)
            if near:
                return near[0]
            span *= 4

    def between(self, after: datetime, until: datetime) -> list[datetime]:
        """All occurrences in (after, until], in order."""
        return sorted({moment for day in self._days(after, until) for moment in self._on(day, after, until)})

    def count(self, after: datetime, until: datetime) -> int:
        """How many there are in (after, until]: ordinary days by the number of their times, the rest one by one."""
        total, counted = 0, set()
        for day in self._days(after, until):
            midnight = self._plain_midnight(day)
            if midnight is not None and after <= midnight - DAY and midnight + 2 * DAY <= until:
                total += len(self._times)
            else:
                counted.update(self._on(day, after, until))
        return total + len(counted)

    def _days(self, after: datetime, until: datetime) -> Iterator[date]:
        """The days of the rule that may have occurrences in the window."""
        day, last = self._wall(after).date() - DAY, self._wall(until).date() + DAY
        while day <= last:
            if self.fields.occurs_on(day):
                yield day
            day += DAY

    def _on(self, day: date, after: datetime, until: datetime) -> list[datetime]:
        """The occurrences of one day of the rule that lie in (after, until]."""
        midnight = self._plain_midnight(day)
        if midnight is not None:
            first = bisect_right(self._times, (after - midnight) / ONE_MINUTE)
            last = bisect_right(self._times, (until - midnight) / ONE_MINUTE)
            return [midnight + minutes * ONE_MINUTE for minutes in self._times[first:last]]
        start = datetime.combine(day, time())
        first = bisect_right(self._times, (self._wall(after) - self._turn(after) - SECOND - start) / ONE_MINUTE)
        last = bisect_right(self._times, (self._wall(until) + self._turn(until) - start) / ONE_MINUTE)
        walls = [start + minutes * ONE_MINUTE for minutes in self._times[first:last]]
        return [moment for wall in walls for moment in self._moments(wall) if after < moment <= until]

    def _plain_midnight(self, day: date) -> datetime | None:
        """The beginning of a day of 24 hours; None where the clocks change on it."""
        start = datetime.combine(day, time(), self.zone)
        midnight = start.astimezone(UTC)
        end = (midnight + DAY).astimezone(self.zone)
        same = midnight.astimezone(self.zone).utcoffset() == start.utcoffset() == end.utcoffset()
        return midnight if same else None

    def _wall(self, moment: datetime) -> datetime:
        """The local time without a zone, to the second."""
        return _whole(moment).astimezone(self.zone).replace(tzinfo=None, fold=0)

    def _next_wall(self, wall: datetime) -> datetime:
        after = wall.replace(tzinfo=UTC) + SECOND
        found: datetime = min(trigger.get_next_fire_time(None, after) for trigger in self._triggers)
        return found.replace(tzinfo=None)

    def _moments(self, wall: datetime) -> tuple[datetime, ...]:
        """The moments that a wall-clock time stands for: one, or two where every hour counts and the time comes twice.

        A time left out by the clocks' change keeps the offset from before it: 02:30 becomes 03:30.
        """
        first = wall.replace(tzinfo=self.zone, fold=0).astimezone(UTC)
        second = wall.replace(tzinfo=self.zone, fold=1).astimezone(UTC)
        return (first, second) if first < second and self.fields.every_hour else (first,)

    def _turn(self, moment: datetime) -> timedelta:
        """By how much the clocks change around this moment; nothing on most days."""
        offsets = [
            near.astimezone(self.zone).utcoffset() or timedelta() for near in (moment - _NEAR, moment, moment + _NEAR)
        ]
        return max(offsets) - min(offsets)


def check_rule(kind: str, rule: str) -> str:
    """The rule as it is stored: seconds as text, or five cron fields. Raises UsageError naming the field and the fix.

    An interval may be written "1800", "30 min", "2h", "every 30 minutes"; a cron rule also "@daily" and its kin.
    """
    if kind == "interval":
        return str(_interval_seconds(rule))
    if kind == "cron":
        return " ".join(cron.parse_cron(rule).texts)
    raise UsageError(
        UserMessage('"{kind}" is not a kind of schedule.', kind=kind), UserMessage("Use interval or cron.")
    )


def check_jitter(kind: str, rule: str, jitter_s: int) -> None:
    """Raises UsageError where the jitter is negative, over an hour, or not shorter than the interval."""
    limit = min(LONGEST_JITTER_S, _interval_seconds(rule) - 1) if kind == "interval" else LONGEST_JITTER_S
    if not 0 <= jitter_s <= limit:
        raise UsageError(
            UserMessage("The jitter of {jitter_s} s is out of range.", jitter_s=jitter_s),
            UserMessage("Use 0 to {limit} seconds.", limit=limit),
        )


def rule_of(schedule: Schedule, zone: tzinfo) -> ScheduleRule:
    """The rule of a schedule in a time zone. Raises UsageError for a rule that is wrong."""
    return _rule(schedule.kind, schedule.rule, schedule.anchor_at if schedule.kind == "interval" else "", zone)


def is_readable(schedule: Schedule) -> bool:
    """Tell whether the rule is one: another version or another hand may have written the row."""
    try:
        rule_of(schedule, UTC)
    except (UsageError, ValueError):
        return False
    return True


def describe_rule(schedule: Schedule) -> str:
    """The rule in words: "Every 30 minutes", "Weekdays at 09:00", "On the 1st at 06:00"; told where it is none."""
    try:
        return rule_words(schedule.kind, check_rule(schedule.kind, schedule.rule))
    except UsageError:
        return f"cannot be read: {schedule.kind} {schedule.rule}"


def next_planned(schedule: Schedule, after: datetime, zone: tzinfo) -> PlannedOccurrence:
    """The first occurrence later than ``after`` (by its due time, not by its jitter), and when it is to start."""
    return plan_occurrence(schedule, rule_of(schedule, zone).next_after(after), zone)


def plan_occurrence(schedule: Schedule, due_at: datetime, zone: tzinfo) -> PlannedOccurrence:
    """When an occurrence is to start.

    The jitter is drawn from the schedule and the occurrence, so that a restart does not change it, and ends before
    the next occurrence.
    """
    if schedule.jitter_s <= 0:
        return PlannedOccurrence(due_at, due_at)
    gap = int((rule_of(schedule, zone).next_after(due_at) - due_at).total_seconds())
    most = min(schedule.jitter_s, gap - 1)
    drawn = hashlib.sha256(f"{schedule.id} {to_text(due_at)}".encode()).digest()
    return PlannedOccurrence(due_at, due_at + timedelta(seconds=int.from_bytes(drawn[:8], "big") % (most + 1)))


def last_occurrences(rule: ScheduleRule, after: datetime, until: datetime, keep: int) -> OccurrenceTail:
    """The last ``keep`` (at least 1) occurrences in (after, until]. Takes no longer for a year than for a day."""
    if after >= until:
        return OccurrenceTail(())
    span = timedelta(hours=1)
    while True:
        start = max(after, until - span)
        times = rule.between(start, until)[-keep:]
        if len(times) == keep or start == after:
            break
        span *= 2
    earlier = rule.count(after, times[0] - SECOND) if times else 0
    return OccurrenceTail(tuple(times), earlier, rule.next_after(after) if earlier else None)


@lru_cache(maxsize=256)
def _rule(kind: str, rule: str, anchor_at: str, zone: tzinfo) -> ScheduleRule:
    text = check_rule(kind, rule)
    if kind == "interval":
        return IntervalRule(int(text), _whole(from_text(anchor_at)))
    return CronScheduleRule(cron.parse_cron(text), zone)


_INTERVAL = re.compile(r"(?:every\s+)?(\d{1,9}(?:\.\d{1,3})?)?\s*([a-z]*)")


def _interval_seconds(text: str) -> int:
    remedy = 'Write seconds, or a time such as "30 minutes", "2 h" or "1 day".'
    match = _INTERVAL.fullmatch(text.strip().lower())
    if match is None or not any(match.groups()):
        raise UsageError(UserMessage('The interval "{words}" cannot be read.', words=text), remedy)
    number, unit = match.groups()
    if not _UNIT_WORDS.fullmatch(unit):
        raise UsageError(
            UserMessage('The interval "{words}" has the unknown unit "{unit}".', words=text, unit=unit), remedy
        )
    seconds = round(float(number or 1) * _UNITS[(unit or "s")[0]])
    if seconds < SHORTEST_S:
        raise UsageError(UserMessage("The interval is too short."), UserMessage("Use one minute or more."))
    if seconds > LONGEST_S:
        raise UsageError(UserMessage("The interval is too long."), UserMessage("Use a year or less."))
    return seconds


_UNIT_WORDS = re.compile(r"|s(ecs?|econds?)?|m(ins?|inutes?)?|h(rs?|ours?)?|d(ays?)?|w(eeks?)?")


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _whole(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)
