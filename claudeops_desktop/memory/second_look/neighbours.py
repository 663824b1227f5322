"""Which pairs a new fact is part of that a model may look at: itself and the facts of its service that are nearest to
it in meaning (E7).

Chosen in the background, a while after the fact was stored: its vector is there by then, and no write waits for it.
Vectors are read and never made here; a fact that has none yet is compared by its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...core.settings.groups import SecondLookSettings
from ...language.subjects.strip_subject import bare_all
from ...storage.database import proxy
from .. import tables as memories
from ..among_equals import among_equals
from ..candidates import COMPARED, Row, by_nearness
from ..fact_comparison import may_replace
from ..similar import rank_by_stored_vectors
from ..types import Memory
from .queue import may_send, waiting_pair
from .types import SecondLookPair

MOST = 5
"""So many pairs one new fact may queue."""
JUDGED = 2 * MOST
"""So many of the nearest are judged: of some the judge is sure."""
HOWEVER_SURE = 3
"""The nearest are queued, however sure the judge is: where two facts share no word it is, and often wrong."""
BROWSED = 2_000  # the newest facts of a service: reading their vectors takes some milliseconds


def pairs_of(number: int, indexes: Sequence[str], settings: SecondLookSettings, now: datetime) -> list[SecondLookPair]:
    """Return the pairs of a new fact as they are queued, the nearest first. Inside ``store.read``."""
    from ...language.compare import judge  # its lexicon is read with the first fact

    fact = memories.get_memory(number)
    if fact is None or not _holds(fact):
        return []
    with among_equals(fact.audience):
        order, known, found = _nearest(fact, indexes), _known(number), list[SecondLookPair]()
        others = {one.id: one for one in memories.by_ids(order)}
        for place, other in enumerate(others[one] for one in order if one not in known):
            old, new = sorted((other, fact), key=lambda one: (one.stated_at, one.id))
            texts = old.observation, new.observation
            if not may_replace(*texts) or not may_send([fact.service], texts, settings.exclude_services):
                continue
            judgement = judge.judge(*bare_all(texts, fact.service))
            if place < HOWEVER_SURE or judgement.score < settings.below:
                found.append(waiting_pair(old, new, judgement, now))
        return found[:MOST]


def _nearest(fact: Memory, indexes: Sequence[str]) -> list[int]:
    """Ids of the facts of its service that are nearest, by meaning as far as their vectors are known, else by words."""
    rows = [row for row in _standing(fact.service) if row[0] != fact.id]
    order = rank_by_stored_vectors(fact.id, [number for number, _ in rows], indexes)
    if len(order) < JUDGED:
        left = [row for row in rows if row[0] not in set(order)]
        order += [number for number, _ in by_nearness(fact.observation, left)]
    return order[:JUDGED]


def _standing(service: str | None) -> list[Row]:
    """Id and words of the newest facts of a service that hold."""
    sql = (
        "SELECT id, observation FROM memories INDEXED BY idx_memories_service WHERE service IS ? AND active = 1"
        f" AND superseded_by IS NULL AND {COMPARED} ORDER BY id DESC LIMIT {BROWSED}"
    )
    return list(proxy.execute_sql(sql, (service,)).fetchall())


def _known(number: int) -> set[int]:
    """The facts with which this one was queued before, or stands in a conflict, which is queued by itself."""
    sql = " UNION ".join(
        f"SELECT {other} FROM {table} WHERE {one} = ?"
        for table in ("second_looks", "memory_conflicts")
        for one, other in (("old_id", "new_id"), ("new_id", "old_id"))
    )
    return {other for (other,) in proxy.execute_sql(sql, (number,) * 4)}


def _holds(memory: Memory) -> bool:
    return bool(memory.active) and memory.superseded_by is None and memory.gate != "hold" and memory.state != "cold"
