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

    To refuse is one click from anywhere; to approve one has to look at it first.
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
        self._tell()

    def _tell(self) -> None:
        waiting = self._questions.waiting
        if not waiting:
            self.say("")
            return
        more = len(waiting) - 1
        besides = f" · {words.counted(more, 'more question')} {'waits' if more == 1 else 'wait'}" if more else ""
        self.say(f"{approval_words.line(waiting[0])}{besides}")

    def _look(self) -> None:
        if self._questions.waiting:
            self.wanted.emit(Place("approvals", id=self._questions.waiting[0].id))

    def _refuse(self) -> None:
        if self._questions.waiting:
            self._questions.answer(self._questions.waiting[0], "refused")
