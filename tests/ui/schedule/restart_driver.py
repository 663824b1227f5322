"""An operator's hands on the real application: ``restart_driver.py FOLDER BACKUP``.

At the first start they choose to restore BACKUP and press the button at its end; at the second they quit.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from claudeops_desktop import app
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.ui.recovery.restore_dialog import RestoreDialog
from claudeops_desktop.ui.shell.window import MainWindow

AGAIN = "RESTART_DRIVER_AGAIN"
LOOK_MS = 50


class Hands(QObject):
    """Lives on the application's own thread; looks at its windows now and then."""

    def __init__(self, backup: Path, again: bool) -> None:
        super().__init__()
        self._backup = backup
        self._again = again
        self._chosen = False

    def begin(self) -> None:
        """Look, from now on."""
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, MainWindow) and widget.isVisible() and not self._chosen:
                self._chosen = True
                if self._again:
                    print("started again", flush=True)
                else:
                    widget.desk.restore_from = self._backup
                widget.closing.quit_requested.emit()
            elif isinstance(widget, RestoreDialog) and widget.close_button.isVisible():
                print(widget.status_label.text(), flush=True)
                widget.close_button.click()


def wait_for_the_application(hands: Hands, made: threading.Event) -> None:
    while QApplication.instance() is None:
        made.wait(LOOK_MS / 1000)
    QTimer.singleShot(0, hands, hands.begin)


if __name__ == "__main__":
    again = AGAIN in os.environ
    os.environ[AGAIN] = "yes"
    hands = Hands(Path(sys.argv[2]), again)
    threading.Thread(target=wait_for_the_application, args=(hands, threading.Event()), daemon=True).start()
    sys.exit(app.run_window(DataFolder(Path(sys.argv[1]))))
