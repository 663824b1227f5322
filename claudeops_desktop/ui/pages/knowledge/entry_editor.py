"""The text of a file as it stands, edited with checks as one types."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFontDatabase, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from ....knowledge import EntryProblem
from ... import theme
from ...kit.layouts import fill_column, row_of
from ...text import formatting
from ...text.translation import tr, tr_message

CHECK_MS = 250
EDITED_UP_TO = 200_000
LONGEST_LINE = 10_000
_SHOWN_PROBLEMS = 4


class EntryEditor(QWidget):
    """``save_requested`` carries the text; ``check_requested`` a text to be checked, whose answer comes back by
    ``show_checked``. ``edited`` says whether it holds something that is not saved."""

    save_requested = Signal(str)
    check_requested = Signal(str)
    edited = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stored, self._checked = "", ""
        self.field = QPlainTextEdit(self)
        self.field.setAccessibleName(tr("Edit the file"))
        self.field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.field.setTabChangesFocus(True)
        self.field.textChanged.connect(self._typed)
        self.checked = theme.plain_label(role="muted", wrap=True)
        self.save = QPushButton(tr("Save"))
        theme.set_role(self.save, "primary")
        self.save.setToolTip(tr("Save (Ctrl+S)"))
        self.save.setShortcut("Ctrl+S")
        self.save.clicked.connect(self._save)
        self.revert = QPushButton(tr("Discard changes"))
        self.revert.clicked.connect(self.discard)
        row = row_of(self.checked, self.revert, self.save, grow=self.checked)
        fill_column(self, self.field, row, grow=self.field)
        self._soon = QTimer(self, singleShot=True, interval=CHECK_MS)
        self._soon.timeout.connect(self._ask_for_check)

    @property
    def is_edited(self) -> bool:
        """Whether the editor holds something that is not saved."""
        return not self.field.isReadOnly() and self.text != self._stored

    @property
    def text(self) -> str:
        """What stands in the editor."""
        return self.field.toPlainText()

    def show_stored(self, text: str, *, keep_typed: bool) -> None:
        """Take up what the file says. What was typed stays where ``keep_typed`` and it differs."""
        typed = self.text if keep_typed and self.is_edited else None
        self._stored = text
        fits = len(text) <= EDITED_UP_TO and max(map(len, text.split("\n"))) <= LONGEST_LINE
        self.field.setReadOnly(not fits)
        if typed is None:
            self.field.blockSignals(True)
            self.field.setPlainText(text if fits else "")
            self.field.blockSignals(False)
        self._tell_edited()
        if fits:
            self._ask_for_check()
        else:
            self.checked.setText(tr("It is too large to be edited here: use an editor, or cut it into several files."))

    def show_checked(self, text: str, problems: tuple[EntryProblem, ...], *, binding: bool = True) -> None:
        """What is wrong with a text that was handed out for a check. Nothing is saved that its format forbids, unless
        the format is that of somebody else (not ``binding``)."""
        if text != self.text or self.field.isReadOnly():
            return
        errors = any(one.level == "error" for one in problems)
        self._checked = "" if errors and binding else text
        theme.set_role(self.checked, "bad" if errors else "warn" if problems else "muted")
        self.checked.setText(problem_text(problems) or tr("Nothing is wrong."))
        self._tell_edited()

    def discard(self) -> None:
        """What the file says, without what was typed."""
        self.field.setPlainText(self._stored)

    def forget_edit(self) -> None:
        """What was typed is saved."""
        self._stored = self.text
        self._tell_edited()

    def go_to_line(self, line: int) -> None:
        """Put the cursor at a line, counted from 1."""
        block: QTextBlock = self.field.document().findBlockByNumber(max(0, line - 1))
        if block.isValid():
            self.field.setTextCursor(QTextCursor(block))
            self.field.centerCursor()
        self.field.setFocus()

    def _typed(self) -> None:
        self._soon.start()
        self._tell_edited()

    def _ask_for_check(self) -> None:
        self.check_requested.emit(self.text)

    def _tell_edited(self) -> None:
        changed = self.is_edited
        self.save.setEnabled(changed and self._checked == self.text)
        self.revert.setEnabled(changed)
        self.edited.emit(changed)

    def _save(self) -> None:
        if self.save.isEnabled():
            self.save.setEnabled(False)
            self.save_requested.emit(self.text)


def problem_text(problems: tuple[EntryProblem, ...]) -> str:
    """The first problems, one a line."""
    lines = [
        tr("Line {line}: {sentence}", line=one.line, sentence=tr_message(one.sentence))
        for one in problems[:_SHOWN_PROBLEMS]
    ]
    return formatting.make_breakable("\n".join(lines))
