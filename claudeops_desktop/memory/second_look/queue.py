"""What is queued for a second look, and what may be sent (E7).

Contradictions are found where they are recorded, whatever brought them about (``tables.collect``), and a change that
was overlooked among the neighbours of a new fact (``neighbours``). That words were merged into another fact is recorded
nowhere else, so that it is queued as it happens.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.clock import from_text, to_text
from ...language.types import PairJudgement, Verdict
from ..apply_verdict import ChangeCause
from ..lifecycle import JudgedMemory
from ..types import Memory, shown_service
from . import tables
from .types import SecondLookPair, SecondLookReason, SecondLookState

if TYPE_CHECKING:  # loaded where something is judged, not where memories are listed
    from ...core.settings.groups import SecondLookSettings


class SecondLookQueue:
    """Queues pairs by the settings in force, None while no model may be asked. Inside ``store.write``."""

    def __init__(self, settings: Callable[[], SecondLookSettings | None]) -> None:
        self._settings = settings

    def read_settings(self) -> None:
        """Read the settings now, so that no fact has to wait for that."""
        self._settings()

    def note(self, judged: Sequence[JudgedMemory], memory: Memory, cause: ChangeCause) -> int:
        """Queue the words of ``cause`` where ``memory`` took them in and the judge was not sure that they say the same;
        return how many are new. Nothing is queued while no model may be asked."""
        settings, text = self._settings(), cause.text.strip()
        if settings is None or text.casefold() == memory.observation.casefold():
            return 0
        merged = [
            one.judgement
            for one in judged
            if one.memory.id == memory.id
            and one.judgement.verdict is Verdict.SAME
            and one.judgement.score < settings.below
        ]
        if not may_send([memory.service], (memory.observation, text), settings.exclude_services):
            return 0
        pairs = [waiting_pair(memory, memory, one, cause.now, text, json.dumps(dict(cause.source))) for one in merged]
        return tables.add_all(pairs)


def waiting_pair(
    old: Memory, new: Memory, judgement: PairJudgement, now: datetime, merged_text: str = "", prior: str = ""
) -> SecondLookPair:
    """Return a pair as it is queued."""
    return SecondLookPair(
        id=0,
        old_id=old.id,
        new_id=new.id,
        merged_text=merged_text,
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
        prior=prior,
        created_at=to_text(now),
        settled_at="",
    )


def may_send(services: Iterable[str | None], texts: Sequence[str], excluded: Sequence[str]) -> bool:
    """Tell whether facts may be shown to a model: not where they are about an excluded service, or name one."""
    about = {shown_service(service).casefold() for service in services}
    words = f" {' '.join(texts)} ".casefold()
    names = [name for name in (one.strip().casefold() for one in excluded) if name]
    return not any(name in about or _names(words, name) for name in names)


def _names(words: str, name: str) -> bool:
    """Tell whether a name stands in a text by itself: not inside a longer word."""
    at = words.find(name)
    while at >= 0:
        before, after = words[at - 1 : at], words[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = words.find(name, at + 1)
    return False


def wait_is_over(waiting: int, oldest: str, batch: int, patience: float, now: datetime) -> bool:
    """Tell whether pairs are worth a call: a whole batch waits, or the oldest has waited ``patience`` seconds."""
    return waiting >= batch or (bool(oldest) and (now - from_text(oldest)).total_seconds() >= patience)
