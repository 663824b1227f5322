"""What the page of events asks of the records, on reader threads."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from ....core.clock import utc_now
from ....records.event_groups import (
    ACKNOWLEDGED,
    MUTED,
    WAITING,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventGroupTable,
    EventQuery,
)
from ....records.events import Event
from ...app_context import AppContext
from ...kit.record_page import RecordListing

MOST_OCCURRENCES = 200


@dataclass(frozen=True, kw_only=True)
class EventListing(RecordListing):
    """The groups by columns, with the place of each: the GUI thread has no time for eight thousand of them.

    ``muted`` is how many events are hidden, ``mutes`` how many mutes are in force, ``mute_ends`` when the next ends.
    """

    query: EventQuery
    groups: EventGroupTable
    places: Mapping[Hashable, int]
    waiting: int
    muted: int
    mutes: int
    mute_ends: str | None

    def key(self, group: Hashable) -> EventGroupKey | None:
        """Return what is known of a group by its number."""
        place = self.places.get(group)
        return None if place is None else self.groups.key(place)

    @property
    def waiting_groups(self) -> list[EventGroupKey]:
        """Return the groups of which something is not acknowledged."""
        return [self.groups.key(place) for place, number in enumerate(self.groups.waiting) if number]


@dataclass(frozen=True)
class EventOccurrence:
    """One event of a group, and the line of the session's log that said it (0: not on record)."""

    event: Event
    line: int


def list_events(context: AppContext, query: EventQuery) -> EventListing:
    """Return which groups there are, the counts of the filters, and what waits."""
    now = utc_now()
    groups, facets = EventGroupRecords(context.book.store).table(query, now)
    states = {WAITING: facets.waiting, ACKNOWLEDGED: facets.acknowledged}
    if facets.muted or query.state == MUTED:
        states[MUTED] = facets.muted
    return EventListing(
        keys=groups.folds,
        total=facets.total,
        matching=facets.matching,
        counts={"level": facets.levels, "service": facets.services, "state": states},
        query=query,
        groups=groups,
        places={group: place for place, group in enumerate(groups.folds)},
        waiting=sum(groups.waiting),
        muted=facets.muted,
        mutes=facets.mutes,
        mute_ends=context.book.mutes.next_end(now),
    )


def load_groups(context: AppContext, listing: EventListing, groups: Sequence[Hashable]) -> dict[Hashable, EventGroup]:
    """Return what these groups say, by number."""
    keys = [key for key in map(listing.key, groups) if key is not None]
    return {group.key.fold: group for group in EventGroupRecords(context.book.store).folds(keys)}


def load_occurrences(context: AppContext, group: EventGroup) -> dict[Hashable, EventOccurrence]:
    """Return the latest events of a group, by id."""
    found: dict[Hashable, EventOccurrence] = {}
    for event in EventGroupRecords(context.book.store).occurrences(group.event.id, MOST_OCCURRENCES):
        markers = context.book.markers.of_target("event", event.id)
        found[event.id] = EventOccurrence(event, markers[0].log_line if markers else 0)
    return found


def find_group(context: AppContext, event_id: int) -> int | None:
    """Return which group an event belongs to."""
    return EventGroupRecords(context.book.store).fold_of(event_id)
