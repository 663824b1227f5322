"""Bars over all pages: what is changed or held back (dry run, paused), what asks for a yes, and what is wrong with the
application itself."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from .. import icons, theme
from ..text.translation import tr, tr_message
from ..widgets.elided_label import ElidedLabel


class MessageBar(QFrame):
    """An icon, a sentence, a button or two, and a cross where wanted. ``action_triggered`` and
    ``other_action_triggered`` come from the buttons."""

    action_triggered = Signal()
    other_action_triggered = Signal()

    def __init__(
        self,
        name: str,
        icon: str,
        tone: str,
        action: str = "",
        other: str = "",
        *,
        closable: bool = False,
        whole: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        mark = QLabel()
        icons.set_themed_icon(mark, icon, tone)
        self._text = theme.plain_label(wrap=True) if closable or whole else ElidedLabel()  # what is wrong is said whole
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_L, theme.GAP_XS, theme.GAP_S, theme.GAP_XS)
        row.setSpacing(theme.GAP_S)
        row.addWidget(mark)
        row.addWidget(self._text, 1)
        self.button = QPushButton(action)
        theme.set_role(self.button, "link")
        self.button.clicked.connect(self.action_triggered)
        self.button.setVisible(bool(action))
        row.addWidget(self.button)
        self.other_button = QPushButton(other)
        theme.set_role(self.other_button, "link")
        self.other_button.clicked.connect(self.other_action_triggered)
        self.other_button.setVisible(bool(other))
        row.addWidget(self.other_button)
        if closable:
            cross = QToolButton()
            cross.setAccessibleName(tr("Close this message"))
            theme.set_role(cross, "icon")
            icons.set_themed_icon(cross, "close", "muted")
            cross.clicked.connect(self.hide)
            row.addWidget(cross)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._text.text()

    def show_message(self, text: str) -> None:
        """Show a sentence; an empty one hides the bar."""
        text = tr_message(text)
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
