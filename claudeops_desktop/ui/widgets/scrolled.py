"""A page or a part of one that scrolls where the window is too low for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class Scrolled(QScrollArea):
    """It scrolls up and down alone. The Tab key passes over it to what lies in it; one with a ``name`` holds only what
    is read, and takes the keys that scroll.
    """

    def __init__(self, inner: QWidget | None = None, parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if name else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        if inner is not None:
            inner.setMinimumWidth(max(1, inner.minimumWidth()))  # narrower than it likes, but never cut off
            self.setWidget(inner)
