"""What was reckoned from a memory, and what is kept about it: both go with it (M14), the second comes back with it.

Words, vectors, entities and summaries are made anew by the indexer where a memory returns. Injections and doubts of the
judge are records: undo brings them back as they were. Everything here runs inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from ..store.database import proxy

_THESE = "(SELECT value FROM json_each(?))"
_RECORDS = {
    "injections": ("memory_id",),
    "judge_doubts": ("new_id", "old_id"),
}

Rows = tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]


def records_of(ids: Sequence[int]) -> Rows:
    """Rows about these memories that the database deletes with them: (table, its columns with their values)."""
    these = json.dumps(list(ids))
    found: list[tuple[str, tuple[tuple[str, Any], ...]]] = []
    for table, ends in _RECORDS.items():
        where = " OR ".join(f"{end} IN {_THESE}" for end in ends)
        cursor = proxy.execute_sql(f"SELECT * FROM {table} WHERE {where} ORDER BY id", (these,) * len(ends))
        names = [column[0] for column in cursor.description]
        found += [(table, tuple(zip(names, row, strict=True))) for row in cursor]
    return tuple(found)


def bring_back(rows: Rows) -> Rows:
    """Insert such rows again under their old ids; those whose other memory is not there yet."""
    owed = []
    for table, columns in rows:
        row = dict(columns)
        ends = [row[end] for end in _RECORDS[table]]
        sql = f"SELECT count(*) FROM memories WHERE id IN {_THESE}"
        if proxy.execute_sql(sql, (json.dumps(ends),)).fetchone()[0] < len(set(ends)):
            owed.append((table, columns))
            continue
        marks = ", ".join("?" * len(row))
        proxy.execute_sql(f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    return tuple(owed)


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
        "DELETE FROM memory_summaries WHERE EXISTS (SELECT 1 FROM json_each(memory_summaries.memory_ids) s"
        f" WHERE s.value IN {_THESE})",
        (json.dumps(list(ids)),),
    )


def squeeze_words() -> None:
    """Leave no word of a deleted text in the word index.

    FTS5 only notes a deletion: the words stay in older segments, and in the note itself, until all are merged. That
    takes 2 ms at 1,000 memories, 10 at 10,000 and 150 at 100,000.
    """
    proxy.execute_sql("INSERT INTO memory_words (memory_words) VALUES ('optimize')")


def take_out_of_steps(conversations: Iterable[str], texts: Sequence[str], instead: str) -> list[tuple[int, str, str]]:
    """Take texts out of what the steps of these conversations have recorded: (step id, its input and result before).

    A step holds what an extractor answered, so that a crash does not ask it again; the facts in it are the memories'
    own words.
    """
    before: list[tuple[int, str, str]] = []
    for conversation in dict.fromkeys(filter(None, conversations)):
        prefix = f"observe:{conversation}"
        rows = proxy.execute_sql(
            "SELECT id, job, input, result FROM steps WHERE job >= ? AND job < ?", (prefix, prefix + "\uffff")
        ).fetchall()
        for number, job, given, result in rows:
            if job != prefix and not job.startswith(f"{prefix}:"):  # session:1 is not session:12
                continue
            becomes = [_without(given, texts, instead), _without(result, texts, instead)]
            if becomes != [given, result]:
                before.append((number, given, result))
                put_step(number, *becomes)
    return before


def put_step(number: int, given: str, result: str) -> int:
    """Write input and result of a step; 0 where it is gone."""
    done = proxy.execute_sql("UPDATE steps SET input = ?, result = ? WHERE id = ?", (given, result, number))
    return int(done.rowcount)


def _without(document: str, texts: Sequence[str], instead: str) -> str:
    try:
        found = orjson.loads(document)
    except orjson.JSONDecodeError:
        return document
    return orjson.dumps(_replaced(found, texts, instead)).decode() if texts else document


def _replaced(value: Any, texts: Sequence[str], instead: str) -> Any:
    if isinstance(value, str):
        for text in texts:
            value = value.replace(text, instead)
        return value
    if isinstance(value, list):
        return [_replaced(one, texts, instead) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, texts, instead) for key, one in value.items()}
    return value
