"""How long a page takes from the click until all that it asked for is on the screen, whatever page it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from claudeops_desktop.ui.pages.base_page import PageLocation

from .window import Opened

QUIET_S = 0.04


class Questions(QObject):
    """Knows what the window has asked its threads for and has not been told yet."""

    def __init__(self, bridge: Any) -> None:
        super().__init__()
        self._bridge = bridge
        self.last_answer = time.perf_counter()
        bridge._answered.connect(self._told, Qt.ConnectionType.QueuedConnection)  # after whom it is for

    @property
    def open(self) -> int:
        """How many answers are on their way."""
        return len(self._bridge._on_their_way)

    def _told(self, _parcel: object) -> None:
        self.last_answer = time.perf_counter()


def seconds_to_open(opened: Opened, questions: Questions, name: str) -> tuple[float, float]:
    """Open a page; seconds until its last answer is painted, and the longest that the thread was held meanwhile."""
    QApplication.processEvents()
    opened.pulse.restart()
    QApplication.processEvents()
    opened.pulse.restart()
    began = time.perf_counter()
    opened.window.show_place(PageLocation(name))
    opened.window.stack.currentWidget().repaint()
    ready = time.perf_counter()
    while time.perf_counter() - max(ready, questions.last_answer) < QUIET_S or questions.open:
        before = questions.last_answer
        opened.wait(lambda: True)
        QApplication.processEvents()
        if questions.last_answer != before and not questions.open:
            opened.window.stack.currentWidget().repaint()
            ready = time.perf_counter()
        if time.perf_counter() - began > 20:
            raise SystemExit(f"{name} never has all that it asks for")
    return ready - began, opened.pulse.longest


def settle(opened: Opened, questions: Questions, seconds: float, until: Callable[[], bool] = lambda: True) -> None:
    """Let what follows the picture come in."""
    end = time.perf_counter() + seconds
    opened.wait(lambda: time.perf_counter() > end and not questions.open and until())
