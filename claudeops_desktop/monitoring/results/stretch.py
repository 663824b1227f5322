"""What a stretch of time is put together from: whole days, whole hours, and single results at its ends. Pure.

Of an hour (or day) whose parts were deleted, all counts where it begins within the stretch, and else nothing: two
stretches that meet count nothing twice.
"""

from __future__ import annotations

from typing import NamedTuple

from .database import HOUR_MS

Span = tuple[int, int]  # from the first up to, but without, the second


class StretchParts(NamedTuple):
    """``days`` and ``hours`` are numbers of days and hours since 1970, ``results`` milliseconds."""

    days: Span
    hours: tuple[Span, ...]
    results: tuple[Span, ...]

    def holds_hour(self, hour: int) -> bool:
        """Tell whether the totals of this hour count, by themselves or in those of its day."""
        return _within(hour // 24, self.days) or any(_within(hour, span) for span in self.hours)


def plan_stretch(since: int, until: int, results_from: int, hours_from: int) -> StretchParts:
    """The parts of a stretch in milliseconds, where results are there from one hour on and hours from another on.

    ``hours_from`` is the first hour of a day.
    """
    low, high, results = _at_ends(since, until, HOUR_MS, results_from)
    first, last, hours = _at_ends(low, high, 24, -(-hours_from // 24))
    return StretchParts((first, max(first, last)), hours, results)


def _at_ends(since: int, until: int, size: int, there_from: int) -> tuple[int, int, tuple[Span, ...]]:
    """The whole units of ``size`` in a stretch, and the stretches at its ends that are read in smaller parts."""
    if since >= until:
        return 0, 0, ()
    low, high = -(-since // size), until // size
    if low > high:  # within one unit
        return low, low, ((since, until),) if high >= there_from else ()
    ends = []
    if since < low * size and low - 1 >= there_from:
        ends.append((since, low * size))
    if until > high * size:
        if high >= there_from:
            ends.append((high * size, until))
        else:
            high += 1
    return low, high, tuple(ends)


def _within(place: int, span: Span) -> bool:
    return span[0] <= place < span[1]
