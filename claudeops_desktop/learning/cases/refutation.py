"""Claims that something helped, which the checks of the same session contradict (L6). Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...language.word_lists import table
from ...language.words.stem import stem
from .types import CaseDraft

_I = re.IGNORECASE
_WORDING = "learning/cases/wording.txt"
_HELPED = table(_WORDING, "helped")
_DENIED = table(_WORDING, "denied")
_WORD = re.compile(r"[^\W_][\w.@-]*")
_SAYS_NOTHING = frozenset(("then", "the", "in", "on", "to", "of", "from", "for", "ran", "with", "what", "into"))
WHY = "The checks of the same session say otherwise: after it, what was out of order was so still."


def find_refuted(drafts: Sequence[CaseDraft]) -> Callable[[str], str]:
    """A function that says why a statement is not to be believed, "" where nothing speaks against it: it claims that an
    attempt helped after which a check was bad, or that all is well where the last check was bad."""
    failed = [_words(one.action) for draft in drafts for one in draft.attempts if one.result == "did_not_help"]
    helped = [_words(one.action) for draft in drafts for one in draft.attempts if one.result == "helped"]
    unsolved = [draft for draft in drafts if draft.end == "unclear" and draft.closed_at is None]

    def refute(text: str) -> str:
        if not _HELPED.search(text) or _DENIED.search(text):
            return ""
        said = _words(text)
        if any(_names(said, one) for one in helped):
            return ""
        if any(_names(said, one) for one in failed):
            return WHY
        return WHY if unsolved and not any(draft.end == "cured" for draft in drafts) else ""

    return refute


def _names(said: list[str], action: list[str]) -> bool:
    """Tell whether a statement names an action: its verb, and something that it was done to where both name one."""
    if not action or action[0] not in said:
        return False
    things = set(action[1:])
    return not things or bool(things & set(said)) or (len(set(said) & things) == 0 and len(said) < 8)


def _words(text: str) -> list[str]:
    return [stem(word.lower()) for word in _WORD.findall(text) if word.lower() not in _SAYS_NOTHING]
