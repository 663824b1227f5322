"""The main thread: how work comes back to it, and what a signal does there."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer, Signal
from shiboken6 import isValid

from .core.gc_policy import collect_if_due

log = logging.getLogger(__name__)


class MainThread(QObject):
    """Brings work to the main thread."""

    _asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._closed = False
        self._asked.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Do no more: what is still on its way is dropped, what was to come later too."""
        self._closed = True
        for timer in self.findChildren(QTimer):
            timer.stop()

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon."""
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
