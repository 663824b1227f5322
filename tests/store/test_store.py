"""The store: writes in order, changes told after the commit, faults in plain words."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from claudeops_desktop.clock import utc_now
from claudeops_desktop.errors import EnvironmentFault
from claudeops_desktop.paths import DataFolder
from claudeops_desktop.records.book import Book
from claudeops_desktop.store import Change, open_store


@pytest.fixture
def store(tmp_path):
    opened = open_store(DataFolder(tmp_path / "data"))
    yield opened
    opened.close()


def event(store, message):
    return Book(store).events.add(level="info", message=message, service=None, session_id=None, now=utc_now())


def test_writes_happen_on_one_thread_in_the_order_they_were_asked_for(store):
    seen = []
    for number in range(50):
        store.write(lambda n=number: seen.append((n, threading.current_thread().name)))
    store.drain()
    assert [n for n, _ in seen] == list(range(50))
    assert len({name for _, name in seen}) == 1


def test_a_change_is_told_after_the_commit(store):
    told = []

    def look(change):
        told.append((change, [e.message for e in Book(store).events.list()]))

    store.hub.listen(look)
    store.write(lambda: event(store, "hello")).result()
    assert told == [(Change("events", (1,), "inserted"), ["hello"])]


def test_what_fails_leaves_nothing_behind_and_tells_nothing(store):
    told = []
    store.hub.listen(told.append)

    def half():
        event(store, "half")
        raise ValueError("the other half")

    with pytest.raises(ValueError, match="the other half"):
        store.write(half).result()
    assert Book(store).events.list() == []
    assert told == []


def test_one_listeners_mistake_does_not_keep_a_change_from_the_others(store, caplog):
    told = []

    def mistaken(_change):
        raise RuntimeError("mine")

    store.hub.listen(mistaken)
    store.hub.listen(told.append)
    store.write(lambda: event(store, "hello")).result()
    assert len(told) == 1
    assert "a listener failed" in caplog.text


def test_another_programs_write_moves_the_number_and_ours_does_not(store):
    before = store.others().result()
    store.write(lambda: event(store, "ours")).result()
    assert store.others().result() == before
    import sqlite3

    with sqlite3.connect(store.path) as other:
        other.execute("INSERT INTO events (level, message, created_at) VALUES ('info', 'theirs', 'x')")
    other.close()
    assert store.others().result() != before


@pytest.mark.parametrize("content", [b"this is not a database at all" * 100])
def test_a_file_that_is_no_database_is_said_so_plainly(tmp_path, content):
    folder = DataFolder(tmp_path / "data").create()
    folder.database.write_bytes(content)
    with pytest.raises(EnvironmentFault, match="is not a database, or is damaged") as raised:
        open_store(folder)
    assert raised.value.remedy


def test_a_data_folder_that_is_a_file_is_refused(tmp_path):
    place = tmp_path / "data"
    place.write_text("a file")
    with pytest.raises(EnvironmentFault, match="Cannot use the data folder"):
        open_store(DataFolder(place))


def test_the_data_folder_is_the_operators_alone(store):
    assert Path(store.path).parent.stat().st_mode & 0o077 == 0


def test_the_database_is_copied_before_a_migration(tmp_path):
    folder = DataFolder(tmp_path / "data")
    first = open_store(folder)
    first.database.execute_sql("DELETE FROM schema_migrations WHERE number = 8")
    first.close()
    open_store(folder).close()
    (copy,) = folder.backups.glob("*.db")
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")
