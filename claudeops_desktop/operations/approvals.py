"""Questions to the operator, and the rules by which any door answers them (S10)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from ..core.emergency_stop_marker import refuse_while_stopped
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.approvals import Approval, needs_confirmation, state_at
from ..records.record_books import RecordRepositories
from .operation_types import MissingRow, RowNumber

ApprovalAnswer = Literal["approved", "approved_run", "refused"]


class ListApprovals(Struct, frozen=True, kw_only=True):
    """Which questions. ``before`` is the number of one, for the next page."""

    state: str | None = None
    before: int | None = None
    limit: int | None = None


class AnswerApproval(Struct, frozen=True):
    """An answer to a question, and the way by which it came. ``confirmed``: a yes to what cannot be taken back was
    given twice, or by somebody who sees the whole question."""

    id: int
    answer: ApprovalAnswer
    by: str
    note: str = ""
    confirmed: bool = False


class AnswerTooLate(OperatorError):
    """The question waits no longer; ``approval`` is how it ended."""

    def __init__(self, approval: Approval) -> None:
        super().__init__(UserMessage("Question {number} waits no longer.", number=approval.id))
        self.approval = approval


class ConfirmationNeeded(OperatorError):
    """A yes to this question must be confirmed."""

    def __init__(self, approval: Approval) -> None:
        super().__init__(UserMessage("Question {number} must be confirmed.", number=approval.id))
        self.approval = approval


def list_approvals(book: RecordRepositories, request: ListApprovals, now: datetime) -> list[Approval]:
    """Return the questions that match, newest first, as they stand now. Call inside ``store.read``."""
    rows = book.approvals.list(limit=request.limit, state=request.state, before=request.before)
    return [state_at(one, now) for one in rows]


def find_approval(book: RecordRepositories, request: RowNumber, now: datetime) -> Approval:
    """Return one question as it stands now. Raises MissingRow. Call inside ``store.read``."""
    found = book.approvals.get(request.id)
    if found is None:
        raise MissingRow(
            UserMessage("There is no question {number}.", number=request.id),
            UserMessage("`claudeops approvals list` shows them."),
        )
    return state_at(found, now)


def answer_approval(book: RecordRepositories, request: AnswerApproval, now: datetime) -> Approval:
    """Answer a question and return it as it is then. Call inside ``store.write``.

    Raises PolicyRefusal for a yes while everything is stopped, MissingRow, AnswerTooLate, and ConfirmationNeeded.
    """
    if request.answer != "refused":
        refuse_while_stopped(book.store.path.parent)
    book.approvals.expire(now)
    found = find_approval(book, RowNumber(request.id), now)
    if not found.is_waiting:
        raise AnswerTooLate(found)
    if request.answer != "refused" and not request.confirmed and needs_confirmation(found):
        raise ConfirmationNeeded(found)
    book.approvals.answer(request.id, request.answer, request.by, now, request.note)
    return find_approval(book, RowNumber(request.id), now)
