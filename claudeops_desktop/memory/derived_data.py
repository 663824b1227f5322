"""What was reckoned from a memory, and what is kept about it: both go with it (M14), the second comes back with it.

Words, vectors, entities and summaries are made anew by the indexer where a memory returns. Injections, conflicts and
second looks are records: undo brings them back as they were. Everything here runs inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from ..storage.database import proxy
from .types import MemoryQuote

_THESE = "(SELECT value FROM json_each(?))"
_RECORDS = {
    "injections": ("memory_id",),
    "second_looks": ("new_id", "old_id"),
    "memory_conflicts": ("new_id", "old_id"),
}

Row = tuple[str, dict[str, Any]]
"""A table, and the columns of one of its rows."""


def records_of(ids: Sequence[int]) -> list[Row]:
    """Rows about these memories that the database deletes with them."""
    these = json.dumps(list(ids))
    found: list[Row] = []
    for table, ends in _RECORDS.items():
        where = " OR ".join(f"{end} IN {_THESE}" for end in ends)
        cursor = proxy.execute_sql(f"SELECT * FROM {table} WHERE {where} ORDER BY id", (these,) * len(ends))
        names = [column[0] for column in cursor.description]
        found += [(table, dict(zip(names, row, strict=True))) for row in cursor]
    return found


def bring_back(rows: Iterable[Row]) -> list[Row]:
    """Insert such rows again under their old ids; those whose other memory is not there yet."""
    owed = []
    for table, row in rows:
        if table not in _RECORDS:  # the trash holds a row of a table that an older version had
            continue
        ends = {row[end] for end in _RECORDS[table]}
        sql = f"SELECT count(*) FROM memories WHERE id IN {_THESE}"
        if proxy.execute_sql(sql, (json.dumps(list(ends)),)).fetchone()[0] < len(ends):
            owed.append((table, row))
            continue
        marks = ", ".join("?" * len(row))
        proxy.execute_sql(f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    return owed


def latest_purge() -> int:
    """The number of the latest purge, 0 for none: what was deleted before it does not come back."""
    return int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM purges").fetchone()[0])


def purged_since(at: str) -> bool:
    """Tell whether something was purged at or after a stored moment."""
    return proxy.execute_sql("SELECT 1 FROM purges WHERE at >= ? LIMIT 1", (at,)).fetchone() is not None


def entities_of(ids: Sequence[int]) -> list[int]:
    """Entities that these memories speak of. Ask before the memories go."""
    sql = f"SELECT DISTINCT entity_id FROM memory_entities WHERE memory_id IN {_THESE}"
    return [number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))]


def drop_orphans(entities: Iterable[int]) -> None:
    """Delete the names of those entities that no memory speaks of any more."""
    proxy.execute_sql(
        f"DELETE FROM entities WHERE id IN {_THESE}"
        " AND NOT EXISTS (SELECT 1 FROM memory_entities m WHERE m.entity_id = entities.id)",
        (json.dumps(list(entities)),),
    )


def drop_summaries(ids: Sequence[int]) -> None:
    """Delete the summaries that were written from one of these memories; the indexer writes them anew without it."""
    proxy.execute_sql(
        "DELETE FROM memory_summaries WHERE CASE WHEN json_valid(memory_ids) THEN EXISTS"
        f" (SELECT 1 FROM json_each(memory_summaries.memory_ids) s WHERE s.value IN {_THESE}) ELSE 1 END",
        (json.dumps(list(ids)),),
    )


def take_out_of_steps(conversations: Iterable[str], texts: Sequence[str], instead: str) -> list[MemoryQuote]:
    """Take texts out of what the steps of these conversations have recorded; what stood there before."""
    before: list[MemoryQuote] = []
    for conversation in dict.fromkeys(filter(None, conversations)):
        job = f"observe:{conversation}"
        rows = proxy.execute_sql(
            "SELECT id, job, input, result FROM steps WHERE job >= ? AND job < ?", (job, job + "\uffff")
        ).fetchall()
        for number, name, *documents in rows:
            if name != job and not name.startswith(f"{job}:"):  # session:1 is not session:12
                continue
            for column, document in zip(("input", "result"), documents, strict=True):
                becomes = _without(document, texts, instead)
                if becomes != document:
                    before.append(MemoryQuote("steps", number, column, document))
                    reword_step(number, **{column: becomes})
    return before


def reword_step(step_id: int, **document: str) -> int:
    """Write ``input`` or ``result`` of a step; 0 where it is gone."""
    ((column, text),) = document.items()
    sql = f"UPDATE steps SET {'input' if column == 'input' else 'result'} = ? WHERE id = ?"
    return int(proxy.execute_sql(sql, (text, step_id)).rowcount)


def _without(document: str, texts: Sequence[str], instead: str) -> str:
    try:
        found = orjson.loads(document)
    except orjson.JSONDecodeError:
        return document
    becomes = replace_texts(found, texts, instead)
    return document if becomes == found else orjson.dumps(becomes).decode()


def replace_texts(value: Any, texts: Sequence[str], instead: str) -> Any:
    """A document with ``instead`` in the place of these texts, wherever they stand."""
    if isinstance(value, str):
        for text in filter(None, texts):
            value = value.replace(text, instead)
        return value
    if isinstance(value, list):
        return [replace_texts(one, texts, instead) for one in value]
    if isinstance(value, dict):
        return {key: replace_texts(one, texts, instead) for key, one in value.items()}
    return value
