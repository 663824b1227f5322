"""How much needs the operator's review, shown in the side bar whether or not the page was opened (E4, E11, M12)."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...storage.change_events import CommittedChange
from ..app_context import AppContext
from ..review_count import REVIEWED_TABLES, count_reviews

BURST_MS = 150
TABLES = (*REVIEWED_TABLES, "sessions", "settings", "*")  # facts come to expire with time alone: each run counts anew
TIMES_AS_LONG = 20  # what takes long to count is counted more seldom


class ReviewBadge(QObject):
    """``count_changed`` carries how many wait, again after each change. Belongs to the window."""

    count_changed = Signal(int)

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.number = 0
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._changed)

    @Slot()
    def refresh(self) -> None:
        """Count them now."""
        self._desk.bridge.ask(self._count, self._answered, newest=True)

    @Slot(object)
    def _changed(self, change: CommittedChange) -> None:
        if change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _count(self) -> tuple[int, float]:
        began = monotonic()
        number = count_reviews(self._desk)
        return number, monotonic() - began

    def _answered(self, answer: tuple[int, float]) -> None:
        self.number, seconds = answer
        self._burst.setInterval(max(BURST_MS, round(TIMES_AS_LONG * 1000 * seconds)))
        self.count_changed.emit(self.number)
