"""How many events wait for the operator, told in the side bar before the page of events is first opened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...core.clock import utc_now
from ...records.event_groups import EventGroupRecords
from ...storage.change_events import CommittedChange
from ..app_context import AppContext
from ..timers import start_timer_at

BURST_MS = 150


@dataclass(frozen=True, slots=True)
class EventCount:
    """How many different warnings and critical events are neither acknowledged nor muted, and when a mute ends next."""

    count: int
    mute_ends: str | None


class EventBadge(QObject):
    """``count_changed`` carries the number, again after each change and when a mute ends.

    Once the page itself is there, it counts; ``close`` ends this.
    """

    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
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
    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("events", "incidents", "mutes", "*") and not self._burst.isActive():
            self._burst.start()

    @Slot()
    def _ask(self) -> None:
        self._desk.bridge.ask(partial(count_events, self._desk, utc_now()), self._answered, newest=True)

    def _answered(self, found: EventCount) -> None:
        if not self._over:
            start_timer_at(self._mute_ends, found.mute_ends)
            self.count_changed.emit(found.count)


def count_events(desk: AppContext, now: datetime) -> EventCount:
    """The question, for a reader thread."""
    book = desk.book
    return EventCount(EventGroupRecords(book.store).waiting(now), book.mutes.next_end(now))
