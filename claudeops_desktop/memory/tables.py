"""The peewee models of memory, and the queries on them. Rows go out as the dataclasses of ``fact``.

Everything that writes must run inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any

import orjson
from peewee import AutoField, FloatField, IntegerField, TextField

from ..core.clock import to_text
from ..core.principals import owner_here
from ..storage.database import BaseTable, proxy
from .types import Memory, MemoryLink, MemoryVersion


class MemoryRow(BaseTable):
    """One memory."""

    id = AutoField()
    service = TextField(null=True)
    category = TextField()
    observation = TextField()
    confidence = FloatField(default=0.7)
    active = IntegerField(default=1)
    created_at = TextField()
    updated_at = TextField()
    session_id = IntegerField(null=True)
    tier = IntegerField(default=1)
    pinned = IntegerField(default=0)
    decay_from = TextField(default="")
    decay_weeks = IntegerField(default=0)

    class Meta:
        table_name = "memories"


class VersionRow(BaseTable):
    """How a memory stood after one change."""

    id = AutoField()
    memory_id = IntegerField()
    action = TextField()
    by = TextField()
    why = TextField(default="")
    service = TextField(null=True)
    category = TextField()
    observation = TextField()
    confidence = FloatField()
    active = IntegerField()
    pinned = IntegerField()
    session_id = IntegerField(null=True)
    marker_id = IntegerField(null=True)
    other_id = IntegerField(null=True)
    created_at = TextField()
    resource_id = IntegerField(null=True)
    audience = TextField(default="everyone")
    actor = TextField(default="")

    class Meta:
        table_name = "memory_versions"


class LinkRow(BaseTable):
    """One memory's word on another."""

    id = AutoField()
    from_id = IntegerField()
    to_id = IntegerField()
    kind = TextField()
    why = TextField(default="")
    created_at = TextField()

    class Meta:
        table_name = "memory_links"


COLUMNS = ", ".join(Memory.__dataclass_fields__)
_VERSION_NAMES = ", ".join(MemoryVersion.__dataclass_fields__)
_VERSION = [getattr(VersionRow, name) for name in MemoryVersion.__dataclass_fields__]
_LINK = [getattr(LinkRow, name) for name in MemoryLink.__dataclass_fields__]


def select(where: str = "1", parameters: Sequence[Any] = (), tail: str = "", index: str = "") -> list[Memory]:
    """Memories by a condition in SQL of ours; values only as parameters. ``index`` where SQLite would not find it."""
    by = f"INDEXED BY {index}" if index else ""
    sql = f"SELECT {COLUMNS} FROM memories {by} WHERE {where} {tail}"
    return [Memory(*row) for row in proxy.execute_sql(sql, tuple(parameters))]


def get_memory(memory_id: int) -> Memory | None:
    """One memory."""
    found = select("id = ?", (memory_id,))
    return found[0] if found else None


_THESE = "(SELECT value FROM json_each(?))"  # any number of ids in one parameter: SQLite takes 32,766 of those at most


def by_ids(ids: Sequence[int]) -> list[Memory]:
    """Memories in the order of ``ids``; those that are gone are left out."""
    found = {memory.id: memory for memory in select(f"id IN {_THESE}", (json.dumps(list(ids)),))}
    return [found[number] for number in ids if number in found]


def present(ids: Iterable[int]) -> set[int]:
    """Those of ``ids`` that are there."""
    sql = f"SELECT id FROM memories WHERE id IN {_THESE}"
    return {number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))}


def list_service_texts(service: str | None, category: str) -> list[tuple[int, str]]:
    """Id and text of all memories of one service and category but those that wait for review."""
    sql = (
        "SELECT id, observation FROM memories INDEXED BY idx_memories_texts"
        " WHERE service IS ? AND category = ? AND gate <> 'hold' ORDER BY id"
    )
    return list(proxy.execute_sql(sql, (service, category)))


