"""Dependencies that a memory speaks of: "jellyfin needs postgres", "must be started after wireguard". Pure.

English by rules over clauses. Only names of services that are watched count, so a sentence about something else
proposes nothing; a clause that denies a dependency proposes none either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .graph import Edge

LONGEST_TEXT = 2_000
_CLAUSE_END = re.compile(r"[.;!?](?=\s|$)|\n|\b(?:but|whereas)\b")
_ARTICLES = r"(?:(?:the|its|a|an|our|local|running|working|healthy|both)\s+)*"
_ONE = r"⟦\d+⟧"
_OBJECTS = rf"{_ARTICLES}({_ONE}(?:\s*(?:,|and|or|\+|&|plus)\s*(?:and\s+)?{_ARTICLES}{_ONE})*)"
_STARTING = r"(?:start\w*|restart\w*|com(?:e|es|ing)\s+up|boot\w*|brought\s+up|launch\w*|deploy\w*|run|runs)"
_FAILING = (
    r"(?:fail\w*|cannot|can't|won't|will\s+not|does\s+not|doesn't|do\s+not|don't|unable|crash\w*|refus\w*|break\w*|"
    r"stop\w*|hang\w*|exit\w*|error\w*|unavailable|unreachable|goes\s+down|is\s+down|50[0-4]|useless|degraded)"
)
_ABSENT = r"(?:down|stopped|unreachable|unavailable|offline|gone|missing|dead|restarting|not\s+\w+)"
_NEEDS = (
    re.compile(rf"\b(?:depends?|depending|dependent|rel(?:y|ies|ying))\s+(?:up)?on\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(rf"\b(?:needs?|needing|requires?|requiring)\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(rf"\b{_STARTING}\b[^⟦]*\bafter\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(rf"\bwait(?:s|ing)?\s+for\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(rf"\buses?\s+{_OBJECTS}\s+(?:as|for)\b", re.IGNORECASE),
    re.compile(rf"\b{_FAILING}\b[^⟦]*\b(?:without|unless|until)\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(
        rf"\b{_FAILING}\b[^⟦]*\b(?:when|whenever|if|while|because|once)\s+{_OBJECTS}\s+(?:is|are|was|goes)\s+{_ABSENT}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:when|whenever|if|while|once)\s+{_OBJECTS}\s+(?:is|are|was|goes)\s+{_ABSENT}\b.*\b{_FAILING}",
        re.IGNORECASE,
    ),
)
_NEEDED = (
    re.compile(rf"\b{_STARTING}\b[^⟦]*\bbefore\s+{_OBJECTS}", re.IGNORECASE),
    re.compile(rf"\b(?:needed|required|used)\s+by\s+{_OBJECTS}", re.IGNORECASE),
)
_DENIED = re.compile(
    r"\b(?:not|n't|never|no\s+longer|doesn't|don't)\s+(?:\w+\s+){0,2}(?:depend|need|require|rely|wait)|\bindependent"
    r"|\bregardless|\beven\s+(?:if|when|without)"
    r"|\bin\s+any\s+order|\bno\s+need|\bunaffected|\bstill\s+(?:works?|runs?|serves?)",
    re.IGNORECASE,
)
_WORKS_WITHOUT = re.compile(r"\b(?:fine|works?|runs?|starts?)\s+(?:fine\s+|well\s+)?without\b", re.IGNORECASE)
_FAILS = re.compile(rf"\b{_FAILING}", re.IGNORECASE)
_NUMBER = re.compile(r"⟦(\d+)⟧")


def read_dependencies(service: str, text: str, names: Sequence[str]) -> tuple[Edge, ...]:
    """The edges that a memory about ``service`` speaks of, between services of ``names``; in order, each once."""
    if not names or not text:
        return ()
    known, by_spelling, pattern = _read_names(tuple(names))
    known_names = frozenset(known)
    found: dict[Edge, None] = {}
    for clause in _CLAUSE_END.split(text[:LONGEST_TEXT]):
        if _DENIED.search(clause) or (_WORKS_WITHOUT.search(clause) and not _FAILS.search(clause)):
            continue
        marked = pattern.sub(lambda match: f"⟦{by_spelling[_folded(match[0])]}⟧", clause)
        for patterns, is_needed in ((_NEEDS, False), (_NEEDED, True)):
            for rule in patterns:
                for match in rule.finditer(marked):
                    subject = _subject(marked[: match.start()], known) or service
                    for number in _NUMBER.findall(match[1]):
                        other = known[int(number)]
                        edge = (other, subject) if is_needed else (subject, other)
                        if other != subject and subject in known_names:
                            found[edge] = None
    return tuple(found)


@lru_cache(maxsize=4)
def _read_names(names: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, int], re.Pattern[str]]:
    """The names, the longest first; the place of each by its spelling; and what finds them in a text."""
    known = tuple(sorted(names, key=lambda name: (-len(name), name)))
    pattern = rf"(?<![\w-])(?:{'|'.join(map(_spelling, known))})(?![\w-]|\.\w)"
    return known, {_folded(name): place for place, name in enumerate(known)}, re.compile(pattern, re.IGNORECASE)


def _subject(before: str, known: Sequence[str]) -> str | None:
    """The service that the words before the verb name last: "caddy needs …" in a memory of another service."""
    named = _NUMBER.findall(before)
    return known[int(named[-1])] if named else None


def _spelling(name: str) -> str:
    return r"[-_\s]".join(map(re.escape, re.split(r"[-_]", name)))


def _folded(name: str) -> str:
    return re.sub(r"[-_\s]", "-", name.lower())
