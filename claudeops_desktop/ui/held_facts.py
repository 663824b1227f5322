"""How many facts wait for the operator's review, told in the side bar whether or not the page was opened (E4)."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..store.changes import Change
from .desk import Desk

BURST_MS = 150


class HeldFacts(QObject):
    """``counted`` carries the number, again after each change. Belongs to the window."""

    counted = Signal(int)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.number = 0
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.ask)
        desk.bridge.changed.connect(self._changed)

    @Slot()
    def ask(self) -> None:
        """Count them now."""
        self._desk.bridge.ask(self._count, self._answered, newest=True)

    @Slot(object)
    def _changed(self, change: Change) -> None:
        if change.table in ("memories", "*") and not self._burst.isActive():
            self._burst.start()

    def _count(self) -> int:
        return self._desk.memory.held()

    def _answered(self, number: int) -> None:
        self.number = number
        self.counted.emit(number)
