"""Answering what is asked about services: an answer becomes a fact of the operator's. Inside ``store.write``."""

from __future__ import annotations

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...memory import MemoryCandidate, MemoryService
from ...storage import DataStore
from .tables import QuestionRecords
from .types import CATEGORIES, AnsweredQuestion, OperatorQuestion

__all__ = ["QuestionService"]


class QuestionService:
    """Takes the operator's answers, and takes them back."""

    def __init__(self, store: DataStore, memory: MemoryService, clock: Clock) -> None:
        self.records = QuestionRecords(store)
        self._memory = memory
        self._clock = clock

    def answer(self, number: int, text: str) -> AnsweredQuestion:
        """Store the answer as a fact about the service, as if the operator had added it. Raises OperatorError where
        the question is not open, UsageError for an answer that says nothing."""
        question = self._open(number)
        said = " ".join(text.split())
        if not said:
            raise UsageError(UserMessage("The answer is empty."), UserMessage("Dismiss the question instead."))
        gap = question.gap
        change = self._memory.edits.add_judged(MemoryCandidate(CATEGORIES[gap.kind], gap.service, said))
        stored = max((one.memory.id for one in change.after), default=None)
        after = question.with_state("answered", to_text(self._clock()), stored)
        self.records.put(after)
        return AnsweredQuestion(question, after, change)

    def dismiss(self, number: int) -> AnsweredQuestion:
        """It need not be known: it is not asked again. Raises OperatorError where the question is not open."""
        question = self._open(number)
        after = question.with_state("dismissed", to_text(self._clock()), None)
        self.records.put(after)
        return AnsweredQuestion(question, after)

    def undo(self, answered: AnsweredQuestion) -> OperatorQuestion:
        """It is open again, and what the answer changed in memory is as it was."""
        if answered.change is not None:
            self._memory.edits.undo(answered.change)
        self.records.put(answered.before)
        return answered.before

    def _open(self, number: int) -> OperatorQuestion:
        question = self.records.get(number)
        if question.state != "open":
            raise OperatorError(
                UserMessage("Question {id} waits for no answer any more.", id=number),
                UserMessage("See `claudeops review list --kind question`."),
            )
        return question
