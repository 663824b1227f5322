"""A connection to the store of a test as another process has one: in a file or on a server."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import DataStore, store_place

PATIENCE_S = 60


class StoreConnection(Protocol):
    def execute(self, sql: str, parameters: Any = (), /) -> Any: ...


@contextmanager
def other_connection(place: DataStore | DataFolder) -> Iterator[StoreConnection]:
    """What is executed is committed at the end, and taken back where it raises. A store has then heard of it."""
    folder = place if isinstance(place, DataFolder) else DataFolder(place.path.parent)
    if store_place.server_of(folder) is None:
        with closing(sqlite3.connect(folder.database)) as connection, connection:
            yield connection
        return
    listener = place.database._changes if isinstance(place, DataStore) else None  # type: ignore[union-attr]
    before = listener.count if listener is not None else 0
    with _on_server(folder) as database, database.atomic("immediate"):
        yield _Translated(database)
    if listener is not None:
        _wait_until(lambda: listener.count != before)  # a server tells of it a moment later


def stored_rows(place: DataFolder | Path, sql: str) -> list[tuple[Any, ...]]:
    """What is stored in a data folder, read beside whoever has it open; nothing before there are tables."""
    folder = place if isinstance(place, DataFolder) else DataFolder(place)
    if store_place.server_of(folder) is not None:
        with _on_server(folder) as database:
            return [tuple(row) for row in database.execute_sql(sql).fetchall()]
    if not folder.database.exists():
        return []
    with closing(sqlite3.connect(folder.database, timeout=90)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            return []


def hear_others(store: DataStore) -> None:
    """Have the store hear of others' writes: on a server it does from a moment after it first asks for them."""
    store.mark()
    if store.database.is_server:
        _wait_until(lambda: store.database.changes().count > 0)


def _wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, "the server tells of nothing"
        time.sleep(0.001)


@contextmanager
def held_for_writing(place: DataStore | DataFolder, *, exclusive: bool = False) -> Iterator[None]:
    """Another process is in the middle of a write, which it takes back. ``exclusive``: a file cannot be read either."""
    folder = place if isinstance(place, DataFolder) else DataFolder(place.path.parent)
    if store_place.server_of(folder) is None:
        with closing(sqlite3.connect(folder.database, isolation_level=None, timeout=90)) as connection:
            connection.execute("BEGIN EXCLUSIVE" if exclusive else "BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")
        return
    with _on_server(folder) as database:
        database.begin("immediate")
        database.native("SET LOCAL idle_in_transaction_session_timeout = 0")  # the server takes back what stands still
        yield
        database.rollback()


def everything_stored(place: DataStore | DataFolder) -> str:
    """All rows of all tables as text, with those of the word indexes."""
    folder = place if isinstance(place, DataFolder) else DataFolder(place.path.parent)
    if store_place.server_of(folder) is None:
        with closing(sqlite3.connect(folder.database)) as connection:
            return "\n".join(connection.iterdump())
    with _on_server(folder) as database:
        tables = database.native(
            "SELECT relname FROM pg_class WHERE relnamespace = 'claudeops'::regnamespace AND relkind = 'r'"
        ).fetchall()
        return "\n".join(
            row for (name,) in tables for (row,) in database.native(f'SELECT t::text FROM "{name}" t').fetchall()
        )


def all_rows(store: DataStore) -> dict[str, list[tuple[Any, ...]]]:
    """What each table holds, in order; but for the word indexes and what SQLite keeps for itself."""
    with other_connection(store) as connection:
        names = [
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            if not row[0].startswith("sqlite_") and "_words" not in row[0]
        ]
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}


def wait_no_longer(store: DataStore) -> None:
    """Have the writes of a store give up at once where another process writes."""
    if store.database.is_server:
        store.write(lambda: store.database.native("SET lock_timeout = 1")).result()
    else:
        store.write(lambda: store.database.execute_sql("PRAGMA busy_timeout = 1")).result()


@contextmanager
def _on_server(folder: DataFolder) -> Iterator[Any]:
    from claudeops_desktop.storage.postgres.database import PostgresDatabase

    address = store_place.server_of(folder)
    assert address is not None
    database = PostgresDatabase(address)
    database.connect()
    try:
        database.refresh_catalog()
        yield database
    finally:
        database.close()
        database.close_everywhere()


class _Translated:
    def __init__(self, database: Any) -> None:
        self._database = database

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        return self._database.execute_sql(sql, parameters)
