"""Two applications on one data folder: one keeps the schedule, the other shows it and takes over when it ends."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from claudeops_desktop.core.schedule_lock import is_schedule_kept


@pytest.mark.slow
def test_the_second_application_takes_over_when_the_first_ends(engine, folder, qtbot, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.engine.TAKE_OVER_EVERY_S", 0.1)
    first = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), "daemon"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    qtbot.waitUntil(lambda: bool(engine.book.schedules.list()), timeout=30_000)
    qtbot.waitUntil(lambda: is_schedule_kept(folder.root))
    assert not engine.keep_time()
    qtbot.waitUntil(lambda: engine.schedule.next_due() is not None, timeout=10_000)
    assert not engine.schedule.acts
    first.send_signal(signal.SIGTERM)
    assert first.wait(90) == 0
    qtbot.waitUntil(lambda: engine.schedule.acts)
