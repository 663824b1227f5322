"""The peewee models of memory, and the queries on them. Rows go out as the dataclasses of ``fact``.

Everything that writes must run inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import orjson
from peewee import AutoField, FloatField, IntegerField, TextField

from ..clock import to_text
from ..store.database import Table, proxy
from .fact import ACTIVE_FROM, GENERAL, Link, Memory, Version
from .lifecycle import DECAY_A_WEEK, GRACE, WEEK, Decay, decay


class MemoryRow(Table):
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


class VersionRow(Table):
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

    class Meta:
        table_name = "memory_versions"


class LinkRow(Table):
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
_VERSION_NAMES = ", ".join(Version.__dataclass_fields__)
_VERSION = [getattr(VersionRow, name) for name in Version.__dataclass_fields__]
_LINK = [getattr(LinkRow, name) for name in Link.__dataclass_fields__]
_ELIGIBLE = f"active = 1 AND confidence >= {ACTIVE_FROM}"
_ORDER = "confidence DESC, updated_at DESC, id"
_CHUNK = 100
_MS = timedelta(milliseconds=1)
_EPOCH, _JULIAN_EPOCH_MS = datetime(1970, 1, 1, tzinfo=UTC), 210_866_760_000_000  # the latter as julianday counts
_FEW = 20_000


def select(where: str = "1", parameters: Sequence[Any] = (), tail: str = "", index: str = "") -> list[Memory]:
    """Memories by a condition in SQL of ours; values only as parameters. ``index`` where SQLite would not find it."""
    by = f"INDEXED BY {index}" if index else ""
    sql = f"SELECT {COLUMNS} FROM memories {by} WHERE {where} {tail}"
    return [Memory(*row) for row in proxy.execute_sql(sql, tuple(parameters))]


def get(memory_id: int) -> Memory | None:
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


def alike(service: str | None, category: str) -> list[tuple[int, str]]:
    """Id and text of all memories of one service and category, the judge's candidates."""
    sql = "SELECT id, observation FROM memories WHERE service IS ? AND category = ? ORDER BY id"
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
    """Delete rows; their versions and links go with them, and their words leave the index of words for good: without
    the second step they would stand in its file until it merges its parts some day."""
    proxy.execute_sql(f"DELETE FROM memories WHERE id IN {_THESE}", (json.dumps(list(ids)),))
    proxy.execute_sql("INSERT INTO memory_words (memory_words) VALUES ('optimize')")


def add_version(memory: Memory, *, action: str, by: str, why: str, now: datetime, **more: Any) -> None:
    """Append how ``memory`` stands now to its history. ``more``: session_id, marker_id, other_id, resource_id."""
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
        "created_at": to_text(now),
    } | more
    _insert("memory_versions", columns)


def _insert(table: str, columns: dict[str, Any], tail: str = "") -> int:
    """One row, in SQL of ours: one marker can lower many memories, and building each query costs half a millisecond."""
    names = ", ".join(columns)
    marks = ", ".join("?" * len(columns))
    done = proxy.execute_sql(f"INSERT INTO {table} ({names}) VALUES ({marks}) {tail}", tuple(columns.values()))
    return int(done.lastrowid)


def restore_versions(versions: Iterable[Version]) -> None:
    """Bring a deleted memory's history back, under its old ids."""
    for version in versions:
        columns = {name: getattr(version, name) for name in Version.__dataclass_fields__}
        _insert("memory_versions", columns, "ON CONFLICT DO NOTHING")


def versions(memory_id: int) -> list[Version]:
    """A memory's history, oldest first."""
    query = VersionRow.select(*_VERSION).where(VersionRow.memory_id == memory_id).order_by(VersionRow.id)
    return [Version(*row) for row in query.tuples()]


def versions_of(ids: Sequence[int]) -> dict[int, tuple[Version, ...]]:
    """``versions`` of any number of memories at once."""
    sql = f"SELECT {_VERSION_NAMES} FROM memory_versions WHERE memory_id IN {_THESE} ORDER BY memory_id, id"
    rows = (Version(*row) for row in proxy.execute_sql(sql, (json.dumps(list(ids)),)))
    return {number: tuple(found) for number, found in groupby(rows, key=lambda version: version.memory_id)}


