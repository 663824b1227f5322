"""Five cron fields, read as crontab(5) means them.

Weekday 0 and 7 are Sunday. Where neither the day of the month nor the weekday begins with ``*``, a day counts when
either matches; otherwise when both do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from ..core.errors import UsageError
from ..core.messages import UserMessage

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
NICKNAMES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
EXAMPLE = 'Write minute, hour, day of the month, month and weekday, such as "0 9 * * 1-5" for weekdays at 09:00.'


@dataclass(frozen=True, slots=True)
class CronField:
    """One of the five: its name, its bounds, and the names its numbers go by."""

    name: str
    low: int
    high: int
    names: tuple[str, ...] = ()
    first: int = 0


FIELDS = (
    CronField("minute", 0, 59),
    CronField("hour", 0, 23),
    CronField("day of the month", 1, 31),
    CronField("month", 1, 12, MONTHS, 1),
    CronField("weekday", 0, 7, WEEKDAYS, 0),
)


@dataclass(frozen=True, slots=True)
class CronFieldSets:
    """A cron rule as sets of numbers, each in ascending order. ``weekdays`` counts from Sunday, 0 to 6.

    ``texts`` are the five fields as written.
    """

    texts: tuple[str, str, str, str, str]
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]

    @property
    def either_day(self) -> bool:
        """A day counts when its date or its weekday matches (both fields name days)."""
        return not self.texts[2].startswith("*") and not self.texts[4].startswith("*")

    @property
    def every_hour(self) -> bool:
        """The hour is a wildcard: the rule follows elapsed time, so that it runs in both of two equal hours."""
        return self.texts[1].startswith("*")

    def occurs_on(self, day: date) -> bool:
        """The rule has occurrences on this day."""
        if day.month not in self.months:
            return False
        dated, named = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return (dated or named) if self.either_day else (dated and named)


def parse_cron(rule: str) -> CronFieldSets:
    """Five cron fields, or a nickname such as ``@daily``. Raises UsageError naming the field and the fix."""
    text = " ".join(rule.split()).lower()
    if text.startswith("@"):
        if text not in NICKNAMES:
            raise UsageError(
                UserMessage('"{rule}" is not a schedule this application knows.', rule=rule),
                UserMessage("Use {join}.", join=", ".join(NICKNAMES)),
            )
        text = NICKNAMES[text]
    texts = text.split(" ") if text else []
    if len(texts) != len(FIELDS):
        raise UsageError(
            UserMessage('A cron rule has five fields, and "{rule}" has {texts}.', rule=rule, texts=len(texts)), EXAMPLE
        )
    minutes, hours, days, months, weekdays = (_values(one, field) for one, field in zip(texts, FIELDS, strict=True))
    found = CronFieldSets(
        (texts[0], texts[1], texts[2], texts[3], texts[4]),
        minutes,
        hours,
        days,
        months,
        tuple(sorted({day % 7 for day in weekdays})),
    )
    if not found.either_day and not any(day <= LONGEST[month - 1] for month in months for day in days):
        raise UsageError(
            UserMessage(
                'The day of the month "{texts}" never comes in the month "{texts_2}".', texts=texts[2], texts_2=texts[3]
            ),
            UserMessage("Choose a day that month has."),
        )
    return found


def _values(text: str, field: CronField) -> tuple[int, ...]:
    found: set[int] = set()
    for part in text.split(","):
        found.update(_part(part, text, field))
    return tuple(sorted(found))


_PART = re.compile(r"(?:(\*)|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:/(\d+))?")


def _part(part: str, text: str, field: CronField) -> range:
    match = _PART.fullmatch(part)
    if match is None:
        raise _wrong(field, text, f'"{part}" cannot be read')
    star, low, high, step = match.groups()
    if star:
        first, last = field.low, min(field.high, 6) if field.name == "weekday" else field.high
    else:
        first = _number(low, text, field)
        last = _number(high, text, field) if high else (field.high if step else first)
        if field.name == "weekday" and high == "sun":
            last = 7
        if first > last:
            raise _wrong(field, text, f"{part} runs backwards")
    width = int(step) if step else 1
    if not 1 <= width <= field.high:
        raise _wrong(field, text, f"the step /{step} is out of range")
    return range(first, last + 1, width)


def _number(word: str, text: str, field: CronField) -> int:
    if word.isdecimal():
        number = int(word)
    elif word[:3] in field.names and (len(word) == 3 or field.name in ("month", "weekday")):
        number = field.names.index(word[:3]) + field.first
    else:
        raise _wrong(field, text, f'"{word}" is not a {field.name}')
    if not field.low <= number <= field.high:
        raise _wrong(field, text, f"{number} is out of range")
    return number


def _wrong(field: CronField, text: str, why: str) -> UsageError:
    names = f" or names such as {field.names[1]}" if field.names else ""
    return UsageError(
        UserMessage('The {name} "{words}" is wrong: {why}.', name=field.name, words=text, why=why),
        UserMessage(
            "Use {low} to {high}{names}, *, a range such as {low}-{high}, or */2.",
            low=field.low,
            high=field.high,
            names=names,
        ),
    )
