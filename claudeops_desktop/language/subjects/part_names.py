"""Which part of a service a fact is about, as far as the other facts of the service show it (M10).

No grammar tells that "the billing feed" and "the tracker" are two parts and "the retention" is an attribute. The store
does: a part is named by many facts that have nothing else in common.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

LONGEST_NAME = 3  # words
OFTEN = 2  # so many facts must name it
_WORD = re.compile(r"[^\W\d_][\w-]*|[^\w\s]")


class PartNames:
    """The names of parts in the facts of one service. ``part_of`` answers "" where a fact names none."""

    def __init__(self, texts: Iterable[str]) -> None:
        counts = Counter(chain.from_iterable(map(_named, texts)))  # in one go: hundreds of texts for each fact
        self._counts = {name: count for name, count in counts.items() if count >= OFTEN}
        self._found: dict[str, list[str]] = {}  # of the texts that were asked for: the same are asked for repeatedly

    def own(self, text: str, unmet: frozenset[str], *, once: bool) -> list[str]:
        """The names in it that hold a word which met nothing in another fact; with ``once`` also those that begin with
        one and that no other fact names."""
        found = [name for name in self.names_in(text) if unmet & set(name.split())]
        return found + ([name for name in sorted(_named(text)) if name.split()[0] in unmet] if once else [])

    def names_in(self, text: str) -> list[str]:
        """The names that it holds and that other facts name too, of two within each other the one that is usual."""
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = self._usual(text)
        return found

    def _usual(self, text: str) -> list[str]:
        known = [name for name in _names_in(text) if name in self._counts]
        if not known:
            return known
        said = f" {' '.join(_words(text))} "
        known = [name for name in known if f" {name} " in said]
        return [
            name
            for name in known
            if not any(name != other and f" {name} " in f" {other} " and self._mostly(other, name) for other in known)
        ]

    def part_of(self, text: str) -> str:
        """The name that most facts share, the longer one of two within each other."""
        return max(self.names_in(text), key=lambda name: (self._counts[name], len(name)), default="")

    def two_parts(self, one: str, other: str) -> bool:
        """Tell whether two facts are about two parts, neither of which the other fact names."""
        first, second = self.part_of(one), self.part_of(other)
        if not first or not second or first == second:
            return False
        return f" {first} " not in f" {' '.join(_words(other))} " and f" {second} " not in f" {' '.join(_words(one))} "

    def _mostly(self, long: str, short: str) -> bool:
        return 2 * self._counts[long] >= self._counts[short]


@lru_cache(maxsize=8_192)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower().replace("'s ", " 's ")))


@lru_cache(maxsize=8_192)
def _named(text: str) -> frozenset[str]:
    """The words behind each "the", and those that a fact begins with, as names of one to three words."""
    from ..words.lexicon import STOP

    said = _words(text)
    found = set()
    for place, word in enumerate(said):
        if word in _DETERMINERS:
            found |= _runs(said, place + 1, STOP)
    if said and said[0] not in STOP and said[0] not in _verbs():
        found |= _runs(said, 0, STOP)
    return frozenset(found)


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    from .topic import AUXILIARIES, BASE, FINITE

    return frozenset(AUXILIARIES | BASE | FINITE)


_DETERMINERS = frozenset(("the", "our", "its"))


def _runs(said: tuple[str, ...], first: int, small: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for last in range(first + 1, min(first + LONGEST_NAME, len(said)) + 1):
        word = said[last - 1]
        if word in small or not word[0].isalpha():
            break
        found.add(" ".join(said[first:last]))
    return found


@lru_cache(maxsize=8_192)
def _names_in(text: str) -> tuple[str, ...]:
    """Every run of one to three words in a text."""
    said = _words(text)
    return tuple(
        dict.fromkeys(
            " ".join(said[first:last])
            for first in range(len(said))
            for last in range(first + 1, min(first + LONGEST_NAME, len(said)) + 1)
        )
    )
