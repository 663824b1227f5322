"""A part of a group: one sentence, and the button that leads to its page or opens its dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from ... import icons, theme
from ...kit.layouts import fill_row


class SettingsLink(QWidget):
    """``act`` is called when the button is pressed."""

    def __init__(
        self, text: str, title: str, icon: str, act: Callable[[], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.button = QPushButton(title)
        icons.set_themed_icon(self.button, icon)
        self.button.clicked.connect(lambda _checked=False: act())
        about = theme.plain_label(text, wrap=True)
        row = fill_row(self, about, self.button, grow=about, spacing=theme.GAP_M)
        row.setContentsMargins(0, 0, 0, theme.GAP_S)
