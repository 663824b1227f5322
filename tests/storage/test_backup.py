"""X4: everything in one file, made while the application works; whole, or not there at all."""

from __future__ import annotations

import json
import resource
import signal
import stat
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest
from store_folders import add_events, delete_events, fill

from claudeops_desktop import __version__
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import migrate, open_store
from claudeops_desktop.storage.archive import MANIFEST, BackupCancelled, BackupProgress
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.backup_reader import check_backup


def names(path: Path) -> set[str]:
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(".") or path.name.endswith(".part"))


def test_everything_of_the_folder_is_in_one_file(folder: DataFolder, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "b.zip")
    assert names(tmp_path / "b.zip") == {
        "claudeops.db", "settings.toml", "services.toml", "ui-state.json", "watch-history.json",
        "logs/session-1-first.ndjson", MANIFEST,
    }  # fmt: skip


def test_logs_can_be_left_out(folder: DataFolder, tmp_path: Path) -> None:
    manifest = back_up(folder, tmp_path / "b.zip", logs=False)
    assert not manifest.with_logs
    assert not any(name.startswith("logs/") for name in names(tmp_path / "b.zip"))


def test_the_manifest_says_what_is_in_it(folder: DataFolder, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        said = json.loads(archive.read(MANIFEST))
    assert (said["version"], said["schema"]) == (__version__, max(m.number for m in migrate.known_migrations()))
    assert said["counts"]["events"] == 3
    assert all(len(file["sha256"]) == 64 for file in said["files"])


def test_it_is_the_operators_alone(folder: DataFolder, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "b.zip")
    assert stat.S_IMODE((tmp_path / "b.zip").stat().st_mode) == 0o600


def test_a_folder_as_target_gets_a_file_with_the_time_in_its_name(folder: DataFolder, tmp_path: Path) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    back_up(folder, place)
    (made,) = place.iterdir()
    assert made.name.startswith("claudeops-2")


def test_a_file_that_is_there_is_not_overwritten(folder: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("precious", encoding="utf-8")
    with pytest.raises(OperatorError, match="exists already"):
        back_up(folder, tmp_path / "b.zip")
    assert (tmp_path / "b.zip").read_text(encoding="utf-8") == "precious"


def test_it_is_one_state_of_a_database_that_is_written_to_meanwhile(folder: DataFolder, tmp_path: Path) -> None:
    """Each write adds a pair: whatever moment the copy is of, it holds whole pairs only."""
    store = open_store(folder)
    try:

        def write_meanwhile(_progress: BackupProgress) -> None:
            add_events(store, 2, "pair")

        manifest = back_up(folder, tmp_path / "b.zip", report=write_meanwhile)
        assert manifest.counts["events"] % 2 == 1
        check_backup(tmp_path / "b.zip")
    finally:
        store.close()


def test_progress_comes_to_its_end(folder: DataFolder, tmp_path: Path) -> None:
    told: list[BackupProgress] = []
    back_up(folder, tmp_path / "b.zip", report=told.append)
    packing = [progress for progress in told if progress.what.startswith("Packing")]
    assert packing[-1].done == packing[-1].total
    assert told[-1].what == "Checking the backup"
    assert told[-1].done == told[-1].total


@pytest.mark.parametrize("at", range(1, 12, 2))
def test_cancelled_at_any_point_it_leaves_nothing(folder: DataFolder, tmp_path: Path, at: int) -> None:
    asked = iter(range(100))
    place = tmp_path / "place"
    place.mkdir()
    with pytest.raises(BackupCancelled):
        back_up(folder, place / "b.zip", stopped=lambda: next(asked) >= at)
    assert list(place.iterdir()) == []


def test_a_full_disk_is_a_sentence_and_no_half_file(folder: DataFolder, tmp_path: Path) -> None:
    (folder.logs / "large.ndjson").write_bytes(bytes(range(256)) * 8_000)
    place = tmp_path / "place"
    place.mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
    try:
        with pytest.raises(EnvironmentFault):
            back_up(folder, place / "b.zip")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(place.iterdir()) == []


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.storage.backup import back_up

    left = int(sys.argv[3])
    def report(_progress):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
    back_up(DataFolder(Path(sys.argv[1])), Path(sys.argv[2]), report=report)
"""


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0, 1, 3, 6])
def test_killed_in_the_middle_it_is_not_there_and_the_next_one_sweeps_up(
    folder: DataFolder, tmp_path: Path, moment: int
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    words = [sys.executable, "-c", textwrap.dedent(KILLED), str(folder.root), str(place / "b.zip"), str(moment)]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not (place / "b.zip").exists()
    back_up(folder, place / "c.zip")
    assert [path.name for path in place.iterdir()] == ["c.zip"]


def test_a_folder_that_cannot_be_written_is_a_sentence(folder: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match="could not be written"):
        back_up(folder, tmp_path / "file" / "b.zip")


@pytest.mark.slow
def test_links_out_of_the_folder_are_not_followed(folder: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("key", encoding="utf-8")
    (folder.logs / "link.ndjson").symlink_to(tmp_path / "secret")
    back_up(folder, tmp_path / "b.zip")
    assert "logs/link.ndjson" not in names(tmp_path / "b.zip")


def test_a_settings_file_that_is_a_link_is_packed_with_what_it_says(folder: DataFolder, tmp_path: Path) -> None:
    """Operators keep their settings in a repository of their own."""
    elsewhere = tmp_path / "dotfiles.toml"
    folder.settings_file.replace(elsewhere)
    folder.settings_file.symlink_to(elsewhere)
    back_up(folder, tmp_path / "b.zip")
    assert "settings.toml" in names(tmp_path / "b.zip")


@pytest.mark.file_only("a damaged file")
def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(folder: DataFolder, tmp_path: Path) -> None:
    with folder.database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096 * 10)
    with pytest.raises(EnvironmentFault, match="damaged"):
        back_up(folder, tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()
    assert leftovers(tmp_path) == []


@pytest.mark.file_only("there is no file")
def test_nothing_to_back_up_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match="nothing to back up"):
        back_up(DataFolder(tmp_path / "none"), tmp_path / "b.zip")


@pytest.mark.slow
def test_a_backup_with_a_bit_turned_is_found_out(folder: DataFolder, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "b.zip")
    found = bytearray((tmp_path / "b.zip").read_bytes())
    found[len(found) // 3] ^= 0x10
    (tmp_path / "b.zip").write_bytes(found)
    with pytest.raises(OperatorError, match=r"damaged|not a backup"):
        check_backup(tmp_path / "b.zip")


def test_what_was_deleted_is_not_in_it(folder: DataFolder, tmp_path: Path) -> None:
    fill(folder, 1, "forgotten-words")
    delete_events(folder, "forgotten-words")
    (folder.logs / "session-1-forgotten-words.ndjson").unlink()
    for path in (folder.settings_file, folder.services_file):
        path.write_text("", encoding="utf-8")
    back_up(folder, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert b"forgotten-words" not in archive.read("claudeops.db")
