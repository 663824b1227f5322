"""How the review page writes an answer, and how it tells of it: in the background, with a way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ....knowledge.proposals.types import StoredProposal
from ....memory import ConflictState, MemoryChange
from ....routine.questions.service import QuestionService
from ...text.translation import error_text, tr, tr_message
from ...undo_stack import ignore_answer
from ..memories.commands import undo_memory_change
from ..memories.text import change_text
from .commands import PAIR_ANSWERED, ReviewCommand, answer_conflict, check_fact
from .proposal_query import approve_proposal, reject_proposal, reopen_proposal

if TYPE_CHECKING:
    from ...app_context import AppContext

NOTHING = tr("It was answered elsewhere: nothing was changed.")


class AnswerWriter(QObject):
    """``message_posted`` carries a sentence for the toast and a callable that undoes it, or None. ``failed`` says that
    nothing was written, so that what was answered still waits."""

    message_posted = Signal(str, object)
    failed = Signal()

    def __init__(self, desk: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk

    def write(self, operation: ReviewCommand) -> None:
        """Write an answer that changes memories alone."""
        self._desk.bridge.write(operation, self._done, self._lost)

    def answer_pair(self, conflict_id: int, state: ConflictState) -> None:
        """Write the answer to a pair; undoing it makes the pair wait again."""
        memory = self._desk.memory
        answer = partial(answer_conflict, memory, conflict_id, state)
        self._desk.undo.perform(PAIR_ANSWERED[state], answer, memory.review.undo_answer, failed=self._lost)

    def approve_proposal(self, number: int, text: str | None = None) -> None:
        """Have a proposed change made; undoing it takes the change back as a new version."""
        self._answer_proposal(tr("Made the change"), partial(approve_proposal, self._desk, number, text), number)

    def reject_proposal(self, number: int, why: str) -> None:
        """Turn a proposed change down; undoing it puts it here again."""
        self._answer_proposal(tr("Rejected the proposal"), partial(reject_proposal, self._desk, number, why), number)

    def _answer_proposal(self, label: str, answer: Callable[[], StoredProposal], number: int) -> None:
        def done(proposal: StoredProposal) -> None:
            if proposal.state == "outdated" and isValid(self):
                self.message_posted.emit(tr_message(proposal.why), None)

        undo = ignore_answer(partial(reopen_proposal, self._desk, number))
        self._desk.undo.perform(label, answer, undo, aside=True, done=done, failed=self._lost)

    def check(self, memory_id: int) -> None:
        """Have a fact checked; undoing it withdraws the wish."""
        memory = self._desk.memory
        self._desk.undo.perform(
            tr("Checked a fact"), partial(check_fact, memory, memory_id), memory.aging.undo_check, failed=self._lost
        )

    def answer_question(self, number: int, text: str) -> None:
        """Store the answer to a question as a fact; undoing it asks again."""
        questions = self._questions()
        self._desk.undo.perform(
            tr("Answered a question"), partial(questions.answer, number, text), questions.undo, failed=self._lost
        )

    def dismiss_question(self, number: int) -> None:
        """A question is not asked again, unless this is undone."""
        questions = self._questions()
        self._desk.undo.perform(
            tr("Dismissed a question"), partial(questions.dismiss, number), questions.undo, failed=self._lost
        )

    def _questions(self) -> QuestionService:
        desk = self._desk
        return QuestionService(desk.book.store, desk.memory, desk.book.clock)

    def _done(self, change: MemoryChange) -> None:
        if not change.before and not change.after:
            if isValid(self):
                self.message_posted.emit(NOTHING, None)
            return
        self._desk.undo.push_change(change, tell=False)
        if isValid(self):
            self.message_posted.emit(change_text(change), partial(undo_memory_change, self._desk.undo, change))

    def _lost(self, error: Exception) -> None:
        if isValid(self):
            self.message_posted.emit(error_text(error), None)
            self.failed.emit()
