"""What a text speaks of, as marks that a small model weighs (E4). Pure.

``concepts.txt`` names some twenty concepts (who works here, who has the say, what must be asked for, what protects,
what is taken away …) with their words in many languages. The marks of a text are the concepts in it, which stand
together in a sentence and in which order, its words, and its form (an address, a measured value, a table, code). Words
change endlessly, what a text speaks of does not.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from .normalize import NormalizedText

_FILE = Path(__file__).parent / "concepts.txt"
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n+|,\s+(?=and |so |but |hence |then )")
_NEAR = 5  # words
_FUZZY_FROM = 7  # letters; shorter words are too near to others
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0600-\u06ff\u0590-\u05ff\u0900-\u097f]")
"""Letters of languages that are looked through for pieces, not words."""

_FORMS = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("url", r"https?://|ftp://|\bwww\."),
        ("host", r"\b[\w-]+\.(?:example|com|net|io|org|sh|dev|xyz|ly|ru|cn)\b"),
        ("local", r"\blocalhost\b|\b127\.0\.0\.1\b|\.lan\b|\.local\b"),
        ("ip", r"\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b"),
        ("path", r"(?<![\w/:])~?/[\w.-]+/[\w./-]+"),
        ("code", r"`|\$\(|&&|\|\s*\w+"),
        ("flag", r"(?<!\w)--?[a-z][\w-]*"),
        ("assign", r"\b[\w.]+\s*(?:=|=>|:)\s*[\"']?\w+"),
        ("braces", r"[{}<>\[\]]"),
        ("table", r"^\s*\||\|\s*$|\|[^|]+\|"),
        ("head", r"^\s*(?:#+|-{2,}|:{2,}|\[|<|\()"),
        (
            "unit",
            r"\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds?|min|minutes?|h|hours?|days?|weeks?|months?|%|[kmgt]i?b|mb/s|°c)(?!\w)",
        ),
        ("clock", r"\b\d{1,2}:\d\d\b"),
        ("date", r"\b\d{4}-\d\d-\d\d\b"),
        ("version", r"\bv?\d+\.\d+(?:\.\d+)?\b"),
        ("number", r"\b\d+\b"),
        ("quoted", r"\"[^\"]+\"|'[^']{3,}'"),
        ("passive-must", r"\b(?:must|should|can|may|ought to|needs? to|is to|are to|has to|have to) (?:\w+ )?be \w+"),
        ("is", r"\b(?:is|are|was|were)\b"),
    )
)


@lru_cache(maxsize=1)
def _concepts() -> tuple[
    dict[str, frozenset[str]], dict[str, frozenset[str]], dict[str, frozenset[str]], dict[str, str], int
]:
    whole: dict[str, set[str]] = {}
    begins: dict[str, set[str]] = {}
    wide: dict[str, set[str]] = {}
    heading = ""
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        if line.startswith("["):
            heading = line[1 : line.index("]")]
            continue
        for word in line.split():
            table = wide if _WIDE.search(word) else begins if word.endswith("*") else whole
            table.setdefault(word.rstrip("*").replace("_", " "), set()).add(heading)
    near: dict[str, str] = {}
    for word in sorted(whole.keys() | begins.keys()):  # one order in every process, as the first one is kept
        if len(word) >= _FUZZY_FROM and word.isascii() and word.isalpha():
            for shorter in _shorter(word):
                near.setdefault(shorter, word)
    frozen = [{word: frozenset(names) for word, names in table.items()} for table in (whole, begins, wide)]
    return frozen[0], frozen[1], frozen[2], near, max(len(word) for word in begins)


def _shorter(word: str) -> list[str]:
    """A word, and the word without one of its letters, always in the same order."""
    return [word, *(word[:place] + word[place + 1 :] for place in range(1, len(word)))]


@lru_cache(maxsize=8_192)
def _of(word: str) -> frozenset[str]:
    whole, begins, _, near, longest = _concepts()
    found = whole.get(word, frozenset())
    for end in range(2, min(len(word), longest) + 1):
        if more := begins.get(word[:end]):
            found |= more
    if not found and len(word) >= _FUZZY_FROM - 1 and word.isascii() and word.isalpha():
        for shorter in _shorter(word):
            if (meant := near.get(shorter)) and abs(len(meant) - len(word)) <= 1:
                return (whole.get(meant) or begins.get(meant) or frozenset()) | {"misspelt"}
    return found


@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    for end in ("ings", "ing", "ies", "ied", "ed", "es", "s", "ly", "e"):
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


def concepts_in(text: str, without: Collection[str] = ()) -> dict[str, frozenset[str]]:
    """The words and phrases of a text that name a concept, with what each names; those in ``without`` are left out."""
    tokens = _TOKEN.findall(text)
    whole = _concepts()[0]
    found = {token: names for token in tokens if token not in without and (names := _of(token))}
    for size in (2, 3):
        for place in range(len(tokens) - size + 1):
            phrase = " ".join(tokens[place : place + size])
            meant = whole.get(phrase)
            if meant and phrase not in without:
                found[phrase] = meant
    return found


def forms_in(text: str) -> set[str]:
    """The forms of a text: an address, a path, code, a measured value."""
    return {name for name, pattern in _FORMS if pattern.search(text)}


def marks(read: NormalizedText) -> set[str]:
    """The marks of a text in all its readings."""
    found: set[str] = set()
    for reading in read.readings:
        _marks(reading, found)
    if not read.native.isascii():
        bare = unicodedata.normalize("NFC", read.native)
        if bare != read.text:
            _marks(bare, found, words=False)
        if _WIDE.search(bare):
            _wide(bare, found)
    return found


def _wide(text: str, found: set[str]) -> None:
    """Of languages that write no spaces: which pieces stand in the text."""
    there = sorted({name for piece, names in _concepts()[2].items() if piece in text for name in names})
    found.add("foreign")
    _together(there, found)


def _together(there: list[str], found: set[str]) -> None:
    for place, one in enumerate(there):
        found.add(f"c {one}")
        found.update(f"p {one} {other}" for other in there[place + 1 :])


def _marks(reading: str, found: set[str], words: bool = True) -> None:
    for name, pattern in _FORMS:
        if pattern.search(reading):
            found.add(f"f {name}")
    every: set[str] = set()
    for sentence in _SENTENCE.split(reading):
        tokens = _TOKEN.findall(sentence)
        if not tokens:
            continue
        at: list[frozenset[str]] = [_of(token) for token in tokens]
        whole = _concepts()[0]
        for size in (2, 3):
            for place in range(len(tokens) - size + 1):
                if names := whole.get(" ".join(tokens[place : place + size])):
                    at[place] = at[place] | names
        for place in range(len(tokens) - 1):
            if (
                not at[place]
                and not at[place + 1]
                and (joined := tokens[place] + tokens[place + 1])
                and len(joined) > 5
            ):
                at[place] = whole.get(joined, at[place])
        here = {name for names in at for name in names}
        _together(sorted(here), found)
        every |= here
        for name in at[0]:
            found.add(f"1 {name}")
        for place, names in enumerate(at):
            if names:
                for other in at[place + 1 : place + 1 + _NEAR]:
                    for later in other:
                        found.update(f"o {name} {later}" for name in names)
        if words:
            stems = [_stem(token) for token in tokens]
            found.update(f"w {stem}" for stem in stems)
            found.update(f"b {one} {two}" for one, two in itertools.pairwise(stems))
            found.add(f"s {stems[0]}")
    if len(every) > 5:
        found.add("many")
