"""Restoring from the window: the application quits, restores, and is there again with what the backup held."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.backup import back_up

DRIVER = Path(__file__).with_name("restart_driver.py")


@pytest.mark.slow
@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_the_application_restarts_with_what_the_backup_held(tmp_path):
    folder = DataFolder(tmp_path / "data")
    store = open_store(folder)
    store.write(
        lambda: store.database.execute_sql(
            "INSERT INTO events (level, message, created_at) VALUES ('info', 'kept', '2026-03-02T09:00:00.000Z')"
        )
    ).result()
    store.close()
    back_up(folder, tmp_path / "b.zip")
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute("DELETE FROM events")
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(folder.root), str(tmp_path / "b.zip")],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(Path(__file__).parents[3])},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].startswith("The backup is restored. What was here before is in ")
    assert "started again" in done.stdout
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(folder.database)) as database:
        assert database.execute("SELECT message FROM events WHERE message = 'kept'").fetchall() == [("kept",)]
