"""Telling a damaged database from a bug of ours, after something failed that nobody foresaw.

A flipped bit can surface anywhere as any error: as text that is no UTF-8, a moment that cannot be read, a column that
the schema no longer names. So before an unforeseen error is called a bug, the file is read as a whole.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from peewee import SqliteDatabase

from ..core.errors import is_bug
from ..core.messages import UserMessage
from . import migrate
from .database import DAMAGED, DamagedDatabase
from .value_shapes import StoredTable, is_whole, stored_tables

#: What SQLite says of the machine rather than of the file.
_BUSY = ("locked", "busy", "interrupted", "unable to open", "disk i/o", "full", "readonly", "out of memory")


def explain_failure(error: BaseException, database: Path) -> DamagedDatabase | None:
    """What to raise instead of an unforeseen error where the database is damaged; None where it is whole.

    Reads the whole file: only for errors that would be called a bug.
    """
    if not is_bug(error) or not database.exists():  # a store on a server
        return None
    reason = find_damage(database)
    return (
        None
        if reason is None
        else DamagedDatabase(
            UserMessage("The database {database} is damaged: {reason}.", database=database, reason=reason), DAMAGED
        )
    )


def find_damage(database: Path) -> str | None:
    """What is wrong with a database, in a few words; None where nothing is found, or it cannot be read just now."""
    try:
        if not database.stat().st_size:
            return None
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as opened:
            opened.text_factory = bytes
            (first,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            if first != b"ok":
                return _one_line(first)
            tables = _tables(opened)
            return _schema_damage(opened, tables) or _value_damage(opened, tables)
    except sqlite3.DatabaseError as error:
        text = str(error)
        return None if any(sign in text.lower() for sign in _BUSY) else text
    except UnicodeError:  # what SQLite says quotes the broken text
        return "its text cannot be read"
    except OSError:
        return None


def _tables(opened: sqlite3.Connection) -> dict[str, StoredTable]:
    opened.text_factory = str
    try:
        return stored_tables(opened)
    finally:
        opened.text_factory = bytes


def _schema_damage(opened: sqlite3.Connection, tables: dict[str, StoredTable]) -> str | None:
    """A table or column that every database of the newest schema has and this one has not."""
    (number,) = opened.execute("SELECT max(number) FROM schema_migrations").fetchone()
    if number != migrate.newest_number():
        return None
    expected = _expected()
    for name, columns in expected.columns.items():
        found = {column.name for column in tables[name].columns} if name in tables else set()
        if not columns <= found:
            missing = name if not found else f"{name}.{min(columns - found)}"
            return f"its schema has lost {missing}"
    found_rules = _rules(opened)
    for name, statement in expected.rules.items():
        if found_rules.get(name) != statement:
            return f"its schema has another {name} than it was made with"
    return None


class _Schema(NamedTuple):
    """The tables of the newest schema with their columns, and its indexes and triggers with their statements."""

    columns: dict[str, frozenset[str]]
    rules: dict[str, str]


def _rules(opened: sqlite3.Connection) -> dict[str, str]:
    rows = opened.execute(
        "SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
        " WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
    )
    return {_one_line(name): _one_line(sql) for name, sql in rows}


@cache
def _expected() -> _Schema:
    """What every database of the newest schema has."""
    database = SqliteDatabase(":memory:")
    database.connect()
    try:
        for step in migrate.known_migrations():
            step.up(database)
        opened = database.connection()
        tables = stored_tables(opened).items()
        return _Schema({name: frozenset(column.name for column in t.columns) for name, t in tables}, _rules(opened))
    finally:
        database.close()


def _value_damage(opened: sqlite3.Connection, tables: dict[str, StoredTable]) -> str | None:
    """A value that we could not have written: text that is no UTF-8, a moment or JSON that cannot be read."""
    for table in tables.values():
        checked = [column for column in table.columns if column.affinity in ("TEXT", "INTEGER", "REAL")]
        if not checked:
            continue
        listed = ", ".join(f'"{column.name}"' for column in checked)
        kinds = ", ".join(f'typeof("{column.name}")' for column in checked)
        for row in opened.execute(f'SELECT {kinds}, {listed} FROM "{table.name}"'):
            for kind, column, value in zip(row, checked, row[len(checked) :], strict=False):
                try:
                    read = value.decode() if kind == b"text" else value
                except UnicodeDecodeError:
                    return f"a text in {table.name}.{column.name} cannot be read"
                if not is_whole(column, read):
                    return f"a value in {table.name}.{column.name} cannot be read"
    return None


def _one_line(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())
