"""Later statements of a session replace earlier ones before anything is stored (E3): what was said to be 45 days and
then found to be 30 is 30. Pure.

A fact goes where a later one gives another value in the same words, or names its value as the wrong one, and where a
later command sets another value. All else stays, and the judge weighs it when it is stored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..types import ExtractedFact
from ..values.units import TENS, WORDS

_STEM = 5
_VALUE = re.compile(
    r"(?<![\w.])(?:(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|[\w.-]+:\d{2,5}|[a-z]+-?\d+"
    r"|(?P<number>\d+(?:[.,:]\d+)*)\s?(?P<unit>%|[a-z]{1,7}\b)?)(?![\w])"
)
_UNITS = {
    "s": "s|sec|secs|second|seconds",
    "min": "m|min|mins|minute|minutes",
    "h": "h|hr|hrs|hour|hours",
    "d": "d|day|days",
    "wk": "w|week|weeks",
    "mo": "month|months|monthly",
    "mb": "m|mb|mib",
    "gb": "g|gb|gib",
    "%": "%|percent",
}
_NUMBERS = {name: int(number) for name, number in (WORDS | TENS).items()} | {"twenty-four": 24, "forty-five": 45}
_IN_LETTERS = re.compile(
    rf"\b({'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
    r"[ -]((?:sec|second|min|minute|hour|day|week|month|year)s?)\b"
)
_WORD = re.compile(r"[a-z][a-z_-]{2,}")
_SMALL = frozenset(
    """the and for are was were with from that this has have its not now only but which when then than more less after
    before because since there here into over under per each every also been being will can may must does did them they
    our their his her you your all any one two three since until about still just set runs use uses used takes take
    minutes minute hours hour days day weeks seconds second months month""".split()  # noqa: SIM905 — a list of words
)
_WRONG = (
    r"(?:\bnot|\binstead of|\brather than|\bno longer|\bwas|\bused to be|\bformerly|\bstill says?)"
    r"\s+(?:\w+ ){0,2}?"
)


class _Read(NamedTuple):
    """What a fact holds: its words without values, and its values by unit."""

    words: frozenset[str]
    values: frozenset[tuple[str, str]]
    frame: str


_NAMED = re.compile(r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+", re.IGNORECASE)
_CHANGES = re.compile(
    r"\bsed -i|\bpostconf -e|\b(?:config|set|patch|scale|edit|apply|tee)\b|\b(?:re)?set_\w+|\bALTER\b|(?<![0-9&])>"
)


def was_changed_by(text: str, commands: Sequence[str]) -> bool:
    """Tell whether one of these later commands gives another value to a setting that the text names with a value."""
    settings = [name.lower() for name in _NAMED.findall(text)]
    values = set(re.findall(r"\d+", text))
    if not settings or not values:
        return False
    for command in commands:
        lower = command.lower()
        after = next((lower.rpartition(name)[2] for name in settings if name in lower), None)
        if after is not None and _CHANGES.search(command) and set(re.findall(r"\d+", after)) - values:
            return True
    return False


def current(facts: Sequence[ExtractedFact]) -> list[ExtractedFact | None]:
    """The facts, in the order they were said, without what later ones replaced, which is None."""
    kept: list[ExtractedFact | None] = list(facts)
    for place, later in enumerate(facts):
        read = _read(later.text)
        for number in range(place):
            earlier = kept[number]
            if earlier is not None and earlier.text != later.text and _replaces(later, read, earlier):
                kept[number] = None
    return kept


def _replaces(later: ExtractedFact, read: _Read, earlier: ExtractedFact) -> bool:
    was = _read(earlier.text)
    if was.frame == read.frame and was.words and was.values != read.values and _one_valued(was):
        return True
    if not was.words & read.words:
        return False
    return any(_named_wrong(later.text, number) for _, number in was.values - read.values) or any(
        _named_wrong(later.text, number) and not _named_wrong(earlier.text, number)
        for _, number in was.values & read.values
    )


def _one_valued(read: _Read) -> bool:
    """Tell whether what a fact says has one value at a time: a measure or a place; there may be several ports."""
    return len(read.values) == 1 and all(unit for unit, _ in read.values)


def _named_wrong(text: str, number: str) -> bool:
    """Tell whether a text names a value as one that does not hold: "not 8096", "was 25 s"."""
    return bool(re.search(rf"{_WRONG}[\w/.-]*?{re.escape(number)}(?!\d)", text, re.IGNORECASE))


def _read(text: str) -> _Read:
    lower = _IN_LETTERS.sub(lambda hit: f"{_NUMBERS[hit[1]]} {hit[2]}", text.lower())
    values = frozenset(
        (_unit(hit["unit"] or ""), hit["number"]) if hit["number"] else ("name", hit[0])
        for hit in _VALUE.finditer(lower)
    )
    bare = _VALUE.sub(lambda hit: hit[0] if hit[0][0].isalpha() and ":" not in hit[0] else " ", lower)
    words = frozenset(word[:_STEM] for word in _WORD.findall(bare) if word not in _SMALL)
    return _Read(words, values, " ".join(bare.split()))


def _unit(text: str) -> str:
    return next((unit for unit, forms in _UNITS.items() if text in forms.split("|")), "")
