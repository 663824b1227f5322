"""Where the marks of a chart's axes are, and what they say. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil, floor, isfinite, log10

from ..text.formatting import MONTHS, WEEKDAYS
from ..text.translation import tr, tr_count

LEAST_SPAN = 1e-9


def value_marks(low: float, high: float, most: int, least_step: float = 0.0) -> list[float]:
    """Round values from at most ``low`` to at least ``high``, one, two or five times a power of ten apart.

    There are at least two of them, and about ``most`` at most; ``least_step`` 1 is for what is counted.
    """
    if not (isfinite(low) and isfinite(high)):
        raise ValueError("an axis needs finite ends")
    span = max(high - low, LEAST_SPAN * max(1.0, abs(high)))
    step = max(least_step, _round_up(span / max(1, most)))
    first = floor(low / step + 1e-9)
    last = max(first + 1, ceil(high / step - 1e-9))
    return [round(place * step, 12) for place in range(first, last + 1)]


def moment_text(moment: datetime, step: timedelta) -> str:
    """What stands under the beginning of a stretch of this length: ``14:00``, ``Mon 23``, ``23 Nov``."""
    if step <= timedelta(hours=2):
        return f"{moment:%H:%M}"
    if step < timedelta(days=1):
        return f"{WEEKDAYS[moment.weekday()]} {moment.day}" if moment.hour == 0 else f"{moment:%H:%M}"
    return f"{moment.day} {MONTHS[moment.month - 1]}"


def stretch_text(start: datetime, end: datetime) -> str:
    """A stretch in words: ``Mon 23 Nov 14:00 – 15:00``, ``Mon 23 Nov``, ``23 Nov – 29 Nov``."""
    day = f"{WEEKDAYS[start.weekday()]} {start.day} {MONTHS[start.month - 1]}"
    if end - start < timedelta(hours=23):
        return f"{day} {start:%H:%M} – {end:%H:%M}"
    last = end - timedelta(minutes=1)
    if last.date() == start.date():
        return day
    return f"{start.day} {MONTHS[start.month - 1]} – {last.day} {MONTHS[last.month - 1]} {last.year}"


def step_text(step: timedelta) -> str:
    """How long each stretch is: ``by hour``, ``by 6 hours``, ``by day``, ``by week``."""
    hours = round(step / timedelta(hours=1))
    if hours <= 1:
        return tr("by hour")
    if hours < 23:
        return tr_count("by %n hour", "by %n hours", hours)
    return tr("by day") if hours < 48 else tr("by week")


def shown_moments(edges: Sequence[datetime], most: int) -> list[int]:
    """The stretches whose beginning is written: every first of so many, so that at most ``most`` are; midnights before
    other hours."""
    count = len(edges) - 1
    if count <= 0:
        return []
    every = max(1, ceil(count / max(1, most)))
    midnights = [place for place in range(count) if edges[place].hour == 0]
    if len(midnights) < count and len(midnights) > 1:
        every = max(1, ceil(len(midnights) / max(1, most)))
        return midnights[::every]
    return list(range(0, count, every))


def longest_that_fits(wanted: Sequence[int], room: int) -> int:
    """How wide each of these may be so that all fit: the wide ones give way first. At least 12 pixels."""
    left, longest = room, max(wanted, default=0)
    for place, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - place)
        if width > share:
            longest = share
            break
        left -= width
    return max(12, longest)


def _round_up(value: float) -> float:
    power = 10.0 ** floor(log10(value))
    return next((factor * power for factor in (1, 2, 5) if value <= factor * power * (1 + 1e-9)), 10 * power)
