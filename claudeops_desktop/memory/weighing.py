"""What the judge's verdicts on single pairs come to among all that is known (M10).

Pairs are judged one by one; a store knows more: which project a fact belongs to, which pairs the operator answered,
that a new value has one predecessor, and that what stood beside a fact does not contradict its repetition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from . import answers
from .fact import Certainty, Judgement, Memory, Verdict
from .lifecycle import Judged
from .projects import same_project

NEARLY = 12  # so many points of a hundred may another predecessor be less alike than the nearest one
SHARED = 0.34  # how much of their words two facts of unknown projects must share to dispute one another


_NO_PLACES: Mapping[int, str] = {}


def weigh(
    text: str, judged: Sequence[Judged], *, service: str | None, place: str = "", places: Mapping[int, str] = _NO_PLACES
) -> list[Judged]:
    """The verdicts on a new fact, as far as they may be carried out. In a read or a write.

    ``place`` is the folder of its project, ``places`` those of the memories it was judged against, by id; both matter
    only where ``service`` is None.
    """
    if service is None:
        judged = [_placed(text, one, same_project(place, places.get(one.memory.id, ""))) for one in judged]
    return _answered(text, _one_predecessor(text, _known_beside(judged)))


def less_sure(judgement: Judgement) -> Judgement:
    """A contradiction one degree less sure; anything else as it is."""
    if judgement.verdict is not Verdict.CONTRADICTION:
        return judgement
    if judgement.certainty is Certainty.LIKELY:
        return Judgement(Verdict.DIFFERENT, judgement.score, judgement.why, Certainty.UNSURE)
    return replace(judgement, certainty=Certainty.LIKELY)


def _placed(text: str, one: Judged, same: bool | None) -> Judged:
    """A verdict on a fact without a service, in the light of the projects of the two."""
    judgement = one.judgement
    if same or (judgement.verdict is Verdict.DIFFERENT and judgement.certainty is None):
        return one
    if same is None:
        found = less_sure(judgement)
        if not _close(one.memory.observation, text):
            found = less_sure(found)
        return replace(one, judgement=found)
    from .judge.measures import values_of

    if judgement.verdict is Verdict.SAME and not values_of(text):
        return one  # what is preferred or ruled in two projects is one preference
    return replace(one, judgement=Judgement(Verdict.DIFFERENT, judgement.score, "Said of another project."))


def _close(old: str, new: str) -> bool:
    """Whether two facts plainly speak of the same thing."""
    from .candidates import words

    one, two = (frozenset(word for word in words(text) if word.isalpha()) for text in (old, new))
    return len(one & two) >= SHARED * len(one | two)


def _known_beside(judged: Sequence[Judged]) -> list[Judged]:
    """What stands beside the very fact that is said again did not contradict it before: one degree less sure."""
    if not any(one.judgement.verdict is Verdict.SAME and _holds(one.memory) for one in judged):
        return list(judged)
    return [replace(one, judgement=less_sure(one.judgement)) if _holds(one.memory) else one for one in judged]


def _one_predecessor(text: str, judged: Sequence[Judged]) -> list[Judged]:
    """A new value takes the place of one old value: where facts with different values are contradicted, those that are
    less alike than the nearest are one degree less sure."""
    hit = [one for one in judged if one.judgement.verdict is Verdict.CONTRADICTION and _holds(one.memory)]
    if len(hit) < 2:
        return list(judged)
    near = {one.memory.id: _likeness(one.memory.observation, text) for one in hit}
    best = max(near.values())
    kept = {number for number, likeness in near.items() if likeness >= best - NEARLY}
    return [
        replace(one, judgement=less_sure(one.judgement)) if one.memory.id in near.keys() - kept else one
        for one in judged
    ]


def _likeness(old: str, new: str) -> float:
    from rapidfuzz import fuzz  # with the first pair, not when the window opens

    return fuzz.token_sort_ratio(answers.frame(old, None), answers.frame(new, None))


def _answered(text: str, judged: Sequence[Judged]) -> list[Judged]:
    found = answers.learned_all([one.memory for one in judged], text, [one.judgement for one in judged])
    return [replace(one, judgement=judgement) for one, judgement in zip(judged, found, strict=True)]


def _holds(memory: Memory) -> bool:
    return bool(memory.active) and memory.superseded_by is None
