"""The values inside a sentence, made comparable: 60s is 1 min, weekly is every 7 days, 2 GB is 2048 MB.

A value is an interval of one kind in one unit: durations and periods in seconds, sizes in bytes, percentages,
clock times in minutes of the day, everything else as the number it is. ``compare`` pairs the values of two sentences
and says which agree, which differ, and which stand alone (PRODUCT M11, PITFALLS "Memory quality").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

INFINITE = float("inf")
ABOUT = 0.15  # how far "about 45 s" reaches to both sides
NEAR_LIMIT = 1.5  # how far a value may lie from the limit that it keeps to
EXACT = 0.025  # rounding: 30 days and a month, 365d and a year


_FIGURES = re.compile(r".*\d|", re.DOTALL)
_UNITS = {
    word: names.split()[0]
    for names in (
        "s sec secs second seconds", "min m mins minute minutes", "h hr hrs hour hours", "d day days",
        "kb kib k kilobytes", "mb mib m megabytes megs", "gb gib g gig gigs gigabytes", "tb tib t terabytes",
    )
    for word in names.split()[1:]
}  # fmt: skip


class ValueKind(StrEnum):
    """What a value measures; only values of one kind (or a bare number) are compared."""

    DURATION = "duration"
    PERIOD = "period"
    SIZE = "size"
    RATE = "rate"
    PERCENT = "percent"
    DEGREES = "degrees"
    CLOCK = "clock"
    WEEKDAY = "weekday"
    MONTH = "month"
    DATE = "date"
    CODE = "code"
    PORT = "port"
    VERSION = "version"
    NUMBER = "number"
    ADDRESS = "address"


class ValueBound(StrEnum):
    """How firm a value is: as it stands, about, at least, at most."""

    EXACT = "exact"
    ABOUT = "about"
    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class MeasuredValue:
    """One value: ``low`` to ``high`` in the unit of its kind, how firm, its words, the noun that follows a number.

    ``first`` and ``last`` are the places of its tokens (last exclusive); ``label`` is for versions and dates,
    which are compared as text. ``denied``: the sentence says that it is not this one ("not 200", "3306 is closed").
    """

    kind: ValueKind
    low: float
    high: float
    text: str
    bound: ValueBound = ValueBound.EXACT
    noun: str = ""
    label: str = ""
    first: int = 0
    last: int = 0
    denied: bool = False

    @property
    def unit(self) -> str:
        """The word behind its last figure, one for each unit: ``min`` for "up to 5 minutes"; "" where none is."""
        word = self.text[_FIGURES.match(self.text).end() :].strip(" -.").lower()  # type: ignore[union-attr]
        return _UNITS.get(word, word)

    @property
    def middle(self) -> float:
        """The centre of a range, the number itself otherwise."""
        return (self.low + self.high) / 2


class ValueMatch(StrEnum):
    """What two values of one kind are to each other."""

    EQUAL = "equal"
    NEAR = "near"
    FLIPPED = "flipped"  # one number, once as a floor and once as a ceiling: the polarity around it decides
    APART = "apart"


@dataclass(frozen=True, slots=True)
class ValueComparison:
    """The values of two sentences in pairs: which agree, which differ, and which stand on one side only."""

    agree: tuple[tuple[MeasuredValue, MeasuredValue], ...] = ()
    flipped: tuple[tuple[MeasuredValue, MeasuredValue], ...] = ()
    apart: tuple[tuple[MeasuredValue, MeasuredValue], ...] = ()
    only_old: tuple[MeasuredValue, ...] = ()
    only_new: tuple[MeasuredValue, ...] = ()


def comparable(a: MeasuredValue, b: MeasuredValue) -> bool:
    """Tell whether two values measure the same kind of thing. A bare number may be a port, a code or a version."""
    if a.kind == b.kind:
        return a.kind is not ValueKind.NUMBER or not a.noun or not b.noun or a.noun == b.noun or a.low == b.low
    kinds = {a.kind, b.kind}
    if kinds == {ValueKind.DURATION, ValueKind.PERIOD}:
        return True
    if ValueKind.NUMBER not in kinds or ((a.noun or b.noun) and a.low != b.low):
        return False  # 3000 file handles are no port, 327 lines no version
    return bool(kinds & {ValueKind.PORT, ValueKind.VERSION}) or (ValueKind.CODE in kinds and a.low == b.low)


def _reach(value: MeasuredValue, other: MeasuredValue) -> tuple[float, float]:
    """The interval that a value may stand for, in the light of how firm the other one is."""
    ranged = value.high > value.low
    about = ValueBound.ABOUT in (value.bound, other.bound) or ranged or other.high > other.low
    slack = ABOUT if about and value.kind is not ValueKind.CLOCK else EXACT
    if value.kind in (ValueKind.PORT, ValueKind.CODE, ValueKind.WEEKDAY, ValueKind.MONTH):
        slack = 0.0
    if value.kind is ValueKind.CLOCK:
        margin = 30.0 if ValueBound.ABOUT in (value.bound, other.bound) else 0.0
        return value.low - margin, value.high + margin
    if not about and (value.kind is ValueKind.NUMBER or (value.unit and value.unit == other.unit)):
        slack = 0.0  # rounding is between units: 30 days and a month; 57 GB and 58 GB are two values
    return value.low * (1 - slack / 2), value.high * (1 + slack / 2)


def match(a: MeasuredValue, b: MeasuredValue) -> ValueMatch:
    """How two comparable values stand to each other.

    EQUAL and NEAR may be merged; APART is a change of value. A range holds what lies within it, "about" reaches
    15 % to both sides, "at most 3 s" and "less than 3 s" are equal, "at most" against "at least" is apart.
    """
    if a.label or b.label:
        return _match_label(a, b)
    if {a.bound, b.bound} == {ValueBound.AT_LEAST, ValueBound.AT_MOST}:
        return ValueMatch.FLIPPED if abs(a.middle - b.middle) <= EXACT * max(a.middle, b.middle) else ValueMatch.APART
    if a.low == b.low and a.high == b.high:
        return ValueMatch.EQUAL
    if _within_bound(a, b) or _within_bound(b, a):
        return ValueMatch.NEAR
    (a_low, a_high), (b_low, b_high) = _reach(a, b), _reach(b, a)
    if max(a_low, b_low) <= min(a_high, b_high):
        if ValueBound.ABOUT in (a.bound, b.bound) and (a.bound is b.bound or a.high > a.low or b.high > b.low):
            return ValueMatch.NEAR
        wide = max(a.high - a.low, b.high - b.low)
        far = abs(a.middle - b.middle)
        scale = max(abs(a.middle), abs(b.middle), 1e-9)
        if wide and far > max(0.34 * scale, 0.34 * wide):
            return ValueMatch.APART
        return ValueMatch.EQUAL if far <= EXACT * scale else ValueMatch.NEAR
    return ValueMatch.APART


def _within_bound(limit: MeasuredValue, value: MeasuredValue) -> bool:
    """Tell whether a value keeps to a limit and lies near it: "about 45 s" and "at least 40 s"; 10 s is far from 3
    min."""
    if value.bound in (ValueBound.AT_LEAST, ValueBound.AT_MOST):
        return False
    if limit.bound is ValueBound.AT_LEAST:
        return limit.low <= value.low <= limit.low * NEAR_LIMIT
    return limit.bound is ValueBound.AT_MOST and limit.high >= value.high >= limit.high / NEAR_LIMIT


def _match_label(a: MeasuredValue, b: MeasuredValue) -> ValueMatch:
    """Versions (``3.x`` holds ``3.2``; 0.2 is 0.2.0) and dates, as text."""
    first, second = a.label or f"{a.low:g}", b.label or f"{b.low:g}"
    if first == second:
        return (
            ValueMatch.FLIPPED if {a.bound, b.bound} == {ValueBound.AT_LEAST, ValueBound.AT_MOST} else ValueMatch.EQUAL
        )
    if ValueKind.ADDRESS in (a.kind, b.kind) or ValueKind.DATE in (a.kind, b.kind):
        return ValueMatch.APART
    one, two = first.split("."), second.split(".")
    short, long = (one, two) if len(one) <= len(two) else (two, one)
    if short[-1] == "x":
        short = short[:-1]
    padded = [part for part in long[len(short) :] if part not in ("0", "x")]
    if short and long[: len(short)] == short:
        return ValueMatch.NEAR if padded else ValueMatch.EQUAL
    return ValueMatch.APART


def compare(old: Sequence[MeasuredValue], new: Sequence[MeasuredValue]) -> ValueComparison:
    """Pairs the values of two sentences: equal ones first, then near ones, then what is left of one kind (apart)."""
    rest_old, rest_new = list(old), list(new)
    found: dict[ValueMatch, list[tuple[MeasuredValue, MeasuredValue]]] = {kind: [] for kind in ValueMatch}
    for wanted in ValueMatch:
        for value in tuple(rest_old):
            for other in rest_new:
                if not comparable(value, other) or match(value, other) is not wanted:
                    continue
                if wanted is not ValueMatch.EQUAL and {value.kind, other.kind} == {
                    ValueKind.DURATION,
                    ValueKind.PERIOD,
                }:
                    continue  # how long it takes and how often it comes are no change of one another
                if value.denied or other.denied:
                    if wanted is ValueMatch.APART:
                        continue  # that it is not 200 says nothing about 302
                    into = wanted if value.denied == other.denied else ValueMatch.APART
                else:
                    into = wanted
                found[into].append((value, other))
                rest_old.remove(value)
                rest_new.remove(other)
                break
    return ValueComparison(
        (*found[ValueMatch.EQUAL], *found[ValueMatch.NEAR]),
        tuple(found[ValueMatch.FLIPPED]),
        tuple(found[ValueMatch.APART]),
        tuple(rest_old),
        tuple(rest_new),
    )
