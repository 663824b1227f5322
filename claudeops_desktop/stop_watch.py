"""Hears of the emergency stop of another process: the system tells when the marker is renamed, so nothing ticks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer

from .core.stop_marker import is_stopped, marker_folder

LOOK_EVERY_MS = 2000


class EmergencyStopMonitor(QObject):
    """Calls ``moved`` on the main thread when everything is stopped, or goes on again. ``stopped`` is how it stood at
    the last look."""

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
        """Look now: this process has just moved the marker itself, or another one has."""
        stopped = is_stopped(self._root)
        if stopped != self.stopped:
            self.stopped = stopped
            self._moved()

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()
        paths = self._watcher.directories()
        if paths:
            self._watcher.removePaths(paths)
