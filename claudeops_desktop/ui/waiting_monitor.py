"""What waits for the operator, known to the whole window: overview, side bar, line at the bottom and tray show this."""

from __future__ import annotations

from collections import Counter
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from ..core.clock import utc_now
from ..routine.waiting_types import REVIEW_KINDS, REVIEWED_TABLES, TABLES, WaitingItem, WaitingKind, WaitingSummary
from ..storage.change_events import CommittedChange
from .text.translation import error_text
from .timers import start_timer_at

if TYPE_CHECKING:
    from .app_context import AppContext

BURST_MS = 100
TIMES_AS_LONG = 20  # what takes long to count is counted more seldom
RECOUNTED = REVIEWED_TABLES | {"sessions", "settings", "*"}  # facts expire with time alone: each run counts anew
PAGE_OF_KIND = {
    WaitingKind.APPROVAL: "inbox",
    WaitingKind.INVESTIGATION: "services",
    WaitingKind.INCIDENT: "services",
    WaitingKind.SERVICE: "services",
    WaitingKind.CRITICAL: "events",
    WaitingKind.WARNING: "events",
    WaitingKind.RUN: "sessions",
    WaitingKind.MISSED_RUN: "schedule",
    WaitingKind.UPGRADE: "inbox",
    **dict.fromkeys(REVIEW_KINDS, "inbox"),
}
"""The page that counts what waits, on its tab and in the side bar."""


class _Reviews(Struct, frozen=True):
    """What is to be reviewed. ``seconds`` is how long it took to count it."""

    items: tuple[WaitingItem, ...]
    seconds: float


class WaitingMonitor(QObject):
    """``changed`` says that ``current`` moved. It asks once after each burst of changes, in the tray too."""

    changed = Signal()

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self._desk = desk
        self._stored = WaitingSummary()
        self.current = self._stored
        self._reviews: tuple[WaitingItem, ...] = ()
        self._recount, self._counting = True, False
        self._recount_from = 0.0
        self._following = False
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        self._recount_later = QTimer(self, singleShot=True)
        self._recount_later.timeout.connect(self.refresh)
        self._next_change = QTimer(self, singleShot=True)
        self._next_change.timeout.connect(self.refresh)

    def start_watching(self) -> None:
        """Know what waits from now on."""
        if not self._following:
            self._following = True
            self._desk.bridge.changed.connect(self._changed)
            self._desk.approvals.changed.connect(self._show)
        self.refresh()

    def close(self) -> None:
        """The window ends: ask nothing more."""
        if self._following:
            self._following = False
            self._desk.bridge.changed.disconnect(self._changed)
            self._desk.approvals.changed.disconnect(self._show)
        for timer in (self._burst, self._recount_later, self._next_change):
            timer.stop()

    def refresh(self) -> None:
        """Ask what waits. What is to be reviewed takes longer to count than the rest: it is a question of its own, so
        that no later answer takes its place."""
        self._burst.stop()
        self._desk.bridge.ask(partial(_load, self._desk, self._reviews), self._answered, newest=True)
        if not self._recount or self._counting:
            return
        wait = self._recount_from - monotonic()
        if wait > 0:
            self._recount_later.start(int(wait * 1000) + 1)
            return
        self._recount, self._counting = False, True
        self._desk.bridge.ask(partial(_count_reviews, self._desk), self._counted, self._not_counted)

    def _counted(self, found: _Reviews) -> None:
        self._counting = False
        if self._following:
            self._reviews = found.items
            self._recount_from = monotonic() + TIMES_AS_LONG * found.seconds
            self.refresh()

    def _not_counted(self, error: Exception) -> None:
        self._recount, self._counting = True, False  # the next change tries again
        self._desk.bridge.failed.emit(error_text(error))

    def _changed(self, change: CommittedChange) -> None:
        if change.table in RECOUNTED:
            self._recount = True
        if change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _answered(self, found: WaitingSummary) -> None:
        if self._following:
            self._stored = found
            start_timer_at(self._next_change, found.next_change)
            self._show()

    def _show(self) -> None:
        summary = self._stored.with_approvals([one.id for one in self._desk.approvals.waiting])
        if summary != self.current:
            self.current = summary
            self.changed.emit()


def count_by_page(summary: WaitingSummary) -> Counter[str]:
    """Return how many things wait on each page. On the overview all do."""
    counts = Counter({"overview": summary.total})
    for item in summary.items:
        counts[PAGE_OF_KIND[item.kind]] += item.number
    return counts


def _load(desk: AppContext, reviews: tuple[WaitingItem, ...]) -> WaitingSummary:
    """Answer what waits, on a reader thread; ``reviews`` is what is known to be reviewed."""
    from ..routine.waiting import load_waiting  # not before the first picture

    return load_waiting(desk.book, desk.folder.services_file, reviews, utc_now())


def _count_reviews(desk: AppContext) -> _Reviews:
    """Count what is to be reviewed, on a reader thread."""
    from ..routine.waiting import load_reviews

    began = monotonic()
    items = load_reviews(desk.memory, desk.book)
    return _Reviews(items, monotonic() - began)
