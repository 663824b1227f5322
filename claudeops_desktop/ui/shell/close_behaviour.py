"""What closing the window does (D2).

With a tray, the first closing explains that the application stays there, with *Quit instead*. Without one it asks once
whether to keep running in the background (a second start brings the window back) or to quit, and the answer becomes
the setting ``window.close_to_tray``. Later closings follow that setting. Quitting asks only while a run is on or waits
for an answer: it can be finished first, stopped, or left to run on. The tray, Ctrl+Q and the menu all come here; a
signal does not, nor the end of the session (``session``): there is nobody to ask, and what runs is stopped.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from ...runs.request import RunEnded
from ..app_context import AppContext
from ..text.translation import tr, tr_count
from ..ui_state import UiState

CLOSE_EXPLAINED = "told_about_closing"


class CloseBehaviour(QObject):
    """``hide_requested`` and ``quit_requested`` say what the operator decided, now or earlier; ``message_posted`` is
    for the toast."""

    hide_requested = Signal()
    quit_requested = Signal()
    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, remembered: UiState, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._remembered = remembered
        self._window = window
        self._box: QMessageBox | None = None
        self._stay: QPushButton | None = None
        self._tray = True
        self._finishing = False
        self.finish: QPushButton | None = None
        desk.runs.on_ended(self._run_ended)

    @property
    def box(self) -> QMessageBox | None:
        """The question that is open, if one is."""
        return self._box

    def close(self, *, tray: bool) -> None:
        """The operator closed the window."""
        if not self._desk.settings.current.window.close_to_tray:
            self.quit()
        elif self._remembered.get(CLOSE_EXPLAINED):
            self.hide_requested.emit()
        else:
            self._tray = tray
            self._explain(tray)

    def quit(self) -> None:
        """The operator wants the application to end."""
        state = self._desk.runs.state
        if state.live is None and not state.parked:
            self.quit_requested.emit()
            return
        self._window.show()  # asked from the tray: the question belongs to a window
        self._window.raise_()
        if state.live is None:
            box = self._open(tr("A run waits for your answer."), tr("Quitting ends it. Its output so far is kept."))
        elif state.live.stopping:
            box = self._open(tr("A run is being stopped."), tr("This takes a few seconds. Its output so far is kept."))
        else:
            box = self._open(
                tr("A run is active."),
                _kept_text(len(state.waiting)),
            )
        if state.live is not None:
            self.finish = box.addButton(tr("Finish the run, then quit"), QMessageBox.ButtonRole.AcceptRole)
            self.finish.clicked.connect(self._finish_first)
        what = tr("Stop the run and quit") if state.live is not None else tr("End the run and quit")
        box.addButton(what, QMessageBox.ButtonRole.DestructiveRole).clicked.connect(self.quit_requested)
        stay = box.addButton(tr("Keep running"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        box.open()

    @property
    def finishing(self) -> bool:
        """Tell whether the application quits as soon as the run is over."""
        return self._finishing

    def _finish_first(self) -> None:
        if self._desk.runs.state.live is None:  # it ended while the question stood
            self.quit_requested.emit()
            return
        self._finishing = True
        self.message_posted.emit(tr("Claude Ops quits when the run is over."), self._stay_after_all)

    def _stay_after_all(self) -> None:
        self._finishing = False

    def _run_ended(self, _ended: RunEnded) -> None:
        if not self._finishing:
            return
        self._finishing = False
        for waits in self._desk.runs.state.waiting:  # or the next one would begin now
            self._desk.runs.cancel(waits.number)
        self.quit_requested.emit()

    def _explain(self, tray: bool) -> None:
        if tray:
            box = self._open(
                tr("Claude Ops keeps running in the tray."),
                tr(
                    "Scheduled runs continue. Click the tray icon to open the window again.\n"
                    "You can change this in Settings, Window."
                ),
            )
        else:
            box = self._open(
                tr("Keep running in the background?"),
                tr(
                    "This desktop has no tray. Scheduled runs would continue without a window. Start Claude Ops again "
                    "to open it.\nYou can change this in Settings, Window."
                ),
            )
        stay = tr("Stay in the tray") if tray else tr("Keep running")
        self._stay = box.addButton(stay, QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton(tr("Quit instead") if tray else tr("Quit"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole).hide()  # Escape leaves all as it is
        box.setDefaultButton(self._stay)
        self._stay.clicked.connect(self._stays)
        leave.clicked.connect(self._leaves)
        box.open()

    def _stays(self) -> None:
        self._remembered.set(CLOSE_EXPLAINED, True)
        self.hide_requested.emit()

    def _leaves(self) -> None:
        if not self._tray:  # asked once: the answer holds
            self._remembered.set(CLOSE_EXPLAINED, True)
            self._desk.change_setting("window.close_to_tray", False)
        self.quit()

    def _open(self, title: str, text: str) -> QMessageBox:
        if self._box is not None:
            self._box.close()
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("Claude Ops"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(title)
        box.setInformativeText(text)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.destroyed.connect(self._box_gone)
        self._box = box
        return box

    def _box_gone(self) -> None:
        self._box = None


def _kept_text(waiting: int) -> str:
    """What becomes of the output of the current run, and of the runs that wait."""
    if not waiting:
        return tr("Its output so far is kept.")
    return tr_count(
        "Its output so far is kept. %n waiting run is cancelled.",
        "Its output so far is kept. %n waiting runs are cancelled.",
        waiting,
    )
