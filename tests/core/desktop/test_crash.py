"""Crashes are caught, written without secrets, and taken in at the next start; the process really crashes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from claudeops_desktop.core.desktop import crash
from claudeops_desktop.core.paths import DataFolder

_CRASH = """
import sys, threading, ctypes, os, signal
from pathlib import Path
from claudeops_desktop.core.desktop.crash import CrashWatch
from claudeops_desktop.core.paths import DataFolder
folder = DataFolder(Path(sys.argv[1])).create()
(folder.logs / "app.log").write_text("a line of the log\\nwith hunter2-hunter2 in it\\n")
watch = CrashWatch(folder, lambda text: text.replace("hunter2-hunter2", "[redacted]"))
watch.install()
def fall():
    {how}
fall()
{after}
"""


@pytest.fixture
def folder(tmp_path):
    return DataFolder(tmp_path / "data").create()


def fall(folder, how, after="watch.close()"):
    script = _CRASH.replace("{how}", how).replace("{after}", after)
    return subprocess.run(
        [sys.executable, "-c", script, str(folder.root)], capture_output=True, text=True, check=False, timeout=90
    )


def indented(code):
    return code.replace("\n", "\n    ")


def reports(folder):
    crash.take_in(folder, lambda text: text.replace("hunter2-hunter2", "[redacted]"))
    return crash.waiting_reports(folder)


def test_an_end_as_it_should_be_leaves_nothing(folder):
    fall(folder, "pass")
    assert reports(folder) == []
    assert list(crash.folder_of(folder).iterdir()) == []


def test_an_error_that_nobody_caught_is_written_without_secrets(folder):
    fall(folder, 'raise ValueError("no hunter2-hunter2 here")')
    [report] = reports(folder)
    assert report.what == "An error that nobody caught: ValueError: no [redacted] here"
    assert "in fall" in report.text
    assert "a line of the log" in report.text
    assert "hunter2" not in report.text


def test_an_error_of_a_thread_is_written(folder):
    fall(folder, "t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()")
    assert [report.what for report in reports(folder)] == [
        "An error that nobody caught: ZeroDivisionError: division by zero"
    ]


_LOGGED = """import logging
try:
    {how}
except Exception:
    logging.getLogger('x').exception('the reader failed')"""


def test_a_bug_that_a_thread_logs_and_outlives_is_written_once(folder):
    twice = f"for again in (1, 2):\n    {indented(_LOGGED)}"
    fall(folder, indented(twice.replace("{how}", "{}['hunter2-hunter2']")))
    assert [report.what for report in reports(folder)] == ["The reader failed: KeyError: '[redacted]'"]


@pytest.mark.parametrize(
    "error", ["OSError('no room')", "EnvironmentFault('The disk is full.')", "KeyboardInterrupt()"]
)
def test_what_the_operator_can_mend_is_no_report(folder, error):
    code = f"from claudeops_desktop.core.errors import EnvironmentFault\n{_LOGGED.replace('{how}', 'raise ' + error)}"
    fall(folder, indented(code))
    assert reports(folder) == []


def test_the_last_word_of_qt_and_the_signal_after_it_are_one_report(folder):
    fall(folder, "watch.last_word('Qt ended the application: no screen', 'place'); os.abort()")
    assert [report.what for report in reports(folder)] == ["Qt ended the application: no screen"]


@pytest.mark.parametrize(
    ("how", "what"),
    [("os.abort()", "Aborted"), ("ctypes.string_at(0)", "Segmentation fault")],
)
def test_a_hard_crash_is_a_report_at_the_next_start(folder, how, what):
    assert fall(folder, how).returncode < 0
    [report] = reports(folder)
    assert report.what == f"The application was ended by the system: {what}"
    assert "in fall" in report.text
    assert [path.suffix for path in crash.folder_of(folder).iterdir()] == [".txt"]


def test_a_kill_that_left_no_trace_is_no_report(folder):
    fall(folder, "os.kill(os.getpid(), signal.SIGKILL)")
    assert reports(folder) == []
    assert list(crash.folder_of(folder).iterdir()) == []


def test_one_that_was_shown_is_not_shown_again(folder):
    fall(folder, "os.abort()")
    [report] = reports(folder)
    crash.was_shown(report)
    assert reports(folder) == []


@pytest.mark.slow
def test_crashes_at_the_same_place_have_the_same_mark(folder):
    fall(folder, 'raise ValueError("one")')
    fall(folder, 'raise ValueError("another")')
    fall(folder, "open('/nowhere')")
    marks = [report.mark for report in reports(folder)]
    assert marks.count(marks[0]) >= 2


def test_the_same_error_again_is_written_once(folder):
    watch = crash.CrashWatch(folder, str)
    assert watch.write("An error", 'File "/x/a.py", line 3, in f\nValueError: 1') is not None
    assert watch.write("An error", 'File "/x/a.py", line 3, in f\nValueError: 2') is None


def test_a_running_application_is_left_alone(folder):
    watch = crash.CrashWatch(folder, str)
    before = sys.excepthook
    watch.install()
    assert reports(folder) == []
    assert (crash.folder_of(folder) / f"{os.getpid()}.fault").exists()
    watch.close()
    assert sys.excepthook is before


def test_a_report_is_for_the_operators_eyes_alone(folder):
    report = crash.write_report(folder, "x", "y", str)
    assert report.path.stat().st_mode & 0o077 == 0


def test_only_the_newest_reports_are_kept(folder):
    for number in range(crash.KEPT + 3):
        crash.write_report(folder, "x", f"number {number}", str)
    assert len(crash.waiting_reports(folder)) == crash.KEPT
