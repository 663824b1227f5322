"""Where a question to memory is typed: earlier ones are offered, Down goes into the answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QToolButton, QWidget

from ... import icons
from ...text.translation import tr


class QuestionField(QLineEdit):
    """``down_pressed`` says that the arrow wants the answers, where no list of earlier questions is open."""

    down_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("Ask what is known"))
        self.setAccessibleName(tr("A question to memory"))
        self.setClearButtonEnabled(True)
        glass = QAction(tr("Ask"), self)
        icons.set_themed_icon(glass, "recall", "faint")
        self.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Ask") if glass in button.actions() else tr("Clear the question"))
        self._recent = QStringListModel(self)
        completer = QCompleter(self._recent, self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)

    def set_recent(self, asked: Sequence[str]) -> None:
        """What was asked before is offered while one types."""
        self._recent.setStringList(list(asked))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leaves it, Escape empties it."""
        completer = self.completer()
        popup = completer.popup() if completer is not None else None
        open_list = popup is not None and popup.isVisible()
        if event.key() == Qt.Key.Key_Down and not open_list:
            self.down_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text() and not open_list:
            self.clear()
        else:
            super().keyPressEvent(event)
