"""A part is made when it is first asked for, once, whoever asks; a window is painted before most parts are."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from claudeops_desktop.core.lazy import is_made, lazy_property

NOT_FOR_THE_FIRST_PICTURE = {
    "PySide6.QtNetwork",
    "apscheduler",
    "claudeops_desktop.agents.redact",
    "claudeops_desktop.memory.service",
    "claudeops_desktop.scheduler.scheduler_service",
    "claudeops_desktop.storage.migrations.m001_sessions",
    "claudeops_desktop.stream.events",
    "numpy",
    "psutil",
    "pydantic",
    "tzlocal",
}

FIRST_PICTURE = """
import os, sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

class Seen(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.isWindow():
            print(*sys.modules, flush=True)
            os._exit(0)
        return False

run = QApplication.exec
def watched(*_):
    seen = Seen()
    QApplication.instance().installEventFilter(seen)
    return run()
QApplication.exec = staticmethod(watched)
from claudeops_desktop.__main__ import main
main([])
"""


class Whole:
    def __init__(self):
        self.made = []

    @lazy_property
    def part(self):
        """What it is."""
        self.made.append(threading.current_thread())
        return object()


def test_it_is_made_when_it_is_first_asked_for():
    whole = Whole()
    assert not is_made(whole, "part")
    assert whole.part is whole.part
    assert is_made(whole, "part")
    assert len(whole.made) == 1
    assert Whole().part is not whole.part


def test_threads_that_ask_at_once_get_the_same():
    whole, together, found = Whole(), threading.Barrier(8), []

    def ask():
        together.wait()
        found.append(whole.part)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(whole.made) == 1
    assert set(found) == {whole.part}


def test_it_says_what_it_is():
    assert Whole.part.__doc__ == "What it is."


@pytest.mark.slow
@pytest.mark.file_only("a connection to a server names the process that it is of, which psutil knows")
def test_the_window_is_painted_before_all_else_is_loaded(data_dir):
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PICTURE],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "CLAUDEOPS_DATA_DIR": str(data_dir)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "claudeops_desktop.ui.shell.window" in loaded
    assert loaded & NOT_FOR_THE_FIRST_PICTURE == set()
