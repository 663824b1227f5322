"""Lists of what is on record, newest first, and single rows of them. Call these inside ``store.read``.

``before`` is the number of a row, for the page after it.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from ..core.messages import UserMessage
from ..learning import LearningService, StoredCase
from ..records.cooldowns import CooldownAction
from ..records.record_books import RecordRepositories
from ..records.sessions import Run, Session
from .operation_types import MissingRow, RowNumber


class ListSessions(Struct, frozen=True, kw_only=True):
    """Which sessions."""

    status: str | None = None
    before: int | None = None
    limit: int | None = None


class ListRuns(Struct, frozen=True, kw_only=True):
    """Which runs."""

    before: int | None = None
    limit: int | None = None


class ListOfService(Struct, frozen=True, kw_only=True):
    """Rows of one service, or of all."""

    service: str | None = None
    before: int | None = None
    limit: int | None = None


def list_sessions(book: RecordRepositories, request: ListSessions, now: datetime) -> list[Session]:
    """Return the sessions that match."""
    return book.sessions.list(limit=request.limit, status=request.status, before=request.before)


def find_session(book: RecordRepositories, request: RowNumber, now: datetime) -> Session:
    """Return one session. Raises MissingRow."""
    found = book.sessions.get(request.id)
    if found is None:
        raise MissingRow(
            UserMessage("There is no session {number}.", number=request.id),
            UserMessage("See `claudeops sessions list`."),
        )
    return found


def list_runs(book: RecordRepositories, request: ListRuns, now: datetime) -> list[Run]:
    """Return the runs."""
    return book.sessions.runs(limit=request.limit, before=request.before)


def find_run(book: RecordRepositories, request: RowNumber, now: datetime) -> Run:
    """Return one run. Raises MissingRow."""
    found = book.sessions.run(request.id)
    if found is None:
        raise MissingRow(UserMessage("There is no run {number}.", number=request.id))
    return found


def list_cooldowns(book: RecordRepositories, request: ListOfService, now: datetime) -> list[CooldownAction]:
    """Return the recorded actions on services."""
    return book.cooldowns.list(service=request.service, limit=request.limit, before=request.before)


def list_cases(book: RecordRepositories, request: ListOfService, now: datetime) -> list[StoredCase]:
    """Return the cases by their numbers."""
    found = LearningService(book, book.clock).cases.list(service=request.service)
    newest = sorted(found, key=lambda case: -case.id)
    return [case for case in newest if request.before is None or case.id < request.before][: request.limit]


def find_case(book: RecordRepositories, request: RowNumber, now: datetime) -> StoredCase:
    """Return one case. Raises MissingRow."""
    found = LearningService(book, book.clock).cases.get(request.id)
    if found is None:
        raise MissingRow(
            UserMessage("There is no case {number}.", number=request.id), UserMessage("See `claudeops cases list`.")
        )
    return found
