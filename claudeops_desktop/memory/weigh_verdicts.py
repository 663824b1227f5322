"""What the judge's verdicts on single pairs come to among all that is known (M10).

Pairs are judged one by one; a store knows more: which project a fact belongs to, which pairs the operator answered,
that a new value has one predecessor, and that what stood beside a fact does not contradict its repetition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..language.subjects.part_names import PartNames
from ..language.types import ContradictionCertainty, PairJudgement, Verdict
from ..storage.database import proxy
from . import conflict_answers, tables
from .lifecycle import JudgedMemory
from .projects import same_project
from .types import Memory

MOST_TEXTS = 600  # facts of a service that show what its parts are called
SHARED_ATTRIBUTE = 0.3  # how much of what is measured two facts must share to contradict one another
ENOUGH = 0.4  # how much of it for one to change the other, where that one says that something is so now
ENOUGH_ALONE = 0.75  # the same where the two name no part
CLEAR = 0.12  # and by how much more than any other fact of the part
NEARLY = 12  # so many points of a hundred may another predecessor be less alike than the nearest one
SHARED = 0.34  # how much of their words two facts of unknown projects must share to dispute one another


_NO_PLACES: Mapping[int, str] = {}


def weigh_verdicts(
    text: str,
    judged: Sequence[JudgedMemory],
    *,
    service: str | None,
    place: str = "",
    places: Mapping[int, str] = _NO_PLACES,
) -> list[JudgedMemory]:
    """The verdicts on a new fact, as far as they may be carried out. In a read or a write.

    ``place`` is the folder of its project, ``places`` those of the memories it was judged against, by id; both matter
    only where ``service`` is None.
    """
    if service is None:
        judged = [_placed(text, one, same_project(place, places.get(one.memory.id, ""))) for one in judged]
    if any(_matters(one.judgement) for one in judged) or (service is not None and may_change(text)):
        texts = _texts(service)
        names = PartNames(texts.values())
        judged = [_of_one_part(text, one, names) for one in judged]
        if may_change(text):
            judged = _said_to_change(text, judged, names, texts if service is not None else {})
    return _answered(text, _one_predecessor(text, _known_beside(judged)))


def _matters(judgement: PairJudgement) -> bool:
    return judgement.verdict is not Verdict.DIFFERENT or judgement.certainty is not None


def _texts(service: str | None) -> dict[int, str]:
    """Texts of the service's facts that hold, the latest ``MOST_TEXTS``, by id."""
    sql = (
        "SELECT id, observation FROM memories INDEXED BY idx_memories_service WHERE service IS ? AND active = 1"
        f" AND superseded_by IS NULL AND gate <> 'hold' ORDER BY id DESC LIMIT {MOST_TEXTS}"
    )
    return dict(proxy.execute_sql(sql, (service,)).fetchall())


def _of_one_part(text: str, one: JudgedMemory, names: PartNames) -> JudgedMemory:
    """What is said of two parts is neither the same nor a contradiction."""
    if not _matters(one.judgement):
        return one
    if one.judgement.score >= 0.99 and one.judgement.verdict is Verdict.SAME:
        return one  # the same words
    from ..language.compare.change import unmet_words

    old = one.memory.observation
    left_old, left_new = unmet_words(old, text)
    same = one.judgement.verdict is Verdict.SAME  # merged, one of the two would be gone for good
    own_old, own_new = names.own(old, left_old, once=same), names.own(text, left_new, once=same)
    if (own_old and own_new) or names.two_parts(old, text):
        parts = (
            f"{names.part_of(old) if not own_old else own_old[0]} / {own_new[0] if own_new else names.part_of(text)}"
        )
        return replace(
            one, judgement=PairJudgement(Verdict.DIFFERENT, one.judgement.score, f"Said of two parts: {parts}.")
        )
    if (own_old or own_new) and one.judgement.verdict is Verdict.CONTRADICTION:
        why = f"One of the two speaks of {(own_old or own_new)[0]}. {one.judgement.why}"
        return replace(
            one, judgement=PairJudgement(Verdict.DIFFERENT, one.judgement.score, why, ContradictionCertainty.UNSURE)
        )
    return _of_one_attribute(text, one, names)


def _of_one_attribute(text: str, one: JudgedMemory, names: PartNames) -> JudgedMemory:
    """What shares nothing but the name of its part with the new fact is not contradicted by it."""
    judgement, part = one.judgement, names.part_of(text)
    if judgement.verdict is not Verdict.CONTRADICTION or part != names.part_of(one.memory.observation):
        return one
    from ..language.compare.change import shared_attribute

    if shared_attribute(one.memory.observation, text, part) >= SHARED_ATTRIBUTE:
        return one
    return replace(
        one, judgement=PairJudgement(Verdict.DIFFERENT, judgement.score, judgement.why, ContradictionCertainty.UNSURE)
    )