def versions_about(ids: Sequence[int], marker_ids: Sequence[int]) -> list[Version]:
    """Versions of other memories that these memories, or these markers, brought about: their ``why`` may quote them."""
    sql = (
        f"SELECT {_VERSION_NAMES} FROM memory_versions WHERE memory_id NOT IN {_THESE}"
        f" AND (other_id IN {_THESE} OR marker_id IN {_THESE}) ORDER BY id"
    )
    these = json.dumps(list(ids))
    rows = proxy.execute_sql(sql, (these, these, json.dumps(list(marker_ids))))
    return [Version(*row) for row in rows]


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


def add_link(link: Link) -> None:
    """Link two memories; once."""
    columns = {name: getattr(link, name) for name in Link.__dataclass_fields__}
    _insert("memory_links", columns, "ON CONFLICT (from_id, to_id, kind) DO NOTHING")


def links(memory_id: int) -> list[Link]:
    """All links from and to a memory, oldest first."""
    query = LinkRow.select(*_LINK).where((LinkRow.from_id == memory_id) | (LinkRow.to_id == memory_id))
    return [Link(*row) for row in query.order_by(LinkRow.id).tuples()]


def links_of(ids: Sequence[int]) -> list[Link]:
    """All links that one of these memories is an end of, oldest first."""
    names = ", ".join(Link.__dataclass_fields__)
    sql = f"SELECT {names} FROM memory_links WHERE from_id IN {_THESE} OR to_id IN {_THESE} ORDER BY id"
    these = json.dumps(list(ids))
    return [Link(*row) for row in proxy.execute_sql(sql, (these, these))]


def decays_due(now: datetime) -> list[Decay]:
    """Every memory with decay that was not counted yet. SQL narrows it down, the pure rule decides."""
    cutoff = to_text(now - GRACE - WEEK)
    return [found for memory in select(_PENDING, (cutoff, to_text(now))) if (found := decay(memory, now))]


_PENDING = (
    "active = 1 AND pinned = 0 AND updated_at <= ?"
    " AND (julianday(?) - julianday(updated_at) - 30) / 7 + 0.001"
    " >= 1 + CASE WHEN decay_from = updated_at THEN decay_weeks ELSE 0 END"
)


def decay_is_due(now: datetime) -> bool:
    """Whether any memory may have decay that was not counted yet."""
    sql = f"SELECT 1 FROM memories WHERE {_PENDING} LIMIT 1"
    return proxy.execute_sql(sql, (to_text(now - GRACE - WEEK), to_text(now))).fetchone() is not None


class Standing:
    """What each memory's confidence is at a moment: as stored, or with the decay that is due by then (M12).

    ``value`` is that in SQL. It agrees with ``lifecycle.decay``: julianday counts whole milliseconds inside.
    """

    def __init__(self, now: datetime | None) -> None:
        self._now = now
        self.value = "confidence"
        self.order = _ORDER
        self.eligible = _ELIGIBLE
        if now is None:
            return
        self._old = f"pinned = 0 AND updated_at <= '{to_text(now - GRACE - WEEK)}'"
        from_ms = (now - _EPOCH - GRACE) // _MS + _JULIAN_EPOCH_MS
        self.value = (
            f"CASE WHEN {self._old} THEN round(max(0.0, confidence - {DECAY_A_WEEK} * max(0,"
            f" ({from_ms} - CAST(round(julianday(updated_at) * 86400000.0) AS INTEGER)) / {WEEK // _MS}"
            " - CASE WHEN decay_from = updated_at THEN decay_weeks ELSE 0 END)), 4) ELSE confidence END"
        )
        self.order = f"{self.value} DESC, {_ORDER}"
        self.eligible = f"{_ELIGIBLE} AND {self.value} >= {ACTIVE_FROM}"

    def of(self, memory: Memory) -> float:
        """The confidence of one."""
        found = decay(memory, self._now) if self._now is not None else None
        return found.confidence if found else memory.confidence

    def count(self) -> int:
        """How many memories the next prompt could hold."""
        sql = f"SELECT count(*) FROM memories INDEXED BY idx_memories_confidence WHERE {_ELIGIBLE}"
        number = int(proxy.execute_sql(sql).fetchone()[0])
        if self._now is not None:
            sql = f"SELECT count(*) FROM memories NOT INDEXED WHERE {_ELIGIBLE} AND {self._old}"
            number -= int(proxy.execute_sql(f"{sql} AND {self.value} < {ACTIVE_FROM}").fetchone()[0])
        return number

    def pinned(self) -> list[Memory]:
        """Eligible pinned memories, best first; they do not decay."""
        return select(f"pinned = 1 AND {_ELIGIBLE}", tail=f"ORDER BY {_ORDER}", index="idx_memories_pinned")

    def of_services(self, services: Sequence[str]) -> list[Memory]:
        """Eligible memories of some services, best first."""
        where = f"service IN ({', '.join('?' * len(services))}) AND {self.eligible}"
        return select(where, services, f"ORDER BY {self.order}", "idx_memories_service")

    def best(self, number: int) -> list[Memory]:
        """The best so many."""
        if self._now is None:
            return select(_ELIGIBLE, tail=f"ORDER BY {_ORDER} LIMIT {number}", index="idx_memories_rank")
        # Decay only lowers: what is under the last of so many that do not decay need not be reckoned.
        sql = (
            f"SELECT confidence FROM memories INDEXED BY idx_memories_rank WHERE {_ELIGIBLE}"
            f" AND updated_at > '{to_text(self._now - GRACE - WEEK)}'"
            f" ORDER BY {_ORDER} LIMIT 1 OFFSET {number - 1}"
        )
        least = proxy.execute_sql(sql).fetchone()
        index = f"INDEXED BY {'idx_memories_rank'}" if least else "NOT INDEXED"
        rows = proxy.execute_sql(
            f"SELECT {COLUMNS} FROM memories {index} WHERE {self.eligible} AND confidence >= ?"
            f" ORDER BY {self.order} LIMIT {number}",
            (least[0] if least else 0.0,),
        )
        return [Memory(*row) for row in rows]


