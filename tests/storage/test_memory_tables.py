"""Backup, restore, check and salvage with the tables of the memory engine: append-only passages, word indexes, keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from store_folders import fill
from test_maintenance import damage_pages_of

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import candidates, tables
from claudeops_desktop.storage import backup, maintenance, open_store, restore
from claudeops_desktop.storage.database import proxy
from claudeops_desktop.storage.recover import recover_database, salvage_in_place

pytestmark = pytest.mark.file_only("salvage and FTS5's own tables are of the file")

T = "2026-03-02T09:00:00.000000Z"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A plain connection whose writes are kept."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA foreign_keys=ON")
        with database:
            yield database


def remember(database: sqlite3.Connection, *texts: str) -> list[int]:
    """Memories with their passages, said by session 1."""
    database.execute(
        "INSERT OR IGNORE INTO runs (id, trigger, agent, status, started_at, max_tier) VALUES (1, 'manual', 'claude',"
        f" 'completed', '{T}', 3)"
    )
    database.execute(
        "INSERT OR IGNORE INTO sessions (id, tier, trigger, status, prompt_text, started_at, run_id, agent)"
        f" VALUES (1, 1, 'manual', 'completed', '', '{T}', 1, 'claude')"
    )
    made = []
    for text in texts:
        passage = database.execute(
            "INSERT INTO resources (raw_content, content_type, content_at, conversation_id, created_at)"
            " VALUES (?, 'marker', ?, 'session:1', ?)",
            (f"said: {text}", T, T),
        ).lastrowid
        memory = database.execute(
            "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at,"
            " session_id, tier, resource_id, valid_from, last_confirmed_at)"
            " VALUES ('nginx', 'timing', ?, 0.7, 1, ?, ?, 1, 1, ?, ?, ?)",
            (text, T, T, passage, T, T),
        ).lastrowid
        made.append(int(memory or 0))
    return made


def checkpoint(database: sqlite3.Connection, session: int, turns: int, said: str = "said") -> None:
    database.executemany(
        "INSERT INTO checkpoints (session_id, turn, model_output, created_at) VALUES (?, ?, ?, ?)",
        [(session, turn, f"{said} {turn}", T) for turn in range(1, turns + 1)],
    )


def words(path: Path, question: str) -> list[int]:
    with closing(sqlite3.connect(path)) as database:
        return [
            row for (row,) in database.execute("SELECT rowid FROM memory_words WHERE memory_words MATCH ?", [question])
        ]


@pytest.mark.slow
def test_salvage_makes_the_words_anew_and_lets_nothing_be_changed_afterwards(
    folder: DataFolder, tmp_path: Path
) -> None:
    with opened(folder.database) as database:
        first, second = remember(database, "Takes 60s to restart", "Returns 302 when healthy")
        checkpoint(database, 1, 3)
        database.execute("INSERT INTO resource_purge VALUES (1)")
    target = tmp_path / "saved.db"
    done = recover_database(folder.database, target)
    saved = {table.name: table for table in done.tables}
    assert all(table.whole for table in done.tables)
    assert saved["checkpoints"].saved == 3
    assert not [name for name in saved if name.startswith("memory_words")]
    assert words(target, "restarting") == [first]
    assert words(target, "healthy") == [second]
    assert maintenance.check_database(target).is_sound
    with opened(target) as database, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute("UPDATE resources SET raw_content = ''")


@pytest.mark.slow
def test_the_words_of_a_memory_that_is_changed_after_a_salvage_are_found(folder: DataFolder) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
    salvage_in_place(folder)
    with opened(folder.database) as database:
        database.execute("UPDATE memories SET observation = 'Needs a vacuum' WHERE id = ?", (number,))
    assert words(folder.database, "vacuum") == [number]
    assert words(folder.database, "restart") == []
    assert maintenance.check_database(folder.database).is_sound


@pytest.mark.slow
def test_checkpoints_on_both_sides_of_the_damage_are_saved(folder: DataFolder, tmp_path: Path) -> None:
    with opened(folder.database) as database:
        remember(database, "Takes 60s to restart")
        checkpoint(database, 1, 3000, "x" * 100)
    damage_pages_of(folder.database, "checkpoints", slice(5, 6))
    done = recover_database(folder.database, tmp_path / "saved.db")
    found = next(table for table in done.tables if table.name == "checkpoints")
    assert not found.whole
    assert 2900 < found.saved < 3000
    with opened(tmp_path / "saved.db") as database:
        ends = database.execute("SELECT min(turn), max(turn) FROM checkpoints").fetchone()
    assert ends == (1, 3000)


@pytest.mark.slow
def test_checkpoints_of_a_session_that_was_lost_go_with_it(folder: DataFolder, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder.database)) as database, database:
        remember(database, "Takes 60s to restart")
        checkpoint(database, 1, 2)
        checkpoint(database, 77, 4)
    done = recover_database(folder.database, tmp_path / "saved.db")
    found = next(table for table in done.tables if table.name == "checkpoints")
    assert (found.saved, found.dropped) == (2, 4)
    assert maintenance.check_database(tmp_path / "saved.db").is_sound


@pytest.mark.slow
def test_a_memory_whose_passage_was_lost_points_to_its_own_words(folder: DataFolder, tmp_path: Path) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
        database.execute("UPDATE memories SET resource_id = 999, superseded_by = 888, valid_until = ?", (T,))
    recover_database(folder.database, tmp_path / "saved.db")
    with opened(tmp_path / "saved.db") as database:
        row = database.execute(
            "SELECT r.raw_content, r.conversation_id, m.superseded_by, m.valid_until FROM memories m"
            " JOIN resources r ON r.id = m.resource_id WHERE m.id = ?",
            (number,),
        ).fetchone()
    assert row == ("Takes 60s to restart", "session:1", None, "")


@pytest.mark.slow
def test_what_a_database_of_the_first_version_held_is_salvaged_into_the_present_one(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with opened(old) as database:
        database.execute(
            "CREATE TABLE memories (id INTEGER PRIMARY KEY, service TEXT, category TEXT, observation TEXT,"
            " confidence REAL, active INTEGER, created_at TEXT, updated_at TEXT, session_id INTEGER, tier INTEGER)"
        )
        database.execute(
            f"INSERT INTO memories VALUES (4, NULL, 'timing', 'Slow on Mondays', 0.7, 1, '{T}', '{T}', NULL, 1)"
        )
    recover_database(old, tmp_path / "saved.db")
    with opened(tmp_path / "saved.db") as database:
        row = database.execute(
            "SELECT r.raw_content, r.content_type, m.valid_from, m.last_confirmed_at FROM memories m"
            " JOIN resources r ON r.id = m.resource_id"
        ).fetchone()
    assert row == ("Slow on Mondays", "operator", T, T)
    assert words(tmp_path / "saved.db", "monday") == [4]


@pytest.mark.slow
def test_a_word_index_that_does_not_match_is_found_and_compacting_makes_it_anew(folder: DataFolder) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
        database.execute(
            "INSERT INTO memory_words (memory_words, rowid, observation, service, category)"
            " VALUES ('delete', ?, 'Takes 60s to restart', 'nginx', 'timing')",
            (number,),
        )
    health = maintenance.check_database(folder.database)
    assert health.problems == (
        "the word index memory_words does not match its table: `claudeops maintenance vacuum` makes it anew",
    )
    maintenance.compact_database(folder.database)
    assert maintenance.check_database(folder.database).is_sound
    assert words(folder.database, "restart") == [number]


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", ["UPDATE memory_words_data SET block = x'00ff00ff00ff00ff'", "DELETE FROM memory_words_data"]
)
def test_a_word_index_that_cannot_even_be_opened_is_made_anew_by_compacting(folder: DataFolder, damage: str) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
        database.execute(damage)
    assert not maintenance.check_database(folder.database).is_sound
    maintenance.compact_database(folder.database)
    assert maintenance.check_database(folder.database).is_sound
    assert words(folder.database, "restart") == [number]


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", ["UPDATE memory_words_data SET block = x'00ff00ff00ff00ff'", "DELETE FROM memory_words_data"]
)
def test_a_write_that_meets_a_damaged_word_index_has_it_made_anew_and_is_done(folder: DataFolder, damage: str) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
        database.execute(damage)
    store = open_store(folder)
    try:
        store.write(
            lambda: store.database.execute_sql("UPDATE memories SET observation = 'Takes 70s to boot'")
        ).result()
    finally:
        store.close()
    assert maintenance.check_database(folder.database).is_sound
    assert words(folder.database, "boot") == [number]
    assert words(folder.database, "restart") == []


@pytest.mark.slow
def test_an_index_of_words_counts_as_one_table(folder: DataFolder) -> None:
    with opened(folder.database) as database:
        remember(database, "Takes 60s to restart", "Returns 302 when healthy")
    tables = {table.name: table for table in maintenance.measure_folder(folder).tables}
    assert [name for name in tables if name.startswith("memory_words")] == ["memory_words"]
    assert tables["memory_words"].rows == 2
    assert (tables["memory_words"].bytes or 1) > 0


@pytest.mark.slow
def test_a_restored_backup_finds_by_words_and_keeps_its_passages(folder: DataFolder, tmp_path: Path) -> None:
    with opened(folder.database) as database:
        (number,) = remember(database, "Takes 60s to restart")
        checkpoint(database, 1, 2)
    made = tmp_path / "made.zip"
    manifest = backup.back_up(folder, made)
    assert manifest.counts["checkpoints"] == 2
    assert manifest.counts["resources"] == 1
    other = DataFolder(tmp_path / "other")
    fill(other, 1, "other")
    restore.restore_backup(other, made)
    assert words(other.database, "restart") == [number]
    open_store(other).close()
    assert maintenance.check_database(other.database).is_sound
    with opened(other.database) as database, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        database.execute("DELETE FROM resources")


@pytest.mark.parametrize(
    "ask",
    [lambda: tables.list_service_texts("plex", "timing"), lambda: candidates.read_rows("plex", None, 9)],
    ids=["of a category", "of a service"],
)
def test_texts_to_compare_with_are_read_from_their_index_alone(tmp_path, ask):
    store = open_store(DataFolder(tmp_path).create())
    said = []

    def plan():
        connection = proxy.connection()
        connection.set_trace_callback(said.append)
        ask()
        connection.set_trace_callback(None)
        return " ".join(row[3] for row in proxy.execute_sql(f"EXPLAIN QUERY PLAN {said[0]}"))

    with closing(store):
        assert "USING COVERING INDEX idx_memories_texts" in store.read(plan).result()
