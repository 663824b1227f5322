"""The real window of the application in this process, and a pulse that shows how long its thread was held."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from claudeops_desktop.core.paths import DataFolder

PULSE_MS = 2
LONGEST_WAIT_S = 60.0


class Pulse(QObject):
    """A timer every 2 ms on the GUI thread; ``longest`` is the longest that it was kept waiting, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self, interval=PULSE_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self.restart()
        self._timer.start()

    def restart(self) -> None:
        """Forget what was."""
        self._last = time.perf_counter()
        self.longest = 0.0

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last - PULSE_MS / 1000)
        self._last = now


@dataclass(frozen=True)
class Opened:
    """The engine and its window."""

    engine: Any
    window: Any
    pulse: Pulse
    bridge: Any = None

    def wait(self, until: Callable[[], bool]) -> float:
        """Let the window work until something holds; how many seconds that took. Between two events its thread sleeps,
        as it does in the application's own loop: with a time limit Qt would ask for events without a pause.
        """
        began = time.perf_counter()
        while not until():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.perf_counter() - began > LONGEST_WAIT_S:
                raise SystemExit("the window did not get there")
        return time.perf_counter() - began


@contextmanager
def open_application(folder: DataFolder) -> Iterator[Opened]:
    """The application as ``app.run_window`` puts it together, without its loop."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QApplication.instance() or QApplication(["claudeops"])
    from claudeops_desktop import app
    from claudeops_desktop.core.gc_policy import keep_to_main_thread
    from claudeops_desktop.engine import ApplicationEngine
    from claudeops_desktop.ui.shell.gc_tuning import GcTuner, freeze_garbage_collector
    from claudeops_desktop.ui.shell.startup import open_window

    keep_to_main_thread(begun=False)
    engine = ApplicationEngine(folder)
    desk = app._desk(engine)
    window = open_window(desk)
    GcTuner(window)
    freeze_garbage_collector()
    keep_to_main_thread()
    engine.schedule.zone()  # the application has made it before anybody clicks
    try:
        yield Opened(engine, window, Pulse(), desk.bridge)
    finally:
        window.shut_down()
        desk.bridge.close()
        engine.close()
