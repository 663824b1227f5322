"""The store: writes in order, changes told after the commit, faults in plain words."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from peewee import IntegrityError

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import CommittedChange, migrate, open_store
from claudeops_desktop.storage.database import copy_to, told_plainly


@pytest.fixture
def store(tmp_path):
    opened = open_store(DataFolder(tmp_path / "data"))
    yield opened
    opened.close()


def event(store, message):
    return RecordRepositories(store).events.add(
        level="info", message=message, service=None, session_id=None, now=utc_now()
    )


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
        told.append((change, [e.message for e in RecordRepositories(store).events.list()]))

    store.hub.listen(look)
    store.write(lambda: event(store, "hello")).result()
    assert told == [(CommittedChange("events", (1,), "inserted"), ["hello"])]


def test_what_fails_leaves_nothing_behind_and_tells_nothing(store):
    told = []
    store.hub.listen(told.append)

    def half():
        event(store, "half")
        raise ValueError("the other half")

    with pytest.raises(ValueError, match="the other half"):
        store.write(half).result()
    assert RecordRepositories(store).events.list() == []
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


THEIRS = """
    import sys
    from pathlib import Path
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.storage import open_store

    store = open_store(DataFolder(Path(sys.argv[1])))
    sql = "INSERT INTO events (level, message, created_at) VALUES ('info', 'theirs', 'x')"
    store.write(lambda: store.database.execute_sql(sql)).result()
    store.close()
