"""Which of several facts about one thing comes first: the one that was said or measured last (E9, M10). Pure.

Two facts of one service are near where they share words, or mean nearly the same. That closes nothing: both stay, the
newer one before the older one, at the place of the better of the two. A fact is called older where a newer one shares
words with it and says of itself that something has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from ..language.claims.announced_change import announces_change
from .candidates import stem_words
from .types import Memory

T = TypeVar("T")
Near = Callable[[Memory, Memory], bool]

SHARED = 0.25
"""Of the words of the shorter one: so much two facts share that are near. The lives in benchmarks/data set it."""
CHANGED = 0.15  # and so much a fact shares with the one that it calls older by announcing a change


def newest_first(
    ranked: Sequence[T], memory_of: Callable[[T], Memory], near: Near, pairs: Collection[frozenset[int]] = ()
) -> list[T]:
    """What is ranked, best first, with the newer of near facts before the older ones. ``pairs`` are ids of facts that
    are about the same thing, whatever their words are."""
    left, found = list(ranked), list[T]()
    paired = frozenset(number for pair in pairs for number in pair)
    while left:
        best = memory_of(left[0])
        alike = [
            one
            for one in left
            if (other := memory_of(one)) is best or frozenset((best.id, other.id)) in pairs or _near(best, other, near)
        ]
        found += _by_time(alike, memory_of, paired)
        kept = {memory_of(one).id for one in alike}
        left = [one for one in left if memory_of(one).id not in kept]
    return found


def find_older(memories: Iterable[Memory]) -> dict[int, Memory]:
    """The facts among these that a newer one of their service calls older, each with that one: the fact that shares
    most with what announces a change."""
    found: dict[int, Memory] = {}
    known = sorted((one for one in memories if one.service is not None), key=lambda one: (one.stated_at, one.id))
    for place, newer in enumerate(known):
        if not announces_change(newer.observation):
            continue
        best, older = CHANGED, None
        for one in known[:place]:
            if one.service == newer.service and (vouched(newer) or not vouched(one)):
                share = share_words(one.observation, newer.observation)
                if share >= best:  # of equals the newest
                    best, older = share, one
        if older is not None:
            found[older.id] = newer
    return found


def announced(texts: Iterable[tuple[int, str]], of: Iterable[Memory]) -> list[int]:
    """Ids of the texts that announce a change of what one of these facts says, as far as their words show."""
    said = [one.observation for one in of]
    return [
        number
        for number, text in texts
        if announces_change(text) and any(share_words(one, text) >= CHANGED for one in said)
    ]


def share_words(one: str, other: str) -> float:
    """How much of the words of the shorter one two texts share, 0 to 1."""
    first, second = _stems(one), _stems(other)
    return len(first & second) / (min(len(first), len(second)) or 1)


def near_by_words(one: Memory, other: Memory) -> bool:
    """Whether two facts share enough words to be about one thing."""
    return share_words(one.observation, other.observation) >= SHARED


def vouched(memory: Memory) -> bool:
    """Whether it is the operator's, pinned, measured, or said by a log or file and by another source too. What a
    session concluded by itself is none of these."""
    return bool(memory.pinned or (memory.confirmed and memory.source_key)) or memory.is_operators


def _near(one: Memory, other: Memory, near: Near) -> bool:
    return one.service is not None and one.service == other.service and near(one, other)


def _by_time(alike: Sequence[T], memory_of: Callable[[T], Memory], paired: Collection[int]) -> list[T]:
    """Newest first; what only one source says stays behind the last that is vouched for. Facts of one moment stand as
    they are ranked, but those of a pair, of which the later one has the higher number."""

    def time(one: T) -> tuple[str, int]:
        memory = memory_of(one)
        return memory.stated_at, memory.id if memory.id in paired else 0

    found = sorted(alike, key=time, reverse=True)
    last = max((place for place, one in enumerate(found) if vouched(memory_of(one))), default=-1)
    before = found[: last + 1]
    return [
        *(one for one in before if vouched(memory_of(one))),
        *(one for one in before if not vouched(memory_of(one))),
        *found[last + 1 :],
    ]


_stems = lru_cache(maxsize=4_096)(stem_words)