def _said_to_change(
    text: str, judged: Sequence[JudgedMemory], names: PartNames, texts: Mapping[int, str]
) -> list[JudgedMemory]:
    """Where the judge found nothing that the new fact changes: the fact of the same part that is nearest to it, if it
    states another value of the same sort."""
    if any(_closes(one) for one in judged) or any(_repeats(one) for one in judged):
        return list(judged)
    from ..language.compare.change import ValueChange, change_between

    part = names.part_of(text)
    enough = ENOUGH if part else ENOUGH_ALONE
    known = {one.memory.id: one.memory.observation for one in judged}
    if part:
        known |= {number: old for number, old in texts.items() if part.split()[0] in old.lower()}
    found: list[tuple[ValueChange, int]] = []
    for number, old in known.items():
        if names.part_of(old) != part or (change := change_between(old, text, part, enough)) is None:
            continue
        if (change.past and part) or (change.cued and change.likeness >= enough):
            found.append((change, number))
    ranked = sorted(found, key=lambda one: (one[0].past, one[0].likeness, one[1]), reverse=True)
    if not ranked:
        return list(judged)
    best, number = ranked[0]
    rivals = [one for one, _ in ranked[1:] if one.past == best.past and one.likeness > best.likeness - CLEAR]
    if rivals:
        return list(judged)
    memory = next((one.memory for one in judged if one.memory.id == number), None) or tables.get_memory(number)
    if memory is None or not _holds(memory):
        return list(judged)
    certainty = (
        ContradictionCertainty.CERTAIN
        if best.past and best.likeness >= ENOUGH and part
        else ContradictionCertainty.LIKELY
    )
    why = "It names the old value as past." if best.past else "It says that this is another value now."
    changed = JudgedMemory(
        memory, PairJudgement(Verdict.CONTRADICTION, round(max(0.6, best.likeness), 3), why, certainty)
    )
    return [*(one for one in judged if one.memory.id != number), changed]


def _repeats(one: JudgedMemory) -> bool:
    return one.judgement.verdict is Verdict.SAME and _holds(one.memory)


def _closes(one: JudgedMemory) -> bool:
    return one.judgement.certainty is ContradictionCertainty.CERTAIN and _holds(one.memory)


def may_change(text: str) -> bool:
    """Tell whether a text may say that something has changed: a cheap look before the whole service is asked."""
    return _MAY_CHANGE.search(text) is not None


_MAY_CHANGE = re.compile(
    r"\b(?:now|nowadays|these days|from this|as of|since|been|become|was|were|we (?:set|changed|made|moved)|set to"
    r"|moved|taken over|new|went|used to|no longer|not|no more|instead|rather|formerly|previously|before|where"
    r"|any longer)\b",
    re.IGNORECASE,
)


def less_sure(judgement: PairJudgement) -> PairJudgement:
    """A contradiction one degree less sure; anything else as it is."""
    if judgement.verdict is not Verdict.CONTRADICTION:
        return judgement
    if judgement.certainty is ContradictionCertainty.LIKELY:
        return PairJudgement(Verdict.DIFFERENT, judgement.score, judgement.why, ContradictionCertainty.UNSURE)
    return replace(judgement, certainty=ContradictionCertainty.LIKELY)


def _placed(text: str, one: JudgedMemory, same: bool | None) -> JudgedMemory:
    """A verdict on a fact without a service, in the light of the projects of the two."""
    judgement = one.judgement
    if same or (judgement.verdict is Verdict.DIFFERENT and judgement.certainty is None):
        return one
    if same is None:
        found = less_sure(judgement)
        if not _close(one.memory.observation, text):
            found = less_sure(found)
        return replace(one, judgement=found)
    from ..language.values.measures import values_of

    if judgement.verdict is Verdict.SAME and not values_of(text):
        return one  # what is preferred or ruled in two projects is one preference
    return replace(one, judgement=PairJudgement(Verdict.DIFFERENT, judgement.score, "Said of another project."))


def _close(old: str, new: str) -> bool:
    """Tell whether two facts plainly speak of the same thing."""
    from .candidates import stem_words

    one, two = (frozenset(word for word in stem_words(text) if word.isalpha()) for text in (old, new))
    return len(one & two) >= SHARED * len(one | two)


def _known_beside(judged: Sequence[JudgedMemory]) -> list[JudgedMemory]:
    """What stands beside the very fact that is said again did not contradict it before: one degree less sure."""
    if not any(one.judgement.verdict is Verdict.SAME and _holds(one.memory) for one in judged):
        return list(judged)
    return [replace(one, judgement=less_sure(one.judgement)) if _holds(one.memory) else one for one in judged]


def _one_predecessor(text: str, judged: Sequence[JudgedMemory]) -> list[JudgedMemory]:
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

    return fuzz.token_sort_ratio(conflict_answers.frame(old, None), conflict_answers.frame(new, None))


def _answered(text: str, judged: Sequence[JudgedMemory]) -> list[JudgedMemory]:
    found = conflict_answers.learned_all([one.memory for one in judged], text, [one.judgement for one in judged])
    return [replace(one, judgement=judgement) for one, judgement in zip(judged, found, strict=True)]


def _holds(memory: Memory) -> bool:
    return bool(memory.active) and memory.superseded_by is None
