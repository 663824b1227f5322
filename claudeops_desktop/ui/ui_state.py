"""What the window remembers from one day to the next: its size, the page, splitters, columns, filters.

A small JSON file in the data folder. It is read once, when the window is made, and written on a thread; a damaged one
counts as none. Only what was set since is written over what the file holds by then: a purge may have taken words out.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer

from ..core.atomic_write import write_whole
from .app_context import AppContext

log = logging.getLogger(__name__)
PAUSE_MS = 2000


class UiState(QObject):
    """A small table of plain JSON values."""

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._path = desk.folder.ui_state
        self._table = _read(self._path)
        self._unwritten: set[str] = set()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.setTimerType(Qt.TimerType.CoarseTimer)
        self._pause.timeout.connect(self._write_aside)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """What was remembered under a name."""
        return self._table.get(name, otherwise)

    def set(self, name: str, value: Any) -> None:
        """Remember a value; written a moment later."""
        if self._table.get(name) != value:
            self._table[name] = value
            self._unwritten.add(name)
            self._pause.start()

    def save(self) -> None:
        """Write what is not yet written, now: the application ends."""
        if self._pause.isActive():
            self._pause.stop()
            _write_over(self._path, self._news())

    def _write_aside(self) -> None:
        path, news = self._path, self._news()
        self._desk.run_in_background(lambda: _write_over(path, news))

    def _news(self) -> str:
        """What was set since the last time, as JSON: nothing changes it on the way to the thread."""
        news = json.dumps({name: self._table[name] for name in self._unwritten})
        self._unwritten.clear()
        return news


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s is left aside: %s", path, error)
        return {}
    return found if isinstance(found, dict) else {}


def _write_over(path: Path, news: str) -> None:
    try:
        write_whole(path, json.dumps(_read(path) | json.loads(news), indent=1))
    except OSError as error:  # the window's size is not worth a message
        log.warning("%s cannot be written: %s", path, error)
