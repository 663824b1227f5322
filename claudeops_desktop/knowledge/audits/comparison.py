"""Which statements are worth comparing, and what the judge says of two (C8). Pure.

Pairs are found by the rarest words that they share, so that a folder of thousands of entries is not compared each with
each.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...language.compare.features import meet_texts
from ...language.compare.judge import judge
from ...language.types import ContradictionCertainty, PairJudgement, Verdict
from ...language.words.stem import stem

SAME_FROM = 0.6  # how sure a *same* must be
SAME_WORDS = 0.7  # of all words of two texts that both must have
VALUE_WORDS = 0.5
OPPOSITE_WORDS = 0.8
FEW, ENOUGH = 3, 4  # words that carry meaning: of fewer a likeness is an accident
CONTRADICTION_FROM = 0.75
CLOSEST = 8  # statements that one is judged against
SHARED = 2  # words that two must share, one of them rare
RARE = 40  # statements that a rare word is in, at most
_WORD = re.compile(r"[^\W_][\w.-]*[^\W_]|[^\W_]+")
_UNITS = frozenset(
    stem(word)
    for word in "s sec second ms min minute h hour day week month year b kb mb gb tb kib mib gib tib kbit mbit"  # noqa: SIM905
    " gbit percent monday tuesday wednesday thursday friday saturday sunday".split()
)
_WORDS = re.compile(r"[^\W_]+|#")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.:]\d+)*(?:st|nd|rd|th)?(?![\w.]*\w)")
_SMALL = frozenset(
    "a an and are as at be been by can do does for from has have if in into is it its not of on one or our so than that"  # noqa: SIM905
    " the their them then there they this to too up use used was we were what when where which while who will with you"
    " your all any each after before always never must should may only every more most new no".split()
)


def content_words(text: str) -> frozenset[str]:
    """The stems of the words of a text that carry meaning."""
    return frozenset(stem(word) for word in _WORD.findall(text.casefold()) if word not in _SMALL)


@dataclass
class WordIndex:
    """Finds the texts that share most with one. ``rows`` keeps their words in their order."""

    rows: list[frozenset[str]] = field(default_factory=list)
    _holding: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, text: str) -> int:
        """Add a text; its number."""
        words, number = content_words(text), len(self.rows)
        self.rows.append(words)
        for word in words:
            self._holding[word].append(number)
        return number

    def nearest(self, text: str, most: int = CLOSEST) -> list[int]:
        """The numbers of the texts that share most with this one, the nearest first."""
        words = content_words(text)
        shared = Counter[int]()
        for word in words:
            holding = self._holding.get(word, ())
            if len(holding) <= max(RARE, len(self.rows) // 50):
                shared.update(holding)
        for word in words:
            holding = self._holding.get(word, ())
            if len(holding) > max(RARE, len(self.rows) // 50) and len(shared) < len(self.rows):
                inside = set(holding)
                for number in shared:
                    shared[number] += number in inside
        found = [
            (count / (len(words | self.rows[number]) or 1), number)
            for number, count in shared.items()
            if count >= min(SHARED, len(words))
        ]
        return [number for _, number in sorted(found, key=lambda one: (-one[0], one[1]))[:most]]


def says_the_same(old: str, new: str) -> PairJudgement | None:
    """The judgement where two texts say the same in either order and in most of the same words; None where they do
    not, or it is not sure."""
    shared = shared_words(old, new)
    if shared < SAME_WORDS or len(content_words(old)) < (FEW if shared == 1 else ENOUGH):
        return None
    first, second = judge(old, new), judge(new, old)
    both = first.verdict is Verdict.SAME and second.verdict is Verdict.SAME
    return first if both and min(first.score, second.score) >= SAME_FROM else None


def contradicts(old: str, new: str) -> PairJudgement | None:
    """The judgement where two texts contradict each other in either order: another value of the same thing, or the
    opposite in the same words. None where they do not, or it is not sure."""
    if other_figures(old, new):
        return PairJudgement(Verdict.CONTRADICTION, 0.85, "The same words with other figures.",
                             ContradictionCertainty.CERTAIN)  # fmt: skip
    first = judge(old, new)
    if first.verdict is not Verdict.CONTRADICTION or first.certainty is not ContradictionCertainty.CERTAIN:
        return None
    second = judge(new, old)
    if second.verdict is not Verdict.CONTRADICTION or min(first.score, second.score) < CONTRADICTION_FROM:
        return None
    apart = meet_texts(old, new).values.apart
    if apart and all(one.kind is other.kind and bool(one.unit) is bool(other.unit) for one, other in apart):
        return first if shared_words(old, new, values=False) >= VALUE_WORDS else None
    many = len(content_words(old) & content_words(new)) >= ENOUGH
    return first if many and shared_words(old, new) >= OPPOSITE_WORDS else None


def shared_words(one: str, other: str, *, values: bool = True) -> float:
    """The share, from 0 to 1, of all words of two texts that both have; without ``values`` of those that are neither
    figures nor units."""
    first, second = content_words(one), content_words(other)
    if not values:
        first, second = (frozenset(word for word in words if not _is_value(word)) for words in (first, second))
    return len(first & second) / (len(first | second) or 1)


def _is_value(word: str) -> bool:
    return word[0].isdigit() or word in _UNITS


def other_figures(one: str, other: str) -> bool:
    """Tell whether two texts are the same words in the same order but for figures that stand by themselves."""
    if one == other or len(content_words(one)) < 3:
        return False
    first, second = _FIGURE.sub("#", one.casefold()), _FIGURE.sub("#", other.casefold())
    return "#" in first and _WORDS.findall(first) == _WORDS.findall(second) and _figures(one) != _figures(other)


def _figures(text: str) -> list[str]:
    return _FIGURE.findall(text.casefold())


def pairs_of(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The pairs of numbers that are worth judging, each once, the lower one first."""
    index = WordIndex()
    for text in texts:
        near = index.nearest(text)
        number = index.add(text)
        for other in near:
            yield other, number
