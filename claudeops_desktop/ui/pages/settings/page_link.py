"""A group whose matters have a page of their own: one sentence and the way there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ... import icons, theme
from ..base_page import PageLocation


class PageLink(QWidget):
    """``navigation_requested`` carries the PageLocation."""

    navigation_requested = Signal(object)

    def __init__(self, place: PageLocation, title: str, text: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self.button = QPushButton(title)
        icons.set_themed_icon(self.button, icon)
        self.button.clicked.connect(self._go)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, theme.GAP_S)
        row.setSpacing(theme.GAP_M)
        row.addWidget(theme.plain_label(text, wrap=True), 1)
        row.addWidget(self.button)

    def _go(self) -> None:
        self.navigation_requested.emit(self._place)
