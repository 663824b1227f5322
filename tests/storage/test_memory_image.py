"""A database is read from memory where SQLite cannot open it, with what its write-ahead log holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import DamagedDatabase

pytestmark = pytest.mark.file_only("the database is a file")


@pytest.fixture
def folder(tmp_path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def unopened(folder, monkeypatch):
    """A database that another process has open, so that its log is not empty, and that cannot be opened itself."""
    other = open_store(folder)
    add(other, "in the log")

    def refuse(_path):
        raise EnvironmentFault("The disk is full.")

    monkeypatch.setattr("claudeops_desktop.storage.store.connect", refuse)
    yield folder
    monkeypatch.undo()
    other.close()


def add(store, message):
    book = RecordRepositories(store)
    return store.write(
        lambda: book.events.add(level="info", message=message, service=None, session_id=None, now=utc_now())
    ).result()


def test_it_is_read_with_its_log_from_any_thread(unopened):
    store = open_store(unopened, to_read=True)
    assert str(store.only_read) == "The disk is full."
    book = RecordRepositories(store)
    assert [event.message for event in store.read(book.events.list).result()] == ["in the log"]
    store.close()


def test_a_write_is_refused_with_the_reason(unopened):
    store = open_store(unopened, to_read=True)
    with pytest.raises(EnvironmentFault, match=r"The disk is full\."):
        add(store, "x")
    store.close()


def test_the_reason_stands_where_nothing_is_to_be_read_this_way(unopened):
    with pytest.raises(EnvironmentFault, match=r"The disk is full\."):
        open_store(unopened)


def test_one_of_another_schema_is_not_read(unopened):
    with closing(sqlite3.connect(unopened.database)) as database, database:
        database.execute("DELETE FROM schema_migrations WHERE number > 60")
    with pytest.raises(EnvironmentFault, match=r"The disk is full\."):
        open_store(unopened, to_read=True)


def test_a_damaged_one_is_not_read(folder):
    folder.create()
    folder.database.write_bytes(b"no database at all" * 400)
    with pytest.raises(DamagedDatabase):
        open_store(folder, to_read=True)
