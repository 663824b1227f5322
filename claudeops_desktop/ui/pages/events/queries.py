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
from ...shell.event_badge import CountEvents, EventCount


@dataclass(frozen=True, slots=True)
class EventListing:
    """What the page shows, put together here: the GUI thread has no time for eight thousand. ``places`` by fold."""

    table: EventGroupTable
    places: dict[int, int]
    waiting: int
    facets: EventFacets
    needs: EventCount

    def key(self, fold: int) -> EventGroupKey | None:
        """A fold by its number."""
        place = self.places.get(fold)
        return None if place is None else self.table.key(place)

    @property
    def unseen(self) -> list[EventGroupKey]:
        """The folds of which something is not acknowledged."""
        return [self.table.key(place) for place, number in enumerate(self.table.waiting) if number]


@dataclass(frozen=True, slots=True)
class ListEvents:
    """Which folds, the counts of the filters, and what waits."""

    desk: AppContext
    query: EventQuery
    now: datetime

    def __call__(self) -> tuple[EventQuery, EventListing]:
        """Ask it."""
        table, facets = EventGroupRecords(self.desk.book.store).table(self.query, self.now)
        places = {fold: place for place, fold in enumerate(table.folds)}
        return self.query, EventListing(table, places, sum(table.waiting), facets, CountEvents(self.desk, self.now)())


@dataclass(frozen=True, slots=True)
class LoadEventGroups:
    """What these folds say."""

    folds: EventGroupRecords
    keys: tuple[EventGroupKey, ...]

    def __call__(self) -> list[EventGroup]:
        """Ask it."""
        return self.folds.folds(self.keys)


@dataclass(frozen=True, slots=True)
class FindEventGroup:
    """Which fold an event belongs to."""

    folds: EventGroupRecords
    event_id: int

    def __call__(self) -> int | None:
        """Ask it."""
        return self.folds.fold_of(self.event_id)


@dataclass(frozen=True, slots=True)
class AcknowledgeEvents:
    """See to these folds, as far as they are shown."""

    folds: EventGroupRecords
    keys: tuple[EventGroupKey, ...]
    query: EventQuery
    now: datetime

    def __call__(self) -> list[int]:
        """Do it; the ids."""
        return self.folds.acknowledge(self.keys, self.query, self.now)


@dataclass(frozen=True, slots=True)
class UnacknowledgeEvents:
    """The events of these folds are no longer acknowledged."""

    desk: AppContext
    keys: tuple[EventGroupKey, ...]

    def __call__(self) -> list[int]:
        """Do it; the ids."""
        folds = EventGroupRecords(self.desk.book.store)
        ids = [event.id for key in self.keys for event in folds.occurrences(key.newest, -1)]
        return self.desk.book.events.unacknowledge(ids)
