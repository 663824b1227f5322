"""The entity graph (E9): what was said of the same services, hosts, ports, paths, versions and people.

Nothing of it is stored but which memory speaks of which entity: two memories are near where they share one, and the
nearer the fewer others do.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ...language.types import service_name
from ...storage.database import proxy
from .entities import HOST, KINDS, NAME, PATH, PERSON, PORT, SERVICE, SPEAKER, VERSION, names_asked_for
from .keywords import KeywordPostings, inverse_document_frequency

if TYPE_CHECKING:
    from ...language.dates.question_dates import TimeSpan
    from .memory_index import MemoryIndex
    from .score_fusion import Scores

# How near a memory is that shares an entity: one of the service itself, or of what a person said, is about it; one
# that only mentions a name may be about anything.
_NEAR = {SERVICE: 1.0, SPEAKER: 1.0, HOST: 0.8, PATH: 0.8, PORT: 0.8, VERSION: 0.5, PERSON: 0.25, NAME: 0.25}
_MENTIONED = 0.25  # of a service, by a memory of another one
_BUSY_WITH = 0.5  # a service that the asker is busy with, and did not name
_SAID_THEN = 0.75  # on the days that the question speaks of
_LATE, _EARLY = 5.0, 1.0  # days: what happened is told afterwards, seldom before; after so many a third is left
_SECOND_HOP = 0.3
_STARTS, _FEW_SHARE = 5, 50
_EPOCH, _JULIAN = datetime(1970, 1, 1, tzinfo=UTC), 2440587.5
_THESE = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class EntitySummary:
    """An entity that memories speak of."""

    id: int
    kind: str
    name: str


def look_up(names: Sequence[str]) -> list[EntitySummary]:
    """Those of ``names`` that memories speak of."""
    sql = (  # CROSS JOIN keeps this order: a few names times eight kinds, each found by the index
        "SELECT e.id, e.kind, e.name FROM json_each(?) n CROSS JOIN json_each(?) k"
        " CROSS JOIN entities e ON e.kind = k.value AND e.name = n.value ORDER BY e.id"
    )
    return [EntitySummary(*row) for row in proxy.execute_sql(sql, (json.dumps(list(names)), json.dumps(KINDS)))]


def shared_entity_weight(total: int, share: int) -> float:
    """How near two memories are that share an entity with so many others: 1 for one that nobody else names."""
    return math.sqrt(max(0.0, inverse_document_frequency(share, total)) / math.log(1 + max(2, total))) if share else 0.0


@dataclass(slots=True)
class EntityProximity:
    """A score from 0 to 1 for each place, and the entities it started from."""

    scores: Scores
    named: tuple[EntitySummary, ...]
    hops: int = 0


def proximity(
    loaded_index: MemoryIndex,
    postings: KeywordPostings,
    question: str,
    services: Sequence[str],
    then: TimeSpan | None = None,
) -> EntityProximity:
    """How near each memory is to what the question names, in one hop; ``then`` are the days that it speaks of."""
    import numpy as np

    found = look_up(names_asked_for(question))
    busy = {name for name in map(service_name, services) if name} - {e.name for e in found if e.kind == SERVICE}
    apart = np.ones(loaded_index.n, np.float32)
    total = int(loaded_index.alive[: loaded_index.n].sum())
    postings.read_entities(entity.id for entity in found)
    for entity in found:
        _draw_near(apart, loaded_index, postings, entity, total, 1.0)
    for entity in look_up(sorted(busy)) if busy else ():
        if entity.kind == SERVICE:
            _draw_near(apart, loaded_index, postings, entity, total, _BUSY_WITH)
    if then is not None:
        _draw_near_in_time(apart, loaded_index, then, total)
    return EntityProximity(1 - apart, tuple(found))


def _draw_near_in_time(apart: Scores, loaded_index: MemoryIndex, then: TimeSpan, total: int) -> None:
    """Days are an entity: the fewer memories were said on them, the nearer those are."""
    import numpy as np

    said, start, end = loaded_index.said[: loaded_index.n], julian_day(then.start), julian_day(then.end)
    places = np.flatnonzero(
        (said >= start - 4 * _EARLY) & (said <= end + 4 * _LATE) & loaded_index.alive[: loaded_index.n]
    )
    late, early = np.maximum(0, said[places] - end), np.maximum(0, start - said[places])
    share = max(1, int(((late == 0) & (early == 0)).sum()))
    weight = _SAID_THEN * shared_entity_weight(total, share) * np.exp(-late / _LATE - early / _EARLY)
    apart[places] *= (1 - weight).astype(np.float32)


def julian_day(moment: datetime) -> float:
    """A moment as SQLite's julianday counts."""
    return (moment - _EPOCH).total_seconds() / 86_400 + _JULIAN


def _draw_near(
    apart: Scores, loaded_index: MemoryIndex, postings: KeywordPostings, entity: EntitySummary, total: int, part: float
) -> None:
    import numpy as np

    places = postings.entity(entity.id)
    if not places.size:
        return
    weight = part * shared_entity_weight(total, len(places)) * _NEAR[entity.kind]
    if entity.kind == SERVICE:
        own = loaded_index.service[places] == loaded_index.services.of.get(entity.name, -1)
        apart[places] *= np.where(own, 1 - weight, 1 - weight * _MENTIONED).astype(np.float32)
    else:
        apart[places] *= np.float32(1 - weight)


