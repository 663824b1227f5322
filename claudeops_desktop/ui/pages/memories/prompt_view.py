"""The very text of a preview: what is added to the system prompt, and, folded, what the agent is asked."""

from __future__ import annotations

from difflib import SequenceMatcher

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from ....memory import tokens_of
from ... import theme
from ...text.translation import tr, tr_count
from ...widgets.fold_button import FoldButton
from .preview_query import PromptPreview


class PromptView(QWidget):
    """Above memory, whose tokens are counted, stands in muted letters what is told besides.

    With ``let_edit`` the text can be changed; changed lines are marked, and what is known anew no longer replaces it.
    ``text_edited`` says that it was changed or set back.
    """

    text_edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block_at = 0
        self._original = ""
        self._heading = theme.plain_label(tr("Added to its system prompt"), "strong")
        self._legend = theme.plain_label(
            tr("Only memory is counted; the grey text above it is not."), "muted", wrap=True
        )
        self.text = _reading(tr("What the next run will read"))
        self.fold = FoldButton()
        self.fold.setAccessibleName(tr("The prompt of the tier"))
        self.asked = _reading(tr("The prompt"))
        self.asked.hide()
        self.fold.toggled.connect(self.asked.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self._heading)
        column.addWidget(self._legend)
        column.addWidget(self.text, 3)
        column.addWidget(self.fold)
        column.addWidget(self.asked, 4)
        theme.theme_changed.connect(self._dress)

    def show_preview(self, preview: PromptPreview, tier: int) -> None:
        """Show both texts; where one has not changed, it stays as it was scrolled."""
        self._block_at = preview.block_at
        kept = self.changed
        self._original = _as_shown(preview.appended)
        if not kept:
            _show(self.text, preview.appended)
        _show(self.asked, preview.asked)
        self.fold.setText(
            tr_count(
                "The prompt of tier {tier}, about %n token",
                "The prompt of tier {tier}, about %n tokens",
                tokens_of(len(preview.asked)),
                tier=tier,
            )
        )
        self._colour()

    def let_edit(self, text: str | None) -> None:
        """Let the operator change the text; ``text`` is what was made of it before, None where nothing was."""
        self.text.setReadOnly(False)
        self.text.setUndoRedoEnabled(True)
        if text is not None:
            self.text.setPlainText(text)
        self.text.textChanged.connect(self._touched)

    @property
    def original(self) -> str:
        """The text as it is known now, without changes."""
        return self._original

    @property
    def changed(self) -> bool:
        """Whether the text differs from what is known."""
        return (
            not self.text.isReadOnly() and bool(self.text.toPlainText()) and (self.text.toPlainText() != self._original)
        )

    @property
    def changes(self) -> tuple[int, tuple[str, ...]]:
        """How many lines were added or changed, and which lines were taken out or changed."""
        _, added, gone = self._difference()
        return added, gone

    def reset(self) -> None:
        """The text as it is known now; Ctrl+Z in it brings the changed one back."""
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._original)

    def show_message(self, sentence: str) -> None:
        """A sentence in place of the text."""
        self._block_at = 0
        self.text.setPlainText(sentence)
        self._colour()

    def _colour(self) -> None:
        self._legend.setVisible(bool(self._block_at) and not self.changed)
        if self.changed:
            self.text.setExtraSelections([self._marked(line) for line in self._difference()[0]])
            return
        cursor = QTextCursor(self.text.document())
        end = min(self._block_at, max(0, self.text.document().characterCount() - 1))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        besides = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setForeground(QColor(theme.current_tokens().muted))
        besides.cursor, besides.format = cursor, look
        self.text.setExtraSelections([besides] if end else [])

    def _marked(self, line: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setBackground(QColor(theme.current_tokens().accent_weak))
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        mark.cursor, mark.format = QTextCursor(self.text.document().findBlockByNumber(line)), look
        return mark

    def _difference(self) -> tuple[list[int], int, tuple[str, ...]]:
        """The numbers of the lines that are new, how many, and the lines that are gone."""
        before, after = self._original.split("\n"), self.text.toPlainText().split("\n")
        new: list[int] = []
        gone: list[str] = []
        for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if what != "equal":
                new += range(c, d)
                gone += before[a:b]
        return new, len(new), tuple(gone)

    @Slot()
    def _touched(self) -> None:
        self._colour()
        self.text_edited.emit()

    @Slot()
    def _dress(self) -> None:
        for part in (self.text, self.asked):
            part.setFont(theme.mono_font())
        self._colour()


def _as_shown(text: str) -> str:
    """A text as a text field gives it back: some characters become others in it."""
    return text.translate({0xA0: " ", 0x2028: "\n", 0x2029: "\n", 0: None}).replace("\r\n", "\n").replace("\r", "\n")


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
