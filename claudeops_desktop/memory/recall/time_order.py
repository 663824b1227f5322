"""An answer in the order of time: of facts that are near each other the newest first (``memory.newest_first``)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import newest_first, tables
from ..candidates import BROWSED, read_rows
from ..types import Memory
from .types import OLDER, RecalledItem

if TYPE_CHECKING:
    from ..embed.built_in import BuiltInEmbedder

MEANING = 0.35
"""Cosine of the built-in model between two facts without the names of their services; benchmarks/data/lives set it."""


def announcements(answers: Sequence[Memory], known: Collection[int]) -> list[Memory]:
    """The facts beside the ``known`` ones that announce a change of what one of these answers says. In a read."""
    found: list[int] = []
    for service in dict.fromkeys(memory.service for memory in answers if memory.service is not None):
        of = [memory for memory in answers if memory.service == service]
        found += newest_first.announced(read_rows(service, None, BROWSED), of)
    return tables.by_ids([number for number in found if number not in known])


def order_by_time(
    items: Sequence[RecalledItem],
    beside: Sequence[RecalledItem],
    words: BuiltInEmbedder | None,
    pairs: Collection[tuple[int, int]],
    most: int | None,
) -> list[RecalledItem]:
    """The items of an answer, newest first among those that are near each other, and what a newer one calls older
    marked so. Of what was ranked ``beside`` them, that newer one comes too. ``pairs`` are ids of facts in conflict;
    ``words`` is the built-in model, None where it is not loaded; at most ``most`` come back."""
    known = {item.memory.id: item for item in (*beside, *items)}
    older = newest_first.find_older(item.memory for item in known.values())
    there = {item.memory.id for item in items}
    missing = dict.fromkeys(older[item.memory.id].id for item in items if item.memory.id in older)
    both = [*items, *(known[number] for number in missing if number not in there)]
    together = {*map(frozenset, pairs), *(frozenset((number, newer.id)) for number, newer in older.items())}
    ordered = newest_first.newest_first(both, lambda item: item.memory, _nearness(both, words), together)
    return [replace(item, marks=(*item.marks, OLDER)) if item.memory.id in older else item for item in ordered[:most]]


def _nearness(items: Sequence[RecalledItem], words: BuiltInEmbedder | None) -> newest_first.Near:
    if words is None or len(items) < 2:
        return newest_first.near_by_words
    vectors = words.embed([item.memory.observation for item in items])
    cosines = vectors @ vectors.T
    places = {item.memory.id: place for place, item in enumerate(items)}

    def near(one: Memory, other: Memory) -> bool:
        meant = float(cosines[places[one.id], places[other.id]])
        return meant >= MEANING or newest_first.near_by_words(one, other)

    return near
