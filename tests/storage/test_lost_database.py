"""A database of zero bytes, or none, where the folder shows that there was one: it is not taken for a new one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from store_folders import add_events, fill, messages

from claudeops_desktop.core.errors import ClaudeOpsError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import maintenance, open_store
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.latest_backup import newest_good_backup
from claudeops_desktop.storage.lost_database import LostDatabase
from claudeops_desktop.storage.recover import recover_database, salvage_in_place
from claudeops_desktop.storage.restore import restore_backup
from claudeops_desktop.storage.start_empty import begin_empty

pytestmark = pytest.mark.file_only("what is lost is a file; a server's store is not taken for a new one")

FIRST = ["first 0", "first 1", "first 2"]


def cut_to_nothing(folder: DataFolder) -> None:
    for suffix in ("-wal", "-shm"):
        folder.database.with_name(folder.database.name + suffix).unlink(missing_ok=True)
    folder.database.write_bytes(b"")


def strip_to(folder: DataFolder, kept: str) -> None:
    """Leave nothing but the empty database and one trace of use."""
    for path in folder.root.iterdir():
        if path.name not in (kept, folder.database.name):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def test_beside_its_backups_an_empty_database_is_not_a_new_one(folder):
    back_up(folder, folder.backups)
    cut_to_nothing(folder)
    with pytest.raises(LostDatabase) as told:
        open_store(folder)
    assert "has zero bytes" in str(told.value)
    assert str(next(folder.backups.glob("*.zip"))) in told.value.remedy
    assert "3 events" in told.value.remedy
    assert folder.database.read_bytes() == b""


@pytest.mark.parametrize(
    "trace", ["logs", "settings.toml", "services.toml", "ui-state.json", "log-index.db", "checks.db"]
)
def test_any_trace_of_use_shows_that_there_was_one(folder, trace):
    cut_to_nothing(folder)
    strip_to(folder, trace)
    with pytest.raises(LostDatabase):
        open_store(folder)
    assert folder.database.stat().st_size == 0


@pytest.mark.parametrize("trace", ["logs", "log-index.db", "checks.db"])
def test_a_missing_database_is_told_too(folder, trace):
    folder.database.unlink()
    strip_to(folder, trace)
    with pytest.raises(LostDatabase, match="is missing"):
        open_store(folder)
    assert not folder.database.exists()


def test_a_new_folder_with_settings_written_ahead_starts_at_once(tmp_path):
    new = DataFolder(tmp_path / "new").create()
    new.settings_file.write_text("[run]\ndry_run = true\n")
    (new.logs / "app.log").write_text("started\n")
    open_store(new).close()
    assert messages(new) == []


@pytest.mark.slow
def test_a_lone_empty_file_is_a_beginning(tmp_path):
    new = DataFolder(tmp_path / "new").create()
    new.database.touch()
    open_store(new).close()
    assert messages(new) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "what", [maintenance.check_database, maintenance.measure_folder, maintenance.compact_database, back_up]
)
def test_nothing_else_takes_it_for_a_new_one(folder, tmp_path, what):
    back_up(folder, folder.backups)
    cut_to_nothing(folder)
    arguments = {maintenance.measure_folder: (folder,), back_up: (folder, tmp_path / "b.zip")}.get(
        what, (folder.database,)
    )
    with pytest.raises(LostDatabase):
        what(*arguments)
    assert folder.database.stat().st_size == 0


def only_in_log(folder: DataFolder, tmp_path: Path, *, checkpoint: bool) -> DataFolder:
    """The folder as a crash leaves it: the newest rows are in the write-ahead log alone, and the database is empty."""
    store = open_store(folder)
    if not checkpoint:
        store.database.execute_sql("PRAGMA wal_autocheckpoint=0")
        store.close()
        with closing(sqlite3.connect(folder.database)) as database:
            database.execute("PRAGMA wal_autocheckpoint=0")
            database.execute("VACUUM")  # in WAL mode every page goes through the log
            database.execute("INSERT INTO events (level, message, created_at) VALUES ('info', 'newest', 'x')")
            database.commit()
            return copy_beside(folder, tmp_path)
    add_events(store, 1, "newest")
    try:
        return copy_beside(folder, tmp_path)
    finally:
        store.close()


def copy_beside(folder: DataFolder, tmp_path: Path) -> DataFolder:
    copy = DataFolder(tmp_path / "copy").create()
    shutil.copyfile(f"{folder.database}-wal", f"{copy.database}-wal")
    shutil.copyfile(folder.settings_file, copy.settings_file)
    copy.database.write_bytes(b"")
    return copy


@pytest.mark.slow
def test_a_log_that_holds_everything_is_used(folder, tmp_path):
    copy = only_in_log(folder, tmp_path, checkpoint=False)
    log = Path(f"{copy.database}-wal").read_bytes()
    assert messages(copy) == [*FIRST, "newest"]
    (kept,) = copy.backups.glob("claudeops-damaged-*-wal")
    assert kept.read_bytes() == log


@pytest.mark.slow
def test_a_log_that_holds_a_part_is_kept_and_can_be_salvaged(folder, tmp_path):
    copy = only_in_log(folder, tmp_path, checkpoint=True)
    wal = Path(f"{copy.database}-wal")
    log = wal.read_bytes()
    with pytest.raises(LostDatabase) as told:
        open_store(copy)
    assert "salvage" in told.value.remedy
    assert wal.read_bytes() == log
    recover_database(copy.database, tmp_path / "saved.db")
    with closing(sqlite3.connect(tmp_path / "saved.db")) as database:
        assert ("newest 0",) in database.execute("SELECT message FROM events").fetchall()
    assert wal.read_bytes() == log


def test_a_restore_keeps_the_log_beside_the_empty_file(folder, tmp_path):
    back_up(folder, tmp_path / "b.zip")
    copy = only_in_log(folder, tmp_path, checkpoint=True)
    log = Path(f"{copy.database}-wal").read_bytes()
    done = restore_backup(copy, tmp_path / "b.zip")
    assert messages(copy) == FIRST
    assert done.safety is not None
    assert Path(f"{done.safety}-wal").read_bytes() == log


def test_the_newest_whole_backup_is_offered_not_a_broken_one(folder):
    back_up(folder, folder.backups / "claudeops-20260301T000000Z.zip")
    (folder.backups / "claudeops-20260401T000000Z.zip").write_bytes(b"half a backup")
    newest = folder.backups / "claudeops-20260302T000000Z.zip"
    back_up(folder, newest)
    data = bytearray(newest.read_bytes())
    data[len(data) // 3] ^= 0xFF
    newest.write_bytes(data)
    found = newest_good_backup(folder)
    assert found is not None
    assert found.path.name == "claudeops-20260301T000000Z.zip"
    assert found.counts["events"] == 3


@pytest.mark.slow
def test_the_operator_may_begin_with_an_empty_one_and_nothing_is_lost(folder):
    before = folder.database.read_bytes()
    kept = begin_empty(folder)
    assert kept is not None
    assert kept.read_bytes() == before
    assert messages(folder) == []
    open_store(folder).close()


@pytest.mark.slow
def test_it_is_not_made_empty_under_an_application(folder):
    store = open_store(folder)
    try:
        with pytest.raises(ClaudeOpsError, match="is at work on"):
            begin_empty(folder)
    finally:
        store.close()
    assert messages(folder) == FIRST


@pytest.mark.slow
def test_salvage_into_its_place_waits_for_nobody_to_use_it(folder):
    store = open_store(folder)
    try:
        with pytest.raises(ClaudeOpsError, match="is at work on"):
            salvage_in_place(folder)
    finally:
        store.close()


def test_a_first_start_never_shows_a_file_of_zero_bytes(tmp_path, monkeypatch):
    """A start that was killed in between is not taken for a loss by the next."""
    seen: list[int] = []
    real = sqlite3.connect

    def watching(path, *arguments, **options):
        database = tmp_path / "data" / "claudeops.db"
        if database.exists():
            seen.append(database.stat().st_size)
        return real(path, *arguments, **options)

    monkeypatch.setattr(sqlite3, "connect", watching)
    fill(DataFolder(tmp_path / "data"), 1)
    assert seen
    assert 0 not in seen