"""


def test_another_programs_write_moves_the_number_and_ours_does_not(store):
    before = store.external_version().result()
    store.write(lambda: event(store, "ours")).result()
    assert store.external_version().result() == before
    subprocess.run([sys.executable, "-c", textwrap.dedent(THEIRS), str(Path(store.path).parent)], check=True)
    assert store.external_version().result() != before


def test_the_mark_moves_with_ours_too_and_stands_while_nobody_writes(store):
    before = store.mark()
    store.write(lambda: event(store, "ours")).result()
    after = store.mark()
    assert after != before
    assert store.read(RecordRepositories(store).events.list).result()
    assert store.mark() == after


@pytest.mark.parametrize("content", [b"this is not a database at all" * 100])
@pytest.mark.file_only("a damaged file")
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


@pytest.mark.file_only("the copy of before an upgrade is of a file")
def test_the_database_is_copied_before_a_migration(tmp_path):
    folder = DataFolder(tmp_path / "data")
    first = open_store(folder)
    first.database.execute_sql("DELETE FROM schema_migrations WHERE number = 8")
    first.close()
    open_store(folder).close()
    (copy,) = folder.backups.glob("*.db")
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


def full(store, spare=0):
    """No page more than the file has now: what SQLite says is what it says on a full disk."""
    pages = store.database.execute_sql("PRAGMA page_count").fetchone()[0]
    store.write(lambda: store.database.execute_sql(f"PRAGMA max_page_count = {pages + spare}").fetchone()).result()


@pytest.mark.file_only("SQLite's own limit stands for a full disk")
def test_a_full_disk_in_the_middle_of_a_write_is_one_plain_sentence_and_nothing_half_written(store):
    told = []
    store.write(lambda: event(store, "before")).result()
    full(store, spare=3)
    store.hub.listen(told.append)

    def much():
        for number in range(200):
            event(store, f"{number} {'x' * 1000}")

    with pytest.raises(EnvironmentFault, match="The disk is full: nothing more can be stored in ") as raised:
        store.write(much).result()
    assert raised.value.remedy == "Free some space."
    assert [e.message for e in RecordRepositories(store).events.list()] == ["before"]
    assert told == []


@pytest.mark.file_only("SQLite's own limit stands for a full disk")
def test_once_there_is_space_again_writing_goes_on(store):
    full(store)
    with pytest.raises(EnvironmentFault, match="The disk is full"):
        store.write(lambda: [event(store, "x" * 5000) for _ in range(20)]).result()
    store.write(lambda: store.database.execute_sql("PRAGMA max_page_count = 1000000").fetchone()).result()
    store.write(lambda: event(store, "after")).result()
    assert [e.message for e in RecordRepositories(store).events.list()] == ["after"]


def copy(store, target):
    with told_plainly(target):
        return copy_to(store.database, target)


@pytest.mark.file_only("VACUUM INTO copies a file")
def test_a_copy_that_finds_no_space_leaves_no_half_of_one(store, tmp_path):
    target = tmp_path / "copy.db"
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with pytest.raises(EnvironmentFault):
            copy(store, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        signal.signal(signal.SIGXFSZ, before)
    assert not target.exists()


def test_a_copy_does_not_take_the_place_of_a_file(store, tmp_path):
    target = tmp_path / "mine.txt"
    target.write_text("mine")
    with pytest.raises(EnvironmentFault):
        copy(store, target)
    assert target.read_text() == "mine"


@pytest.mark.file_only("VACUUM INTO copies a file")
def test_a_copy_is_whole_and_the_operators_alone(store, tmp_path):
    store.write(lambda: event(store, "hello")).result()
    target = copy(store, tmp_path / "copy.db")
    with sqlite3.connect(target) as copied:
        assert copied.execute("SELECT message FROM events").fetchall() == [("hello",)]
    copied.close()
    assert target.stat().st_mode & 0o077 == 0


@pytest.mark.file_only("a damaged file")
def test_a_damaged_page_is_said_so_plainly(tmp_path):
    folder = DataFolder(tmp_path / "data")
    first = open_store(folder)
    first.write(lambda: [event(first, f"{n} {'x' * 2000}") for n in range(50)]).result()
    first.close()
    content = bytearray(folder.database.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    folder.database.write_bytes(content)

    def look():
        opened = open_store(folder)
        try:
            return opened.read(RecordRepositories(opened).events.list).result()
        finally:
            opened.close()

    with pytest.raises(EnvironmentFault, match="is damaged") as raised:
        look()
    assert "backups" in raised.value.remedy


def test_a_row_that_points_nowhere_is_refused(store):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        store.write(
            lambda: store.database.execute_sql(
                "INSERT INTO memories (category, observation, created_at, updated_at, session_id)"
                " VALUES ('timing', 'x', 'x', 'x', 99)"
            )
        ).result()


@pytest.fixture
def failed_migration(tmp_path, monkeypatch):
    folder = DataFolder(tmp_path / "data")
    open_store(folder).close()

    def half(database):
        database.execute_sql("CREATE TABLE half_done (id INTEGER)")
        raise ValueError("in the middle")

    later = migrate.SchemaMigration(migrate.known_migrations()[-1].number + 1, "later", half)
    steps = [*migrate.known_migrations(), later]
    monkeypatch.setattr(migrate, "known_migrations", lambda: steps)
    with pytest.raises(ValueError, match="in the middle"):
        open_store(folder)
    monkeypatch.setattr(migrate, "known_migrations", lambda: steps[:-1])
    return folder


def test_a_migration_that_fails_leaves_the_schema_as_it_was(failed_migration):
    again = open_store(failed_migration)
    names = {name for (name,) in again.database.execute_sql("SELECT name FROM sqlite_master")}
    again.close()
    assert "half_done" not in names


@pytest.mark.file_only("the copy of before an upgrade is of a file")
def test_the_copy_of_before_a_migration_that_fails_is_kept(failed_migration):
    assert len(list(failed_migration.backups.glob("*.db"))) == 1


def test_a_bug_in_a_write_that_nobody_waits_for_is_logged_whole(store, caplog):
    store.write(lambda: {}["not there"])
    store.drain()
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.exc_info is not None
    assert record.exc_info[0] is KeyError


def test_a_refusal_in_a_write_is_no_bug(store, caplog):
    with pytest.raises(OperatorError):
        store.write(_refused).result()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def _refused():
    raise OperatorError("No.")
