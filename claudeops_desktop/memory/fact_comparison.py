"""What a new fact is to those that are known: which are compared, and what the judge says of each (E7, M9, M10)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..language.extraction.quotation import quoted_words
from ..language.subjects.strip_subject import bare_all, strip_subject
from ..language.types import Verdict
from . import candidates, tables
from .candidates import Nearest, ReadRows
from .gate.conversation import is_talk
from .lifecycle import JudgedMemory
from .offered_fact import OfferedFact
from .projects import folder_of, folders_of
from .types import Memory
from .weigh_verdicts import weigh_verdicts


def compare_with_category(offer: OfferedFact) -> list[JudgedMemory]:
    """A marker is compared with all memories of its service and category, as SPEC-0015 says it. Of those that are
    different only the nearest comes back, whose reason is shown."""
    from ..language.compare import judge  # its lexicon and weights are read with the first fact, not with the window

    known = tables.list_service_texts(offer.service, offer.fact.category)
    judged = judge.judge_nearest(
        strip_subject(offer.text, offer.service), bare_all([text for _, text in known], offer.service)
    )
    near = {known[place][0]: judgement for place, judgement in judged.items()}
    # Whole rows only of those that matter: what is not different, and the nearest, whose reason is told.
    matter = {
        number: one for number, one in near.items() if one.verdict is not Verdict.DIFFERENT or one.certainty is not None
    }
    if near:
        nearest = max(near, key=lambda number: near[number].score)
        matter[nearest] = near[nearest]
    return _weighed(offer, [JudgedMemory(memory, matter[memory.id]) for memory in tables.by_ids(sorted(matter))])


def compare_with_nearest(
    offer: OfferedFact, nearest: Nearest | None, read: ReadRows, without: int = 0, *, repetitions: bool = False
) -> list[JudgedMemory]:
    """An extracted fact is compared with the memories of its service that it may repeat or contradict, whatever their
    category. Their verdicts are weighed together, so that none may be left out beforehand. ``without`` is the fact's
    own id where it is stored already. ``repetitions``: only what says the same is asked for; where the judge finds
    nothing of the kind the verdicts are not weighed, which takes most of the time, and nothing comes back."""
    from ..language.compare import judge

    near = candidates.find_candidates(
        offer.service, offer.candidate.category, quoted_words(offer.text), without=without, nearest=nearest, read=read
    )
    near = [row for row in near if may_replace(offer.text, row[1])]
    texts = bare_all([text for _, text in near], offer.service)
    judge.preload_judge(texts)  # all reading before all weighing: the processor's caches are small
    judgements = judge.judge_all(strip_subject(offer.text, offer.service), texts)
    if repetitions and not any(one.verdict is Verdict.SAME for one in judgements):
        return []
    found = {number: judged for (number, _), judged in zip(near, judgements, strict=True)}
    judged = [JudgedMemory(memory, found[memory.id]) for memory in tables.by_ids(list(found))]
    return _weighed(offer, judged, without)


def _weighed(offer: OfferedFact, judged: Sequence[JudgedMemory], without: int | None = None) -> list[JudgedMemory]:
    """The verdicts in the light of one another; of general facts in the light of their projects as well."""
    if offer.service is not None:
        return weigh_verdicts(offer.text, judged, service=offer.service)
    places = folders_of([*(one.memory.id for one in judged), *([without] if without is not None else [])])
    place = folder_of(offer.conversation) or (places.get(without, "") if without is not None else "")
    return weigh_verdicts(offer.text, judged, service=None, place=place, places=places)


def time_of_edit(old: Memory, text: str | None, now: datetime) -> dict[str, Any]:
    """The column of when a fact was stated, where ``text`` takes the place of its words: a text that says something
    else is a new statement, another wording is none. None where the text stays."""
    if text is None or text == old.observation:
        return {}
    from ..language.compare import judge

    same = judge.judge(old.observation, text).verdict is Verdict.SAME
    return {} if same else {"last_confirmed_at": to_text(now)}


def may_replace(new: str, old: str) -> bool:
    """Tell whether one may replace or confirm the other: what a person said in a conversation stays said, whatever is
    said later, and only the same words are a repetition."""
    return new == old or not (is_talk(new) or is_talk(old))