class Ranked:
    """Eligible memories, best first, of which a caller with a budget only wants those that still fit.

    ``best()`` gives the first chunk; ``fitting()`` those after them whose bullet fits into so many characters. A
    prompt from 100,000 memories must not read them all.
    """

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._last: Memory | None = None

    def best(self) -> list[Memory]:
        """The first chunk, of any length."""
        return self._remember(self._standing.best(_CHUNK))

    def fitting(self, room: int, bullet: int, heading: int, headed: Iterable[str | None]) -> list[Memory]:
        """The next chunk of those that fit into ``room`` characters; empty at the end.

        A memory takes ``bullet`` characters beside its category and observation, and ``heading`` beside its service's
        name where that is not among ``headed``.
        """
        last = self._last
        if last is None or room <= bullet:
            return []
        names = [name or GENERAL for name in headed]
        marks = ", ".join("?" * len(names))
        where = (
            f"length(observation) <= ? AND {self._standing.eligible}"
            f" AND length(observation) + length(category) + CASE WHEN coalesce(service, '{GENERAL}') IN ({marks})"
            f" THEN 0 ELSE ? + length(coalesce(service, '{GENERAL}')) END <= ?"
            f" AND ({self._standing.value}, confidence, updated_at, -id) < (?, ?, ?, ?)"
        )
        left = room - bullet
        values = (
            *(left, *names, heading, left),
            *(self._standing.of(last), last.confidence, last.updated_at, -last.id),
        )
        index = "idx_memories_length" if self._few(left) else "idx_memories_rank"
        sql = (
            f"SELECT {COLUMNS} FROM memories INDEXED BY {index} WHERE {where}"
            f" ORDER BY {self._standing.order} LIMIT {_CHUNK}"
        )
        return self._remember([Memory(*row) for row in proxy.execute_sql(sql, values)])

    def _few(self, length: int) -> bool:
        sql = (
            "SELECT count(*) FROM (SELECT 1 FROM memories INDEXED BY idx_memories_length"
            f" WHERE active = 1 AND length(observation) <= ? LIMIT {_FEW})"
        )
        return int(proxy.execute_sql(sql, (length,)).fetchone()[0]) < _FEW

    def _remember(self, chunk: list[Memory]) -> list[Memory]:
        self._last = chunk[-1] if chunk else None
        return chunk


def ids_where(where: str, parameters: Sequence[Any], order: str, limit: int | None = None) -> list[int]:
    """Ids by a condition in SQL of ours, in one row: sqlite3 asks for Python's lock anew for each row it hands over,
    and a window that works meanwhile keeps it waiting a hundred thousand times.
    """
    end = "" if limit is None else f"LIMIT {int(limit)}"
    sql = f"SELECT json_group_array(id) FROM (SELECT id FROM memories WHERE {where} ORDER BY {order} {end})"
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
