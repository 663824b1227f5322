"""What the page of events asks of the records, each a callable for a reader or writer thread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ....records.event_groups import (
    EventFacets,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventGroupTable,
    EventQuery,
)
from ...app_context import AppContext


@dataclass(frozen=True, slots=True)
class EventListing:
    """What the page shows, put together here: the GUI thread has no time for eight thousand. ``places`` by fold."""

    table: EventGroupTable
    places: dict[int, int]
    waiting: int
    facets: EventFacets
    mute_ends: str | None

    def key(self, fold: int) -> EventGroupKey | None:
        """A fold by its number."""
        place = self.places.get(fold)
        return None if place is None else self.table.key(place)

    @property
    def unseen(self) -> list[EventGroupKey]:
        """The folds of which something is not acknowledged."""
        return [self.table.key(place) for place, number in enumerate(self.table.waiting) if number]


def list_events(desk: AppContext, query: EventQuery, now: datetime) -> tuple[EventQuery, EventListing]:
    """Which folds, the counts of the filters, and what waits."""
    table, facets = EventGroupRecords(desk.book.store).table(query, now)
    places = {fold: place for place, fold in enumerate(table.folds)}
    return query, EventListing(table, places, sum(table.waiting), facets, desk.book.mutes.next_end(now))


def load_event_groups(folds: EventGroupRecords, keys: tuple[EventGroupKey, ...]) -> list[EventGroup]:
    """What these folds say."""
    return folds.folds(keys)


def find_event_group(folds: EventGroupRecords, event_id: int) -> int | None:
    """Which fold an event belongs to."""
    return folds.fold_of(event_id)


def acknowledge_events(
    folds: EventGroupRecords, keys: tuple[EventGroupKey, ...], query: EventQuery, now: datetime
) -> list[int]:
    """See to these folds, as far as they are shown."""
    return folds.acknowledge(keys, query, now)


def unacknowledge_events(desk: AppContext, keys: tuple[EventGroupKey, ...]) -> list[int]:
    """The events of these folds are no longer acknowledged."""
    folds = EventGroupRecords(desk.book.store)
    ids = [event.id for key in keys for event in folds.occurrences(key.newest, -1)]
    return desk.book.events.unacknowledge(ids)
