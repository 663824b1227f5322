"""The schema on the server and the one in the file are the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import peewee
import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.storage import migrate
from claudeops_desktop.storage.postgres.address import read_address
from claudeops_desktop.storage.postgres.building import migrated_sqlite, prepare_server
from claudeops_desktop.storage.postgres.database import PostgresDatabase
from claudeops_desktop.storage.postgres.schema import SchemaFault, plain_tables, trigger_statement

AT = "2026-03-01T10:00:00.000Z"
Rows = Callable[[str], Any]


def _columns(rows: Rows, table: str) -> list[tuple[Any, ...]]:
    return [
        (name, kind, bool(required or key), key)
        for _, name, kind, required, _, key in rows(f'PRAGMA table_info("{table}")')
    ]


@pytest.mark.slow
def test_tables_columns_and_keys_are_the_same(server: PostgresDatabase) -> None:
    with migrated_sqlite() as file:
        tables = sorted(plain_tables(file))
        there = server.native(
            "SELECT relname FROM pg_class WHERE relnamespace = 'claudeops'::regnamespace AND relkind = 'r'"
            " AND relname NOT LIKE 'lite\\_%' AND relname NOT LIKE '%\\_words' AND relname <> 'schema_migrations'"
        )
        assert sorted(name for (name,) in there) == tables
        for table in tables:
            assert _columns(lambda sql: server.execute_sql(sql).fetchall(), table) == _columns(
                lambda sql: file.execute(sql).fetchall(), table
            ), table


def test_indexes_unique_keys_and_foreign_keys_are_the_same(server: PostgresDatabase) -> None:
    with migrated_sqlite() as file:
        named = {
            name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        }
        there = {name for (name,) in server.native("SELECT indexname FROM pg_indexes WHERE schemaname = 'claudeops'")}
        assert named <= there
        for table in plain_tables(file):
            assert _unique_of_file(file, table) == _unique_of_server(server, table), table
            assert _parents_of_file(file, table) == _parents_of_server(server, table), table


def _unique_of_file(file: sqlite3.Connection, table: str) -> list[list[str]]:
    found = []
    for _, index, unique, origin, partial in file.execute(f'PRAGMA index_list("{table}")').fetchall():
        if unique and origin != "pk" and not partial:
            found.append([row[2] for row in file.execute(f'PRAGMA index_info("{index}")')])
    return sorted(found)


def _unique_of_server(server: PostgresDatabase, table: str) -> list[list[str]]:
    return sorted(
        names
        for (names,) in server.native(
            "SELECT (SELECT array_agg(coalesce(a.attname::text, substring(pg_get_indexdef(i.indexrelid, k.place::int,"
            " true) from 'md5.(.*).$')) ORDER BY k.place) FROM unnest(i.indkey::int[]) WITH ORDINALITY k(number, place)"
            " LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number AND k.number > 0)"
            " FROM pg_index i WHERE i.indrelid = %s::regclass AND i.indisunique AND NOT i.indisprimary"
            " AND i.indpred IS NULL",
            (f"claudeops.{table}",),
        )
    )


def _parents_of_file(file: sqlite3.Connection, table: str) -> list[tuple[str, str, str]]:
    return sorted((row[3], row[2], row[6]) for row in file.execute(f'PRAGMA foreign_key_list("{table}")'))


def _parents_of_server(server: PostgresDatabase, table: str) -> list[tuple[str, str, str]]:
    actions = {"a": "NO ACTION", "c": "CASCADE", "n": "SET NULL", "r": "RESTRICT"}
    return sorted(
        (name, parent, actions[action])
        for name, parent, action in server.native(
            "SELECT a.attname::text, f.relname::text, c.confdeltype::text FROM pg_constraint c"
            " JOIN pg_class f ON f.oid = c.confrelid"
            " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)"
            " WHERE c.contype = 'f' AND c.conrelid = %s::regclass",
            (f"claudeops.{table}",),
        )
    )


def test_a_trigger_without_a_counterpart_is_a_mistake_of_ours() -> None:
    with pytest.raises(SchemaFault):
        trigger_statement("something_new", "events")


def test_passages_are_append_only_on_the_server_too(server: PostgresDatabase) -> None:
    names = "id, raw_content, content_type, content_at, created_at"
    insert = f"INSERT INTO resources ({names}) VALUES (1, 'a', 'operator', ?, ?)"
    server.execute_sql(insert, (AT, AT))
    for sql in (
        "UPDATE resources SET raw_content = 'b'",
        "DELETE FROM resources",
        insert.replace("INSERT", "INSERT OR REPLACE"),
    ):
        with pytest.raises(peewee.IntegrityError):
            server.execute_sql(sql, (AT, AT) if "?" in sql else ())
    server.execute_sql("INSERT INTO resource_purge (going_on) VALUES (1)")
    server.execute_sql("UPDATE resources SET raw_content = ''")


def test_events_that_differ_in_figures_only_fold(server: PostgresDatabase) -> None:
    insert = "INSERT INTO events (level, service, message, created_at) VALUES ('info', ?, ?, ?)"
    for service, message in (("a", "took 3.5 s"), ("a", "took 12 s"), (None, "took 1 s"), ("a", "x" * 9_000)):
        server.execute_sql(insert, (service, message, AT))
    assert [fold for (fold,) in server.execute_sql("SELECT fold FROM events ORDER BY id")] == [1, 1, 3, 4]


@pytest.mark.slow
def test_later_steps_run_on_the_server_and_a_newer_store_is_refused(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step as a migration states it, in SQLite's SQL: a table, a column, an index."""

    def up(database: Any) -> None:
        database.execute_sql(
            "CREATE TABLE IF NOT EXISTS later (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL DEFAULT 'x',"
            " part REAL, event_id INTEGER REFERENCES events(id) ON DELETE CASCADE, UNIQUE (name, part))"
        )
        columns = {row[1] for row in database.execute_sql("PRAGMA table_info(later)")}
        if "more" not in columns:
            database.execute_sql("ALTER TABLE later ADD COLUMN more INTEGER NOT NULL DEFAULT 0")
        database.execute_sql("CREATE INDEX IF NOT EXISTS idx_later ON later(name DESC, more) WHERE more > 0")
        database.execute_sql("INSERT INTO later (name) VALUES ('made')")
        database.execute_sql("UPDATE later SET more = 2 WHERE name = 'made'")

    known = migrate.known_migrations()
    database = PostgresDatabase(read_address(empty_url))
    database.connect()
    try:
        assert prepare_server(database) == [step.number for step in known]
        later = migrate.SchemaMigration(known[-1].number + 1, "later", up)
        monkeypatch.setattr(migrate, "known_migrations", lambda: [*known, later])
        assert prepare_server(database) == [later.number]
        assert prepare_server(database) == []
        assert database.execute_sql("SELECT id, name, more FROM later").fetchall() == [(1, "made", 2)]
        monkeypatch.setattr(migrate, "known_migrations", lambda: known)
        with pytest.raises(OperatorError, match="newer version") as refused:
            prepare_server(database)
        assert "--data-dir" in refused.value.remedy
    finally:
        database.close()
        database.close_everywhere()
