"""A line to search with."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from .. import icons
from ..text.translation import tr

PAUSE_MS = 40


class SearchField(QLineEdit):
    """``searched`` carries the text a moment after the last keystroke, at once on Return; ``entered`` follows Return.
    Escape empties the field."""

    searched = Signal(str)
    entered = Signal()  # Return: on to what was found

    def __init__(self, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        placeholder = placeholder or tr("Search")
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(180)
        glass = QAction(placeholder, self)
        icons.set_themed_icon(glass, "search", "faint")
        glass.triggered.connect(self.setFocus)
        self.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        for button in self.findChildren(QToolButton):
            leading = glass in button.actions()
            button.setAccessibleName(placeholder if leading else tr("Clear the search"))
            button.setToolTip(placeholder if leading else tr("Clear the search (Escape)"))
        self._said = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._say)
        self.textChanged.connect(self._pause.start)
        self.returnPressed.connect(self._say)
        self.returnPressed.connect(self.entered)

    def set_text_quietly(self, text: str) -> None:
        """Show a text without telling of it."""
        self._said = text.strip()
        self.setText(text)
        self._pause.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the field; in an empty one it is left to the window."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._say()
            return
        super().keyPressEvent(event)

    def _say(self) -> None:
        self._pause.stop()
        text = self.text().strip()
        if text != self._said:
            self._said = text
            self.searched.emit(text)
