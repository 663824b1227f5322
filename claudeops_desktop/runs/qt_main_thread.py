"""The main thread: work from other threads, signals of the system, and the emergency stop of another process.

This is the one file of ``runs/`` that knows Qt. It stands here because ``MainThread`` is what ``run_context.MainLoop``
asks for; the window and the daemon both use it.
"""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QFileSystemWatcher, QObject, QSocketNotifier, Qt, QTimer, Signal
from shiboken6 import isValid

from ..core.emergency_stop_marker import is_stopped, marker_folder
from ..core.gc_policy import collect_if_due
from .heartbeat import SharedHeartbeat

log = logging.getLogger(__name__)
LOOK_EVERY_MS = 2000


class MainThread(QObject):
    """Runs work of other threads on the main thread, in the order in which it was handed over."""

    _asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._closed = False
        self._heartbeat = SharedHeartbeat(self.later)
        self._asked.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Run nothing more: work that was handed over and timers that have not fired are dropped."""
        self._closed = True
        self._heartbeat.close()
        for timer in self.findChildren(QTimer):
            timer.stop()

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. Any thread."""
        try:
            self._asked.emit(work)
        except RuntimeError:  # the application is gone: nobody is left to do it
            log.debug("work came after the end")

    def later(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Do ``work`` in so many seconds; the returned function calls it off. On the main thread only."""
        timer = QTimer(self, singleShot=True)
        timer.timeout.connect(work)
        timer.timeout.connect(timer.deleteLater)
        timer.start(max(0, round(seconds * 1000)))

        def call_off() -> None:
            if isValid(timer):
                timer.stop()
                timer.deleteLater()

        return call_off

    def every(self, seconds: float, work: Callable[[], object], first_s: float | None = None) -> Callable[[], None]:
        """Do ``work`` in ``first_s`` seconds and about every so many ``seconds`` from then on, at a beat that all share
        who look again from time to time; the returned function ends that. On the main thread only."""
        return self._heartbeat.every(seconds, work, first_s)

    def _do(self, work: Callable[[], None]) -> None:
        collect_if_due()
        if not self._closed:
            work()


class InterruptHandler:
    """While entered, SIGINT, SIGTERM and SIGHUP call ``stop`` on the main thread instead of ending the process.

    Python runs signal handlers only between two steps of its own; the wake-up socket makes Qt's loop take such a step.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._woken)
        self._old: dict[int, object] = {}
        self._old_fd = -1

    def __enter__(self) -> InterruptHandler:
        self._old_fd = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._old[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._old_fd)
        for number, handler in self._old.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        self._notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        """The notifier does it: nothing is safe to do here."""

    def _woken(self) -> None:
        with suppress(BlockingIOError):  # what woke us was read with the signal before it
            self._ours.recv(1024)
        self._stop()


class EmergencyStopMonitor(QObject):
    """Calls ``moved`` on the main thread when the emergency stop is set or lifted, by any process.

    The operating system reports a change in the marker's folder, so no timer runs; only where it cannot, the marker is
    looked at every ``LOOK_EVERY_MS``. ``stopped`` is what the last look found.
    """

    def __init__(self, root: Path, moved: Callable[[], None]) -> None:
        super().__init__()
        self._root = root
        self._moved = moved
        self.stopped = is_stopped(root)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self.check_now)
        self._timer = QTimer(self, interval=LOOK_EVERY_MS, timerType=Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.check_now)
        if not self._watcher.addPath(marker_folder(root)):  # a full disk at the first start, or no watches left
            self._timer.start()

    def check_now(self) -> None:
        """Compare the marker with the last look. Called when this process or another one has moved it."""
        stopped = is_stopped(self._root)
        if stopped != self.stopped:
            self.stopped = stopped
            self._moved()

    def close(self) -> None:
        """Stop watching."""
        self._timer.stop()
        paths = self._watcher.directories()
        if paths:
            self._watcher.removePaths(paths)
