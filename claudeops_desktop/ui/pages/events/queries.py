"""What the log asks of the records, on reader threads: events, alerts and findings as entries of one list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from operator import itemgetter
from typing import TypeAlias

import orjson

from ....core.clock import utc_now
from ....learning import LearningService, StoredFinding
from ....records.event_groups import (
    ACKNOWLEDGED,
    MUTED,
    NO_SERVICE,
    WAITING,
    EventGroup,
    EventGroupKey,
    EventGroupRecords,
    EventGroupTable,
    EventQuery,
    query_span,
)
from ...app_context import AppContext
from ...kit.record_page import RecordListing
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from .alert_rows import ListedAlert, alert_state, alert_text, load_alerts, receiver_text, session_location
from .finding_rows import finding_state

EVENT, ALERT, FINDING = "event", "alert", "finding"
MOST_OCCURRENCES = 200
_NO_GROUPS = EventGroupTable([], [], [], [], [])
_EVENTS_BEFORE = """
SELECT a.id, coalesce((SELECT e.id FROM events e WHERE e.created_at <= a.received_at
    ORDER BY e.created_at DESC, e.id DESC LIMIT 1), 0)
FROM alerts a WHERE a.id IN (SELECT value FROM json_each(?))
"""


@dataclass(frozen=True, slots=True)
class ActivityQuery(EventQuery):
    """Which entries: ``kind`` is event, alert or finding; None stands for events and alerts. Level and state are those
    of events: with them there are no alerts among the events."""

    kind: str | None = None


@dataclass(frozen=True)
class ActivityEntry:
    """A row of the log: what is said, how often, when last, and how it stands (a shape and a word)."""

    kind: str
    look: str
    word: str
    at: str
    number: int
    service: str
    message: str
    record: EventGroup | ListedAlert | StoredFinding


OtherRecords: TypeAlias = Mapping[Hashable, ActivityEntry]


@dataclass(frozen=True, kw_only=True)
class ActivityListing(RecordListing):
    """The groups of events by columns, with the place of each: the GUI thread has no time for eight thousand of them.
    ``others`` are alerts and findings, by key.

    ``muted`` is how many events are hidden, ``mutes`` how many mutes are in force, ``mute_ends`` when the next ends.
    ``critical`` and ``warnings`` count the events shown, ``receiver`` says how the alert receiver stands.
    """

    query: ActivityQuery
    groups: EventGroupTable
    places: Mapping[Hashable, int]
    others: OtherRecords
    waiting: int
    muted: int
    mutes: int
    mute_ends: str | None
    receiver: str

    def key(self, entry: Hashable) -> EventGroupKey | None:
        """Return what is known of a group of events by its number."""
        place = self.places.get(entry)
        return None if place is None else self.groups.key(place)

    def version(self, entry: Hashable) -> object:
        """Return what changes where an entry must be read again."""
        return self.others.get(entry) or self.key(entry)

    @property
    def waiting_groups(self) -> list[EventGroupKey]:
        """Return the groups of which something is not acknowledged."""
        return [self.groups.key(place) for place, number in enumerate(self.groups.waiting) if number]


@dataclass(frozen=True)
class EntryOccurrence:
    """One time that an entry stands for: when, who said it, what, and where that is. ``acknowledged_at`` is None for an
    event that was not acknowledged, and "" for what cannot be."""

    at: str
    source: str
    message: str
    place: PageLocation | None
    acknowledged_at: str | None = ""


# --- the list --------------------------------------------------------------------------------------------------------


def list_log(context: AppContext, query: ActivityQuery) -> ActivityListing:
    """Return which entries there are, the counts of the filters, and what waits."""
    now = utc_now()
    groups, facets = EventGroupRecords(context.book.store).table(query, now)
    alerts = [entry_of_alert(row) for row in load_alerts(context).values()]
    findings = [entry_of_finding(one) for one in LearningService(context.book).findings.without_incident()]
    shown_alerts, alert_services = _choose(alerts, query, now)
    shown_findings, finding_services = _choose(findings, query, now)
    services = {None: Counter(facets.services) + alert_services, ALERT: alert_services, FINDING: finding_services}
    others: list[ActivityEntry] = {None: shown_alerts, ALERT: shown_alerts, FINDING: shown_findings}.get(query.kind, [])
    if query.kind in (ALERT, FINDING):
        groups = _NO_GROUPS
    states = {WAITING: facets.waiting, ACKNOWLEDGED: facets.acknowledged}
    if facets.muted or query.state == MUTED:
        states[MUTED] = facets.muted
    return ActivityListing(
        keys=_in_order(context, groups, others) if query.kind is None else [*groups.folds, *map(entry_key, others)],
        total=facets.total + len(alerts) + len(findings),
        matching=sum(groups.numbers) + len(others),
        counts={
            "kind": {EVENT: facets.matching, ALERT: len(shown_alerts), FINDING: len(shown_findings)},
            "level": facets.levels,
            "service": services.get(query.kind, Counter(facets.services)),
            "state": states,
        },
        query=query,
        groups=groups,
        places={group: place for place, group in enumerate(groups.folds)},
        others={entry_key(entry): entry for entry in others},
        waiting=sum(groups.waiting),
        muted=facets.muted,
        mutes=facets.mutes,
        mute_ends=context.book.mutes.next_end(now),
        receiver=receiver_text(context),
    )


def _choose(
    entries: Iterable[ActivityEntry], query: ActivityQuery, now: datetime
) -> tuple[list[ActivityEntry], Counter[str]]:
    """Return the entries that match, and how many each service would leave."""
    if query.kind in (None, EVENT) and (query.level or query.state):
        return [], Counter()
    since, until = query_span(query.time, now)
    words = query.text.casefold().split()
    found = [
        entry
        for entry in entries
        if since <= entry.at
        and (not until or entry.at < until)
        and all(word in f"{entry.message} {entry.service}".casefold() for word in words)
    ]
    services = Counter(name for entry in found for name in entry.service.split(", "))
    return [entry for entry in found if query.service is None or query.service in entry.service.split(", ")], services


def _in_order(context: AppContext, groups: EventGroupTable, alerts: Sequence[ActivityEntry]) -> list[Hashable]:
    """Return the keys of groups and alerts, the latest first: an alert stands over the last event before it."""
    if not alerts:
        return list(groups.folds)
    ids = orjson.dumps([entry_key(entry)[1] for entry in alerts]).decode()
    before = dict(context.book.store.database.execute_sql(_EVENTS_BEFORE, (ids,)))
    places = [(before.get(entry_key(entry)[1], 0) + 0.5, entry_key(entry)) for entry in alerts]
    ordered = merge(zip(groups.newest, groups.folds, strict=True), places, key=itemgetter(0), reverse=True)
    return [key for _, key in ordered]


def load_entries(
    context: AppContext, listing: ActivityListing, keys: Sequence[Hashable]
) -> dict[Hashable, ActivityEntry]:
    """Return what these entries say, by key."""
    found = {key: listing.others[key] for key in keys if key in listing.others}
    groups = [key for key in map(listing.key, keys) if key is not None]
    read = EventGroupRecords(context.book.store).folds(groups)
    return {**found, **{group.key.fold: entry_of_group(group) for group in read}}


def find_group(context: AppContext, event_id: int) -> int | None:
    """Return which group an event belongs to."""
    return EventGroupRecords(context.book.store).fold_of(event_id)


def find_finding(context: AppContext, finding_id: int) -> Hashable:
    """Return the key of a finding, or the incident that it was last seen as: such a finding is shown there."""
    sightings = LearningService(context.book).findings.sightings(finding_id)
    incidents = [one.incident_id for one in sightings if one.incident_id is not None]
    return PageLocation("incidents", id=incidents[0]) if incidents else (FINDING, finding_id)


# --- entries ---------------------------------------------------------------------------------------------------------


def entry_key(entry: ActivityEntry) -> tuple[str, int]:
    """Return the key of an alert or a finding; a group of events has its number."""
    record = entry.record
    assert not isinstance(record, EventGroup)  # noqa: S101 — its key is a number
    return (ALERT, record.alert.id) if isinstance(record, ListedAlert) else (FINDING, record.id)


def entry_of_group(group: EventGroup) -> ActivityEntry:
    """Return the entry of events that say the same."""
    event = group.event
    service = event.service or NO_SERVICE
    word = state_word(event.level)
    return ActivityEntry(EVENT, event.level, word, event.created_at, group.key.number, service, event.message, group)


def entry_of_alert(row: ListedAlert) -> ActivityEntry:
    """Return the entry of an alert."""
    service = ", ".join(row.alert.services) or NO_SERVICE
    word = state_word(row.alert.state)
    return ActivityEntry(ALERT, alert_state(row), word, row.alert.received_at, 1, service, alert_text(row), row)


def entry_of_finding(finding: StoredFinding) -> ActivityEntry:
    """Return the entry of a finding."""
    word, look = finding_state(finding)
    number, service = finding.sightings, finding.service or NO_SERVICE
    return ActivityEntry(FINDING, look, word, finding.last_seen_at, number, service, finding.title, finding)


# --- what an entry stands for ----------------------------------------------------------------------------------------


def load_occurrences(context: AppContext, entry: ActivityEntry) -> dict[Hashable, EntryOccurrence]:
    """Return the latest times that an entry stands for."""
    record = entry.record
    if isinstance(record, EventGroup):
        return _events_of(context, record)
    if isinstance(record, ListedAlert):
        alert = record.alert
        return {alert.id: EntryOccurrence(alert.received_at, alert.source, alert.title, session_location(record))}
    sightings = LearningService(context.book).findings.sightings(record.id, MOST_OCCURRENCES)
    return {
        one.key: EntryOccurrence(one.at, source_text(one.session_id), one.text, _event_place(one.event_id))
        for one in sightings
    }


def _events_of(context: AppContext, group: EventGroup) -> dict[Hashable, EntryOccurrence]:
    found: dict[Hashable, EntryOccurrence] = {}
    for event in EventGroupRecords(context.book.store).occurrences(group.event.id, MOST_OCCURRENCES):
        markers = context.book.markers.of_target("event", event.id)
        line, session = markers[0].log_line if markers else 0, event.session_id
        place = None if session is None else PageLocation("sessions", id=session, line=line or None)
        source = source_text(session, line)
        found[event.id] = EntryOccurrence(event.created_at, source, event.message, place, event.acknowledged_at)
    return found


def _event_place(event_id: int | None) -> PageLocation | None:
    return PageLocation("events", id=event_id) if event_id is not None else None


def source_text(session: int | None, line: int = 0) -> str:
    """Return ``session 12, line 4``; ``the application`` where no session said it."""
    if session is None:
        return tr("the application")
    if line:
        return tr("session {session}, line {line}", session=session, line=formatting.format_number(line))
    return tr("session {session}", session=session)
