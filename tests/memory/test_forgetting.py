"""M14: a deleted memory is gone from the database, its history and its words in the records of others too."""

from __future__ import annotations

import shutil
import sqlite3

import pytest
from peewee import OperationalError
from support.other_process import everything_stored

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.storage import open_store

OLD = "Must be started after WireGuard because of the zebra route"
NEW = "Can be started independently of WireGuard (quagga)"


@pytest.fixture
def disputed(desk):
    """Memory 1, and memory 2 that contradicts it."""
    desk.says(f"[MEMORY:dependency:caddy] {OLD}")
    desk.says(f"[MEMORY:dependency:caddy] {NEW}")
    assert [m.confidence for m in desk.all()] == [0.5, 0.7]
    return desk


def delete(desk, *ids):
    return desk.write(lambda: desk.memory.edits.delete(ids))


def undo(desk, change):
    return desk.write(lambda: desk.memory.edits.undo(change))


def whole(desk):
    """All that can be seen of the memories, and every marker."""
    markers = desk.store.database.execute_sql("SELECT * FROM markers ORDER BY id").fetchall()
    return [
        (m, desk.memory.history.versions(m.id), desk.memory.history.links(m.id), desk.memory.history.markers(m.id))
        for m in desk.all()
    ], markers


def in_the_files(folder, word):
    """The files of the database, and those that SQLite keeps beside it, that hold the word."""
    return [file.name for file in folder.glob("claudeops.db*") if word.encode() in file.read_bytes()]


def in_tables(desk, word):
    return word in everything_stored(desk.store)


def test_words_quoted_in_the_history_of_the_one_it_contradicted_go_too(disputed):
    delete(disputed, 2)
    assert not in_tables(disputed, "quagga")
    lowered, reopened = disputed.memory.history.versions(1)[-2:]
    assert (lowered.action, lowered.why) == ("lowered", "Contradicted by a memory that was deleted since.")
    assert (reopened.action, reopened.why) == ("reopened", "Valid again: the newer fact that had closed it is gone.")
    assert disputed.get(1).confidence == 0.5


def test_words_of_the_older_one_go_from_the_reason_of_the_newer(disputed):
    assert disputed.memory.history.versions(2)[0].other_id == 1
    delete(disputed, 1)
    assert not in_tables(disputed, "zebra")
    assert disputed.memory.history.versions(2)[0].why == "Judged against a memory that was deleted since."
    assert disputed.memory.history.links(2) == []


def test_undo_brings_back_every_word(disputed):
    before = whole(disputed)
    for ids in ((1,), (2,), (1, 2)):
        undo(disputed, delete(disputed, *ids))
        assert whole(disputed) == before


def test_one_that_is_named_twice_is_deleted_once(disputed):
    before = whole(disputed)
    change = delete(disputed, 2, 2)
    assert change.label == "Delete 1 memory"
    undo(disputed, change)
    assert whole(disputed) == before


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_deletions_are_undone_in_any_order(disputed, order):
    before = whole(disputed)
    changes = [delete(disputed, 1), delete(disputed, 2)]
    for number in order:
        undo(disputed, changes[number])
    assert whole(disputed) == before


def test_a_copy_of_a_line_that_held_two_markers_keeps_the_other_only(desk):
    desk.says("[MEMORY:timing:plex] a walrus takes 40s to start [EVENT:info:plex] all is well")
    change = delete(desk, 1)
    assert not in_tables(desk, "walrus")
    (line,) = desk.store.database.execute_sql("SELECT line FROM markers WHERE kind = 'event'").fetchone()
    assert line == "[MEMORY:timing:plex] (deleted) [EVENT:info:plex] all is well"
    undo(desk, change)
    (line,) = desk.store.database.execute_sql("SELECT line FROM markers WHERE kind = 'event'").fetchone()
    assert line == "[MEMORY:timing:plex] a walrus takes 40s to start [EVENT:info:plex] all is well"


