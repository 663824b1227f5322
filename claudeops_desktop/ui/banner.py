"""Bars over all pages: that nothing is really changed (dry run), and what is wrong with the application itself."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from . import icons, theme


class Banner(QFrame):
    """An icon, a sentence, one button, and a cross where wanted. ``acted`` comes from the button."""

    acted = Signal()

    def __init__(
        self,
        name: str,
        icon: str,
        tone: str,
        action: str = "",
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        mark = QLabel()
        icons.dress(mark, icon, tone)
        self._text = theme.label(wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_L, theme.GAP_XS, theme.GAP_S, theme.GAP_XS)
        row.setSpacing(theme.GAP_S)
        row.addWidget(mark)
        row.addWidget(self._text, 1)
        self.button = QPushButton(action)
        theme.set_role(self.button, "link")
        self.button.clicked.connect(self.acted)
        self.button.setVisible(bool(action))
        row.addWidget(self.button)
        if closable:
            cross = QToolButton()
            cross.setAccessibleName("Close this message")
            theme.set_role(cross, "icon")
            icons.dress(cross, "close", "muted")
            cross.clicked.connect(self.hide)
            row.addWidget(cross)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._text.text()

    def say(self, text: str) -> None:
        """Show a sentence; an empty one hides the bar."""
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
