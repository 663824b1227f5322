"""Schedules and moments in an operator's words (PRODUCT D5; UI, Words). Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from ..core.errors import UsageError
from ..core.messages import PluralMessage, UserMessage
from ..records.occurrences import Schedule
from . import cron

WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
SHORT_WEEKDAYS = tuple(name[:3] for name in WEEKDAYS)
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ON_WEEKDAYS = (
    UserMessage("Sundays"), UserMessage("Mondays"), UserMessage("Tuesdays"), UserMessage("Wednesdays"),
    UserMessage("Thursdays"), UserMessage("Fridays"), UserMessage("Saturdays"),
)  # fmt: skip
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
        return f"Cron {rule}"
    return _cron_words(found) or f"Cron {' '.join(found.texts)}"


def interval_words(seconds: int) -> str:
    """ "Every 30 minutes", "Every hour", "Every 90 minutes", "Every 2 days"."""
    size = next(size for size in (7 * 86_400, 86_400, 3600, 60, 1) if seconds % size == 0)
    number = seconds // size
    match size:
        case 1:
            many, one = PluralMessage("Every %n second", "Every %n seconds", number), UserMessage("Every second")
        case 60:
            many, one = PluralMessage("Every %n minute", "Every %n minutes", number), UserMessage("Every minute")
        case 3600:
            many, one = PluralMessage("Every %n hour", "Every %n hours", number), UserMessage("Every hour")
        case 86_400:
            many, one = PluralMessage("Every %n day", "Every %n days", number), UserMessage("Every day")
        case _:
            many, one = PluralMessage("Every %n week", "Every %n weeks", number), UserMessage("Every week")
    return one if number == 1 else many


def span_words(span: timedelta) -> str:
    """ "24 h", "1.5 h", "90 s", "10 min", "3 days"."""
    seconds = span.total_seconds()
    if seconds >= 2 * 86_400 and seconds % 86_400 == 0:
        return f"{seconds / 86_400:g} days"
    for size, name in ((3600, "h"), (60, "min")):
        if seconds >= size and (seconds / size * 2) % 1 == 0:
            return f"{seconds / size:g} {name}"
    return f"{seconds:g} s"


def policy_words(schedule: Schedule) -> tuple[str, ...]:
    """What a schedule lays down for itself: "up to 2 min later", "asks about missed ones", "waits for the network"."""
    said: list[str] = []
    if schedule.jitter_s:
        said.append(UserMessage("up to {span} later", span=span_words(timedelta(seconds=schedule.jitter_s))))
    if schedule.catch_up:
        said.append(CATCH_UP_WORDS[schedule.catch_up])
    if schedule.max_age_s is not None:
        said.append(UserMessage("nothing older than {span}", span=span_words(timedelta(seconds=schedule.max_age_s))))
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
    if day == "Every day" and when.startswith("every"):
        return when[0].upper() + when[1:]
    if isinstance(when, UserMessage):
        return UserMessage("{day} at {times}", day=day, times=when.values["times"])
    return f"{day}, {when}"


def _time_words(rule: cron.CronFieldSets) -> str:
    minutes, hours = rule.minutes, rule.hours
    if len(minutes) * len(hours) <= _MOST_TIMES:
        return UserMessage(
            "at {times}", times=_listed([f"{hour:02d}:{minute:02d}" for hour in hours for minute in minutes])
        )
    every = _every(minutes, 60, "minute")
    if every and len(hours) == 24:
        return every
    if every and hours == tuple(range(hours[0], hours[-1] + 1)):
        return f"{every} from {hours[0]:02d}:00 to {hours[-1]:02d}:{minutes[-1]:02d}"
    if len(minutes) != 1:
        return ""
    past = "" if minutes[0] == 0 else f" at {minutes[0]} min past"
    step = _every(hours, 24, "hour")
    if step:
        return f"{step}{past}"
    if hours == tuple(range(hours[0], hours[-1] + 1)):
        return f"every hour from {hours[0]:02d}:{minutes[0]:02d} to {hours[-1]:02d}:{minutes[0]:02d}"
    return ""


def _every(numbers: tuple[int, ...], size: int, name: str) -> str:
    step = size // len(numbers)
    if numbers != tuple(range(0, size, step)) or size % step or len(numbers) == 1:
        return ""
    return f"every {name}" if step == 1 else f"every {step} {name}s"


def _day_words(rule: cron.CronFieldSets) -> str:
    _, _, day_text, month_text, _ = rule.texts
    dated, named = len(rule.days) < 31, len(rule.weekdays) < 7
    months = "" if len(rule.months) == 12 else _listed([MONTHS[month - 1] for month in rule.months])
    if (dated and named) or month_text.startswith("*/") or len(rule.months) not in (12, 1, 2, 3):
        return ""
    if dated:
        if len(rule.days) > 4 or day_text.startswith("*"):
            return ""
        days = _listed([f"{day}{_ordinal(day)}" for day in rule.days])
        return f"On the {days} of {months}" if months else f"On the {days}"
    if named:
        name = _weekday_words(rule.weekdays)
        return f"{name} in {months}" if months else name
    return f"Every day in {months}" if months else UserMessage("Every day")


def _weekday_words(days: tuple[int, ...]) -> str:
    if days == (1, 2, 3, 4, 5):
        return UserMessage("Weekdays")
    if days == (0, 6):
        return UserMessage("Weekends")
    ordered = sorted(days, key=lambda day: day or 7)
    if len(ordered) == 1:
        return _ON_WEEKDAYS[ordered[0]]
    return _listed([SHORT_WEEKDAYS[day] for day in ordered])


def _ordinal(number: int) -> str:
    if 11 <= number % 100 <= 13:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return UserMessage("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