def test_two_memories_of_one_line_deleted_together(desk):
    desk.says("[MEMORY:timing:a] one walrus [MEMORY:timing:b] one narwhal [MEMORY:timing:c] one dolphin")
    before = whole(desk)
    change = delete(desk, 1, 2)
    assert not in_tables(desk, "walrus")
    assert not in_tables(desk, "narwhal")
    assert "one dolphin" in desk.memory.history.markers(3)[0].line
    undo(desk, change)
    assert whole(desk) == before


def test_words_of_earlier_wordings_go_too(desk):
    memory = desk.add("the walrus sleeps at noon")
    desk.edit(memory.id, observation="the server sleeps at noon")
    delete(desk, memory.id)
    assert not in_tables(desk, "walrus")


def test_nothing_is_left_in_the_file_once_the_application_closes(disputed):
    delete(disputed, 2)
    disputed.store.close()
    assert in_the_files(disputed.store.path.parent, "quagga") == []


@pytest.mark.file_only("the bytes of the file")
def test_nor_in_the_write_ahead_log_of_one_that_was_killed_once_it_ran_again(disputed, tmp_path):
    delete(disputed, 2)
    left = tmp_path / "left"
    left.mkdir()
    for file in disputed.store.path.parent.glob("claudeops.db*"):  # as a kill would leave them
        shutil.copy(file, left)
    assert in_the_files(left, "quagga") == ["claudeops.db-wal"]
    open_store(DataFolder(left)).close()
    assert in_the_files(left, "quagga") == []


def test_a_redo_of_an_undone_deletion_deletes_the_words_again(disputed):
    change = delete(disputed, 2)
    undo(disputed, change)
    disputed.write(lambda: disputed.memory.edits.redo(change))
    assert not in_tables(disputed, "quagga")
    assert [m.id for m in disputed.all()] == [1]


def test_undoing_the_addition_of_one_that_the_agent_confirmed_and_redoing_it_keeps_its_history(desk):
    change = desk.write(lambda: desk.memory.edits.add(MemoryCandidate("timing", "plex", "Takes 40s to start")))
    desk.says("[MEMORY:timing:plex] Takes 40s to start")
    before = whole(desk)
    undo(desk, change)
    desk.write(lambda: desk.memory.edits.redo(change))
    assert whole(desk) == before


@pytest.mark.slow
@pytest.mark.file_only("SQLite's limit of values")
def test_deleting_more_at_once_than_sqlite_takes_values_and_bringing_them_back(desk):
    """SQLite takes 32,766 values in one statement, here fewer; nothing may depend on how many are chosen."""
    number, most = 1_000, 200

    def takes_few():
        desk.store.database.connection().setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, most)

    def fill():
        database = desk.store.database
        takes_few()
        database.execute_sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO memories (category, observation, created_at, updated_at)"
            " SELECT 'timing', 'fact number ' || i, 'x', 'x' FROM n",
            (number,),
        )
        database.execute_sql(
            "INSERT INTO memory_versions (memory_id, action, by, category, observation, confidence, active, pinned,"
            " created_at) SELECT id, 'inserted', 'agent', 'timing', observation, 0.7, 1, 0, 'x' FROM memories"
        )

    desk.write(fill)
    takes_few()
    with pytest.raises(OperationalError, match="too many SQL variables"):
        desk.store.database.execute_sql(f"SELECT {', '.join('?' * number)}", tuple(range(number)))
    ids = list(range(1, number + 1))
    change = delete(desk, *ids)
    assert change.label == "Delete 1,000 memories"
    assert desk.all() == []
    assert desk.store.database.execute_sql("SELECT count(*) FROM memory_versions").fetchone() == (0,)
    undo(desk, change)
    assert [m.id for m in desk.all()] == ids
    adjusted = desk.write(lambda: desk.memory.edits.adjust(ids, -0.1))
    assert {m.confidence for m in desk.all()} == {0.6}
    undo(desk, adjusted)
    assert {m.confidence for m in desk.all()} == {0.7}
