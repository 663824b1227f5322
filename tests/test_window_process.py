"""The application as a process of its own: it starts with its window, and ends when it is told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from support.other_process import stored_rows


def schedules(folder) -> int:
    """How many schedules the application has made: it makes the first one when all of it stands."""
    return sum(number for (number,) in stored_rows(folder, "SELECT count(*) FROM schedules"))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("arguments", [[], ["--background"]])
def test_a_signal_ends_it_cleanly_though_closing_would_leave_it_in_the_tray(number, arguments, new_data_dir, qtbot):
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(new_data_dir), *arguments],
        env=dict(os.environ) | {"QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    with process:
        qtbot.waitUntil(lambda: schedules(new_data_dir) > 0, timeout=60_000)
        process.send_signal(number)
        said, _ = process.communicate(timeout=90)
    assert process.returncode == 0, said
    assert b"Traceback" not in said


@pytest.mark.slow
@pytest.mark.file_only("there is no file")
def test_the_database_is_the_operators_alone(new_data_dir, qtbot):
    new_data_dir.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(new_data_dir), "memory", "list"],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert (new_data_dir / "claudeops.db").stat().st_mode & 0o077 == 0
