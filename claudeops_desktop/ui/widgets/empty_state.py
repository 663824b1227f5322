"""What a page or pane shows when there is nothing yet: what will appear here, and the action that makes it appear."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from .. import icons, theme

WIDEST = 460


class EmptyState(QWidget):
    """An icon, one line, one sentence and at most one button. ``action_triggered`` says that the button was pressed.

    ``other_button`` is a second way, less likely, as a link below; ``other_action_triggered`` says that it was taken.
    """

    action_triggered = Signal()
    other_action_triggered = Signal()

    def __init__(
        self, icon: str, title: str, text: str = "", action: str = "", other: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = theme.plain_label(role="section")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title.setWordWrap(True)
        self._text = theme.plain_label(role="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._button = QPushButton()
        self._button.clicked.connect(self.action_triggered)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_XL)
        column.setSpacing(theme.GAP_S)
        column.addStretch()
        column.addWidget(self._icon)
        column.addWidget(self._title)
        column.addWidget(self._text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(theme.GAP_XS)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.other_button = QPushButton(other)
        theme.set_role(self.other_button, "link")
        self.other_button.clicked.connect(self.other_action_triggered)
        column.addWidget(self.other_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.other_button.setVisible(bool(other))
        column.addStretch()
        self._name = icon
        self.set_message(title, text, action)
        self._tint()
        theme.theme_changed.connect(self._tint)

    def set_message(self, title: str, text: str = "", action: str = "") -> None:
        """Other words, such as for a filter that leaves nothing. An empty ``action`` hides the button."""
        self._title.setText(title)
        self._title.ensurePolished()
        self._title.setMinimumHeight(self._title.fontMetrics().lineSpacing())
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self._text.ensurePolished()
        metrics = self._text.fontMetrics()
        width = min(WIDEST, metrics.horizontalAdvance(text) + theme.GAP_M)
        box = metrics.boundingRect(0, 0, width, 1000, int(Qt.TextFlag.TextWordWrap), text)
        self._text.setFixedSize(width, box.height() + theme.GAP_XS)
        self._button.setText(action)
        self._button.setVisible(bool(action))
        self.setAccessibleName(f"{title} {text}".strip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the words stay, without the icon."""
        super().resizeEvent(event)
        layout = self.layout()
        if layout is not None:
            needed = layout.minimumSize().height() + (self._icon.sizeHint().height() if self._icon.isHidden() else 0)
            self._icon.setVisible(event.size().height() >= needed + theme.GAP_S)

    def _tint(self) -> None:
        self._icon.setPixmap(icons.themed_pixmap(self._name, 32, "faint"))
