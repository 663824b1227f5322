"""Later statements of a session replace earlier ones before anything is stored (E3): what was said to be 45 days and
then found to be 30 is 30. Pure.

A clause goes where a later fact names its value as the wrong one, gives another value in the same words, or corrects it
in so many words; without such words both stay, and the judge weighs them when they are stored. What else the earlier
fact says stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..types import ContradictionCertainty, ExtractedFact, Verdict

CLAUSE = "; "
LEAST_SHARED = 2
SHARE = 0.3  # of the words of the shorter one
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
_NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fourteen": 14,
    "fifteen": 15,
    "twenty": 20,
    "twenty-four": 24,
    "thirty": 30,
    "forty-five": 45,
    "sixty": 60,
    "ninety": 90,
}
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
_CUE = re.compile(
    r"\b(?:now|from now on|no longer|any ?more|anymore|instead|moved|changed|switched|raised|lowered|cut|reduced|"
    r"increased|corrected|correction|actually|rather|wrong|again without|these days|since (?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december|the|last|this|spring|summer|autumn|winter))\b",
    re.IGNORECASE,
)
_RETRACTS = re.compile(
    r"\b(?:scrap (?:what|that)|forget what|i had (?:that|it) wrong|i was wrong|that was wrong|correction|corrected|"
    r"that's (?:wrong|not right|outdated)|no[,:]|hm+ no|right:|in fact|not quite|no it isn'?t|measured (?:it )?again)",
    re.IGNORECASE,
)
_WRONG = (
    r"(?:\bnot|\binstead of|\brather than|\bno longer|\bwas|\bused to be|\bformerly|\bstill says?)"
    r"\s+(?:\w+ ){0,2}?"
)


class _Read(NamedTuple):
    """What a clause holds: its words without values, and its values by unit."""

    words: frozenset[str]
    values: frozenset[tuple[str, str]]
    frame: str


def current(facts: Sequence[ExtractedFact]) -> list[ExtractedFact | None]:
    """The facts, in the order they were said, without what later ones replaced: None where nothing of one is left."""
    kept: list[ExtractedFact | None] = list(facts)
    for place, later in enumerate(facts):
        read = _read(later.text)
        for number in range(place):
            earlier = kept[number]
            if earlier is not None and earlier.text != later.text:
                kept[number] = _without(earlier, later, read)
    return kept


def _without(earlier: ExtractedFact, later: ExtractedFact, read: _Read) -> ExtractedFact | None:
    """An earlier fact without the clauses that a later one replaces; None where nothing of it is left."""
    clauses = earlier.text.split(CLAUSE)
    left = [clause for clause in clauses if not _replaces(later, read, clause, earlier.service)]
    if len(left) == len(clauses):
        return earlier
    return replace(earlier, text=CLAUSE.join(left)) if left and left[0] == clauses[0] else None


def _replaces(later: ExtractedFact, read: _Read, clause: str, service: str | None) -> bool:
    was = _read(clause)
    shared = was.words & read.words
    if was.frame == read.frame and was.words and was.values != read.values and _one_valued(was):
        return True
    if not shared:
        return False
    if any(_named_wrong(later.text, number) for _, number in was.values - read.values) or any(
        _named_wrong(later.text, number) and not _named_wrong(clause, number) for _, number in was.values & read.values
    ):
        return True
    retracted = bool(_RETRACTS.search(later.quote[:160]))
    needed = LEAST_SHARED if retracted else max(LEAST_SHARED, SHARE * min(len(was.words), len(read.words)))
    if len(shared) < needed:
        return False
    others = {unit for unit, _ in was.values} & {unit for unit, _ in read.values}
    differs = bool(others) and not was.values & read.values
    retracts = bool(_RETRACTS.search(later.quote[:160])) or (later.priority == "high" and not differs)
    if differs and (_CUE.search(later.text) or retracts):
        return True
    if retracted and was.values and not was.values & read.values:
        return True
    same_place = service == later.service or None in (service, later.service)
    return same_place and (bool(_CUE.search(later.text)) or retracts) and _contradicts(clause, later.text)


def _one_valued(read: _Read) -> bool:
    """Whether what a clause says has one value at a time: a measure or a place; there may be several ports."""
    return len(read.values) == 1 and all(unit for unit, _ in read.values)


def _contradicts(old: str, new: str) -> bool:
    from ..compare.judge import judge

    found = judge(old, new)
    return found.verdict is Verdict.CONTRADICTION and found.certainty in (
        ContradictionCertainty.CERTAIN,
        ContradictionCertainty.LIKELY,
    )


def _named_wrong(text: str, number: str) -> bool:
    """Whether a text names a value as one that does not hold: "not 8096", "was 25 s"."""
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
