"""What is not known about a service, and a field for the answer (R3)."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ....memory import LONGEST_OBSERVATION
from ....routine.questions.types import CATEGORIES, OperatorQuestion
from ... import theme
from ...text import formatting
from ...text.translation import tr, tr_message
from .answer_card import AnswerSpec, ReviewAnswerCard

SAVE, DISMISS = "save", "dismiss"


class QuestionCard(ReviewAnswerCard):
    """The question with a field. ``answer_submitted`` carries the key of the row and what was written; ``answered``
    the key and ``dismiss``."""

    answer_submitted = Signal(object, str)
    ANSWERS = (
        AnswerSpec(SAVE, tr("Save the answer"), "Ctrl+Return", tr("It becomes a fact of yours"), "primary"),
        AnswerSpec(DISMISS, tr("Dismiss"), "D", tr("It need not be known; it is not asked again")),
    )

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = theme.plain_label(role="section", wrap=True, select=True)
        self.field = QPlainTextEdit()
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(3 * theme.ROW)
        self.field.setPlaceholderText(tr("Your answer, in one sentence"))
        self.field.textChanged.connect(self._written)
        self._said.addWidget(self.question)
        self._said.addWidget(self.field)
        save = QAction(tr("Save the answer"), self.field)
        save.setShortcut(QKeySequence("Ctrl+Return"))
        save.triggered.connect(self.submit)
        self.field.addAction(save)
        self._lay_out(tr("Why it is asked"))
        self.buttons[SAVE].setEnabled(False)

    @property
    def keys_text(self) -> str:
        """What the keys do."""
        return tr("Tab: to the field, Ctrl+Return: save, D: dismiss")

    def show_question(self, key: Hashable, one: OperatorQuestion, place: str) -> None:
        """Show one; ``place`` says which of how many. What was written stays as long as it is the same."""
        if key != self.key:
            self.field.clear()
        asked = formatting.strip_direction_marks(tr_message(one.gap.question))
        self.question.setText(formatting.make_breakable(asked))
        self.why.setText(tr_message(one.gap.reason))
        self.field.setAccessibleName(asked)
        self._show_head(key, one.gap.service, tr("{category} · question", category=CATEGORIES[one.gap.kind]), place)
        self.setAccessibleName(tr("A question about {service}: {question}", service=one.gap.service, question=asked))
        self.setAccessibleDescription(self.keys_text)

    def submit(self) -> None:
        """Save what is written."""
        said = self._answer()
        if self.key is not None and said:
            self.answer_submitted.emit(self.key, said)

    def press_button(self, name: str) -> None:
        """Save, or dismiss as the other cards answer."""
        if name == SAVE:
            self.submit()
        else:
            super().press_button(name)

    def set_readable(self, readable: bool) -> None:
        """There is something to save once something is written."""
        super().set_readable(readable)
        self._written()

    def forget(self) -> None:
        """Nothing is shown."""
        super().forget()
        self.field.clear()

    def _answer(self) -> str:
        return " ".join(self.field.toPlainText().split())[:LONGEST_OBSERVATION]

    def _written(self) -> None:
        self.buttons[SAVE].setEnabled(bool(self._answer()))
