"""The way from a desk to a window on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from ...core.paths import DataFolder
from .. import theme
from ..app_context import AppContext
from ..text.translation import install_qt_texts
from .window import MainWindow

if TYPE_CHECKING:
    from .tray_icon import TrayIcon

SEEN_AFTER_MS = 600


def open_window(desk: AppContext, background: bool = False) -> MainWindow:
    """Make the window and the tray, and show the window unless it is to start in the background.

    The QApplication must exist. It must not quit when its last window closes: ``quit_wanted`` of the window says when
    to quit. The tray belongs to the window. Connect ``SingleInstance.request_received`` to ``window.handle_request``.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("a QApplication must exist before the window")
    app.setQuitOnLastWindowClosed(False)
    install_qt_texts(app)
    theme.apply_theme(app, desk.settings.current.window)
    window = MainWindow(desk)
    if background:
        _put_in_tray(window)
    else:
        window.stack.page_changed.connect(partial(_put_in_tray, window))  # after the first picture
        window.show()
    return window


def _put_in_tray(window: MainWindow, _page: str = "") -> None:
    if window.tray is None:
        window.tray = make_tray_icon(window)


def make_tray_icon(window: MainWindow) -> TrayIcon:
    """The tray icon of a window, which acts on it."""
    from .tray_icon import TrayIcon

    window.commands.draw_icons()  # of a window that begins in the background
    tray = TrayIcon(window.status_monitor, window.commands, window)
    tray.show_requested.connect(window.raise_window)
    tray.place_requested.connect(window.show_place)
    window.tray_is_there = tray.is_there
    window.desk.approvals.start_watching()
    window.desk.waiting.start_watching()
    return tray


def connect_desktop(window: MainWindow, folder: DataFolder) -> None:
    """What a start in earnest adds to a window: it follows the desktop's session, and once it is seen for the first
    time it tells of a crash, opens what the last session left open, or begins the first minute.
    """
    from ...core.desktop.start_command import start_command
    from .desktop_session import DesktopSession
    from .gc_tuning import GcTuner

    def command(visible: bool) -> list[str]:
        return start_command(*(() if visible else ("--background",)), folder=folder)

    DesktopSession(window, command)
    GcTuner(window)
    _FirstSight(window)


class _FirstSight(QObject):
    """Waits until the window has been shown and its first page painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.stack.page_changed.connect(self._turned)

    def _turned(self) -> None:
        self._window.stack.page_changed.disconnect(self._turned)
        QTimer.singleShot(SEEN_AFTER_MS, self._look)

    def _look(self) -> None:
        from ..first_run import should_show
        from ..recovery import crash_dialog
        from . import desktop_session

        desktop_session.restore_open_windows(self._window)
        crash_dialog.show_new_crashes(self._window.desk, self._window.remembered, self._window)
        window = self._window
        should_show.open_if_needed(window.desk, window.remembered, window.open_first_run)
