"""A data folder that a newer version has used: this version says so in one sentence and changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.other_process import everything_stored, other_connection

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import store_place

SENTENCE = "was written by a newer version of Claude Ops (schema 999, this one knows "
SETTINGS = "# mine\n[run]\npaused = true\nleave_alone = true\n\n[gardening]\nwater = 3\n"


def program(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder), *words],
        env=os.environ | {"PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


@pytest.fixture
def newer(data_dir: Path) -> Path:
    """A data folder whose database has a migration and a table that this version does not know."""
    with other_connection(DataFolder(data_dir)) as database:
        database.execute("INSERT INTO schema_migrations VALUES (999, 'later', '2099-01-01T00:00:00.000Z')")
        database.execute("CREATE TABLE later (id INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO later VALUES (1)")
    return data_dir


def content(folder: Path) -> str:
    return everything_stored(DataFolder(folder))


def remedy(folder: Path) -> str:
    """What can be done; on a server others use the store, so that no copy of it is put back."""
    if store_place.server_of(DataFolder(folder)) is not None:
        return "Update the application, or go on with a store of its own: --data-dir FOLDER."
    return f"Update the application, restore a copy from {folder / 'backups'}, or start afresh with --data-dir."


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["memory list", "memory add x --category timing", "run --agent watch", "daemon", "context", "events ack 1"]
)
def test_a_command_says_so_and_what_to_do_and_changes_nothing(newer: Path, words: str) -> None:
    before = content(newer)
    done = program(newer, *words.split())
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert SENTENCE in line
    assert line.endswith(remedy(newer))
    assert content(newer) == before


@pytest.mark.slow
def test_json_and_doctor_say_so_too(newer: Path) -> None:
    told = json.loads(program(newer, "sessions", "list", "--json").stdout)
    assert SENTENCE in told["error"]
    assert told["remedy"].startswith("Update the application")
    assert told["exit_code"] == 1
    done = program(newer, "doctor", "--json")
    assert done.returncode == 1
    (row,) = [row for row in json.loads(done.stdout) if row["what"] == "database"]
    assert row["verdict"] == "bad"
    assert SENTENCE in row["said"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--background",)])
def test_the_window_does_not_open_and_says_so(newer: Path, words: tuple[str, ...]) -> None:
    before = content(newer)
    done = program(newer, *words)
    assert done.returncode == 1
    assert SENTENCE in done.stderr
    assert "Update the application" in done.stderr
    assert content(newer) == before


@pytest.mark.slow
@pytest.mark.file_only("a file is copied as it is; from a server only what this version knows could be")
def test_it_can_still_be_backed_up_but_such_a_backup_is_not_restored(newer: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.zip"
    assert program(newer, "backup", str(saved)).returncode == 0
    fresh = tmp_path / "fresh"
    done = program(fresh, "restore", str(saved), "--yes")
    assert done.returncode == 1
    assert "was made by a newer version of Claude Ops" in done.stderr
    assert not (fresh / "claudeops.db").exists()


@pytest.mark.slow
@pytest.mark.parametrize("words", ["settings list", "settings set run.paused false", "run --agent watch", ""])
def test_settings_of_a_newer_version_are_named_and_kept(data_dir: Path, words: str) -> None:
    """The program does not go on without a setting that may be a limit, and does not take it out of the file."""
    file = data_dir / "settings.toml"
    file.write_text(SETTINGS + (file.read_text() if file.exists() else ""))  # where the store is stays there
    before = file.read_text()
    done = program(data_dir, *words.split())
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"in {file}: there is no such setting." in line
    assert "update the application if a newer version wrote it" in line
    assert file.read_text() == before
