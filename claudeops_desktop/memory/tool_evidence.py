"""When what a session's own tools printed, or the watcher measured, says again what a memory says (M12, E4). Pure.

A memory with values is confirmed by a line that shows the same values of the same subject; one without by a line that
says nearly the same words. What a command was given to print, or reads from notes and memories, is a repetition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ..language.extraction.quotation import quoted_words
from ..stream.near_match import ClaimedStatement, SearchedText
from ..stream.normalize import fold

if TYPE_CHECKING:
    from ..language.values.values import MeasuredValue

__all__ = ["ShownOutput", "shown_again"]

NEARLY = 0.75
LONGEST_LINE = 600
MOST_LINES = 3_000
_REPEATS = re.compile(
    r"\bclaude[- ]?ops\b|\bclaudeops\b|\.(?:md|txt|rst|adoc|jsonl)\b|\b(?:memory|notes?|readme|runbooks?|wiki|docs?)\b",
    re.I,
)
_PRINTS = re.compile(r"\b(?:echo|printf|print)\b")
_PORT = re.compile(r"\b(?:ss|netstat|lsof|nc|nmap|curl|wget|grep|docker|podman|kubectl|systemctl)\b")
_WORD = re.compile(r"[^\W\d_]{3,}")
_GRAMMAR_WORDS = """
the and for not with after before from when than its this that are was has have needs need takes take about per each
every must can only until while once again seconds second minutes minute hours hour days day
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
_NEGATION = re.compile(r"\b(?:no|not|never|none|without|cannot|disabled|off|failed|fails?|down|\w+n't)\b", re.I)


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """What one command printed, or one check found: ``command`` says what was asked, ``text`` what came."""

    command: str
    text: str


def shown_again(observation: str, service: str | None, answers: Iterable[ShownOutput]) -> str:
    """The line that says it again; "" where none does."""
    from ..language.values.values import ValueKind

    observation = quoted_words(observation)
    stated = [value for value in _values_of(observation) if not value.denied and value.kind is not ValueKind.NUMBER]
    claim = ClaimedStatement(observation, service or "")
    topic = _topic(observation, service)
    for answer in answers:
        if not answer.text.strip() or _repeats(observation, claim, bool(stated), answer.command):
            continue
        about = _names(service, answer.command)
        for line in _lines(answer.text):
            if not about and not _names(service, line):
                continue
            if stated:
                shared = topic & _topic(line, service) or topic & _topic(answer.command, service)
                if shared and _same_values(observation, line):
                    return line
            elif claim.stands_in(SearchedText(line), NEARLY) and _denies(observation) == _denies(line):
                return line
    return ""


def _repeats(observation: str, claim: ClaimedStatement, stated: bool, command: str) -> bool:
    """Tell whether a command prints what it was given, or what somebody wrote down, and measures nothing."""
    if _REPEATS.search(command) or claim.stands_in(SearchedText(command)):
        return True
    if not stated or not _same_values(observation, command):
        return False
    return _PRINTS.search(command) is not None or _PORT.search(command) is None


def _same_values(observation: str, line: str) -> bool:
    """Tell whether a line shows every value that is stated, and none of them otherwise."""
    from ..language.values.values import compare

    found = compare(_values_of(observation), _values_of(line))
    return bool(found.agree) and not found.apart and not found.flipped and all(v.denied for v in found.only_old)


def _names(service: str | None, text: str) -> bool:
    return (
        service is None
        or re.search(rf"(?<![a-z0-9]){re.escape(service.lower())}(?![a-z0-9])", text.lower()) is not None
    )


@lru_cache(maxsize=10_000)
def _values_of(text: str) -> tuple[MeasuredValue, ...]:
    """The values of a line, read once for all facts that it is compared with."""
    from ..language.values.measures import values_of

    return values_of(text)


@lru_cache(maxsize=10_000)
def _topic(text: str, service: str | None) -> frozenset[str]:
    """What is spoken of, by the stems of its words."""
    words = _WORD.findall(fold(text))
    kept = {word for word in words if word not in _GRAMMAR and word != (service or "").lower()}
    return frozenset(_ALIKE.get(stem, stem) for stem in (_stem(word) for word in kept))


def _stem(word: str) -> str:
    for ending in ("ings", "ing", "ened", "ens", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


_ALIKE = {
    **dict.fromkeys(("restart", "boot", "ready", "begin", "launch", "startup", "healthy"), "start"),
    **dict.fromkeys(("curl", "wget", "https", "status", "return", "answer", "respon", "respond", "redirect"), "http"),
    **dict.fromkeys(("port", "bound", "bind", "tcp", "netstat", "lsof", "expos", "publish", "serv"), "listen"),
}


def _denies(text: str) -> bool:
    return len(_NEGATION.findall(text)) % 2 == 1


def _lines(text: str) -> Iterable[str]:
    for number, line in enumerate(text.splitlines()):
        if number >= MOST_LINES:
            return
        if line.strip():
            yield line.strip()[:LONGEST_LINE]
