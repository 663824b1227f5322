"""Which days a question speaks of: *on 3 June*, *in March*, *yesterday*, *two weeks ago*, *since Monday* (E9). Pure.

A day is to recall what a name is: what was said then lies near to the question. Only what lies in the past counts; a
month or a day without a year is the last one that was. Days are those of UTC: what was said a little before or after
is near too.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_WEEKDAYS = {name.lower(): number for number, name in enumerate(calendar.day_name)}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_UNITS = {"day": 1, "week": 7, "month": 30, "year": 365}
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b\.?(?:,? ((?:19|20)\d\d)\b)?", re.I)
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? ((?:19|20)\d\d)\b)?", re.I)
_MONTH_YEAR = re.compile(rf"\b({_MONTH})\b\.?,? ((?:19|20)\d\d)\b", re.I)
_IN_MONTH = re.compile(rf"\b(?:in|during|since|last|early in|late in)(?: early| late)? ({_MONTH})\b", re.I)
_IN_YEAR = re.compile(r"\b(?:in|during|since) ((?:19|20)\d\d)\b", re.I)
_AGO = re.compile(rf"\b({'|'.join(_NUMBERS)}|\d{{1,3}}) (day|week|month|year)s? ago\b", re.I)
_NAMED = re.compile(
    r"\b(today|tonight|this morning|yesterday|last night|this week|last week|this month|last month|last year)\b", re.I
)
_WEEKDAY = re.compile(rf"\b(?:last|since|on last) ({'|'.join(_WEEKDAYS)})\b", re.I)
_NOT_THEN = re.compile(r"\b(?:before|until|till|by)\s*$", re.I)
_SINCE = re.compile(r"\bsince\s*$|^since\b", re.I)


Stretch = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A stretch of time, and how the question says it."""

    start: datetime
    end: datetime
    said: str

    @property
    def words(self) -> frozenset[str]:
        """The words that say it, in lower case, numbers too."""
        return frozenset(re.findall(r"[^\W_]+", self.said.lower()))


def _day(year: int, month: int, day: int) -> Stretch | None:
    try:
        start = datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None
    return start, start + timedelta(days=1)


def _dated(year: str | None, month: int, day: int, now: datetime) -> Stretch | None:
    if year:
        return _day(int(year), month, day)
    this = _day(now.year, month, day)
    return this if this is not None and this[0] <= now else _day(now.year - 1, month, day)


def _month(year: int, month: int) -> Stretch:
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, (start + timedelta(days=31)).replace(day=1)


def _last_month(month: int, now: datetime) -> Stretch:
    return _month(now.year if month <= now.month else now.year - 1, month)


def _ago(number: str, unit: str, now: datetime) -> Stretch:
    days = (_NUMBERS.get(number) or int(number)) * _UNITS[unit]
    about = _midnight(now) - timedelta(days=min(days, 36_500))
    reach = timedelta(days=_UNITS[unit] // 2)
    return about - reach, about + reach + timedelta(days=1)


def _named(name: str, now: datetime) -> Stretch:
    day, one = _midnight(now), timedelta(days=1)
    monday, first = day - timedelta(days=day.weekday()), day.replace(day=1)
    last_first = (first - one).replace(day=1)
    return {
        "yesterday": (day - one, day),
        "last night": (day - one / 2, day + one / 2),
        "this week": (monday, monday + 7 * one),
        "last week": (monday - 7 * one, monday),
        "this month": (first, day + one),
        "last month": (last_first, first),
        "last year": (first.replace(year=day.year - 1, month=1), first.replace(month=1)),
    }.get(name, (day, day + one))


def _weekday(name: str, now: datetime) -> Stretch:
    day = _midnight(now)
    back = (day.weekday() - _WEEKDAYS[name]) % 7 or 7
    return day - timedelta(days=back), day - timedelta(days=back - 1)


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Stretch | None]], ...] = (
    (_ISO, lambda m, _: _day(int(m[1]), int(m[2]), int(m[3]))),
    (_DAY_MONTH, lambda m, now: _dated(m[3], _MONTHS[m[2].lower()], int(m[1]), now)),
    (_MONTH_DAY, lambda m, now: _dated(m[3], _MONTHS[m[1].lower()], int(m[2]), now)),
    (_MONTH_YEAR, lambda m, _: _month(int(m[2]), _MONTHS[m[1].lower()])),
    (_IN_MONTH, lambda m, now: _last_month(_MONTHS[m[1].lower()], now)),
    (_IN_YEAR, lambda m, _: (datetime(int(m[1]), 1, 1, tzinfo=UTC), datetime(int(m[1]) + 1, 1, 1, tzinfo=UTC))),
    (_AGO, lambda m, now: _ago(m[1].lower(), m[2].lower(), now)),
    (_NAMED, lambda m, now: _named(m[1].lower(), now)),
    (_WEEKDAY, lambda m, now: _weekday(m[1].lower(), now)),
)


def find_time_span(question: str, now: datetime) -> TimeSpan | None:
    """The first stretch of time that a question names; None where it names none, or one that is still to come."""
    now = now.astimezone(UTC)
    for rule, days in _RULES:
        found = rule.search(question)
        stretch = days(found, now) if found else None
        if found is None or stretch is None or stretch[0] > now or _NOT_THEN.search(question[: found.start()]):
            continue
        since = _SINCE.search(question[: found.start()]) or _SINCE.search(found[0])
        return TimeSpan(stretch[0], max(now, stretch[0] + timedelta(seconds=1)) if since else stretch[1], found[0])
    return None
