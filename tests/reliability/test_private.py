"""The data folder is the operator's alone, whatever the umask was and whatever rights its files had before."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from breaking import Program, rows
from support.folders import used_folder

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage.permissions import make_private


def open_to_others(root: Path) -> dict[str, str]:
    """Everything in a folder that others may read or enter, with its rights."""
    return {
        str(path.relative_to(root.parent)): oct(stat.S_IMODE(path.lstat().st_mode))
        for path in (root, *root.rglob("*"))
        if not path.is_symlink() and path.lstat().st_mode & 0o077
    }


@pytest.fixture
def loose_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def used(folder: DataFolder, program: Program, recording, loose_umask) -> DataFolder:
    """A data folder after a session, a backup, an export, an index and a look at everything."""
    folder.root.mkdir(mode=0o755)
    agent = recording("[MEMORY:timing:jellyfin] Takes 60s to start\n[EVENT:warning:jellyfin] restarted twice")
    for words in (
        ("services", "init"),
        ("settings", "set", "run.dry_run", "false"),
        ("run", "--agent", agent),
        ("backup",),
        ("index-logs",),
        ("memory", "export", str(folder.root / "backups" / "memories.json")),
        ("maintenance", "vacuum"),
        ("recall", "jellyfin"),
    ):
        done = program.ask(*words)
        assert done.returncode == 0, (words, done.stderr)
    return folder


def window_once(program: Program, folder: DataFolder, qtbot, private: bool = False) -> None:
    """The window opens in the background and ends, once it has begun its work (or has made the folder private)."""
    window = program.start("--background")

    def begun() -> bool:
        return not open_to_others(folder.root) if private else bool(rows(folder.database, "SELECT id FROM schedules"))

    qtbot.waitUntil(begun, timeout=60_000)
    window.terminate()
    window.communicate(timeout=90)


@pytest.mark.slow
def test_nothing_of_a_used_folder_can_be_read_by_others(used, program, qtbot):
    window_once(program, used, qtbot)
    assert (used.logs / "app.log").exists()
    assert open_to_others(used.root) == {}


@pytest.mark.slow
def test_old_rights_are_taken_away_at_the_next_start(used, program, qtbot):
    window_once(program, used, qtbot)
    for path in (used.root, *used.root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    window_once(program, used, qtbot, private=True)
    assert open_to_others(used.root) == {}


def test_the_log_is_private_also_where_it_was_not_and_when_it_begins_anew(folder, loose_umask):
    folder.create()
    (folder.logs / "app.log").write_text("old\n")
    (folder.logs / "app.log").chmod(0o644)
    code = (
        "import logging, sys\n"
        "from pathlib import Path\n"
        "from claudeops_desktop.cli import logs\n"
        "from claudeops_desktop.core.paths import DataFolder\n"
        "logs.BYTES = 500\n"
        "logs.keep_log(DataFolder(Path(sys.argv[1])), quiet=True)\n"
        "for n in range(40): logging.getLogger('x').warning('line %d of some length', n)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(folder.root)], check=True, capture_output=True)
    found = sorted(folder.logs.glob("app.log*"))
    assert len(found) > 1
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}


@pytest.mark.both_stores
def test_a_folder_is_made_private_wherever_its_store_is(tmp_path, loose_umask):
    folder = used_folder(tmp_path / "data")
    folder.root.chmod(0o755)
    make_private(folder)
    assert open_to_others(folder.root) == {}


def test_files_of_others_and_links_are_left_as_they_are(tmp_path, loose_umask):
    folder = DataFolder(tmp_path / "data").create()
    folder.database.write_bytes(b"x")
    other = folder.root / "poetry.lock"
    other.write_text("mine")
    other.chmod(0o644)
    elsewhere = tmp_path / "dotfiles.toml"
    elsewhere.write_text("# mine")
    elsewhere.chmod(0o644)
    folder.settings_file.symlink_to(elsewhere)
    make_private(folder)
    assert stat.S_IMODE(other.stat().st_mode) == 0o644
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644
    assert stat.S_IMODE(folder.database.stat().st_mode) == 0o600


def test_halves_of_files_whose_writer_is_gone_are_swept_up(tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    gone = int(ended.stdout)
    half = folder.root / f".ui-state.json.{gone}-0123abcd"
    being_written = folder.root / f".ui-state.json.{os.getpid()}-0123abcd"
    for path in (half, being_written):
        path.write_text("{")
    make_private(folder)
    assert not half.exists()
    assert being_written.exists()
