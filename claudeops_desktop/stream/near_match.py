"""Whether a claim stands, in the same or nearly the same words, in a longer text. Pure.

The words of the claim that say something (numbers most, words of grammar and of every operation least) are looked for
in the text; where enough of them stand close together, in whatever order, the text says the claim. A claim that joins
two statements is found by either of them. Only the words of the claim are searched for: a text of a megabyte costs
milliseconds, and one that nobody asks about costs nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .normalize import fold

__all__ = ["ClaimedStatement", "SearchedText"]

NEARLY = 0.6
"""The share of a claim's weight that must stand close together: two of five words may be others."""
CLAUSE = 0.8
"""The same for a part of a claim, which is shorter and so found by chance more easily."""
CLAUSE_WEIGHT = 3.0
LEAST_WEIGHT = 2.0
"""What must be found at least, where not every word is: one rare word beside words of every operation is chance."""
SEGMENT_WORDS = 6
MOST_PLACES = 4_000  # of one word in one text; a word that stands there more often stands everywhere
_SPREAD = 2.2  # how much longer than the claim the place may be
_ROOM = 90  # characters, for a short claim
_NUMBER_WEIGHT, _WORD_WEIGHT, _SHORT_WEIGHT, _COMMON_WEIGHT = 1.5, 1.0, 0.6, 0.4

_TOKEN = re.compile(r"\d+(?:[.:]\d+)*|[^\W\d_]+")
_WIDE = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_CLAUSE_END = re.compile(r"[.;:!?\n]\s+|[()]|,\s+| - | (?:and|so|but|then|while|whereas|und|y|et|и) |[。；，、]")
_TAG = re.compile(r"<[^<>]{0,300}>")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\[nrt\"/]")
_ENDINGS = ("ings", "ing", "edly", "ed", "ies", "es", "s", "e")
_GRAMMAR_WORDS = """
a an the of to in on at by for with from and or but so as is are was were be been it its this that these those there
then than if not no do does did has have had will would can could may might must should shall into out up der die
das den dem des ein eine einer und oder ist sind war wird werden zu im am mit von auf fur nicht auch el la los las
un una de del y o es son con por para en que se no al le les des et ou est sont dans sur pour pas ne и в на с по не
что это как для из от до или
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
_COMMON_WORDS = """
after before when while until once during about needs need takes take uses use using run runs running start starts
restart restarts service server services host works work gets get makes make each every all any one only first also
always never up down again time value config file data set sets
"""
_COMMON = frozenset(_COMMON_WORDS.split())


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a claim: how it is looked for, and what it weighs."""

    stem: str
    weight: float
    number: bool = False


