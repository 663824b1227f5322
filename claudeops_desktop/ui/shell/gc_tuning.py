"""What Python's collector of cycles is spared, so that it does not hold the window.

A whole collection looks through every module, class and widget there is, which takes as long as painting a page does
and comes in the middle of anything. All of that stays until the end, so it is put where the collector does not look.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

if TYPE_CHECKING:
    from .window import MainWindow

SETTLED_MS = 1500  # after a page was first opened: it has what it asked for by then


class GcTuner(QObject):
    """Sets aside what stands once a page has been opened for the first time. Belongs to the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._seen: set[str] = set()
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.setTimerType(Qt.TimerType.CoarseTimer)
        self._settled.timeout.connect(freeze_garbage_collector)
        window.stack.page_changed.connect(self._turned)

    def _turned(self, name: str) -> None:
        if name not in self._seen:
            self._seen.add(name)
            if not self._settled.isActive():
                self._settled.start()


def freeze_garbage_collector() -> None:
    """All that lives now stays until the end. What is garbage of two steps by now goes first."""
    gc.collect(1)
    gc.freeze()
