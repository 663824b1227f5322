"""Cells of many rows of a table, also of those that were not loaded yet, without holding up the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from .record_model import RecordModel

ROWS_AT_ONCE = 400  # their cells are made within a few milliseconds
ASK_AGAIN_MS = 1_000  # a view that is scrolled meanwhile may have asked for other rows instead
TRIES = 10

Line = tuple[str, ...]


class RowCollector(QObject):
    """Makes a line of cells for each key, in order. ``collected`` carries the lines and the number of keys whose rows
    could not be read; a row that was removed meanwhile is neither."""

    collected = Signal(object, int)

    def __init__(
        self, model: RecordModel, keys: Sequence[Any], make_line: Callable[[Any], Line], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._keys = list(keys)
        self._make_line = make_line
        self._lines: dict[Any, Line] = {}
        self._at = 0
        self._stretch: list[Any] = []
        self._missing: set[Any] = set()
        self._tries = 0
        self._unread = 0
        self._step = QTimer(self, singleShot=True, interval=0)
        self._step.timeout.connect(self._take_next)
        self._again = QTimer(self, singleShot=True, interval=ASK_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        model.rows_arrived.connect(self._arrived)

    def start(self) -> None:
        """Collect what is known at once; ``collected`` follows, at once too where no row has to be read."""
        self._take_next()

    def _take_next(self) -> None:
        """Take up the next stretch of keys."""
        if self._at >= len(self._keys):
            self._finish()
            return
        self._stretch = self._keys[self._at : self._at + ROWS_AT_ONCE]
        self._at += len(self._stretch)
        for key in self._stretch:
            row = self._model.known_row(key)
            if row is None:
                self._missing.add(key)
            else:
                self._lines[key] = self._make_line(row)
        self._tries = 0
        if self._missing:
            self._ask()
        elif self._at >= len(self._keys):
            self._finish()
        else:
            self._step.start()

    def _ask(self) -> None:
        """Ask for the rows that are missing; those that are gone from the list, or never come, are given up."""
        self._missing = {key for key in self._missing if self._model.place(key) >= 0}
        self._tries += 1
        if self._tries > TRIES:
            self._unread += len(self._missing)
            self._missing.clear()
        if self._missing:
            self._again.start()
            self._model.rows_requested.emit([key for key in self._stretch if key in self._missing])
        else:
            self._step.start()

    def _arrived(self, rows: dict[Any, Any]) -> None:
        for key in self._missing.intersection(rows):
            self._missing.discard(key)
            self._lines[key] = self._make_line(rows[key])
        if not self._missing and self._again.isActive():
            self._again.stop()
            self._step.start()

    def _finish(self) -> None:
        self._model.rows_arrived.disconnect(self._arrived)
        self.collected.emit([self._lines[key] for key in self._keys if key in self._lines], self._unread)
        self.deleteLater()
