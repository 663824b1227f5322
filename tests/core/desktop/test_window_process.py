"""The application as a process: it crashes for real and tells of it at the next start; signals end it cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import psutil
import pytest
from support.processes import is_over

from claudeops_desktop.core.desktop import crash
from claudeops_desktop.core.paths import DataFolder


@pytest.fixture
def start(data_dir):
    """``start(*words)`` starts the application, ends it after the test where it still runs."""
    begun = []

    def begin(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(data_dir), *words],
            env=dict(os.environ) | {"QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.communicate()


def fault(data_dir, process):
    return data_dir / "crashes" / f"{process.pid}.fault"


def is_keeping_time(data_dir):
    """The lock of the schedule is taken last."""
    return (data_dir / "schedule.lock").exists()


@pytest.mark.slow
def test_a_window_that_was_ended_by_the_system_tells_of_it_at_the_next_start(start, data_dir, qtbot):
    first = start()
    qtbot.waitUntil(lambda: is_keeping_time(data_dir), timeout=60_000)
    first.send_signal(signal.SIGABRT)
    first.communicate(timeout=90)
    assert "Aborted" in fault(data_dir, first).read_text()
    second = start()
    place = crash.folder_of(DataFolder(data_dir))
    qtbot.waitUntil(lambda: list(place.glob("*.shown.txt")) != [], timeout=60_000)
    assert not fault(data_dir, first).exists()
    second.send_signal(signal.SIGTERM)
    assert second.wait(90) == 0


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--background",), ("daemon",)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_cleanly_and_leaves_no_process(start, data_dir, qtbot, words, number):
    process = start(*words)
    qtbot.waitUntil(lambda: is_keeping_time(data_dir), timeout=60_000)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    said, _ = process.communicate(timeout=90)
    assert process.returncode == 0, said
    assert b"Traceback" not in said
    assert not fault(data_dir, process).exists()
    qtbot.waitUntil(lambda: all(is_over(child.pid) for child in children))


@pytest.mark.slow
def test_a_second_start_shows_the_place_that_it_was_asked_for(start, data_dir, qtbot):
    first = start("--background")
    qtbot.waitUntil(lambda: is_keeping_time(data_dir), timeout=60_000)
    second = start("--show", "events:1")
    said, _ = second.communicate(timeout=90)
    assert second.returncode == 0, said
    first.send_signal(signal.SIGTERM)
    assert first.wait(90) == 0
    assert '"page": "events"' in (data_dir / "ui-state.json").read_text()


@pytest.mark.slow
def test_a_daemon_that_waits_lets_the_window_keep_the_schedule(start, data_dir, qtbot):
    window = start("--background")
    qtbot.waitUntil(lambda: is_keeping_time(data_dir), timeout=60_000)
    assert start("daemon").wait(90) == 1
    waiting = start("daemon", "--wait")
    log = data_dir / "logs" / "app.log"
    qtbot.waitUntil(lambda: "this one waits" in log.read_text(), timeout=60_000)
    for process in (waiting, window):
        process.send_signal(signal.SIGTERM)
        assert process.wait(90) == 0


def test_without_a_display_a_place_is_not_shown_and_nothing_runs(new_data_dir):
    environ = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(new_data_dir), "--show", "events"],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("There is no display here")
    assert not (new_data_dir / "claudeops.db").exists()
