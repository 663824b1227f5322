"""What the operator changes about a case, as operations of the store, each with its way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....learning import LearningService, StoredCase

if TYPE_CHECKING:
    from ....records.record_books import RecordRepositories

VOTER = "operator"


@dataclass(frozen=True, slots=True)
class CaseEdit:
    """The words of a case as the form has them."""

    service: str
    symptom: str
    cause: str
    cure: str
    state: str


def edit_case(book: RecordRepositories, before: StoredCase, edit: CaseEdit) -> StoredCase:
    """Store what was changed; how it stood before. Raises UsageError for an empty service."""
    words = {name: getattr(edit, name) for name in CaseEdit.__slots__}
    changed = {name: text for name, text in words.items() if text != getattr(before, name)}
    if changed:
        LearningService(book).cases.edit(before.id, **changed)
    return before


def restore_case(book: RecordRepositories, before: StoredCase) -> None:
    """Put back how it stood."""
    LearningService(book).cases.restore(before)


def retire_case(book: RecordRepositories, case_id: int, retired: bool) -> None:
    """Offer it no longer, or again."""
    LearningService(book).cases.retire(case_id, retired)


def vote_case(book: RecordRepositories, case_id: int, vote: str) -> None:
    """Say that it was right (up) or wrong (down); "" takes that back."""
    LearningService(book).cases.vote(case_id, VOTER, vote)


def merge_cases(book: RecordRepositories, case_id: int, other_id: int) -> int:
    """Make the other one part of the first; the number of the other one."""
    LearningService(book).cases.merge(case_id, other_id)
    return other_id


def split_case(book: RecordRepositories, other_id: int) -> None:
    """Take a case out again that was merged."""
    LearningService(book).cases.unmerge(other_id)
