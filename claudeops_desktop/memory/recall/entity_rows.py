"""Which memories speak of which entities, as it is kept: many memories in a few statements. SQL only."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ...storage.database import proxy
from .entities import INDEX_VERSION, NamedEntity

_THESE = "(SELECT value FROM json_each(?))"
_KIND, _NAME = "json_extract(n.value, '$[0]')", "json_extract(n.value, '$[1]')"
_NEW = (
    f"INSERT INTO entities (kind, name) SELECT {_KIND}, {_NAME} FROM json_each(?) n"
    f" WHERE NOT EXISTS (SELECT 1 FROM entities e WHERE e.kind = {_KIND} AND e.name = {_NAME})"
)
_SPEAK = (  # CROSS JOIN keeps this order: each entity is found by its index
    "INSERT INTO memory_entities (memory_id, entity_id) SELECT m.id, e.id FROM json_each(?) n"
    " CROSS JOIN memories m ON m.id = json_extract(n.value, '$[2]')"
    f" CROSS JOIN entities e ON e.kind = {_KIND} AND e.name = {_NAME}"
)


def put_entities(found: Mapping[int, Sequence[NamedEntity]]) -> None:
    """Keep what memories speak of, and that they were read for it; those that are gone are left out. Inside
    ``store.write``: four statements, however many memories there are."""
    these = json.dumps(list(found))
    proxy.execute_sql(f"DELETE FROM memory_entities WHERE memory_id IN {_THESE}", (these,))
    names = list(dict.fromkeys(entity for entities in found.values() for entity in entities))
    if names:
        proxy.execute_sql(_NEW, (json.dumps(names),))
        spoken = [(*entity, number) for number, entities in found.items() for entity in entities]
        proxy.execute_sql(_SPEAK, (json.dumps(spoken),))
    proxy.execute_sql(
        f"INSERT OR REPLACE INTO memory_indexed (memory_id, version) SELECT id, ? FROM memories WHERE id IN {_THESE}",
        (INDEX_VERSION, these),
    )


def known_services() -> set[str]:
    """The services that memories are of."""
    return {name for (name,) in proxy.execute_sql("SELECT DISTINCT service FROM memories WHERE service IS NOT NULL")}


def unindexed(after: int, limit: int) -> list[tuple[int, str, str | None]]:
    """(Id, text, service) of memories with an id above ``after`` whose entities were not looked for yet, by id."""
    sql = (
        "SELECT m.id, m.observation, m.service FROM memories m WHERE m.id > ? AND NOT EXISTS (SELECT 1 FROM"
        " memory_indexed i WHERE i.memory_id = m.id AND i.version = ?) ORDER BY m.id LIMIT ?"
    )
    return list(proxy.execute_sql(sql, (after, INDEX_VERSION, limit)))


def count_unindexed() -> int:
    """How many memories there are whose entities were not looked for yet."""
    sql = "SELECT (SELECT count(*) FROM memories) - (SELECT count(*) FROM memory_indexed WHERE version = ?)"
    return int(proxy.execute_sql(sql, (INDEX_VERSION,)).fetchone()[0])


def lacking(ids: Sequence[int], index: str) -> list[tuple[int, str, str | None]]:
    """(Id, text, service) of those of these memories whose entities were not looked for yet, or that have no vector in
    ``index`` ("": whatever vectors they have)."""
    sql = (
        f"SELECT m.id, m.observation, m.service FROM memories m WHERE m.id IN {_THESE}"
        " AND (NOT EXISTS (SELECT 1 FROM memory_indexed i WHERE i.memory_id = m.id AND i.version = ?)"
        " OR ? <> '' AND NOT EXISTS (SELECT 1 FROM memory_vectors v WHERE v.memory_id = m.id AND v.model = ?))"
    )
    return list(proxy.execute_sql(sql, (json.dumps(list(ids)), INDEX_VERSION, index, index)))
