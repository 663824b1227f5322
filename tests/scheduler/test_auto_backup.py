"""Backups that nobody asked for: weekly, the last four, and a sentence where one could not be made."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import BackupSettings
from claudeops_desktop.scheduler.auto_backup import back_up_if_due, is_due, list_backups
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.backup_reader import check_backup

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WEEKLY = BackupSettings()


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    found = DataFolder(tmp_path / "data")
    open_store(found).close()
    return found


def look(folder: DataFolder, at: datetime, settings: BackupSettings = WEEKLY, told: list[str] | None = None) -> bool:
    return back_up_if_due(folder, settings, (told if told is not None else []).append, lambda: at) is not None


def test_the_first_is_due_at_once_and_the_next_a_week_later(folder: DataFolder) -> None:
    assert look(folder, NOW)
    assert not look(folder, NOW + timedelta(days=6))
    assert look(folder, NOW + timedelta(days=7))


def test_they_are_whole(folder: DataFolder) -> None:
    look(folder, NOW)
    ((at, path),) = list_backups(folder)
    assert at == NOW
    assert not check_backup(path).with_logs


@pytest.mark.slow
def test_the_last_four_are_kept(folder: DataFolder) -> None:
    for week in range(6):
        look(folder, NOW + timedelta(weeks=week))
    assert [at for at, _ in list_backups(folder)] == [NOW + timedelta(weeks=week) for week in range(2, 6)]


def test_backups_of_the_operators_own_are_never_removed(folder: DataFolder) -> None:
    own = folder.backups / "claudeops-auto-before-the-move.zip"
    own.write_bytes(b"precious")
    for week in range(6):
        look(folder, NOW + timedelta(weeks=week))
    assert own.read_bytes() == b"precious"


def test_they_can_be_turned_off(folder: DataFolder) -> None:
    assert not look(folder, NOW, BackupSettings(every_days=0))


def test_a_clock_that_was_set_back_does_not_make_one_at_every_look(folder: DataFolder) -> None:
    assert not is_due(NOW + timedelta(days=400), WEEKLY, NOW)


@pytest.mark.file_only("a damaged file")
def test_one_that_cannot_be_made_is_told_and_tried_again(folder: DataFolder) -> None:
    kept = folder.database.read_bytes()
    folder.database.write_bytes(b"damaged" * 1000)
    told: list[str] = []
    assert not look(folder, NOW, told=told)
    assert "could not be made" in told[0]
    assert list_backups(folder) == []
    folder.database.write_bytes(kept)
    assert look(folder, NOW)
