"""The seven days of a report: from a Sunday at midnight local time to the next. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from ...core.errors import UsageError
from ...core.messages import UserMessage
from .types import WeekSpan

SATURDAY = 6  # as ISO 8601 counts
_WEEK = re.compile(r"(\d{4})-W(\d{2})")


def last_whole_week(now: datetime, zone: tzinfo) -> WeekSpan:
    """The latest week that is over."""
    today = now.astimezone(zone).date()
    return _ending_on(today - timedelta(days=today.isoweekday() % 7), zone)


def span_of(week: str, zone: tzinfo) -> WeekSpan:
    """The week of a name such as 2026-W10. Raises UsageError for anything else."""
    found = _WEEK.fullmatch(week.strip().upper())
    try:
        if found is None:
            raise ValueError
        saturday = date.fromisocalendar(int(found[1]), int(found[2]), SATURDAY)
        return _ending_on(saturday + timedelta(days=1), zone)
    except (ValueError, OverflowError):
        raise UsageError(
            UserMessage("“{week}” is no week.", week=week), UserMessage("Write it as in 2026-W10.")
        ) from None


def _ending_on(sunday: date, zone: tzinfo) -> WeekSpan:
    year, week, _ = (sunday - timedelta(days=1)).isocalendar()
    since, until = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (sunday - timedelta(days=7), sunday))
    return WeekSpan(f"{year}-W{week:02d}", since, until)
