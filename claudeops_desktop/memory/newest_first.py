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
    """What is ranked, best first, with the newer of near facts before the older ones, which keep their places; what
    only one source says stays behind what is vouched for. ``pairs`` are ids of facts that are about the same thing,
    whatever their words are; of one moment, the one with the higher number is the later one."""
    paired = frozenset(number for pair in pairs for number in pair)
    standing = dict[int, tuple[bool, str, int]]()
    for memory in map(memory_of, ranked):
        standing[memory.id] = vouched(memory), memory.stated_at, memory.id if memory.id in paired else 0

    def goes_before(one: T, other: T) -> bool:
        first, second = memory_of(one), memory_of(other)
        if standing[first.id] <= standing[second.id]:
            return False
        return _near(first, second, near) or frozenset((first.id, second.id)) in pairs

    left, waiting, found = list(ranked), list[T](), list[T]()
    while left:
        waiting = waiting or [left[0]]
        newer = [one for one in left if goes_before(one, waiting[-1])]
        if newer:
            waiting.append(max(newer, key=lambda one: standing[memory_of(one).id]))
        else:
            last = waiting.pop()
            found.append(last)
            left = [one for one in left if one is not last]
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
    """Tell whether two facts share enough words to be about one thing."""
    return share_words(one.observation, other.observation) >= SHARED


def vouched(memory: Memory) -> bool:
    """Tell whether it is the operator's, pinned, measured, or said by a log or file and by another source too. What a
    session concluded by itself is none of these."""
    return bool(memory.pinned or (memory.confirmed and memory.source_key)) or memory.is_operators


def _near(one: Memory, other: Memory, near: Near) -> bool:
    return one.service is not None and one.service == other.service and near(one, other)


_stems = lru_cache(maxsize=4_096)(stem_words)
