"""Recall is made ready while the operator reads or types, so that the first question does not wait for it."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from ...app_context import AppContext

log = logging.getLogger(__name__)
SETTLED_MS = 1000  # after the view came into sight: it has what it asked for by then


class RecallPreloader(QObject):
    """Loads what recall needs, once, on a thread, when a view has been in sight for a moment."""

    def __init__(self, desk: AppContext, view: QWidget) -> None:
        super().__init__(view)
        self._desk, self._view = desk, view
        self.begun = False
        self._settled = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settled.setTimerType(Qt.TimerType.CoarseTimer)
        self._settled.timeout.connect(self.start_loading)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The view comes into sight, or goes again before anything began."""
        if not self.begun and event.type() == QEvent.Type.Show:
            self._settled.start()
            self._desk.run_in_background(_read_ahead)
        elif event.type() == QEvent.Type.Hide:
            self._settled.stop()
        return super().eventFilter(watched, event)

    def start_loading(self) -> None:
        """Now; where a question was asked already it finds all done."""
        if self.begun:
            return
        self.begun = True
        self._view.removeEventFilter(self)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self._end)
        self._desk.run_in_background(self._desk.memory.recall.warm, None, _failed)

    def _end(self) -> None:
        """The application ends: it waits for its threads in a moment, and this one need not finish."""
        self._desk.memory.recall.end()


def _read_ahead() -> int:
    from ....core.preload import read_ahead

    return read_ahead("numpy", "tokenizers", "rapidfuzz")


def _failed(error: Exception) -> None:
    log.warning("recall was not made ready: %s", error)  # the question itself will say so
