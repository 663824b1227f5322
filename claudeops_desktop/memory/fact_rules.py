"""What becomes of an extracted fact, as pure rules (E5, E7; the memory build's Dedup, Items and Strength subsystems).

Within one conversation a repeat refreshes the wording; from another source it counts a merge. A contradiction closes
the older one, unless the fact was said before what is known now: then it is the fact that is outdated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..language.types import Verdict
from ..language.values.values import compare
from . import lifecycle
from .lifecycle import FactPlan, JudgedMemory
from .types import Memory

STRENGTHS = {"explicit": 0.9, "implied": 0.7, "inferred": 0.5}
REFRESHED = 0.05
MERGED = 0.1
SURE_ENOUGH = 0.6  # an extracted fact in more doubt than this is kept beside the other instead of being merged


class RepeatContext(StrEnum):
    """Whether a conversation said a memory before."""

    BORN = "born"  # it was drawn from this conversation
    BEFORE = "before"  # this conversation confirmed it already
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class RepeatEffect:
    """What a repetition does: by how much it grows, whether its wording is refreshed, whether a merge is counted."""

    gain: float
    action: str
    refreshes: bool = False
    counts: bool = False


def starting_confidence(strength: str) -> float:
    """How much an extracted fact is trusted at first: explicit 0.9, implied 0.7, inferred 0.5 (E5)."""
    return STRENGTHS.get(strength, STRENGTHS["implied"])


def repeat(memory: Memory, heard: RepeatContext, text: str) -> RepeatEffect:
    """What a repetition of ``memory`` in the words ``text`` does to it.

    A marker of the very session that is read confirms itself: it does not grow. Wording that would lose a value is not
    taken over.
    """
    if heard is RepeatContext.ELSEWHERE:
        return RepeatEffect(MERGED, "merged", refreshes=takes_wording(memory, text), counts=True)
    if memory.source in lifecycle.PROMISED:
        return RepeatEffect(0.0, "confirmed")
    if heard is RepeatContext.BEFORE:
        return RepeatEffect(REFRESHED, "reinforced")
    return RepeatEffect(REFRESHED, "refreshed", refreshes=keeps_values(memory.observation, text))


def takes_wording(memory: Memory, text: str) -> bool:
    """Tell whether a memory takes the newer words of a repetition: never what the operator wrote or pinned, and only
    where each value is written as before. The older words stay in its history."""
    from ..language.values.measures import values_of

    if memory.pinned or memory.is_operators:
        return False
    forms = {(value.text.casefold(), value.bound) for value in values_of(text)}
    return all((value.text.casefold(), value.bound) in forms for value in values_of(memory.observation))


def names_other_values(old: str, new: str) -> bool:
    """Tell whether two texts give different values for one thing. What only one of them names is no difference."""
    from ..language.values.measures import values_of

    found = compare(values_of(old), values_of(new))
    return bool(found.apart or found.flipped)


def keeps_values(old: str, new: str) -> bool:
    """Tell whether the new wording holds every value of the old one."""
    from ..language.values.measures import values_of

    found = compare(values_of(old), values_of(new))
    return not (found.only_old or found.apart or found.flipped)


def plan(judged: Sequence[JudgedMemory]) -> FactPlan:
    """``lifecycle.plan`` for an extracted fact: a *same* in doubt is left beside, and never merged (E7)."""
    sure = [j for j in judged if j.judgement.verdict is not Verdict.SAME or j.judgement.score >= SURE_ENOUGH]
    return lifecycle.plan(sure)


def newest_confirmed(contradicted: Sequence[JudgedMemory], said_at: str) -> Memory | None:
    """The latest memory among them that was confirmed after a fact was said; None where the fact is the newer one."""
    later = [j.memory for j in contradicted if (j.memory.last_confirmed_at or j.memory.updated_at) > said_at]
    return max(later, key=lambda memory: (memory.last_confirmed_at or memory.updated_at, memory.id), default=None)


def find_objection(contradicted: Sequence[JudgedMemory], born_here: Collection[int], said_at: str = "") -> str:
    """Why a fact that contradicts these must wait for review; "" where it need not. ``said_at`` is when it was said: a
    marker of the same session is superseded by what the session says after it (S7)."""
    for one in contradicted:
        memory = one.memory
        if memory.pinned:
            return f"It contradicts memory {memory.id}, which is pinned."
        marked_at = memory.last_confirmed_at or memory.updated_at
        if memory.source in lifecycle.PROMISED and memory.id in born_here and not marked_at < said_at:
            return f"It contradicts memory {memory.id}, which the same session said itself."
    return ""
