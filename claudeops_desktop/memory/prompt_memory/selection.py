"""Which memories the session's part tells: those that may be told, each thing once. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...language.extraction.quotation import quoted_words
from ...language.types import Verdict
from ..recall.types import UNCERTAIN
from ..types import ACTIVE_FROM, Memory

LIKE = 60.0  # of 100: under it two texts have too little in common to say the same
ASLEEP = ("archived", "cold")


@dataclass(frozen=True, slots=True)
class PromptCandidate:
    """A memory that was found for this session, the confidence it stands at, its trust marks, and how it was found."""

    memory: Memory
    confidence: float
    marks: tuple[str, ...] = ()
    why: str = ""


def why_not(memory: Memory, confidence: float) -> str:
    """Why a prompt must not hold this memory, in one sentence; "" where it may."""
    if memory.gate != "allow":
        return "It is held: it needs review."
    if confidence < ACTIVE_FROM:
        return "It is inactive: its confidence is under 0.3."
    if memory.superseded_by is not None:
        return f"Memory {memory.superseded_by} has taken its place."
    if memory.state in ASLEEP:
        return f"It is {memory.state}: nobody needed it for long."
    if not memory.active:
        return "It is inactive: it was taken out of prompts."
    return ""


def choose(
    found: Iterable[PromptCandidate], told: Sequence[Memory]
) -> tuple[tuple[PromptCandidate, ...], tuple[tuple[PromptCandidate, str], ...]]:
    """Those that may be told beside ``told`` (the block), best first; and those that may not, each with its reason."""
    taken: list[PromptCandidate] = []
    left: list[tuple[PromptCandidate, str]] = []
    seen = {memory.id for memory in told}
    for offered in found:
        memory = offered.memory
        if memory.id in seen:
            continue  # the block says it: that is no loss to speak of
        seen.add(memory.id)
        why = why_not(memory, offered.confidence) or _said_already(memory, [*told, *(o.memory for o in taken)])
        if why:
            left.append((offered, why))
        else:
            taken.append(PromptCandidate(memory, offered.confidence, _marks(offered), offered.why))
    return tuple(taken), tuple(left)


def said_by(text: str, told: Sequence[Memory]) -> Memory | None:
    """The memory that is told and says the same as a lesson, whatever service it is kept under; None where none."""
    from rapidfuzz import fuzz

    from ...language.compare import judge

    low = text.lower()
    said = [(memory, quoted_words(memory.observation)) for memory in told]
    near = [(memory, words) for memory, words in said if fuzz.token_set_ratio(low, words.lower()) >= LIKE]
    verdicts = judge.judge_all(text, [words for _, words in near])
    return next((m for (m, _), judged in zip(near, verdicts, strict=True) if judged.verdict is Verdict.SAME), None)


def _marks(offered: PromptCandidate) -> tuple[str, ...]:
    return tuple(mark for mark in offered.marks if mark != UNCERTAIN or offered.confidence < ACTIVE_FROM)


def _said_already(memory: Memory, told: Sequence[Memory]) -> str:
    """Tell whether one that is told already says the same (the judge's *same*), as a sentence; "" where none does."""
    from ...language.compare import judge

    near = [other for other in told if other.service == memory.service or None in (other.service, memory.service)]
    verdicts = judge.judge_all(memory.observation, [other.observation for other in near])
    for other, judged in zip(near, verdicts, strict=True):
        if judged.verdict is Verdict.SAME:
            return f"Memory {other.id} says the same and is in the prompt."
    return ""
