"""What a question means that says it in other words than a memory does (E9): another name of a service or what it is
for, an operator's synonyms and short forms, a word of another language, a typing error.

A term of a question is met by any of its forms. Names are only put in place of others where memory has a service of
that name. Pure but for ``held``, which asks the word index.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...language.extraction.subject import known_names
from ...language.word_lists import rows
from ...language.words.irregular_forms import forms_of
from .question import words_of

if TYPE_CHECKING:
    from .keywords import KeywordPostings, Places

_FILE = "memory/recall/otherwise.txt"
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LONGEST = 4  # words of a phrase
_SHORTEST_MISTYPED, _TWICE = 4, 9  # letters; so many may hold two mistakes
_LANGUAGE = 2  # words that only another language has make a question one of that language


class QueryWord(NamedTuple):
    """A word or phrase as it was asked for, and what a memory may hold in its place (itself among it)."""

    said: str
    forms: tuple[str, ...]


def find_holders(
    text: str, postings: KeywordPostings, services: Collection[str], dropped: Collection[str] = ()
) -> tuple[dict[str, Places], str]:
    """The places that hold each word or phrase of a question, and the question with the services that it means.

    ``dropped`` are words that are not searched for. A phrase that no memory has, in whatever words, is its words.
    """
    found: dict[str, Places] = {}
    meant = services_meant(text, services)
    asked = terms(text, services)
    postings.read_words([term.forms for term in asked])
    for term in asked:
        places = postings.word(term.said, term.forms)
        if not places.size and " " in term.said:
            found |= {word: postings.word(word) for word in words_of(term.said) if word not in dropped}
        elif term.said not in dropped:
            name = None if places.size else mistyped(term.said, services)
            meant += [name] if name else []
            found[term.said] = postings.word(term.said, (name,)) if name else places
    return found, " ".join((text, *dict.fromkeys(meant)))


def terms(text: str, services: Collection[str]) -> list[QueryWord]:
    """What a search is made of, in the question's order: phrases that are known by other words, and the other words."""
    lower = text.lower()
    found: list[QueryWord] = []
    covered: list[str] = []
    for phrase in _phrases(lower):
        if " " in phrase and not any(phrase in one for one in covered):
            found.append(QueryWord(phrase, _forms(phrase, services)))
            covered.append(phrase)
    rest = lower
    for phrase in covered:
        rest = rest.replace(phrase, " ")
    foreign = _foreign(lower)
    words = [word for word in words_of(rest) if word not in foreign] if rest.strip() else []
    return [*found, *(QueryWord(word, _forms(word, services)) for word in words)]


def services_meant(text: str, services: Collection[str]) -> list[str]:
    """The services that memory has and a question means without naming them so."""
    meant = [name for phrase in _phrases(text.lower()) for name in _names_of(phrase, services)]
    return list(dict.fromkeys(meant))


def mistyped(word: str, services: Collection[str]) -> str | None:
    """The service whose name a word that nobody knows was meant to be: one letter off, of a long one two."""
    if len(word) < _SHORTEST_MISTYPED or not word.isalpha():
        return None
    most = 2 if len(word) >= _TWICE else 1
    near = [name for name in services if abs(len(name) - len(word)) <= most and 0 < _apart(word, name, most) <= most]
    return near[0] if len(near) == 1 else None


def _phrases(lower: str) -> Iterator[str]:
    """The words and phrases of a text that the table or the names of services know, longest first."""
    pieces = _WORD.findall(lower)
    for length in range(_LONGEST, 0, -1):
        for start in range(len(pieces) - length + 1):
            phrase = " ".join(pieces[start : start + length])
            if phrase in lower and (phrase in _table().also or phrase in _table().services or phrase in _aliases()):
                yield phrase


def _forms(said: str, services: Collection[str]) -> tuple[str, ...]:
    also = _table().also.get(said) or _table().also.get(said.removesuffix("s"), ())
    return tuple(dict.fromkeys((*forms_of(said), *also, *_names_of(said, services))))


def _names_of(said: str, services: Collection[str]) -> list[str]:
    """The services of memory that a word or phrase stands for: by another name, or by what they are for."""
    wanted = (*_table().services.get(said, ()), *((_aliases()[said],) if said in _aliases() else ()))
    if not wanted:
        return []
    return [one for one in services if one.startswith(wanted) and one != said and any(_is(one, n) for n in wanted)]


def _is(service: str, name: str) -> bool:
    return service == name or (service.startswith(name) and not service[len(name)].isalpha())


def _foreign(lower: str) -> frozenset[str]:
    """The words that every question of its language has, where it is not English."""
    said = set(_WORD.findall(lower))
    found = [language for language in _table().stop if len(said & language[0]) >= _LANGUAGE]
    own, shared = max(found, key=lambda language: len(said & language[0]), default=(frozenset(), frozenset()))
    return own | shared


class _Table(NamedTuple):
    also: dict[str, tuple[str, ...]]
    services: dict[str, tuple[str, ...]]
    stop: tuple[tuple[frozenset[str], frozenset[str]], ...]


@lru_cache(maxsize=1)
def _table() -> _Table:
    also: dict[str, tuple[str, ...]] = {}
    for row in rows(_FILE, "words"):
        asked, _, meant = row.partition(" = ")
        group = _listed(asked, "|") if not meant else []
        for one in group or _listed(asked, ","):
            also[one] = tuple(dict.fromkeys((*also.get(one, ()), *(group or _listed(meant, ",")))))
    services: dict[str, tuple[str, ...]] = {}
    for row in rows(_FILE, "services"):
        asked, _, meant = row.partition(" = ")
        for one in _listed(asked, ","):
            services[one] = tuple(dict.fromkeys((*services.get(one, ()), *_listed(meant, ","))))
    return _Table(also, services, tuple(_language(row) for row in rows(_FILE, "stop")))


def _language(row: str) -> tuple[frozenset[str], frozenset[str]]:
    own, _, shared = row.partition(" = ")
    return frozenset(own.split()), frozenset(shared.split())


def _listed(text: str, sign: str) -> list[str]:
    return [part.strip() for part in text.split(sign) if part.strip()]


@lru_cache(maxsize=1)
def _aliases() -> dict[str, str]:
    """Names that operators know, each with the one that memory would have."""
    return {also: name for name, others in known_names() for also in (name, *others)}


def _apart(one: str, other: str, most: int) -> int:
    """How many letters were mistaken, left out, added or swapped with the next; ``most`` + 1 where more."""
    before: Sequence[int] = []
    row: Sequence[int] = range(len(other) + 1)
    for i, a in enumerate(one, start=1):
        earlier, before, now = before, row, [i]
        for j, b in enumerate(other, start=1):
            least = min(before[j] + 1, now[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                least = min(least, earlier[j - 2] + 1)
            now.append(least)
        if min(now) > most:
            return most + 1
        row = now
    return row[-1]
