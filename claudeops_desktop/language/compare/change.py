"""Whether a fact says of itself that it takes the place of another one: it names the old value as the past one, or says
that something is so now, of the same part, with another value of the same sort (M10).

"The sorter answers on 7640, no longer on 7422" replaces what says 7422 of the sorter, in whatever words. A cue alone
("now", "since") shows nothing: beside it the two must share what is measured, and no scope may tell them apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from claudeops_desktop.language.claims.sentence_reading import SentenceReading, read
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.compare.features import AlignedReadings, meet_texts
from claudeops_desktop.language.subjects.attribute_words import EMPTY
from claudeops_desktop.language.values.values import MeasuredValue, ValueKind, ValueMatch, comparable, match
from claudeops_desktop.language.words.lexicon import STOP, word_set
from claudeops_desktop.language.words.stem import stem
from claudeops_desktop.language.words.tokens import LONGEST, normalize_text

SCALE = 12.0  # so many times more or less may a measured value become and still be of one attribute
_BEFORE = word_set("no not longer instead rather formerly previously was were from where once nothing used been")
_BEHIND = word_set("before previously anymore longer did were was collided formerly earlier once")
_NEAR = 3  # words between the old value and the word that puts it into the past
_CHANGED = re.compile(
    r"\b(?:now(?:adays)?|these days|by now|from now on|from this \w+|as of|since|has been|have been|has become|was set"
    r"|set to|was (?:changed|moved|raised|lowered|resized|rescheduled|increased|reduced|put)"
    r"|we (?:set|changed|made|moved)"
    r"|has taken over|is new|the new|went from|used to)\b",
    re.IGNORECASE,
)
_MEASURED = frozenset(
    (ValueKind.DURATION, ValueKind.PERIOD, ValueKind.SIZE, ValueKind.RATE, ValueKind.NUMBER, ValueKind.PERCENT)
)


@dataclass(frozen=True, slots=True)
class ValueChange:
    """``past`` where the new fact names the old value as past, ``cued`` where it says that something is so now;
    ``likeness`` from 0 to 1, how much of what is measured the two share beside their part."""

    past: bool
    cued: bool
    likeness: float


def change_between(old: str, new: str, part: str, enough: float = 0.0) -> ValueChange | None:
    """How ``new`` may take the place of ``old``, which is about the same ``part`` ("" where none is known).

    None where no value can have changed, where the two name two scopes, or where nothing says that something changed:
    neither is the old value named as past, nor is there a cue beside a likeness of at least ``enough`` (0 to 1).
    """
    before, after = read(old[:LONGEST]), read(new[:LONGEST])
    past = _names_as_past(before, after, new)
    cued = after.cues > before.cues or _says_changed(new)
    if not past and not cued:
        return None
    likeness = _likeness(before, after, frozenset(stem(word) for word in part.split()))
    if not past and likeness < enough:
        return None  # before the two are laid side by side, which costs most
    meeting = meet_texts(old, new)
    if meeting.contrast.scopes or meeting.contrast.day or (not past and _apart(meeting)):
        return None
    if past or _exchanged(meeting) or (not before.values and not after.values and _renamed(old, new)):
        return ValueChange(past, cued, likeness)
    return None


@lru_cache(maxsize=64)
def _says_changed(text: str) -> bool:
    return _CHANGED.search(text) is not None


def unmet_words(old: str, new: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of each that found nothing in the other, in lower case."""
    found = meet_texts(old, new).contrast
    one, two = (
        frozenset(word for term in left for word in term.word.split()) for left in (found.left_old, found.left_new)
    )
    return one, two


def shared_attribute(old: str, new: str, part: str) -> float:
    """How much of what is measured two facts share beside the name of their part, from 0 to 1; 0 too where a value
    would have become more than ``SCALE`` squared times what it was, and they are worded differently."""
    before, after = read(old[:LONGEST]), read(new[:LONGEST])
    found = meet_texts(old, new)
    far = any(_far(a, b) for a, b in found.values.apart)
    if far and not found.contrast.framed:
        return 0.0
    return _likeness(before, after, frozenset(stem(word) for word in part.split()))


