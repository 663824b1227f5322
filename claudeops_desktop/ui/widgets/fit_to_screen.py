"""Dialogs on small screens, or large letters: what they would like, and no more than there is."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = 40  # a title bar and its borders, which belong to the desktop


def fit_to_screen(dialog: QWidget, width: int, height: int) -> None:
    """Make it so large, or as large as the screen has room for: its buttons are at its lower edge."""
    room = dialog.screen().availableGeometry().size()
    dialog.resize(QSize(width, height).boundedTo(QSize(room.width(), room.height() - FRAME)))