def latest_texts(services: Sequence[str | None], limit: int) -> list[str]:
    """Texts of at most ``limit`` memories: those of some services first, then those that were refreshed last."""
    sql = (
        "SELECT observation FROM memories"
        " ORDER BY coalesce(service, '') IN (SELECT coalesce(value, '') FROM json_each(?)) DESC, updated_at DESC"
        " LIMIT ?"
    )
    return [text for (text,) in proxy.execute_sql(sql, (json.dumps(list(services)), limit))]


def insert(memory: Memory) -> Memory:
    """Insert (id 0: a new id) and return the row as stored."""
    columns = {name: getattr(memory, name) for name in Memory.__dataclass_fields__}
    if not memory.id:
        del columns["id"]
    number = _insert("memories", columns)
    return memory if memory.id else replace(memory, id=number)


def update(memory_id: int, **columns: Any) -> None:
    """Change columns of one memory."""
    if columns:
        sets = ", ".join(f"{name} = ?" for name in columns)
        proxy.execute_sql(f"UPDATE memories SET {sets} WHERE id = ?", (*columns.values(), memory_id))


def remove(ids: Sequence[int]) -> None:
    """Delete rows; their versions and links go with them. ``drop_words`` follows."""
    proxy.execute_sql(f"DELETE FROM memories WHERE id IN {_THESE}", (json.dumps(list(ids)),))


def drop_words() -> None:
    """Let the words of deleted rows leave the file of the index of words: without this they would stand there until it
    merges its parts some day."""
    proxy.execute_sql("INSERT INTO memory_words (memory_words) VALUES ('optimize')")


def add_version(memory: Memory, *, action: str, by: str, why: str, now: datetime, **more: Any) -> int:
    """Append how ``memory`` stands now to its history; the row's id. ``more``: session_id, marker_id, other_id,
    resource_id."""
    columns = {
        "memory_id": memory.id,
        "action": action,
        "by": by,
        "why": why,
        "service": memory.service,
        "category": memory.category,
        "observation": memory.observation,
        "confidence": memory.confidence,
        "active": memory.active,
        "pinned": memory.pinned,
        "audience": memory.audience,
        "actor": owner_here(),
        "created_at": to_text(now),
    } | more
    return _insert("memory_versions", columns)


def remove_version(version_id: int) -> None:
    """Take one row out of a history: what it told was undone to the last bit."""
    proxy.execute_sql("DELETE FROM memory_versions WHERE id = ?", (version_id,))


def _insert(table: str, columns: dict[str, Any], tail: str = "") -> int:
    """One row, in SQL of ours: one marker can lower many memories, and building each query costs half a millisecond."""
    names = ", ".join(columns)
    marks = ", ".join("?" * len(columns))
    done = proxy.execute_sql(f"INSERT INTO {table} ({names}) VALUES ({marks}) {tail}", tuple(columns.values()))
    return int(done.lastrowid)


def restore_versions(versions: Iterable[MemoryVersion]) -> None:
    """Bring a deleted memory's history back, under its old ids."""
    for version in versions:
        columns = {name: getattr(version, name) for name in MemoryVersion.__dataclass_fields__}
        _insert("memory_versions", columns, "ON CONFLICT DO NOTHING")


def versions(memory_id: int) -> list[MemoryVersion]:
    """A memory's history, oldest first."""
    query = VersionRow.select(*_VERSION).where(VersionRow.memory_id == memory_id).order_by(VersionRow.id)
    return [MemoryVersion(*row) for row in query.tuples()]


def versions_of(ids: Sequence[int]) -> dict[int, tuple[MemoryVersion, ...]]:
    """``versions`` of any number of memories at once."""
    sql = f"SELECT {_VERSION_NAMES} FROM memory_versions WHERE memory_id IN {_THESE} ORDER BY memory_id, id"
    rows = (MemoryVersion(*row) for row in proxy.execute_sql(sql, (json.dumps(list(ids)),)))
    return {number: tuple(found) for number, found in groupby(rows, key=lambda version: version.memory_id)}


