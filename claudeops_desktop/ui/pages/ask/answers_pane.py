"""The answers to a question, with how they were found; before one is asked, the questions that were asked before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ....knowledge import FederatedAnswer
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.flow_layout import FlowLayout
from ...widgets.fold_button import FoldButton
from . import text as page_text
from .answer_card import AnswerCard

RECENT = 5
LONGEST_QUESTION = 90


class AnswersPane(QWidget):
    """``navigation_requested`` carries where an answer stands, ``question_requested`` a question that was asked before,
    ``card_focused`` the card that the keys are at. ``why_requested`` says that an answer is missing, ``left`` that the
    keys go back to the question."""

    navigation_requested = Signal(object)
    question_requested = Signal(str)
    why_requested = Signal()
    card_focused = Signal(QWidget)
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.cards: list[AnswerCard] = []
        self._nothing_known = False
        self._empty = True
        self.summary = theme.plain_label(role="muted", wrap=True)
        self.missing = QPushButton(tr("Is something missing? See why"))
        theme.set_role(self.missing, "link")
        self.missing.clicked.connect(self.why_requested)
        self.rewritten = theme.plain_label(role="muted", wrap=True, select=True)
        self.note = theme.plain_label(role="warn", wrap=True)
        self.message = theme.plain_label(role="strong", wrap=True)
        self.hint = theme.plain_label(role="muted", wrap=True)
        self.before = QWidget(self)
        self.links = FlowLayout(theme.GAP_S, self.before)
        self.stages = FoldButton(tr("How it was found"))
        self.stage_lines = theme.plain_label(role="muted", wrap=True, select=True)
        self.stages.toggled.connect(self.stage_lines.setVisible)
        self._lay_out()
        self.show_nothing()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.summary, 1)
        line.addWidget(self.missing)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        self._column.addLayout(line)
        for part in (self.rewritten, self.note, self.message, self.hint, self.before):
            self._column.addWidget(part)
        self._column.addWidget(self.stages, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.stage_lines)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def show_found(self, found: FederatedAnswer, included: Sequence[str]) -> None:
        """Show the answers; ``included`` is what was searched that is left out otherwise."""
        self._clear()
        self._empty = False
        memory = found.memory
        _fill(self.summary, page_text.answer_summary(found))
        _fill(self.rewritten, page_text.rewritten_question(memory))
        _fill(self.note, memory.note)
        self.stage_lines.setText(formatting.make_breakable("\n".join(page_text.stage_lines(memory.stages))))
        self.stage_lines.setVisible(self.stages.isChecked())
        self.stages.setVisible(bool(memory.stages))
        self.missing.show()
        self.before.hide()
        for answer in page_text.describe_answers(found):
            self._add_card(answer)
        if self.cards:
            self.show_message("", "")
        else:
            hint = memory.nothing or page_text.no_answer_hint(included)
            self.show_message(tr("Nothing is known about that"), hint)

    def show_nothing(self) -> None:
        """Show what can be asked, as nothing is."""
        self._clear()
        self._empty = True
        for part in (self.summary, self.rewritten, self.note, self.stages, self.stage_lines, self.missing):
            part.hide()
        if self._nothing_known:
            self.show_message(tr("Nothing is known yet"), page_text.NOTHING_KNOWN)
        else:
            self.show_message("", page_text.EXAMPLES)
        self.before.setVisible(self.links.count() > 0)

    def show_message(self, message: str, hint: str) -> None:
        """Show a line and a sentence over the answers."""
        _fill(self.message, message)
        _fill(self.hint, hint)

    def show_slow(self) -> None:
        """Say why it takes longer."""
        _fill(self.summary, tr("Searching… The first question takes longer, because the search model is loaded."))

    def suggest(self, asked: Sequence[str], *, nothing_known: bool) -> None:
        """Offer what was asked before."""
        self._clear_links()
        if asked:
            self.links.addWidget(theme.plain_label(tr("Asked before"), "muted"))
        for text in asked[:RECENT]:
            short = text if len(text) <= LONGEST_QUESTION else f"{text[: LONGEST_QUESTION - 1]}…"
            link = QPushButton(formatting.strip_direction_marks(short).replace("&", "&&"))
            theme.set_role(link, "link")
            link.clicked.connect(partial(self._ask_again, text))
            self.links.addWidget(link)
        self.before.setVisible(bool(asked) and self._empty)
        if nothing_known != self._nothing_known:
            self._nothing_known = nothing_known
            if self._empty:
                self.show_nothing()

    def _ask_again(self, text: str, _checked: bool = False) -> None:
        self.question_requested.emit(text)

    def _clear_links(self) -> None:
        while self.links.count():
            item = self.links.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    # --- cards -------------------------------------------------------------------------------------------------------

    def _add_card(self, answer: page_text.AnswerText) -> None:
        card = AnswerCard(answer, self)
        card.opened.connect(self.navigation_requested)
        card.step_requested.connect(self._step)
        self.cards.append(card)
        self._column.addWidget(card)
        card.show()

    def _clear(self) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []

    def focus_first(self) -> None:
        """Put the keys into the first answer."""
        self._focus(0)

    def _step(self, step: int) -> None:
        card = self.sender()
        if isinstance(card, AnswerCard):
            self._focus(self.cards.index(card) + step)

    def _focus(self, at: int) -> None:
        if at < 0:
            self.left.emit()
        elif at < len(self.cards):
            self.cards[at].setFocus(Qt.FocusReason.OtherFocusReason)
            self.card_focused.emit(self.cards[at])


def _fill(label: QLabel, text: str) -> None:
    label.setText(formatting.make_breakable(text))
    label.setVisible(bool(text))
