"""A program for `start` and `idle`: an empty window with a table view, or the application itself.

`python -m benchmarks.window_probe empty|app shown|stay [words…]`: with `shown` it prints the monotonic time at which
its first window was painted and ends; with `stay` it goes on until it is told to end.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView, QWidget


class FirstPaint(QObject):
    """Sees the first painting of a window that is on the screen, and ends the process with its time."""

    seen = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.isWindow() and not self.seen:
            self.seen = True
            QTimer.singleShot(0, self.tell)
        return False

    def tell(self) -> None:
        print(time.monotonic_ns(), flush=True)
        os._exit(0)


def watch_for_paint() -> None:
    """Put the watcher in as soon as the application runs."""
    run = QApplication.exec

    def watched(*_: Any) -> int:
        application = QApplication.instance()
        assert application is not None
        first = FirstPaint(application)
        application.installEventFilter(first)
        return int(run())

    QApplication.exec = staticmethod(watched)  # type: ignore[method-assign,assignment]


def empty() -> int:
    """What Qt itself costs."""
    application = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.setCentralWidget(QTableView())
    window.resize(1180, 760)
    window.show()
    return int(application.exec())


def main() -> int:
    what, mode, *words = sys.argv[1:]
    if mode == "shown":
        watch_for_paint()
    if what == "empty":
        return empty()
    from claudeops_desktop.__main__ import main as claudeops

    return claudeops(words)


if __name__ == "__main__":
    sys.exit(main())
