"""The bar over every page while something waits for the operator's yes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from . import approval_words, words
from .banner import Banner
from .page import Place
from .questions import Questions


class QuestionBar(Banner):
    """Tells what asked first and how many more wait. ``wanted`` carries the Place of its card.

    To refuse is one click from anywhere; to approve one has to look at it first. While an approval can still be undone,
    that is what it tells of.
    """

    wanted = Signal(object)

    def __init__(self, questions: Questions, parent: QWidget | None = None) -> None:
        super().__init__("question", "question", "warn", "Look", "Refuse", parent=parent)
        self._questions = questions
        self.button.setAccessibleName("Look at the question that waits")
        self.other.setAccessibleName("Refuse what is asked")
        self.acted.connect(self._look)
        self.other_acted.connect(self._refuse)
        questions.changed.connect(self._tell)
        questions.held.changed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        waiting = self._questions.waiting
        if not waiting:
            self.say("")
            return
        held = self._questions.held.all[:1]
        self.other.setText("Undo" if held else "Refuse")
        self.other.setAccessibleName("Take the approval back" if held else "Refuse what is asked")
        if held:
            seconds = self._questions.held.seconds_left(held[0].approval.id) or 0
            self.say(approval_words.held_back(held[0].approval, seconds))
            return
        more = len(waiting) - 1
        besides = f" · {words.counted(more, 'more question')} {'waits' if more == 1 else 'wait'}" if more else ""
        self.say(f"{approval_words.line(waiting[0])}{besides}")

    def _look(self) -> None:
        held = self._questions.held.all[:1]
        first = held[0].approval if held else next(iter(self._questions.waiting), None)
        if first is not None:
            self.wanted.emit(Place("approvals", id=first.id))

    def _refuse(self) -> None:
        held = self._questions.held.all[:1]
        if held:
            self._questions.undo(held[0].approval.id)
        elif self._questions.waiting:
            self._questions.answer(self._questions.waiting[0], "refused")
