"""The end of the desktop's session (D3): what is open comes back at the next login, and nothing holds the logout up.

A session manager that speaks XSMP asks before it ends (``commitDataRequest``) and takes a command that brings the
application back (``saveStateRequest``). Desktops without one (most on Wayland) end their programs by a signal, which
``app`` answers; what is remembered here is then as new as the last time that the window was hidden or turned.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QApplication, QMessageBox

from ..text.translation import tr
from ..ui_state import UiState
from .window import MainWindow

LEFT_OPEN = "left_open"


class DesktopSession(QObject):
    """``command`` is how this application is started again, without its window where that was hidden."""

    def __init__(self, window: MainWindow, command: Callable[[bool], list[str]]) -> None:
        super().__init__(window)
        self._window = window
        self._command = command
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.commitDataRequest.connect(self.commit)
            app.saveStateRequest.connect(self.save_state)

    def commit(self, manager: QSessionManager) -> None:
        """The session ends: ask where it may be asked, and remember how all stands."""
        if self._window.desk.runs.state.live is not None and manager.allowsInteraction():
            stop = self._ask()
            manager.release()
            if not stop:
                manager.cancel()
                return
        save_open_windows(self._window)
        self._window.remembered.save()

    def save_state(self, manager: QSessionManager) -> None:
        """Say how to bring it back."""
        manager.setRestartHint(QSessionManager.RestartHint.RestartIfRunning)
        manager.setRestartCommand(self._command(self._window.isVisible()))
        manager.setDiscardCommand([])

    def _ask(self) -> bool:
        """The session manager waits for the answer: this is the one question that holds everything up."""
        box = QMessageBox(self._window)
        box.setWindowTitle(tr("Claude Ops"))
        box.setText(tr("A run is active."))
        box.setInformativeText(tr("Logging out stops it. Its output so far is kept."))
        stop = box.addButton(tr("Stop the run and log out"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(tr("Stay logged in"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.exec()
        return box.clickedButton() is stop


def save_open_windows(window: MainWindow) -> None:
    """Note what is open, for the next start."""
    names = open_dialog_names(window)
    window.keep_for_later()
    window.remembered.set(LEFT_OPEN, {"dialogs": names, "visible": window.isVisible()})


def restore_open_windows(window: MainWindow) -> None:
    """Open again what the end of the last session closed. Only once: an end by the operator's hand leaves nothing."""
    left = window.remembered.get(LEFT_OPEN)
    forget_open_windows(window.remembered)
    if isinstance(left, dict) and left.get("visible"):
        opening = _openings(window)
        for name in left.get("dialogs", ()):
            if name in opening:
                opening[name]()


def forget_open_windows(remembered: UiState) -> None:
    """The operator ended it: nothing is to come back but the window as it was."""
    remembered.set(LEFT_OPEN, None)


def open_dialog_names(window: MainWindow) -> list[str]:
    """The names of the dialogs that are open over the window, of those that can be opened again."""
    kinds = {type(widget).__name__ for widget in QApplication.topLevelWidgets() if widget.isVisible()}
    return [name for name in _openings(window) if name in kinds]


def _openings(window: MainWindow) -> dict[str, Callable[[], object]]:
    return {
        "RunDialog": window.commands.run_with.trigger,
        "PreviewDialog": window.commands.preview.trigger,
        "KeysDialog": window.commands.keys.trigger,
        "FirstRunDialog": window.open_first_run,
        "FirstRun": window.open_first_run,  # as version 0.1.0 wrote it down
    }
