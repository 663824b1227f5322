"""How many events wait for the operator, told in the side bar before the page of events is first opened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..core.clock import from_text, utc_now
from ..records.event_groups import EventFolds
from ..storage.change_events import Change
from .desk import Desk

BURST_MS = 150
LONGEST_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many different warnings and critical events are neither acknowledged nor muted, and when a mute ends next."""

    number: int
    mute_ends: str | None


class EventsWaiting(QObject):
    """``counted`` carries the number, again after each change and when a mute ends.

    Once the page itself is there, it counts; ``close`` ends this.
    """

    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._over = False
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self._ask)
        self._mute_ends = QTimer(self, singleShot=True)
        self._mute_ends.timeout.connect(self._ask)
        desk.bridge.changed.connect(self._changed)
        self._ask()

    def close(self) -> None:
        """Count no more."""
        if not self._over:
            self._over = True
            self._burst.stop()
            self._mute_ends.stop()
            self._desk.bridge.changed.disconnect(self._changed)

    @Slot(object)
    def _changed(self, change: Change) -> None:
        if change.table in ("events", "mutes", "*") and not self._burst.isActive():
            self._burst.start()

    @Slot()
    def _ask(self) -> None:
        self._desk.bridge.ask(CountWaiting(self._desk, utc_now()), self._answered, newest=True)

    def _answered(self, found: Waiting) -> None:
        if not self._over:
            wake_at(self._mute_ends, found.mute_ends)
            self.counted.emit(found.number)


def wake_at(timer: QTimer, moment: str | None) -> None:
    """Set a timer to a stored moment; stop it where there is none."""
    if moment is None:
        timer.stop()
        return
    wait = (from_text(moment) - utc_now()).total_seconds() * 1000
    timer.start(int(min(max(wait, 0) + 20, LONGEST_MS)))


@dataclass(frozen=True, slots=True)
class CountWaiting:
    """The question, for a reader thread."""

    desk: Desk
    now: datetime

    def __call__(self) -> Waiting:
        """Ask it."""
        book = self.desk.book
        return Waiting(EventFolds(book.store).waiting(self.now), book.mutes.next_end(self.now))
