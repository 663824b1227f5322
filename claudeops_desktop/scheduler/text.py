"""Schedules and moments in an operator's words (PRODUCT D5; UI, Words). Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from ..core.errors import UsageError
from ..core.messages import PluralMessage, UserMessage
from ..records.occurrences import Schedule
from . import cron

EACH_WEEKDAY = (
    UserMessage("Sundays"),
    UserMessage("Mondays"),
    UserMessage("Tuesdays"),
    UserMessage("Wednesdays"),
    UserMessage("Thursdays"),
    UserMessage("Fridays"),
    UserMessage("Saturdays"),
)
SHORT_WEEKDAYS = (
    UserMessage("Sun"),
    UserMessage("Mon"),
    UserMessage("Tue"),
    UserMessage("Wed"),
    UserMessage("Thu"),
    UserMessage("Fri"),
    UserMessage("Sat"),
)
EVERY_DAY = UserMessage("Every day")
MONTHS = (
    UserMessage("January"),
    UserMessage("February"),
    UserMessage("March"),
    UserMessage("April"),
    UserMessage("May"),
    UserMessage("June"),
    UserMessage("July"),
    UserMessage("August"),
    UserMessage("September"),
    UserMessage("October"),
    UserMessage("November"),
    UserMessage("December"),
)
PRESETS = (
    (UserMessage("Every 15 minutes"), "interval", "900"),
    (UserMessage("Every 30 minutes"), "interval", "1800"),
    (UserMessage("Every hour"), "interval", "3600"),
    (UserMessage("Every 6 hours"), "interval", "21600"),
    (UserMessage("Every day at 09:00"), "cron", "0 9 * * *"),
    (UserMessage("Weekdays at 09:00"), "cron", "0 9 * * 1-5"),
    (UserMessage("Mondays at 09:00"), "cron", "0 9 * * 1"),
    (UserMessage("On the 1st at 06:00"), "cron", "0 6 1 * *"),
)
CATCH_UP_WORDS = {
    "run": UserMessage("runs missed ones once"),
    "skip": UserMessage("skips missed ones"),
    "ask": UserMessage("asks about missed ones"),
}
_MOST_TIMES = 4


def rule_words(kind: str, rule: str) -> str:
    """A stored rule in words; a cron rule too involved for words is shown as it is written."""
    if kind == "interval":
        return interval_words(int(rule))
    try:
        found = cron.parse_cron(rule)
    except UsageError:
        return UserMessage("Cron {rule}", rule=rule)
    return _cron_words(found) or UserMessage("Cron {rule}", rule=" ".join(found.texts))


def interval_words(seconds: int) -> str:
    """ "Every 30 minutes", "Every hour", "Every 90 minutes", "Every 2 days"."""
    if seconds % (7 * 86_400) == 0:
        return PluralMessage("Every week", "Every %n weeks", seconds // (7 * 86_400))
    if seconds % 86_400 == 0:
        return PluralMessage("Every day", "Every %n days", seconds // 86_400)
    if seconds % 3600 == 0:
        return PluralMessage("Every hour", "Every %n hours", seconds // 3600)
    if seconds % 60 == 0:
        return PluralMessage("Every minute", "Every %n minutes", seconds // 60)
    return PluralMessage("Every second", "Every %n seconds", seconds)


def span_words(span: timedelta) -> str:
    """ "24 h", "1.5 h", "90 s", "10 min", "3 days"."""
    seconds = span.total_seconds()
    if seconds >= 2 * 86_400 and seconds % 86_400 == 0:
        return UserMessage("{days} days", days=f"{seconds / 86_400:g}")
    for size, unit in ((3600, "h"), (60, "min")):  # units that all languages write alike
        if seconds >= size and (seconds / size * 2) % 1 == 0:
            return f"{seconds / size:g} {unit}"
    return f"{seconds:g} s"


def policy_words(schedule: Schedule) -> tuple[str, ...]:
    """What a schedule lays down for itself: "up to 2 min later", "asks about missed ones", "waits for the network"."""
    said = []
    if schedule.jitter_s:
        said.append(UserMessage("up to {time} later", time=span_words(timedelta(seconds=schedule.jitter_s))))
    if schedule.catch_up:
        said.append(CATCH_UP_WORDS[schedule.catch_up])
    if schedule.max_age_s is not None:
        said.append(UserMessage("nothing older than {time}", time=span_words(timedelta(seconds=schedule.max_age_s))))
    if schedule.wait_network:
        said.append(UserMessage("waits for the network"))
    if schedule.keep_awake:
        said.append(UserMessage("keeps the computer awake"))
    return tuple(said)


def next_words(at: datetime, now: datetime, zone: tzinfo) -> str:
    """ "14:00 (in 23 min)", "tomorrow 09:00", "Mon 09:00" (within a week), "1 Dec 06:00", "1 Jan 2028 06:00"."""
    local, today = at.astimezone(zone), now.astimezone(zone)
    days = (local.date() - today.date()).days
    clock = f"{local:%H:%M}"
    if days <= 0:
        return f"{clock} ({_in(at, now)})"
    if days == 1:
        return f"tomorrow {clock}"
    if days < 7:
        return f"{SHORT_WEEKDAYS[local.isoweekday() % 7]} {clock}"
    return f"{_day(local, today)} {clock}"


def past_words(at: datetime, now: datetime, zone: tzinfo) -> str:
    """A moment gone by: "09:30" today, "yesterday 09:30", "Fri 09:30" (within a week), "1 Nov 06:00"."""
    local, today = at.astimezone(zone), now.astimezone(zone)
    days = (today.date() - local.date()).days
    clock = f"{local:%H:%M}"
    if days <= 0:
        return clock if days == 0 else f"{_day(local, today)} {clock}"
    if days == 1:
        return f"yesterday {clock}"
    if days < 7:
        return f"{SHORT_WEEKDAYS[local.isoweekday() % 7]} {clock}"
    return f"{_day(local, today)} {clock}"


def _day(local: datetime, today: datetime) -> str:
    year = "" if local.year == today.year else f" {local.year}"
    return f"{local.day} {MONTHS[local.month - 1][:3]}{year}"


def _in(at: datetime, now: datetime) -> str:
    minutes = round((at.astimezone(UTC) - now.astimezone(UTC)).total_seconds() / 60)
    if minutes <= 0:
        return "now" if at <= now else "in less than a minute"
    if minutes < 60:
        return f"in {minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"in {hours} h {rest} min" if rest else f"in {hours} h"


def _cron_words(rule: cron.CronFieldSets) -> str:
    """Empty where no plain sentence says it."""
    day = _day_words(rule)
    when = _time_words(rule)
    if not day or not when:
        return ""
    if day is EVERY_DAY and not when.clock:
        return when.alone
    if when.clock:
        return UserMessage("{days} at {times}", days=day, times=when.said)
    return UserMessage("{days}, {times}", days=day, times=when.said)


class _Times(NamedTuple):
    """When on a day: in the middle of a sentence, and as a sentence of its own. ``clock``: at these times of day."""

    said: str
    alone: str
    clock: bool = False


def _time_words(rule: cron.CronFieldSets) -> _Times | None:
    minutes, hours = rule.minutes, rule.hours
    if len(minutes) * len(hours) <= _MOST_TIMES:
        times = _listed([f"{hour:02d}:{minute:02d}" for hour in hours for minute in minutes])
        return _Times(times, times, clock=True)
    step = _every(minutes, 60)
    first, last = f"{hours[0]:02d}", f"{hours[-1]:02d}"
    together = hours == tuple(range(hours[0], hours[-1] + 1))
    if step and len(hours) == 24:
        return _Times(PluralMessage("every minute", "every %n minutes", step), interval_words(step * 60))
    if step and together:
        span = {"start": f"{first}:00", "end": f"{last}:{minutes[-1]:02d}"}
        return _Times(
            PluralMessage("every minute from {start} to {end}", "every %n minutes from {start} to {end}", step, **span),
            PluralMessage("Every minute from {start} to {end}", "Every %n minutes from {start} to {end}", step, **span),
        )
    if len(minutes) != 1:
        return None
    minute = minutes[0]
    step = _every(hours, 24)
    if step and minute:
        return _Times(
            PluralMessage(
                "every hour at {minute} min past", "every %n hours at {minute} min past", step, minute=minute
            ),
            PluralMessage(
                "Every hour at {minute} min past", "Every %n hours at {minute} min past", step, minute=minute
            ),
        )
    if step:
        return _Times(PluralMessage("every hour", "every %n hours", step), interval_words(step * 3600))
    if together:
        span = {"start": f"{first}:{minute:02d}", "end": f"{last}:{minute:02d}"}
        return _Times(
            UserMessage("every hour from {start} to {end}", **span),
            UserMessage("Every hour from {start} to {end}", **span),
        )
    return None


def _every(numbers: tuple[int, ...], size: int) -> int:
    """The even step of these numbers below ``size``; 0 where there is none."""
    step = size // len(numbers)
    even = numbers == tuple(range(0, size, step)) and size % step == 0 and len(numbers) > 1
    return step if even else 0


def _day_words(rule: cron.CronFieldSets) -> str:
    _, _, day_text, month_text, _ = rule.texts
    dated, named = len(rule.days) < 31, len(rule.weekdays) < 7
    months = "" if len(rule.months) == 12 else _listed([MONTHS[month - 1] for month in rule.months])
    if (dated and named) or month_text.startswith("*/") or len(rule.months) not in (12, 1, 2, 3):
        return ""
    if dated:
        if len(rule.days) > 4 or day_text.startswith("*"):
            return ""
        days = _listed([_ordinal(day) for day in rule.days])
        if months:
            return UserMessage("On the {days} of {months}", days=days, months=months)
        return UserMessage("On the {days}", days=days)
    if named:
        name = _weekday_words(rule.weekdays)
        return UserMessage("{days} in {months}", days=name, months=months) if months else name
    return UserMessage("Every day in {months}", months=months) if months else EVERY_DAY


def _weekday_words(days: tuple[int, ...]) -> str:
    if days == (1, 2, 3, 4, 5):
        return UserMessage("Weekdays")
    if days == (0, 6):
        return UserMessage("Weekends")
    ordered = sorted(days, key=lambda day: day or 7)
    if len(ordered) == 1:
        return EACH_WEEKDAY[ordered[0]]
    return _listed([SHORT_WEEKDAYS[day] for day in ordered])


def _ordinal(number: int) -> str:
    if 11 <= number % 100 <= 13:
        return UserMessage("{number}th", number=number)
    match number % 10:
        case 1:
            return UserMessage("{number}st", number=number)
        case 2:
            return UserMessage("{number}nd", number=number)
        case 3:
            return UserMessage("{number}rd", number=number)
    return UserMessage("{number}th", number=number)


def _listed(names: list[str]) -> str:
    listed = names[0]
    for name in names[1:-1]:
        listed = UserMessage("{names}, {name}", names=listed, name=name)
    return listed if len(names) == 1 else UserMessage("{names} and {last}", names=listed, last=names[-1])
