"""What a process knows of writes without asking the server: its own at once, those of others when it is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from pytestqt.qtbot import QtBot
from support import postgres_server

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage.postgres.listening import written_by

PUT = "INSERT INTO entities (kind, name) VALUES ('name', ?)"


@pytest.fixture
def store(tmp_path: Path, qtbot: QtBot) -> Iterator[DataStore]:
    """A store whose server tells of the writes of others."""
    folder = DataFolder(tmp_path).create()
    settings_file.change(folder.settings_file, "store.url", postgres_server.used_database())
    opened = open_store(folder)
    opened.quiet_mark("entities")  # who asks first begins to listen
    qtbot.waitUntil(lambda: opened.quiet_mark("entities") is not None)
    yield opened
    opened.close()
    postgres_server.drop_databases()


def write(store: DataStore, sql: str, *values: object) -> None:
    store.write(lambda: store.database.execute_sql(sql, values)).result()


def database_of(store: DataStore) -> str:
    return dict(store.database.address.options)["dbname"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("INSERT INTO memories (id) VALUES (1)", ("memories", "INSERT memories")),
        ('INSERT INTO "claudeops"."memories" ("id") VALUES (1)', ("memories", "INSERT memories")),
        ("INSERT OR REPLACE INTO memory_vectors VALUES (1)", ("memory_vectors", "INSERT memory_vectors")),
        ("REPLACE INTO entities VALUES (1)", ("entities", "INSERT entities")),
        ("UPDATE OR IGNORE cases SET a = 1", ("cases", "UPDATE cases")),
        ('UPDATE "memories" SET "a" = 1', ("memories", "UPDATE memories")),
        ("  DELETE FROM memories WHERE id = 1", ("memories", "DELETE memories")),
        ("SELECT 'DELETE FROM memories'", ()),
        ("SAVEPOINT s1", ()),
    ],
)
def test_a_statement_says_what_it_writes_to(sql: str, names: tuple[str, ...]) -> None:
    assert written_by(sql) == names


def test_own_writes_move_the_marks_of_their_tables_alone(store: DataStore) -> None:
    entities, others = store.quiet_mark("entities"), store.quiet_mark("OTHERS entities")
    memories, whole = store.quiet_mark("memories"), store.mark()
    inserted, deleted = store.quiet_mark("INSERT entities"), store.quiet_mark("DELETE entities")
    write(store, PUT, "one")
    assert store.quiet_mark("entities") != entities
    assert store.quiet_mark("INSERT entities") != inserted
    assert store.quiet_mark("DELETE entities") == deleted
    assert store.quiet_mark("OTHERS entities") == others
    assert store.quiet_mark("memories") == memories
    assert store.mark("memories") == memories
    assert store.mark() != whole


def test_what_is_taken_back_was_not_written(store: DataStore) -> None:
    before = store.quiet_mark("entities")

    def fail() -> None:
        store.database.execute_sql(PUT, ("one",))
        raise KeyError("one")

    with pytest.raises(KeyError):
        store.write(fail).result()
    assert store.quiet_mark("entities") == before
    write(store, "DELETE FROM memories")
    assert store.quiet_mark("entities") == before


def test_writes_of_others_move_the_marks_of_their_tables(store: DataStore, qtbot: QtBot) -> None:
    entities, memories = store.quiet_mark("OTHERS entities"), store.quiet_mark("memories")
    version = store.external_version().result()
    with psycopg.connect(postgres_server.on_database(database_of(store)), autocommit=True) as other:
        other.execute("INSERT INTO claudeops.entities (kind, name) VALUES ('name', 'two')")
    qtbot.waitUntil(lambda: store.quiet_mark("OTHERS entities") != entities)
    assert store.quiet_mark("memories") == memories
    assert store.external_version().result() > version


def test_within_a_write_it_is_known_who_wrote_before(store: DataStore) -> None:
    """Also where the server has not told of it yet: what is compared and written stands on that."""
    version = store.write(store.database.external_version).result()
    write(store, PUT, "one")
    assert store.write(store.database.external_version).result() == version
    with psycopg.connect(postgres_server.on_database(database_of(store)), autocommit=True) as other:
        other.execute("INSERT INTO claudeops.entities (kind, name) VALUES ('name', 'two')")
    assert store.write(store.database.external_version).result() > version


@pytest.mark.slow
def test_who_is_not_told_of_others_has_no_quiet_mark(store: DataStore, qtbot: QtBot) -> None:
    before = store.mark("entities")
    with psycopg.connect(postgres_server.server(), autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND query LIKE 'LISTEN%%'"
            " OR datname = %s AND query = 'SELECT 1'",
            (database_of(store),) * 2,
        )
    qtbot.waitUntil(lambda: store.mark("entities") != before)  # it listens again, and something may have been missed
    qtbot.waitUntil(lambda: store.quiet_mark("entities") is not None)


@pytest.mark.file_only("a file tells of no write")
def test_a_file_has_no_quiet_mark(tmp_path: Path) -> None:
    opened = open_store(DataFolder(tmp_path).create())
    try:
        assert opened.quiet_mark("entities") is None
        before = opened.mark("entities")
        write(opened, PUT, "one")
        assert opened.mark("entities") != before
    finally:
        opened.close()
