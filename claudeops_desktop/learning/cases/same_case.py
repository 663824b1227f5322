"""Whether an occurrence belongs to a case: where both recovered after the same, or had the same cause (L6). Pure.

A cause in other words is the same where both cures were done to one thing that both causes name: a file, a unit or a
port.
One problem may show itself in several messages, as a check finds a port closed first and held by another later. So a
case of another message counts too, where sessions established the same cause for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...language.words.stem import stem
from .cured_things import cured_things, is_same_thing
from .treatments import action_key, without_names
from .types import CaseDraft

ALIKE_FROM = 0.5  # share of the words of the shorter of two causes that the longer has too
TOLD_FROM = 4  # words
_FUNCTION_WORDS = frozenset(
    (
        *("the", "that", "this", "its", "it", "with", "from", "for", "and", "but", "not", "no", "so", "as", "if", "or"),
        *("was", "were", "is", "are", "be", "been", "has", "had", "have", "does", "did", "to", "of", "in", "on", "at"),
        *("by", "a", "an", "which", "when", "while", "because", "since"),
    )
)


@dataclass(frozen=True, slots=True)
class CaseRecovery:
    """What a case, or a draft of one, recovered after: the keys of the actions for any service, several where the
    operator merged cases; and the cause, "" where none is given. ``things`` are those that a cure was done to and its
    cause names. ``is_known`` False: the case has no occurrence of its
    own but the one that is asked for. ``same_symptom`` False: it showed another message."""

    case_id: int
    keys: frozenset[str]
    cause: str
    is_known: bool = True
    same_symptom: bool = True
    things: frozenset[str] = frozenset()


def recovery_of(draft: CaseDraft) -> CaseRecovery | None:
    """What a draft recovered after; None while it is open."""
    if draft.closed_at is None:
        return None
    names = (draft.service, draft.faulty, *draft.named)
    action = draft.attempts[draft.cure].action if draft.cure is not None else ""
    keys = frozenset([action_key(without_names(action, names))] if action else ())
    return CaseRecovery(0, keys, draft.cause, things=cured_things(action, draft.cause, names))


def find_same(cases: Sequence[CaseRecovery], draft: CaseRecovery | None, current: int | None = None) -> int | None:
    """The case that a draft belongs to, of those of its service and kind of check, the latest first; None for a new.
    An open draft belongs to the latest of its symptom; one that is in a case already stays there before it goes to
    another that fits as well."""
    alike = [one for one in cases if one.same_symptom]
    if draft is None:
        return current if current is not None else alike[0].case_id if alike else None
    ranked = sorted(alike, key=lambda one: one.case_id != current)
    known = [one for one in ranked if one.is_known]
    same = next((one for one in known if one.keys & draft.keys or _agree(one, draft)), None)
    if same is None:
        others = (one for one in cases if not one.same_symptom and _share_cause(one.cause, draft.cause))
        same = next((one for one in others if one.keys & draft.keys or _is_told(draft.cause)), None)
    if same is None:
        same = next((one for one in ranked if one.keys & draft.keys), None)
    if same is None:
        same = next((one for one in ranked if not one.is_known or _may_be_same(one, draft)), None)
    return same.case_id if same is not None else None


def _may_be_same(one: CaseRecovery, other: CaseRecovery) -> bool:
    return not (one.keys and other.keys) and not (one.cause and other.cause and _differ(one.cause, other.cause))


def _agree(one: CaseRecovery, other: CaseRecovery) -> bool:
    """Tell whether two had the same cause, in whatever words."""
    return _share_cause(one.cause, other.cause) or any(is_same_thing(a, b) for a in one.things for b in other.things)


def _share_cause(one: str, other: str) -> bool:
    """Tell whether two causes that sessions established are the same."""
    return bool(one and other) and not _differ(one, other)


def _is_told(cause: str) -> bool:
    """Tell whether a cause says enough to stand for a problem by itself, as "the service was down" does not."""
    return len(_content_words(cause)) >= TOLD_FROM


def _differ(one: str, other: str) -> bool:
    """Tell whether two causes share too few words to be the same: one may tell more of it than the other."""
    first, second = _content_words(one), _content_words(other)
    return len(first & second) < ALIKE_FROM * min(len(first), len(second))


def _content_words(text: str) -> set[str]:
    return {stem(word.strip(".,;:“”\"'()")) for word in text.casefold().split()} - _FUNCTION_WORDS