def _far(a: MeasuredValue, b: MeasuredValue) -> bool:
    low, high = sorted((abs(a.middle), abs(b.middle)))
    return a.kind in _MEASURED and b.kind in _MEASURED and high > SCALE * SCALE * low


def _apart(meeting: AlignedReadings) -> bool:
    found = meeting.contrast
    return bool(found.scopes or found.case or found.day or found.crossed or all(found.limited))


def _names_as_past(old: SentenceReading, new: SentenceReading, text: str) -> bool:
    """Tell whether a value or name of the old fact stands in the new one, put into the past, beside another one."""
    for value in old.values if new.values else ():
        same = [v for v in new.values if comparable(value, v) and match(value, v) is ValueMatch.EQUAL]
        other = [v for v in new.values if comparable(value, v) and match(value, v) is ValueMatch.APART]
        if same and (other or any(v.denied for v in same)) and any(v.denied or _past(text, v.text) for v in same):
            return True
    return any(name in new.names and new.names - old.names and _past(text, name) for name in old.names)


def _past(text: str, name: str) -> bool:
    """Tell whether a word of ``text`` near a name or value puts that into the past."""
    said = normalize_text(text).lower()
    figures = re.sub(r"^[^\d/\w]*", "", name.lower())
    at = said.find(figures)
    while at >= 0:
        before = re.findall(r"[\w']+", said[:at])[-_NEAR:]
        behind = re.findall(r"[\w']+", said[at + len(figures) :])[:_NEAR]
        if _BEFORE & set(before) or _BEHIND & set(behind):
            return True
        at = said.find(figures, at + 1)
    return False


def _exchanged(meeting: AlignedReadings) -> bool:
    """Tell whether each has a value that may stand in the place of the other's."""
    values = meeting.values
    rest = [(a, b) for a in values.only_old for b in values.only_new]
    return any(_may_replace(a, b) for a, b in (*values.apart, *rest))


def _renamed(old: str, new: str) -> bool:
    """Tell whether each holds a name that the other lacks: a path, a host, a team."""
    one, two = _names(old), _names(new)
    return bool(one - two and two - one)


def _names(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _NAME.findall(text))


_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][a-z]{2,}\b|\b[a-z]+-?\d+\b|/[\w./-]{2,}|\b[\w-]+\.[a-z]{2,}\b")


def _may_replace(a: MeasuredValue, b: MeasuredValue) -> bool:
    counts = a.kind is b.kind is ValueKind.NUMBER
    if not counts and (not comparable(a, b) or match(a, b) is not ValueMatch.APART):
        return False
    if a.kind not in _MEASURED and b.kind not in _MEASURED:
        return True
    low, high = sorted((abs(a.middle), abs(b.middle)))
    return 0 < high <= SCALE * low


def _likeness(old: SentenceReading, new: SentenceReading, own: frozenset[str]) -> float:
    """The share of what is measured that both name, in the same words or others for them."""
    one, two = _telling(old, own), _telling(new, own)
    if not one or not two:
        return 0.0
    shared = sum(any(_alike(a, b) for b in two) for a in one) + sum(any(_alike(a, b) for a in one) for b in two)
    return shared / (len(one) + len(two))


def _telling(reading: SentenceReading, own: frozenset[str]) -> list[MeaningTerm]:
    return [term for term in reading.terms if term.stem not in own and term.word not in _SAYS_NOTHING]


_SAYS_NOTHING = EMPTY | STOP


def _alike(a: MeaningTerm, b: MeaningTerm) -> bool:
    if a.stem == b.stem or not a.groups.isdisjoint(b.groups) or _rooted(a.stem, b.stem):
        return True
    ends = dict(a.ends)
    return any(ends.get(name) == end for name, end in b.ends)


@lru_cache(maxsize=8_192)
def _rooted(one: str, other: str) -> bool:
    """Tell whether one word is made of the other: compact, compaction; warn, warning."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and long.startswith(short[: max(4, len(short) - 1)])
