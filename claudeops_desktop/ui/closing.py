"""What closing the window does (D2).

With a tray, the first closing explains that the application stays there, with *Quit instead*. Without one it asks once
whether to keep running in the background (a second start brings the window back) or to quit, and the answer becomes
the setting ``window.close_to_tray``. Later closings follow that setting. Quitting asks only while a run is on.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from .desk import Desk
from .remembered import Remembered

TOLD = "told_about_closing"


class Closing(QObject):
    """``hide_wanted`` and ``quit_wanted`` say what the operator decided, now or earlier."""

    hide_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, desk: Desk, remembered: Remembered, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._remembered = remembered
        self._window = window
        self._box: QMessageBox | None = None
        self._stay: QPushButton | None = None
        self._tray = True

    @property
    def box(self) -> QMessageBox | None:
        """The question that is open, if one is."""
        return self._box

    def close(self, *, tray: bool) -> None:
        """The operator closed the window."""
        if not self._desk.settings.current.window.close_to_tray:
            self.quit()
        elif self._remembered.get(TOLD):
            self.hide_wanted.emit()
        else:
            self._tray = tray
            self._explain(tray)

    def quit(self) -> None:
        """The operator wants the application to end."""
        if self._desk.runs.state.live is None:
            self.quit_wanted.emit()
            return
        box = self._open("A run is on.", "Quitting stops it. What the agent has said so far is kept.")
        stop = box.addButton("Stop the run and quit", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton("Keep running", QMessageBox.ButtonRole.RejectRole))
        stop.clicked.connect(self.quit_wanted)
        box.open()

    def _explain(self, tray: bool) -> None:
        if tray:
            box = self._open(
                "Claude Ops stays in the tray.",
                "Scheduled runs go on. Click the icon in the tray to bring the window back.\n"
                "You can change this in Settings, Window.",
            )
        else:
            box = self._open(
                "Keep running in the background?",
                "This desktop shows no tray. Scheduled runs would go on without a window; start Claude Ops again to "
                "bring it back.\nYou can change this in Settings, Window.",
            )
        stay = "Stay in the tray" if tray else "Keep running"
        self._stay = box.addButton(stay, QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton("Quit instead" if tray else "Quit", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole).hide()  # Escape leaves all as it is
        box.setDefaultButton(self._stay)
        self._stay.clicked.connect(self._stays)
        leave.clicked.connect(self._leaves)
        box.open()

    def _stays(self) -> None:
        self._remembered.set(TOLD, True)
        self.hide_wanted.emit()

    def _leaves(self) -> None:
        if not self._tray:  # asked once: the answer holds
            self._remembered.set(TOLD, True)
            self._desk.change_setting("window.close_to_tray", False)
        self.quit()

    def _open(self, title: str, text: str) -> QMessageBox:
        if self._box is not None:
            self._box.close()
        box = QMessageBox(self._window)
        box.setWindowTitle("Claude Ops")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(title)
        box.setInformativeText(text)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.destroyed.connect(self._box_gone)
        self._box = box
        return box

    def _box_gone(self) -> None:
        self._box = None
