"""Tells what display there is, as a program of its own: where Qt misses a library, the process that asks ends."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QSystemTrayIcon


def main() -> int:
    """Prints the platform's name, and whether there is a tray."""
    application = QApplication([])
    print(application.platformName(), QSystemTrayIcon.isSystemTrayAvailable())  # noqa: T201
    return 0
