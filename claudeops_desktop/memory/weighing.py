"""What the judge's verdicts on single pairs come to among all that is known (M10).

Pairs are judged one by one; a store knows more: which project a fact belongs to, which pairs the operator answered,
that a new value has one predecessor, and that what stood beside a fact does not contradict its repetition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..store.database import proxy
from . import answers
from .fact import Certainty, Judgement, Memory, Verdict
from .lifecycle import Judged
from .part_names import PartNames
from .projects import same_project

MOST_TEXTS = 600  # facts of a service that show what its parts are called
SHARED_ATTRIBUTE = 0.3  # how much of what is measured two facts must share to contradict one another
ENOUGH = 0.5  # how much of what is measured two facts must share for one to change the other
CLEAR = 0.12  # and by how much more than any other fact of the part
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
    if any(_matters(one.judgement) for one in judged) or may_say_change(text):
        names = PartNames(_texts(service))
        judged = [_of_one_part(text, one, names) for one in judged]
        judged = _said_to_change(text, judged, names)
    return _answered(text, _one_predecessor(text, _known_beside(judged)))


def _matters(judgement: Judgement) -> bool:
    return judgement.verdict is not Verdict.DIFFERENT or judgement.certainty is not None


def _texts(service: str | None) -> list[str]:
    """Texts of the service's facts, the latest ``MOST_TEXTS``."""
    sql = (
        "SELECT observation FROM memories INDEXED BY idx_memories_service WHERE service IS ?"
        f" ORDER BY id DESC LIMIT {MOST_TEXTS}"
    )
    return [text for (text,) in proxy.execute_sql(sql, (service,))]


def _of_one_part(text: str, one: Judged, names: PartNames) -> Judged:
    """What is said of two parts is neither the same nor a contradiction."""
    if not _matters(one.judgement):
        return one
    if not names.two_parts(one.memory.observation, text):
        return _of_one_attribute(text, one, names)
    parts = f"{names.part_of(one.memory.observation)} / {names.part_of(text)}"
    return replace(one, judgement=Judgement(Verdict.DIFFERENT, one.judgement.score, f"Said of two parts: {parts}."))


def _of_one_attribute(text: str, one: Judged, names: PartNames) -> Judged:
    """What shares nothing but the name of its part with the new fact is not contradicted by it."""
    judgement, part = one.judgement, names.part_of(text)
    if judgement.verdict is not Verdict.CONTRADICTION or not part or part != names.part_of(one.memory.observation):
        return one
    from .judge.change import shared_attribute

    if shared_attribute(one.memory.observation, text, part) >= SHARED_ATTRIBUTE:
        return one
    return replace(one, judgement=Judgement(Verdict.DIFFERENT, judgement.score, judgement.why, Certainty.UNSURE))


def _said_to_change(text: str, judged: Sequence[Judged], names: PartNames) -> list[Judged]:
    """Where the new fact says that a value changed: the nearest fact of the same part is what it changes."""
    if not may_say_change(text) or any(_closes(one) for one in judged):
        return list(judged)
    from .judge.change import change_between

    part = names.part_of(text)
    found = []
    for place, one in enumerate(judged):
        if not _holds(one.memory) or names.part_of(one.memory.observation) != part:
            continue
        if one.judgement.verdict is Verdict.DIFFERENT or one.judgement.certainty is not Certainty.CERTAIN:
            change = change_between(one.memory.observation, text, part)
            if change is not None and (change.past or change.likeness >= ENOUGH):
                found.append((change.past, change.likeness, place))
    if not found:
        return list(judged)
    past, likeness, place = max(found)
    rivals = [one for one in found if one[0] == past and one[2] != place and one[1] > likeness - CLEAR]
    certainty = Certainty.CERTAIN if past and likeness > 0 and part and not rivals else Certainty.LIKELY
    if rivals and not past:
        return list(judged)
    one = judged[place]
    why = "It names the old value as past." if past else "It says that this has changed."
    changed = Judgement(Verdict.CONTRADICTION, max(one.judgement.score, 0.8), why, certainty)
    return [replace(other, judgement=changed) if at == place else other for at, other in enumerate(judged)]


def _closes(one: Judged) -> bool:
    return one.judgement.certainty is Certainty.CERTAIN and _holds(one.memory)


def may_say_change(text: str) -> bool:
    """Whether a text may say that something has changed: a cheap look before the whole store is asked."""
    return _MAY_CHANGE.search(text) is not None


_MAY_CHANGE = re.compile(
    r"\b(?:now|nowadays|these days|from this|as of|since|been|become|set|changed|moved|raised|lowered|resized"
    r"|rescheduled|increased|reduced|put|made|taken over|new|from|used to|no longer|not|no more|instead|rather"
    r"|formerly|previously|before|was|were|where|any longer)\b",
    re.IGNORECASE,
)


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