class ClaimedStatement:
    """A statement whose words are looked for. ``subject`` is what it is about; its words say nothing of their own."""

    __slots__ = ("_clauses", "_length", "_words")

    def __init__(self, text: str, subject: str = "") -> None:
        folded = fold(text)
        about = set(_TOKEN.findall(fold(subject)))
        self._length = len(folded)
        self._words = _words(folded, about)
        self._clauses: list[tuple[tuple[_Word, ...], int]] = []
        for clause in _CLAUSE_END.split(folded):
            words = _words(clause, about)
            if sum(word.weight for word in words) >= CLAUSE_WEIGHT and len(words) < len(self._words):
                self._clauses.append((words, len(clause)))
        for at in range(len(self._words) - SEGMENT_WORDS + 1 if len(self._words) > SEGMENT_WORDS + 2 else 0):
            segment = self._words[at : at + SEGMENT_WORDS]
            if sum(word.weight for word in segment) >= CLAUSE_WEIGHT:
                self._clauses.append((segment, self._length * SEGMENT_WORDS // len(self._words)))

    def stands_in(self, text: SearchedText, nearly: float = NEARLY) -> bool:
        """Tell whether ``text`` says it, as a whole or a part of it that is a statement by itself."""
        if not self._words:
            return False
        strict = max(CLAUSE, nearly)
        there = {word.stem for word in self._words if text.has(word.stem)}
        wanted = [(self._words, self._length, nearly)] + [(words, length, strict) for words, length in self._clauses]
        places: dict[str, Sequence[int]] = {}
        for words, length, share in wanted:
            if sum(word.weight for word in words if word.stem in there) < share * sum(word.weight for word in words):
                continue  # most texts end here: they do not even hold the words
            for word in words:
                if word.stem not in places:
                    places[word.stem] = text.places(word.stem, word.number) if word.stem in there else ()
            if _close_together(words, places, length) >= share:
                return True
        return False

    def numbers_in(self, text: SearchedText) -> bool:
        """Tell whether it has numbers, and all of them stand in ``text``."""
        numbers = [word.stem for word in self._words if word.number]
        return bool(numbers) and all(text.places(number, True) for number in numbers)


class SearchedText:
    """A text that claims are looked for in. It is read the first time somebody does."""

    __slots__ = ("_folded", "_raw")

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._folded = ""

    def __len__(self) -> int:
        return len(self._raw) or len(self._folded)

    @property
    def words(self) -> str:
        """The text, as it came or as it is searched."""
        return self._raw or self._folded

    def has(self, stem: str) -> bool:
        """Tell whether these letters stand anywhere in it: cheap, and enough to pass over most texts."""
        return stem in self._text()

    def places(self, stem: str, number: bool) -> Sequence[int]:
        """Where words with this stem begin, at most some thousands of them."""
        text = self._text()
        found: list[int] = []
        size, wide = len(stem), _WIDE.match(stem) is not None
        at = text.find(stem)
        while at >= 0 and len(found) < MOST_PLACES:
            if wide or _stands_alone(text, at, size, number):
                found.append(at)
            at = text.find(stem, at + size)
        return found

    def _text(self) -> str:
        if self._raw:
            raw, self._raw = self._raw, ""
            if "\\" in raw:
                raw = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else " ", raw)
            if "&" in raw:
                raw = html.unescape(raw)
            if "<" in raw:
                raw = _TAG.sub(" ", raw)
            self._folded = fold(raw)
        return self._folded


def _stands_alone(text: str, at: int, size: int, number: bool) -> bool:
    """Tell whether a word begins there and ends with the stem, but for an ending of grammar."""
    before = text[at - 1] if at else " "
    after = text[at + size : at + size + 1]
    if number:
        return not (before.isdigit() or after.isdigit())
    if before.isalpha():
        return False
    if size <= 3:
        return not after.isalpha()
    rest = text[at + size : at + size + 5]
    return len(rest) < 5 or not rest.isalpha()


def _words(folded: str, about: set[str]) -> tuple[_Word, ...]:
    """The words that count, each once."""
    found: dict[str, _Word] = {}
    for token in _TOKEN.findall(folded):
        if token in about or token in _GRAMMAR:
            continue
        if _WIDE.match(token):
            pieces = [token[at : at + 2] for at in range(max(1, len(token) - 1))]
            found.update({piece: _Word(piece, 0.5) for piece in pieces})
        elif token[0].isdigit():
            found.setdefault(token, _Word(token, _NUMBER_WEIGHT, number=True))
        elif len(token) > 1:
            weight = _COMMON_WEIGHT if token in _COMMON else _WORD_WEIGHT if len(token) > 3 else _SHORT_WEIGHT
            stem = _stem(token)
            found.setdefault(stem, _Word(stem, weight))
    return tuple(found.values())


def _stem(word: str) -> str:
    for end in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= 4:
            return word[: -len(end)]
    return word


def _close_together(words: Sequence[_Word], places: dict[str, Sequence[int]], length: int) -> float:
    """The share of the words' weight that the best place holds; 0 where fewer than two of several stand there."""
    whole = sum(word.weight for word in words)
    there = [word for word in words if places[word.stem]]
    if not there or sum(word.weight for word in there) / whole < min(NEARLY, CLAUSE):
        return 0.0
    always = sum(word.weight for word in there if len(places[word.stem]) >= MOST_PLACES)
    hits = sorted((at, word.stem, word.weight) for word in there for at in places[word.stem])
    room = int(length * _SPREAD) + _ROOM
    inside: dict[str, int] = {}
    best = held = 0.0
    count = first = 0
    for at, stem, weight in hits:
        if not inside.get(stem):
            held += weight
            count += 1
        inside[stem] = inside.get(stem, 0) + 1
        while at - hits[first][0] > room:
            gone, its_weight = hits[first][1], hits[first][2]
            inside[gone] -= 1
            if not inside[gone]:
                held -= its_weight
                count -= 1
            first += 1
        if held > best and count >= min(2, len(words)) and (held >= LEAST_WEIGHT or count == len(words)):
            best = held
    return min(1.0, (best + always) / whole) if best else 0.0
