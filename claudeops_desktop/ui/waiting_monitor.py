"""What waits for the operator, known to the whole window: overview, side bar, line at the bottom and tray show this."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ..core.clock import utc_now
from ..routine.waiting_types import REVIEW_KINDS, REVIEWED_TABLES, TABLES, WaitingItem, WaitingKind, WaitingSummary
from ..storage.change_events import CommittedChange
from .timers import start_timer_at

if TYPE_CHECKING:
    from .app_context import AppContext

BURST_MS = 100
TIMES_AS_LONG = 20  # what takes long to count is counted more seldom
RECOUNTED = REVIEWED_TABLES | {"sessions", "settings", "*"}  # facts expire with time alone: each run counts anew
PAGE_OF_KIND = {
    WaitingKind.APPROVAL: "approvals",
    WaitingKind.INVESTIGATION: "services",
    WaitingKind.INCIDENT: "services",
    WaitingKind.SERVICE: "services",
    WaitingKind.CRITICAL: "events",
    WaitingKind.WARNING: "events",
    WaitingKind.RUN: "sessions",
    WaitingKind.MISSED_RUN: "schedule",
    WaitingKind.UPGRADE: "review",
    **dict.fromkeys(REVIEW_KINDS, "review"),
}
"""The page that counts what waits, on its tab and in the side bar."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What was asked. ``seconds`` is how long it took to count what is to be reviewed, None where that was known."""

    summary: WaitingSummary
    reviews: tuple[WaitingItem, ...]
    seconds: float | None


class WaitingMonitor(QObject):
    """``changed`` says that ``current`` moved. It asks once after each burst of changes, in the tray too."""

    changed = Signal()

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self._desk = desk
        self._stored = WaitingSummary()
        self.current = self._stored
        self._reviews: tuple[WaitingItem, ...] = ()
        self._recount = True
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
        """Ask what waits."""
        self._burst.stop()
        wait = self._recount_from - monotonic()
        if self._recount and wait > 0:
            self._recount_later.start(int(wait * 1000) + 1)
        counts = self._recount and wait <= 0
        self._recount = self._recount and not counts
        known = None if counts else self._reviews
        self._desk.bridge.ask(partial(_load, self._desk, known), self._answered, newest=True)

    def _changed(self, change: CommittedChange) -> None:
        if change.table in RECOUNTED:
            self._recount = True
        if change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _answered(self, found: _Loaded) -> None:
        if not self._following:
            return
        if found.seconds is not None:
            self._reviews = found.reviews
            self._recount_from = monotonic() + TIMES_AS_LONG * found.seconds
        self._stored = found.summary
        start_timer_at(self._next_change, found.summary.next_change)
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


def _load(desk: AppContext, reviews: tuple[WaitingItem, ...] | None) -> _Loaded:
    """Answer the question, on a reader thread; ``reviews`` None: count what is to be reviewed too."""
    from ..routine.waiting import load_reviews, load_waiting  # not before the first picture

    seconds = None
    if reviews is None:
        began = monotonic()
        reviews = load_reviews(desk.memory, desk.book)
        seconds = monotonic() - began
    return _Loaded(load_waiting(desk.book, desk.folder.services_file, reviews, utc_now()), reviews, seconds)
