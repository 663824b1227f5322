"""How many events wait for the operator, told in the side bar before the page of events is first opened."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..records.event_folds import EventFolds
from ..store.changes import Change
from .desk import Desk

BURST_MS = 150


class EventsWaiting(QObject):
    """``counted`` carries the number. Up to event ``seen`` the operator has looked at them.

    Once the page itself is there, it counts; ``close`` ends this.
    """

    counted = Signal(int)

    def __init__(self, desk: Desk, seen: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._seen = seen
        self._over = False
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self._ask)
        desk.bridge.changed.connect(self._changed)
        self._ask()

    def close(self) -> None:
        """Count no more."""
        if not self._over:
            self._over = True
            self._burst.stop()
            self._desk.bridge.changed.disconnect(self._changed)

    @Slot(object)
    def _changed(self, change: Change) -> None:
        if change.table in ("events", "*") and not self._burst.isActive():
            self._burst.start()

    @Slot()
    def _ask(self) -> None:
        self._desk.bridge.ask(_Question(self._desk, self._seen), self._answered)

    def _answered(self, number: int) -> None:
        if not self._over:
            self.counted.emit(number)


class _Question:
    def __init__(self, desk: Desk, seen: int) -> None:
        self._desk = desk
        self._seen = seen

    def __call__(self) -> int:
        return EventFolds(self._desk.book.store).waiting(self._seen)
