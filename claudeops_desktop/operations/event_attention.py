"""Acknowledging and muting events (S8). Call these inside ``store.write``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.mutes import MuteRule
from ..records.record_books import RecordRepositories
from .event_list import EventLevelName
from .operation_types import LARGEST_NUMBER, RowNumber


class EventNumbers(Struct, frozen=True):
    """Which events."""

    ids: Sequence[int]


class MuteEvents(Struct, frozen=True, kw_only=True):
    """Which events are muted: those of a service, general for those of none, of a level, with a text. Without
    ``until``, the mute holds until it is ended."""

    service: str | None = None
    level: EventLevelName | None = None
    text: str = ""
    until: datetime | None = None
    reason: str = ""


def acknowledge_events(book: RecordRepositories, request: EventNumbers, now: datetime) -> list[int]:
    """Acknowledge events and return those that were not before. Raises OperatorError for one that is not there."""
    if missing := [one for one in request.ids if one > LARGEST_NUMBER or book.events.get(one) is None]:
        raise OperatorError(
            UserMessage("There is no event {numbers}.", numbers=", ".join(map(str, missing))),
            UserMessage("Nothing was changed."),
        )
    return book.events.acknowledge(request.ids, now)


def unacknowledge_events(book: RecordRepositories, ids: Sequence[int], now: datetime) -> list[int]:
    """Take acknowledgements back and return which."""
    return book.events.unacknowledge(ids)


def mute_events(book: RecordRepositories, request: MuteEvents, now: datetime) -> MuteRule:
    """Begin a mute. Raises UsageError for one that names nothing, and for an end that has passed."""
    number = book.mutes.add(
        service=request.service,
        level=request.level,
        text=request.text,
        until=request.until,
        reason=request.reason,
        now=now,
    )
    return _must(book, number)


def end_mute(book: RecordRepositories, request: RowNumber, now: datetime) -> MuteRule:
    """End a mute. Raises OperatorError where none of that number is in force."""
    if not book.mutes.end(request.id, now):
        raise OperatorError(
            UserMessage("No mute {number} is in force.", number=request.id),
            UserMessage("See `claudeops events mutes`."),
        )
    return _must(book, request.id)


def undo_mute(book: RecordRepositories, rule: MuteRule, now: datetime) -> None:
    """Undo that events were muted."""
    book.mutes.end(rule.id, now)


def resume_mute(book: RecordRepositories, rule: MuteRule, now: datetime) -> None:
    """Undo that a mute was ended."""
    book.mutes.resume(rule.id)


def _must(book: RecordRepositories, number: int) -> MuteRule:
    found = book.mutes.get(number)
    assert found is not None  # noqa: S101 — it was just written
    return found
