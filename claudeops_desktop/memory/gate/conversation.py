"""What people say to each other, in a conversation that was taken in: ``Maria: We moved to the coast`` (E4). Pure.

The gate asks how a text speaks, since what an agent notes should tell a fact and not speak to its reader. A turn does
speak to somebody, to the other person, and is kept as what that person said. So where a turn touches nothing that a
session could act on (no host, command, file, rule, approval, secret, backup …), how it speaks is not asked; the
sentences that touch any of them are gated as everything else is, and so are those in which nobody speaks of or to
anybody: a name and a greeting before a text change nothing of what it says. And what somebody said stays said: a turn
is no statement on a service that a later one could replace.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ...language.word_lists import rows
from .classifier_features import concepts_in, forms_in
from .normalize import normalize_text

__all__ = [
    "find_speaker",
    "is_talk",
    "says_something",
    "sensitive_sentences",
    "strip_requests",
    "unaddressed_sentences",
    "without_speaker",
]

_FILE = "memory/gate/conversation.txt"
_TURN = re.compile(r"\s*([A-Z][\w'’.-]{1,30}(?: [A-Z][\w'’.-]{1,30}){0,2}):\s+(?=\S)")
_ACTED_ON = frozenset(
    (
        *("agent", "authority", "conceal", "consent", "destroy", "limits", "meta", "protect", "remote", "restart"),
        *("rights", "runs", "secret", "system"),
    )
)
_TECHNICAL = frozenset(("url", "host", "local", "ip", "path", "code", "flag", "assign", "table", "version"))
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_FROM = 4  # words
_JUDGED_FROM = 6  # words of a sentence between others that could be an order: *Best of luck with it!* is none
_OTHER_LETTERS = re.compile(r"[^\W\d_a-z]")


def find_speaker(text: str) -> str:
    """Who says a turn, "" for a text that is none: its label is no person's name (*Note:*, *System:*, *Result:*)."""
    found = _TURN.match(text)
    if found is None:
        return ""
    words = found[1].lower().split()
    known = _words("labels")
    return "" if any(word in known or concepts_in(word) for word in words) else found[1]


@lru_cache(maxsize=256)
def sensitive_sentences(text: str) -> str | None:
    """The sentences of a turn that touch something a session could act on, with its speaker; "" where none does, None
    for a text that is no turn of a person. Never raises."""
    name = find_speaker(text)
    found = _TURN.match(text)
    if not name or found is None:
        return None
    words = text[found.end() :]
    read = normalize_text(words)
    if read.hidden or not _pattern("personal").search(read.text):
        return None
    if all(map(_is_everyday, read.readings)):
        return ""
    sentences = [one for one in _SENTENCE.split(words) if not all(map(_is_everyday, normalize_text(one).readings))]
    return f"{name}: {' '.join(sentences) or words}"


def is_talk(text: str) -> bool:
    """Tell whether a text is a turn of a person that touches nothing a session could act on. Never raises."""
    return sensitive_sentences(text) == ""


def without_speaker(text: str) -> str:
    """What a turn says, without its speaker and without the greeting it begins with; any other text as it is."""
    found = _TURN.match(text) if find_speaker(text) else None
    if found is None:
        return text
    rest = words = text[found.end() :]
    while opening := _pattern("opening").match(rest):
        rest = rest[opening.end() :]
    return rest.strip() or words


def unaddressed_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a turn, of some words each, in which nobody speaks of or to anybody: each is judged as if nobody
    had said it. Never raises."""
    said = without_speaker(text)
    if not _is_personal(said):
        return (said,)
    sentences = [one for one in _SENTENCE.split(said) if len(one.split()) >= _JUDGED_FROM]
    return tuple(_pattern("phrases").sub(" ", one) for one in sentences if not _is_personal(one))


def strip_requests(text: str) -> str:
    """A turn without what is asked of the other person: *tell me*, *show me*."""
    return _pattern("asked-of-you").sub(" ", text)


def says_something(text: str) -> bool:
    """Tell whether a turn has a sentence of some words that asks nothing and greets nobody."""
    found = _TURN.match(text)
    sentences = _SENTENCE.split(text[found.end() :] if found else text)
    return any(not one.rstrip().endswith("?") and len(_WORD.findall(one)) >= _SENTENCE_FROM for one in sentences)


def _is_personal(words: str) -> bool:
    return _pattern("personal").search(normalize_text(words).text) is not None


def _is_everyday(reading: str) -> bool:
    said = _pattern("phrases").sub(" ", reading)
    if _OTHER_LETTERS.search(said) or not _TECHNICAL.isdisjoint(forms_in(said)):
        return False
    return all(_ACTED_ON.isdisjoint(names) for names in concepts_in(said, without=_words("words")).values())


@lru_cache(maxsize=4)
def _words(heading: str) -> frozenset[str]:
    return frozenset(word for row in rows(_FILE, heading) for word in row.split())


@lru_cache(maxsize=8)
def _pattern(heading: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{row})" for row in rows(_FILE, heading)))
