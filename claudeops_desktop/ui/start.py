"""The way from a desk to a window on the screen."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from . import theme
from .desk import Desk
from .window import MainWindow


def open_window(desk: Desk, background: bool = False) -> MainWindow:
    """Make the window and the tray, and show the window unless it is to start in the background.

    The QApplication must exist. It must not quit when its last window closes: ``quit_wanted`` of the window says when
    to quit. The tray belongs to the window. Connect ``SingleInstance.asked`` to ``window.answer``.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("a QApplication must exist before the window")
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, desk.settings.current.window)
    window = MainWindow(desk)
    if not background:
        window.show()
    from .tray import Tray

    window.tray = Tray(window)
    return window
