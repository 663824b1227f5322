"""The very text of a preview: what is added to the system prompt, and, folded, what the agent is asked."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolButton, QVBoxLayout, QWidget

from ....memory.context import tokens_of
from ... import icons, theme
from ...words import counted
from .next_prompt import Preview


class Told(QWidget):
    """Above the memory block, whose tokens are counted, stands in muted letters what is told besides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block_at = 0
        self._heading = theme.label("Added to its system prompt", "strong")
        self._legend = theme.label(
            "The memory block is counted; what stands above it in grey is not.", "muted", wrap=True
        )
        self.text = _reading("What the next run will read")
        self.fold = QToolButton()
        self.fold.setCheckable(True)
        self.fold.setToolButtonStyle(theme.beside_icon())
        self.fold.setAccessibleName("The prompt of the tier")
        theme.set_role(self.fold, "quiet")
        self.fold.toggled.connect(self._unfold)
        self.asked = _reading("What it is asked")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self._heading)
        column.addWidget(self._legend)
        column.addWidget(self.text, 3)
        column.addWidget(self.fold)
        column.addWidget(self.asked, 4)
        self._unfold(False)
        theme.changed.connect(self._dress)

    def show_preview(self, preview: Preview, tier: int) -> None:
        """Show both texts; where one has not changed, it stays as it was scrolled."""
        self._block_at = preview.block_at if preview.context.text else len(preview.appended)
        _show(self.text, preview.appended)
        _show(self.asked, preview.asked)
        self.fold.setText(
            f"What it is asked: the prompt of tier {tier}, about {counted(tokens_of(len(preview.asked)), 'token')}"
        )
        self._legend.setVisible(bool(preview.context.text))
        self._colour()

    def say(self, sentence: str) -> None:
        """A sentence in place of the text."""
        self._block_at = 0
        self.text.setPlainText(sentence)
        self._colour()

    @Slot(bool)
    def _unfold(self, on: bool) -> None:
        self.asked.setVisible(on)
        icons.dress(self.fold, "chevron_up" if on else "chevron", "muted")

    def _colour(self) -> None:
        cursor = QTextCursor(self.text.document())
        end = min(self._block_at, max(0, self.text.document().characterCount() - 1))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        besides = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setForeground(QColor(theme.tokens().muted))
        besides.cursor, besides.format = cursor, look
        self.text.setExtraSelections([besides] if end else [])

    @Slot()
    def _dress(self) -> None:
        for part in (self.text, self.asked):
            part.setFont(theme.mono_font())
        self._colour()


def _reading(name: str) -> QPlainTextEdit:
    made = QPlainTextEdit()
    made.setReadOnly(True)
    made.setUndoRedoEnabled(False)
    made.setAccessibleName(name)
    made.setFont(theme.mono_font())
    made.setTabChangesFocus(True)
    return made


def _show(part: QPlainTextEdit, text: str) -> None:
    if part.toPlainText() != text:
        bar = part.verticalScrollBar()
        stood = bar.value()
        part.setPlainText(text)
        bar.setValue(stood)
