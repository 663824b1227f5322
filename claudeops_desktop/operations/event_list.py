"""The events of services one by one, as every door but the window's table of groups lists them (S8)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from ..core.clock import to_text
from ..records.event_groups import EventGroupRecords, EventQuery
from ..records.events import Event
from ..records.record_books import RecordRepositories

EventLevelName = Literal["info", "warning", "critical"]
EventStateName = Literal["all", "unmuted", "waiting", "acknowledged", "muted"]


class ListEvents(Struct, frozen=True, kw_only=True):
    """Which events; what is left out does not narrow them.

    ``service`` general means those of no service. ``since`` is within the span, ``until`` is not. ``state`` waiting
    means neither acknowledged nor muted, unmuted all but the muted. ``before`` is the number of an event, for the
    next page.
    """

    level: EventLevelName | None = None
    service: str | None = None
    text: str = ""
    since: datetime | None = None
    until: datetime | None = None
    state: EventStateName = "all"
    session_id: int | None = None
    before: int | None = None
    limit: int | None = None


def list_events(book: RecordRepositories, request: ListEvents, now: datetime) -> list[Event]:
    """Return the events that match, newest first. Call inside ``store.read`` or ``store.write``."""
    start, end = ("" if moment is None else to_text(moment) for moment in (request.since, request.until))
    query = EventQuery(
        level=request.level,
        service=(request.service or "").strip().lower() or None,
        text=request.text,
        time=f"{start}/{end}" if start or end else None,
        state=None if request.state == "unmuted" else request.state,
    )
    return EventGroupRecords(book.store).events(
        query, now, session_id=request.session_id, before=request.before, limit=request.limit
    )
