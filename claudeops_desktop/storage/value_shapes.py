"""What the values of each table look like: for telling whether a row is whole, mending it, and knowing whose row it is.

All of it is read from the schema itself: SQLite does not check the form of a moment or of JSON, so a flipped bit in
one passes every integrity check.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..core.clock import from_text
from .sqlite_pages import Value

Form = Literal["", "moment", "json"]
EPOCH = "1970-01-01T00:00:00.000Z"
_MOMENTS = frozenset(
    (
        "at",
        "ages_from",
        "decay_from",
        "valid_from",
        "valid_until",
        "until",
        "maintenance_since",
        "maintenance_until",
        "watched_from",
    )
)
_JSON_DEFAULTS = ("'[]'", "'{}'", "'null'")


class StoredColumn(NamedTuple):
    """One column: its affinity (TEXT, INTEGER, REAL, BLOB or empty), and the form that its text has."""

    name: str
    affinity: str
    required: bool
    default: str | None
    is_rowid: bool
    form: Form

    @property
    def may_be_missing(self) -> bool:
        """Tell whether a row written before the column was added reads as whole."""
        return self.default is not None or not self.required


class StoredTable(NamedTuple):
    """One table with its columns in the order in which they are stored."""

    name: str
    columns: tuple[StoredColumn, ...]
    has_rowid: bool


def stored_tables(database: sqlite3.Connection) -> dict[str, StoredTable]:
    """Every plain table of a schema. Raises sqlite3.DatabaseError."""
    found = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).fetchall()
    return {name: _table(database, name, "WITHOUT ROWID" in sql.upper()) for name, sql in found if sql}


def _table(database: sqlite3.Connection, name: str, keyed: bool) -> StoredTable:
    rows = database.execute(f'PRAGMA table_info("{name}")').fetchall()
    lone = sum(bool(row[5]) for row in rows) == 1
    columns = [
        (row[5], StoredColumn(row[1], row[2].upper(), bool(row[3]), row[4],
                              lone and row[5] == 1 and row[2].upper() == "INTEGER" and not keyed,
                              _form(row[1], row[2].upper(), row[4])))
        for row in rows
    ]  # fmt: skip
    if keyed:  # the key comes first in what is stored
        columns.sort(key=lambda pair: pair[0] or len(rows) + 1)
    return StoredTable(name, tuple(column for _, column in columns), not keyed)


def _form(name: str, affinity: str, default: str | None) -> Form:
    if affinity != "TEXT":
        return ""
    if name.endswith("_at") or name in _MOMENTS:
        return "moment"
    return "json" if default in _JSON_DEFAULTS else ""


def is_whole(column: StoredColumn, value: Value) -> bool:
    """Tell whether a value is one that we could have written there."""
    if value is None:
        return not column.required or column.is_rowid
    if not _fits(column.affinity, value):
        return False
    if not isinstance(value, str) or not column.form:
        return True
    if not value:
        return column.default is not None or column.form == "json"
    return _is_moment(value) if column.form == "moment" else _is_json(value)


def repair_values(columns: Sequence[StoredColumn], values: Sequence[Value]) -> list[Value]:
    """The values of a row with those that cannot be read replaced by the nearest that can.

    A moment by another one of the same row, JSON by what an empty one reads; the words of a row are never changed.
    """
    moments = [v for c, v in zip(columns, values, strict=False) if c.form == "moment" and v and is_whole(c, v)]
    mended: list[Value] = []
    for column, value in zip(columns, values, strict=False):
        if not column.form or is_whole(column, value):
            mended.append(value)
        elif column.form == "json":
            mended.append((column.default or "''").strip("'"))
        elif not column.required:
            mended.append(None)
        elif column.default is not None:
            mended.append(column.default.strip("'"))
        else:
            mended.append(moments[0] if moments else EPOCH)
    return mended


def could_hold(table: StoredTable, values: Sequence[Value]) -> bool:
    """Tell whether a stored row may be one of this table, by its kinds of values and their form."""
    columns = table.columns
    if not values or len(values) > len(columns):
        return False
    if not all(column.may_be_missing for column in columns[len(values) :]):
        return False
    for column, value in zip(columns, values, strict=False):
        if column.is_rowid:
            if value is not None:
                return False
        elif not is_whole(column, value):
            return False
    return True


def form_specificity(table: StoredTable) -> int:
    """How much the form of a table's rows says: between two tables that fit, the more telling one is meant."""
    return sum(1 + bool(column.form) + column.required for column in table.columns)


def _fits(affinity: str, value: Value) -> bool:
    if affinity == "TEXT":
        return isinstance(value, str)
    if affinity == "INTEGER":
        return isinstance(value, int)
    if affinity == "REAL":
        return isinstance(value, (int, float))
    return isinstance(value, bytes) if affinity == "BLOB" else True


def _is_moment(text: str) -> bool:
    try:
        from_text(text)
    except (ValueError, OverflowError):
        return False
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
