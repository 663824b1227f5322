"""What the reader of a result must know of it (E11; ADR-0077, Trust Pass): in conflict, uncertain, stale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from ...core.settings.groups import LifetimeSettings
from ...language.types import Verdict
from ..conflicts import contradicting_among
from ..newest_first import vouched
from ..types import ACTIVE_FROM, Memory
from . import age_decay
from .question import words_of
from .types import ARCHIVED, CONFLICT, HELD, STALE, SUPERSEDED, UNCERTAIN, UNCONFIRMED, RecalledItem

ALIKE = 0.6  # of the words of the shorter one
MOST_JUDGED = 6  # pairs of one answer, best ranked first: the judge takes about a millisecond for each
_REMEMBERED = 2_048  # verdicts: the same memories come again and again


def marks_of(memory: Memory, now: datetime, settings: LifetimeSettings) -> tuple[str, ...]:
    """The marks of one memory by itself."""
    found = []
    if memory.gate != "allow":
        found.append(HELD)
    if memory.superseded_by is not None:
        found.append(SUPERSEDED)
    if memory.confidence < ACTIVE_FROM:
        found.append(UNCERTAIN)
    if not memory.confirmed:
        found.append(UNCONFIRMED)
    if memory.state in ("archived", "cold"):
        found.append(ARCHIVED)
    elif is_stale(memory, now, settings):
        found.append(STALE)
    return tuple(found)


def is_stale(memory: Memory, now: datetime, settings: LifetimeSettings) -> bool:
    """Tell whether it was marked stale, or nobody confirmed it for as long as its domain allows. A pinned one never
    is."""
    if memory.pinned:
        return False
    limit = age_decay.lifetime(memory.domain, settings).stale_days
    since = age_decay.days_since(memory.stated_at, now)
    return memory.state == "stale" or (limit > 0 and since >= limit)


def conflicts(memories: Sequence[Memory]) -> list[tuple[int, int]]:
    """Pairs of ids that contradict one another, the stronger first: by what was recorded, else by the judge.

    With a connection. The judge is asked about facts of one service and category that share most of their words.
    """
    by_id = {memory.id: memory for memory in memories}
    found = {frozenset(pair) for pair in contradicting_among(list(by_id))} if len(by_id) > 1 else set()
    found |= {frozenset((m.id, m.superseded_by)) for m in memories if m.superseded_by in by_id}
    found |= _judged(memories, found)
    pairs = [sorted(pair, key=lambda number: strength(by_id[number]), reverse=True) for pair in found if len(pair) == 2]
    return sorted((pair[0], pair[1]) for pair in pairs)


def _judged(memories: Sequence[Memory], known: set[frozenset[int]]) -> set[frozenset[int]]:
    places: dict[tuple[str, str], list[Memory]] = {}
    for memory in memories:
        if memory.service is not None:  # general facts have no subject in common
            places.setdefault((memory.service, memory.category), []).append(memory)
    found: set[frozenset[int]] = set()
    asked = 0
    for group in places.values():
        if len(group) < 2:
            continue
        words = {memory.id: set(words_of(memory.observation)) for memory in group}
        for at, new in enumerate(group[1:], 1):
            older = [
                old
                for old in group[:at]
                if frozenset((new.id, old.id)) not in known and _alike(words[new.id], words[old.id])
            ]
            older = older[: MOST_JUDGED - asked]
            asked += len(older)
            if not older:
                continue
            found |= {frozenset((new.id, old.id)) for old in older if _contradicts(old.observation, new.observation)}
    return found


@lru_cache(maxsize=_REMEMBERED)
def _contradicts(old: str, new: str) -> bool:
    from ...language.compare import judge  # its lexicon is read when two facts first meet

    return judge.judge(old, new).verdict is Verdict.CONTRADICTION


def _alike(first: set[str], second: set[str]) -> bool:
    """Tell whether two sentences speak of one thing: what contradicts shares most of its words. Cheap, before the
    judge."""
    return len(first & second) >= ALIKE * min(len(first), len(second)) > 0


def strength(memory: Memory) -> tuple[bool, int, bool, str, float, int]:
    """Of two that contradict one another the stronger is the valid one, then the pinned, what more than one source
    says, what was said last, and the surer."""
    return (
        memory.superseded_by is None,
        memory.pinned,
        vouched(memory),
        memory.stated_at,
        memory.confidence,
        memory.id,
    )


def flag(items: Sequence[RecalledItem], pairs: Sequence[tuple[int, int]]) -> list[RecalledItem]:
    """Both of each pair flagged, and the stronger put before the weaker: it takes the better place of the two."""
    ranked = list(items)
    in_conflict = {number for pair in pairs for number in pair}
    for stronger, weaker in pairs:
        order = [item.memory.id for item in ranked]
        first, second = order.index(stronger), order.index(weaker)
        if second < first:
            ranked.insert(second, ranked.pop(first))
    return [replace(item, marks=(CONFLICT, *item.marks)) if item.memory.id in in_conflict else item for item in ranked]
