"""Which verdicts of the judge are queued for a second look: those of low certainty (E7).

Contradictions are found where they are recorded, whatever brought them about (``tables.collect``). What the judge calls
*different* or *same* is recorded nowhere else, so that it is queued as it is said: a change that was overlooked, and a
fact whose words were merged into another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.clock import from_text, to_text
from ...language.types import PairJudgement, Verdict
from ..apply_verdict import ChangeCause
from ..candidates import by_nearness
from ..lifecycle import JudgedMemory
from ..types import Memory, shown_service
from . import tables
from .types import SecondLookPair, SecondLookReason, SecondLookState

if TYPE_CHECKING:  # loaded where something is judged, not where memories are listed
    from ...core.settings.groups import SecondLookSettings

MOST = 5  # pairs that one new fact may queue


class SecondLookQueue:
    """Queues pairs by the settings in force, None while no model may be asked. Inside ``store.write``."""

    def __init__(self, settings: Callable[[], SecondLookSettings | None]) -> None:
        self._settings = settings

    @property
    def below(self) -> float:
        """Verdicts that are less certain than this are queued; 0 while no model may be asked."""
        settings = self._settings()
        return settings.below if settings is not None else 0.0

    def note(self, judged: Sequence[JudgedMemory], memory: Memory, cause: ChangeCause) -> int:
        """Queue what the judge was not sure of when ``memory`` came in or was confirmed, with the nearest facts first;
        return how many are new. Nothing is queued while no model may be asked."""
        settings = self._settings()
        if settings is None:
            return 0
        unsure = _nearest_first(cause.text or memory.observation, judged, settings.below)
        found = [look for one in unsure if (look := _look(one, memory, cause, settings)) is not None]
        return tables.add_all(found[:MOST])


def nearest_unsure(
    text: str, judgements: Iterable[tuple[int, str, PairJudgement]], below: float, most: int = 2 * MOST
) -> dict[int, PairJudgement]:
    """Return the verdicts below a threshold on the facts that are nearest to ``text`` by their words, by the id of the
    fact: whole rows are read of no others. ``judgements`` are id, words and verdict of known facts. More than are
    queued, because some of them turn out to be inactive."""
    found = {number: (words, one) for number, words, one in judgements if one.score < below}
    order = by_nearness(text, [(number, words) for number, (words, _) in found.items()])
    return {number: found[number][1] for number, _ in order[:most]}


def _nearest_first(text: str, judged: Sequence[JudgedMemory], below: float) -> list[JudgedMemory]:
    """Verdicts on active facts that are less certain than ``below``, those of the nearest facts first."""
    found = {one.memory.id: one for one in judged if one.judgement.score < below and one.memory.active}
    return [found[number] for number, _ in by_nearness(text, [(n, one.memory.observation) for n, one in found.items()])]


def _look(
    judged: JudgedMemory, memory: Memory, cause: ChangeCause, settings: SecondLookSettings
) -> SecondLookPair | None:
    """The pair as it is queued; None where there is nothing to look at."""
    old, judgement = judged.memory, judged.judgement
    if judgement.verdict is Verdict.CONTRADICTION:
        return None
    merged = old.id == memory.id
    text = cause.text.strip()
    if merged and (judgement.verdict is not Verdict.SAME or text.casefold() == memory.observation.casefold()):
        return None
    if not may_send((old.service, memory.service), (old.observation, text), settings.exclude_services):
        return None
    return SecondLookPair(
        id=0,
        old_id=old.id,
        new_id=memory.id,
        merged_text=text if merged else "",
        reason=SecondLookReason.UNSURE,
        verdict=str(judgement.verdict),
        score=judgement.score,
        why=judgement.why,
        state=SecondLookState.WAITING,
        tries=0,
        call_id=None,
        place=0,
        sent="",
        scored=None,
        answer="",
        answer_why="",
        outcome="",
        conflict_id=None,
        prior=json.dumps(dict(cause.source)) if merged else "",
        created_at=to_text(cause.now),
        settled_at="",
    )


def may_send(services: Iterable[str | None], texts: Sequence[str], excluded: Sequence[str]) -> bool:
    """Whether facts may be shown to a model: not where they are about an excluded service, or name one."""
    about = {shown_service(service).casefold() for service in services}
    words = f" {' '.join(texts)} ".casefold()
    names = [name for name in (one.strip().casefold() for one in excluded) if name]
    return not any(name in about or _names(words, name) for name in names)


def _names(words: str, name: str) -> bool:
    """Whether a name stands in a text by itself: not inside a longer word."""
    at = words.find(name)
    while at >= 0:
        before, after = words[at - 1 : at], words[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = words.find(name, at + 1)
    return False


def wait_is_over(waiting: int, oldest: str, batch: int, patience: float, now: datetime) -> bool:
    """Whether pairs are worth a call: a whole batch waits, or the oldest has waited ``patience`` seconds."""
    return waiting >= batch or (bool(oldest) and (now - from_text(oldest)).total_seconds() >= patience)
