"""Integrity, sizes, giving room back; and what can be done once the database is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from store_folders import add_events, delete_events, fill, messages

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import maintenance, open_store
from claudeops_desktop.storage.archive import BackupCancelled
from claudeops_desktop.storage.recover import recover_database


def damage_pages_of(path: Path, table: str, pages: slice = slice(2, 3)) -> None:
    """Overwrite some of the pages that hold a table's rows, as a bad disk would."""
    with closing(sqlite3.connect(path)) as database:
        size = database.execute("PRAGMA page_size").fetchone()[0]
        found = [
            page
            for (page,) in database.execute(
                "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", (table,)
            )
        ]
    with path.open("r+b") as file:
        for page in found[pages]:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)


def test_a_whole_database_is_said_to_be_whole(folder: DataFolder) -> None:
    assert maintenance.check_database(folder.database).is_sound


@pytest.mark.slow
def test_it_is_checked_while_the_application_works(folder: DataFolder) -> None:
    store = open_store(folder)
    try:
        assert maintenance.check_database(folder.database).is_sound
        add_events(store, 1, "more")
    finally:
        store.close()


@pytest.mark.slow
@pytest.mark.file_only("rows point nowhere in a file only: a server checks keys always")
def test_rows_that_point_nowhere_are_found(folder: DataFolder) -> None:
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute("INSERT INTO due_times (schedule_id, due_at, state) VALUES (77, 'x', 'ran')")
    health = maintenance.check_database(folder.database)
    assert not health.is_sound
    assert health.dangling == ("row 1 of due_times points to a row of schedules that is gone",)


@pytest.mark.slow
@pytest.mark.file_only("a damaged or missing file")
def test_damage_is_found_and_named(folder: DataFolder) -> None:
    fill(folder, 2000, "many")
    damage_pages_of(folder.database, "events")
    health = maintenance.check_database(folder.database)
    assert not health.is_sound
    assert health.problems


@pytest.mark.file_only("a damaged or missing file")
def test_no_database_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="There is no database"):
        maintenance.check_database(tmp_path / "none.db")


@pytest.mark.slow
@pytest.mark.file_only("a damaged or missing file")
def test_what_is_no_database_says_what_to_do(folder: DataFolder) -> None:
    folder.database.write_bytes(b"not a database at all" * 500)
    with pytest.raises(EnvironmentFault) as told:
        maintenance.check_database(folder.database)
    assert "is damaged" in str(told.value)
    assert "claudeops maintenance salvage" in told.value.remedy


@pytest.mark.slow
def test_sizes_of_everything(folder: DataFolder) -> None:
    found = maintenance.measure_folder(folder)
    assert found.log_files == 1
    assert found.logs == sum(path.stat().st_size for path in folder.logs.iterdir())
    assert found.index > 0
    assert found.check_results == sum(path.stat().st_size for path in folder.root.glob("checks.db*")) > 0
    rows = {table.name: table.rows for table in found.tables}
    assert rows["events"] == 3
    assert found.total >= found.database + found.logs + found.check_results


@pytest.mark.slow
@pytest.mark.file_only("unused room is the server's own business")
def test_compacting_gives_room_back_and_loses_nothing(folder: DataFolder) -> None:
    fill(folder, 5000, "many")
    delete_events(folder, "many")
    unused = maintenance.measure_folder(folder).unused
    assert unused > 100_000
    done = maintenance.compact_database(folder.database)
    assert done.after <= done.before - unused
    assert maintenance.measure_folder(folder).unused == 0
    assert messages(folder) == ["first 0", "first 1", "first 2"]


def test_compacting_works_beside_an_open_application(folder: DataFolder) -> None:
    store = open_store(folder)
    try:
        maintenance.compact_database(folder.database)
        add_events(store, 1, "after")
    finally:
        store.close()
    assert messages(folder)[-1] == "after 0"


@pytest.mark.slow
def test_compacting_can_be_cancelled(folder: DataFolder) -> None:
    fill(folder, 5000, "many")
    with pytest.raises(BackupCancelled):
        maintenance.compact_database(folder.database, stopped=lambda: True)
    assert len(messages(folder)) == 5003


@pytest.mark.file_only("a damaged or missing file")
def test_opening_a_damaged_database_is_a_sentence_with_what_to_do(folder: DataFolder) -> None:
    folder.database.write_bytes(b"not a database at all" * 500)
    with pytest.raises(EnvironmentFault) as told:
        open_store(folder)
    assert "damaged" in str(told.value)
    assert "claudeops restore" in told.value.remedy
    assert "claudeops maintenance salvage" in told.value.remedy


@pytest.mark.slow
@pytest.mark.file_only("salvage reads a file")
def test_salvage_saves_what_lies_on_both_sides_of_the_damage(folder: DataFolder, tmp_path: Path) -> None:
    fill(folder, 4000, "many")
    damage_pages_of(folder.database, "events", slice(10, 12))
    done = recover_database(folder.database, tmp_path / "saved.db")
    events = next(table for table in done.tables if table.name == "events")
    assert not events.whole
    assert 3700 < events.saved < 4003
    saved = DataFolder(tmp_path / "again").create()
    (tmp_path / "saved.db").replace(saved.database)
    found = messages(saved)
    assert found[0] == "first 0"
    assert found[-1] == "many 3999"
    assert maintenance.check_database(saved.database).is_sound


@pytest.mark.slow
@pytest.mark.file_only("salvage reads a file")
def test_salvage_of_a_whole_database_is_all_of_it(folder: DataFolder, tmp_path: Path) -> None:
    done = recover_database(folder.database, tmp_path / "saved.db")
    assert all(table.whole for table in done.tables)
    assert {table.name: table.saved for table in done.tables}["events"] == 3


@pytest.mark.slow
@pytest.mark.file_only("rows point nowhere in a file only: a server checks keys always")
def test_salvage_leaves_no_row_that_points_nowhere(folder: DataFolder, tmp_path: Path) -> None:
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute("INSERT INTO due_times (schedule_id, due_at, state) VALUES (77, 'x', 'ran')")
        database.execute("INSERT INTO events (session_id, level, message, created_at) VALUES (99, 'info', 'm', 'x')")
    done = recover_database(folder.database, tmp_path / "saved.db")
    tables = {table.name: table for table in done.tables}
    assert (tables["due_times"].saved, tables["due_times"].dropped) == (0, 1)
    assert tables["events"].saved == 4
    assert maintenance.check_database(tmp_path / "saved.db").is_sound


@pytest.mark.slow
@pytest.mark.file_only("salvage reads a file")
def test_salvage_does_not_touch_the_damaged_file(folder: DataFolder, tmp_path: Path) -> None:
    damage_pages_of(folder.database, "events", slice(0, 1))
    before = folder.database.read_bytes()
    recover_database(folder.database, tmp_path / "saved.db")
    assert folder.database.read_bytes() == before


@pytest.mark.slow
def test_where_nothing_can_be_read_it_says_so_and_leaves_nothing(folder: DataFolder, tmp_path: Path) -> None:
    folder.database.write_bytes(b"\x00" * 100_000)
    with pytest.raises(OperatorError, match="Nothing can be read"):
        recover_database(folder.database, tmp_path / "saved.db")
    assert not list(tmp_path.glob("*saved*"))


@pytest.mark.slow
@pytest.mark.file_only("salvage reads a file")
def test_salvage_can_be_cancelled(folder: DataFolder, tmp_path: Path) -> None:
    with pytest.raises(BackupCancelled):
        recover_database(folder.database, tmp_path / "saved.db", stopped=lambda: True)
    assert not list(tmp_path.glob("*saved*"))
