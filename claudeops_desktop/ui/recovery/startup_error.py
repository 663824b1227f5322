"""Why no window opens, for an operator who started it from a menu and sees no terminal."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from ...core.errors import ClaudeOpsError
from ...core.settings import WindowSettings
from .. import icons, theme
from ..text.translation import tr

UNEXPECTED_ERROR_HINT = ("offscreen", "minimal")


def startup_error_text(error: ClaudeOpsError) -> QMessageBox:
    """The sentence, and below it what to do."""
    box = QMessageBox()
    box.setIcon(QMessageBox.Icon.Critical)
    box.setWindowTitle("Claude Ops")
    box.setWindowIcon(icons.themed_icon("app", "accent"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("Claude Ops cannot start.\n\n{error}", error=error))
    if error.remedy:
        box.setInformativeText(error.remedy)
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    return box


def show_startup_error(error: ClaudeOpsError) -> None:
    """Show it and wait until it was read. Makes the application's Qt where there is none yet."""
    application = QApplication.instance() or QApplication(["claudeops"])
    if QGuiApplication.platformName() in UNEXPECTED_ERROR_HINT:
        return
    if isinstance(application, QApplication):
        theme.apply_theme(application, WindowSettings())
    startup_error_text(error).exec()
