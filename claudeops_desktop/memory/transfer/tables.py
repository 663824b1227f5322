"""The rows of an export, read and written. Reads belong inside ``store.read``, writes inside ``store.write``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.principals import with_all_rows
from ...storage.database import proxy
from .. import resources
from ..types import MemoryResource
from .types import ExportedTable

Row = dict[str, Any]


def columns_of(table: str) -> dict[str, tuple[str, bool]]:
    """The columns of a table: the kind of value of each (TEXT, INTEGER or REAL), and whether it may be null."""
    rows = proxy.execute_sql(f"PRAGMA table_info({table})").fetchall()
    return {name: (kind, not required and not key) for _, name, kind, required, _, key in rows}


def count_rows(table: ExportedTable) -> int:
    """How many rows an export of a table has."""
    return int(proxy.execute_sql(f"SELECT count(*) FROM {table.name} WHERE {table.where}").fetchone()[0])


def rows_of(table: ExportedTable) -> Iterator[Row]:
    """The rows of a table by id, one by one."""
    names = list(columns_of(table.name))
    cursor = proxy.execute_sql(f"SELECT {', '.join(names)} FROM {table.name} WHERE {table.where} ORDER BY id")
    for values in cursor:
        yield dict(zip(names, values, strict=True))


def insert_row(table: str, row: Row) -> int:
    """Insert a row; its id."""
    names = ", ".join(row)
    marks = ", ".join("?" * len(row))
    return int(proxy.execute_sql(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values())).lastrowid)


def find_ids(table: str, keys: Row, first: int) -> list[int]:
    """The ids of the rows with these values, ``first`` before all others."""
    where = " AND ".join(f"{name} IS ?" for name in keys)
    sql = f"SELECT id FROM {table} WHERE {where} ORDER BY id <> ?, id"
    return [number for (number,) in proxy.execute_sql(sql, (*keys.values(), first))]


@with_all_rows
def has_rows(table: str) -> bool:
    """Tell whether a table holds anything."""
    return proxy.execute_sql(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None


@with_all_rows
def is_taken(table: str, number: int) -> bool:
    """Tell whether a row of a table has this id."""
    return proxy.execute_sql(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).fetchone() is not None


def set_column(table: str, number: int, column: str, value: int | None) -> None:
    """Point a row at another one."""
    proxy.execute_sql(f"UPDATE {table} SET {column} = ? WHERE id = ?", (value, number))


def keep_free(table: str, number: int) -> None:
    """New rows of a table get numbers past this one."""
    proxy.keep_numbers_from(table, number)


def trashed_text(memory_id: int) -> str | None:
    """The words of the memory that lies in the trash under an id; None where none does."""
    sql = (
        "SELECT json_extract(document, '$.snapshot.memory.observation') FROM memory_trash"
        " WHERE memory_id = ? AND restored_at = ''"
    )
    found = proxy.execute_sql(sql, (memory_id,)).fetchone()
    return str(found[0]) if found else None


def take_out_of_trash(memory_id: int, at: str) -> None:
    """Note that a memory of the trash is here again."""
    proxy.execute_sql("UPDATE memory_trash SET restored_at = ? WHERE memory_id = ?", (at, memory_id))


def put_words_back(row: Row) -> bool:
    """Give the passage of a memory that was deleted its words again; whether it was one. It is known by its id and the
    time at which it was kept."""
    found = resources.get_resource(row["id"])
    if found is None or found.content_type != resources.TOMBSTONE or found.created_at != row["created_at"]:
        return False
    if row["content_type"] == resources.TOMBSTONE:
        return False
    names: Sequence[str] = tuple(MemoryResource.__dataclass_fields__)
    resources.unblank([MemoryResource(**{name: row[name] for name in names})])
    return True


def refill_marker(number: int, row: Row) -> bool:
    """Give the marker of a memory that was deleted its words again; whether it was one."""
    columns = {name: row.get(name) for name in ("line", "said", "why", "target_id")}
    if columns["target_id"] is None:
        return False
    sets = ", ".join(f"{name} = ?" for name in columns)
    sql = f"UPDATE markers SET {sets} WHERE id = ? AND target_id IS NULL AND line = ''"
    return bool(proxy.execute_sql(sql, (*columns.values(), number)).rowcount)
