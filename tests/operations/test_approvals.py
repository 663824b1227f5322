"""How a question is answered, whichever way the answer comes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.core.errors import PolicyRefusal
from claudeops_desktop.operations.approvals import (
    AnswerApproval,
    AnswerTooLate,
    ConfirmationNeeded,
    answer_approval,
    find_approval,
)
from claudeops_desktop.operations.operation_types import MissingRow, RowNumber
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.records.record_books import RecordRepositories

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def asked(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., int]:
    def ask(tier: int = 2, minutes: float = 15) -> int:
        question = ApprovalQuestion("tier", tier, NOW + timedelta(minutes=minutes))
        return int(write(lambda: book.approvals.ask_operator(question, NOW)))

    return ask


@pytest.fixture
def answer(book: RecordRepositories, write: Callable[..., Any]) -> Callable[..., Any]:
    def give(number: int, word: Any = "approved", **more: Any) -> Any:
        return write(lambda: answer_approval(book, AnswerApproval(number, word, "test", **more), NOW))

    return give


def test_a_yes_to_tier_3_needs_a_confirmation(asked: Callable[..., int], answer: Callable[..., Any]) -> None:
    number = asked(tier=3)
    with pytest.raises(ConfirmationNeeded):
        answer(number)
    assert answer(number, confirmed=True).state == "approved"


def test_a_no_needs_none(asked: Callable[..., int], answer: Callable[..., Any]) -> None:
    assert answer(asked(tier=3), "refused").state == "refused"


def test_the_second_answer_is_too_late_and_learns_how_the_question_ended(
    asked: Callable[..., int], answer: Callable[..., Any]
) -> None:
    number = asked()
    answer(number, "refused")
    with pytest.raises(AnswerTooLate) as late:
        answer(number)
    assert late.value.approval.answered_by == "test"


def test_a_question_whose_time_is_over_is_not_answered(asked: Callable[..., int], answer: Callable[..., Any]) -> None:
    with pytest.raises(AnswerTooLate) as late:
        answer(asked(minutes=-1))
    assert late.value.approval.state == "timed_out"


def test_while_everything_is_stopped_only_a_no_is_taken(
    book: RecordRepositories, asked: Callable[..., int], answer: Callable[..., Any]
) -> None:
    number = asked()
    set_marker(book.store.path.parent)
    with pytest.raises(PolicyRefusal):
        answer(number)
    assert answer(number, "refused").state == "refused"


def test_a_number_of_no_question_is_missing(book: RecordRepositories) -> None:
    with pytest.raises(MissingRow):
        book.store.read(lambda: find_approval(book, RowNumber(7), NOW)).result()