def second_hop(loaded_index: MemoryIndex, postings: KeywordPostings, first: EntityProximity, semantic: Scores) -> int:
    """What shares a rare entity with the best of the first hop comes nearer too; how many did.

    From the few best memories only, and over entities that few memories name: else everything is near everything.
    """
    import numpy as np

    if not first.named or not loaded_index.n:
        return 0
    near_by = np.flatnonzero((first.scores > 0) & (semantic > 0))
    if len(near_by) > _STARTS:
        near_by = near_by[np.argpartition(-semantic[near_by], _STARTS - 1)[:_STARTS]]
    starts = sorted(loaded_index.ids[near_by].tolist())
    if not starts:
        return 0
    asked = {entity.id for entity in first.named}
    sql = (
        "SELECT DISTINCT e.id, e.kind FROM json_each(?) s CROSS JOIN memory_entities m ON m.memory_id = s.value"
        " CROSS JOIN entities e ON e.id = m.entity_id WHERE e.kind IN (?, ?, ?, ?)"
    )
    total = int(loaded_index.alive[: loaded_index.n].sum())
    came = 0
    rows = proxy.execute_sql(sql, (json.dumps(starts), HOST, PATH, PORT, SERVICE)).fetchall()
    shared = [(number, kind) for number, kind in rows if number not in asked]
    postings.read_few((number for number, _ in shared), _FEW_SHARE)
    for number, kind in shared:
        places = postings.few(number, _FEW_SHARE)
        if len(places) < 2:
            continue
        weight = _SECOND_HOP * shared_entity_weight(total, len(places)) * _NEAR[kind]
        farther = places[first.scores[places] < weight]
        first.scores[farther] = weight
        came += len(farther)
    first.hops = 2 if came else 1
    return came


# --- for the window ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MemoryGraphNode:
    """An entity, or a memory. ``key`` is unique; ``memory_id`` None for an entity; ``weight`` how many share it."""

    key: str
    kind: str
    name: str
    memory_id: int | None
    weight: int
    hops: int


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """Nodes, and edges between their keys: who speaks of what, and what contradicts what."""

    nodes: tuple[MemoryGraphNode, ...]
    edges: tuple[tuple[str, str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """``{"nodes": […], "edges": [[from, to, kind]]}``."""
        names = MemoryGraphNode.__dataclass_fields__
        return {
            "nodes": [{name: getattr(node, name) for name in names} for node in self.nodes],
            "edges": [list(edge) for edge in self.edges],
        }


def neighbourhood(name: str, memories: int = 40, others: int = 40) -> EntityGraph:
    """A service or another entity, what is known of it, and what else that speaks of; inside ``store.read``.

    The best ``memories`` by confidence that a prompt may hold, then the ``others`` entities that most of them share.
    """
    wanted = [entity for entity in look_up([name.strip().lower()]) if entity.kind != NAME] or look_up([name.lower()])
    if not wanted:
        return EntityGraph((), ())
    ids = json.dumps([entity.id for entity in wanted])
    rows = proxy.execute_sql(
        "SELECT DISTINCT m.id, m.category, m.observation FROM memory_entities e JOIN memories m ON m.id = e.memory_id"
        f" WHERE e.entity_id IN {_THESE} AND m.superseded_by IS NULL AND m.gate = 'allow'"
        " AND m.state IN ('active', 'stale') ORDER BY m.confidence DESC, m.updated_at DESC, m.id LIMIT ?",
        (ids, memories),
    ).fetchall()
    told = json.dumps([row[0] for row in rows])
    nodes = [MemoryGraphNode(f"entity:{e.id}", e.kind, e.name, None, len(rows), 0) for e in wanted]
    nodes += [MemoryGraphNode(f"memory:{number}", category, text, number, 1, 1) for number, category, text in rows]
    shared = proxy.execute_sql(
        "SELECT e.id, e.kind, e.name, count(*) FROM memory_entities m JOIN entities e ON e.id = m.entity_id"
        f" WHERE m.memory_id IN {_THESE} AND e.id NOT IN {_THESE} GROUP BY e.id ORDER BY count(*) DESC, e.id LIMIT ?",
        (told, ids, others),
    ).fetchall()
    nodes += [MemoryGraphNode(f"entity:{number}", kind, text, None, count, 2) for number, kind, text, count in shared]
    entities = json.dumps([entity.id for entity in wanted] + [row[0] for row in shared])
    edges = [
        (f"memory:{memory}", f"entity:{entity}", "speaks of")
        for memory, entity in proxy.execute_sql(
            f"SELECT memory_id, entity_id FROM memory_entities WHERE memory_id IN {_THESE} AND entity_id IN {_THESE}"
            " ORDER BY memory_id, entity_id",
            (told, entities),
        )
    ]
    edges += [
        (f"memory:{newer}", f"memory:{older}", kind)
        for newer, older, kind in proxy.execute_sql(
            "SELECT from_id, to_id, kind FROM memory_links"
            f" WHERE from_id IN {_THESE} AND to_id IN {_THESE} ORDER BY id",
            (told, told),
        )
    ]
    return EntityGraph(tuple(nodes), tuple(edges))