def versions_about(ids: Sequence[int], marker_ids: Sequence[int]) -> list[MemoryVersion]:
    """Versions of other memories that these memories, or these markers, brought about: their ``why`` may quote them."""
    sql = (
        f"SELECT {_VERSION_NAMES} FROM memory_versions WHERE memory_id NOT IN {_THESE}"
        f" AND (other_id IN {_THESE} OR marker_id IN {_THESE}) ORDER BY id"
    )
    these = json.dumps(list(ids))
    rows = proxy.execute_sql(sql, (these, these, json.dumps(list(marker_ids))))
    return [MemoryVersion(*row) for row in rows]


def reword_version(version_id: int, why: str) -> int:
    """Change the words of one version's ``why``; 0 where it is gone."""
    return int(VersionRow.update(why=why).where(VersionRow.id == version_id).execute())


def gate_log_of(ids: Sequence[int]) -> list[tuple[int, str]]:
    """Id and text of what the gate wrote down of these memories."""
    sql = f"SELECT id, text FROM gate_log WHERE memory_id IN {_THESE} AND text <> '' ORDER BY id"
    return list(proxy.execute_sql(sql, (json.dumps(list(ids)),)))


def reword_gate_log(entry_id: int, text: str) -> int:
    """Change the text of one entry of the gate's log; 0 where it is gone."""
    return int(proxy.execute_sql("UPDATE gate_log SET text = ? WHERE id = ?", (text, entry_id)).rowcount)


def add_link(link: MemoryLink) -> None:
    """Link two memories; once."""
    columns = {name: getattr(link, name) for name in MemoryLink.__dataclass_fields__}
    _insert("memory_links", columns, "ON CONFLICT (from_id, to_id, kind) DO NOTHING")


def links(memory_id: int) -> list[MemoryLink]:
    """All links from and to a memory, oldest first."""
    query = LinkRow.select(*_LINK).where((LinkRow.from_id == memory_id) | (LinkRow.to_id == memory_id))
    return [MemoryLink(*row) for row in query.order_by(LinkRow.id).tuples()]


def links_of(ids: Sequence[int]) -> list[MemoryLink]:
    """All links that one of these memories is an end of, oldest first."""
    names = ", ".join(MemoryLink.__dataclass_fields__)
    sql = f"SELECT {names} FROM memory_links WHERE from_id IN {_THESE} OR to_id IN {_THESE} ORDER BY id"
    these = json.dumps(list(ids))
    return [MemoryLink(*row) for row in proxy.execute_sql(sql, (these, these))]


def ids_where(
    where: str, parameters: Sequence[Any], order: str, limit: int | None = None, index: str = ""
) -> list[int]:
    """Ids by a condition in SQL of ours, in one row: sqlite3 asks for Python's lock anew for each row it hands over,
    and a window that works meanwhile keeps it waiting a hundred thousand times.
    """
    end = "" if limit is None else f"LIMIT {int(limit)}"
    by = f"INDEXED BY {index}" if index else ""
    sql = f"SELECT json_group_array(id) FROM (SELECT id FROM memories {by} WHERE {where} ORDER BY {order} {end})"
    found: list[int] = orjson.loads(proxy.execute_sql(sql, tuple(parameters)).fetchone()[0])
    return found


def iterate(
    where: str, parameters: Sequence[Any], columns: str, order: str, group: str = ""
) -> Iterator[tuple[Any, ...]]:
    """Raw columns of memories by a condition in SQL of ours."""
    by = f"GROUP BY {group}" if group else ""
    yield from proxy.execute_sql(
        f"SELECT {columns} FROM memories WHERE {where} {by} ORDER BY {order}", tuple(parameters)
    )


def grouped(column: str, where: str, parameters: Sequence[Any]) -> dict[Any, int]:
    """How many memories by the values of a column."""
    sql = f"SELECT {column}, count(*) FROM memories WHERE {where} GROUP BY {column}"
    return {value: int(number) for value, number in proxy.execute_sql(sql, tuple(parameters))}


def grouped_pairs(one: str, two: str) -> list[tuple[Any, Any]]:
    """The pairs of values that two columns take together."""
    return [(a, b) for a, b in proxy.execute_sql(f"SELECT DISTINCT {one}, {two} FROM memories")]
