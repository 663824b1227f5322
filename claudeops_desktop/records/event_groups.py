"""Events as a page shows them: those that say the same folded into one, with a count.

Two events are the same where level, service and message agree, digits and the points and commas between them left
out: "took 61 s" and "took 9.5 s" are one. ``events.fold`` numbers the folds; a trigger of the database sets it
(migration 16). What a page shows, and what each of its filters would leave, comes of one pass over one index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson

from ..core.clock import to_text
from ..storage import DataStore
from .events import Event
from .incident_events import BELONGS_SQL
from .mutes import MuteRecords, MuteRule, matching_sql
from .run_list import like_pattern

NO_SERVICE = "general"
WAITING, ACKNOWLEDGED, MUTED = "waiting", "acknowledged", "muted"
SPANS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
_ROW = "id, session_id, level, service, message, created_at, acknowledged_at"


@dataclass(frozen=True, slots=True)
class EventQuery:
    """Which events. None and "" leave a filter open; ``service`` "general" means those of no service.

    ``time`` is a key of SPANS (the last hour, day or week) or ``FROM/UNTIL`` of stored moments, either of which may be
    empty. ``state`` None: all that is not muted; "waiting": those of them not acknowledged; "acknowledged"; "muted".
    """

    level: str | None = None
    service: str | None = None
    text: str = ""
    time: str | None = None
    state: str | None = None


class EventGroupKey(NamedTuple):
    """One fold: its number, its newest event, its oldest, how many there are, how many are not acknowledged."""

    fold: int
    newest: int
    oldest: int
    number: int
    waiting: int


@dataclass(frozen=True, slots=True)
class EventGroupTable:
    """Many folds, the one that spoke last first, by columns: see EventGroupKey."""

    folds: list[int]
    newest: list[int]
    oldest: list[int]
    numbers: list[int]
    waiting: list[int]

    def key(self, place: int) -> EventGroupKey:
        """The fold at a place."""
        return EventGroupKey(
            self.folds[place], self.newest[place], self.oldest[place], self.numbers[place], self.waiting[place]
        )


@dataclass(frozen=True, slots=True)
class EventGroup:
    """A fold with its newest event and the moment of its oldest (stored text)."""

    key: EventGroupKey
    event: Event
    first_at: str


@dataclass(frozen=True, slots=True)
class EventFacets:
    """How many events there are, how many match, and what each filter value would leave under the others.

    ``waiting`` and ``acknowledged`` leave out what is muted; ``mutes`` is how many mutes are in force.
    """

    total: int
    matching: int
    levels: dict[str, int]
    services: dict[str, int]
    waiting: int = 0
    acknowledged: int = 0
    muted: int = 0
    mutes: int = 0


def query_span(time: str | None, now: datetime) -> tuple[str, str]:
    """From when (with) until when (without), as stored text; "" for open."""
    if not time:
        return "", ""
    if time in SPANS:
        return to_text(now - SPANS[time]), ""
    since, _, until = time.partition("/")
    return since, until


class EventGroupRecords:
    """Questions about many events. Call inside ``store.read``; ``acknowledge`` inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def listing(self, query: EventQuery, now: datetime) -> tuple[list[EventGroupKey], EventFacets]:
        """All matching folds, the one that spoke last first, and the counts that the filters show."""
        table, facets = self.table(query, now)
        return [table.key(place) for place in range(len(table.folds))], facets

    def table(self, query: EventQuery, now: datetime) -> tuple[EventGroupTable, EventFacets]:
        """The same, column by column."""
        mutes = MuteRecords(self._store).list_active(now)
        columns = self._folded(query, mutes, now)
        found = EventGroupTable([], [], [], [], [])
        levels: Counter[str] = Counter()
        services: Counter[str] = Counter()
        states: Counter[str] = Counter()
        wanted_level, wanted_service, state = query.level or None, query.service or None, query.state
        matching = 0
        for fold, level, name, hidden, newest, oldest, number, waiting in zip(*columns, strict=True):
            service = name or NO_SERVICE
            of_level, of_service = wanted_level in (None, level), wanted_service in (None, service)
            if of_level and of_service:
                if hidden:
                    states[MUTED] += number
                else:
                    states[WAITING] += waiting
                    states[ACKNOWLEDGED] += number - waiting
            count = number if state is None and not hidden else _left(state, bool(hidden), number, waiting)
            if not count:
                continue
            if of_service:
                levels[level] += count
            if of_level:
                services[service] += count
            if of_level and of_service:
                matching += count
                found.folds.append(fold)
                found.newest.append(newest)
                found.oldest.append(oldest)
                found.numbers.append(count)
                found.waiting.append(0 if state == ACKNOWLEDGED else waiting)
        facets = EventFacets(
            total=int(next(self._rows("SELECT count(*) FROM events", ()))[0]),
            matching=matching,
            levels=dict(sorted(levels.items())),
            services=dict(sorted(services.items())),
            waiting=states[WAITING],
            acknowledged=states[ACKNOWLEDGED],
            muted=states[MUTED],
            mutes=len(mutes),
        )
        return found, facets

    def events(
        self,
        query: EventQuery,
        now: datetime,
        *,
        session_id: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[Event]:
        """The matching events one by one, newest first; state "all" takes in what is muted. ``before`` is an id."""
        hidden, values = matching_sql(MuteRecords(self._store).list_active(now))
        parts = [{"all": "1", MUTED: hidden}.get(query.state or "", f"NOT {hidden}")]
        values = [] if query.state == "all" else values
        since, until = query_span(query.time, now)
        for condition, value in (
            ("level = ?", query.level),
            ("coalesce(service, 'general') = ?", query.service),
            ("message LIKE ? ESCAPE '\\'", like_pattern(query.text) if query.text else ""),
            ("created_at >= ?", since),
            ("created_at < ?", until),
            ("session_id = ?", session_id),
            ("id < ?", before),
        ):
            if value or value == 0:
                parts.append(condition)
                values.append(value)
        if query.state in (WAITING, ACKNOWLEDGED):
            parts.append(f"acknowledged_at IS {'NULL' if query.state == WAITING else 'NOT NULL'}")
        sql = f"SELECT {_ROW} FROM events WHERE {' AND '.join(parts)} ORDER BY id DESC LIMIT ?"
        return [Event(*row) for row in self._rows(sql, (*values, -1 if limit is None else limit))]

    def folds(self, keys: Sequence[EventGroupKey]) -> list[EventGroup]:
        """What these folds say, in the order asked for; those that are gone are left out."""
        ids = sorted({number for key in keys for number in (key.newest, key.oldest)})
        if not ids:
            return []
        sql = f"SELECT {_ROW} FROM events WHERE id IN ({','.join('?' * len(ids))})"
        found = {row[0]: Event(*row) for row in self._rows(sql, ids)}
        return [
            EventGroup(key, found[key.newest], found[key.oldest].created_at)
            for key in keys
            if key.newest in found and key.oldest in found
        ]

    def occurrences(self, newest: int, limit: int = 200) -> list[Event]:
        """The events of the fold that this event belongs to, newest first."""
        sql = f"SELECT {_ROW} FROM events WHERE fold = (SELECT fold FROM events WHERE id = ?) ORDER BY id DESC LIMIT ?"
        return [Event(*row) for row in self._rows(sql, (newest, limit))]

    def fold_of(self, event_id: int) -> int | None:
        """The number of the fold that an event belongs to."""
        for (fold,) in self._rows("SELECT fold FROM events WHERE id = ?", (event_id,)):
            return int(fold)
        return None

    def acknowledge(self, keys: Sequence[EventGroupKey], query: EventQuery, now: datetime) -> list[int]:
        """Acknowledge what these folds show under this query, up to the newest event that was looked at; the ids.

        What was said since, what the filter of time left out, and what is muted stays as it is.
        """
        since, until = query_span(query.time, now)
        hidden, values = matching_sql([] if query.state == MUTED else MuteRecords(self._store).list_active(now))
        sql = (
            "UPDATE events SET acknowledged_at = ? WHERE acknowledged_at IS NULL AND id IN (SELECT e.id FROM"
            " json_each(?) k JOIN events e ON e.fold = json_extract(k.value, '$[0]')"
            f" AND e.id <= json_extract(k.value, '$[1]')) AND created_at >= ? AND (? = '' OR created_at < ?)"
            f" AND NOT {hidden} RETURNING id"
        )
        wanted = orjson.dumps([[key.fold, key.newest] for key in keys]).decode()
        rows = list(self._rows(sql, (to_text(now), wanted, since, until, until, *values)))
        if rows:
            self._store.changed("events")
        return [row[0] for row in rows]

    def waiting(self, now: datetime) -> dict[str, int]:
        """How many different warnings and critical events need the operator, by level: neither acknowledged nor muted,
        and of no incident, which counts for itself."""
        hidden, values = matching_sql(MuteRecords(self._store).list_active(now))
        sql = (
            "SELECT level, count(DISTINCT fold) FROM events WHERE acknowledged_at IS NULL AND level <> 'info'"
            f" AND NOT {hidden} AND NOT {BELONGS_SQL} GROUP BY level"
        )
        return dict(self._rows(sql, values))

    def _folded(self, query: EventQuery, mutes: Sequence[MuteRule], now: datetime) -> list[list[Any]]:
        """A row for each fold, and one more for that part of it which a mute with a text hides; newest first.

        Column by column: fold, level, service, whether hidden, newest, oldest, number, number not acknowledged. A
        filter by state says of which events newest and oldest are.
        """
        parts: list[str] = []
        hidden, values = matching_sql(mutes)
        since, until = query_span(query.time, now)
        for condition, value in (("created_at >= ?", since), ("created_at < ?", until)):
            if value:
                parts.append(condition)
                values.append(value)
        for word in query.text.split():
            parts.append("(message LIKE ? ESCAPE '\\' OR coalesce(service, '') LIKE ? ESCAPE '\\')")
            values += [like_pattern(word)] * 2
        where = f" WHERE {' AND '.join(parts)}" if parts else ""
        which = "id"
        if query.state in (WAITING, ACKNOWLEDGED):
            which = f"CASE WHEN acknowledged_at IS {'NULL' if query.state == WAITING else 'NOT NULL'} THEN id END"
        # In one row: for each row that sqlite3 hands over it asks for Python's lock anew. By columns: eight thousand
        # small lists would set off the collection of garbage, which holds the window up.
        columns = ("fold", "level", "service", "hidden", "newest", "oldest", "number", "waiting")
        sql = (
            f"SELECT json_array({', '.join(f'json_group_array({column})' for column in columns)}) FROM"
            f" (SELECT fold, level, service, {hidden} hidden, max({which}) newest, min({which}) oldest,"
            f" count(*) number, count(*) - count(acknowledged_at) waiting FROM events{where}"
            " GROUP BY fold, hidden ORDER BY newest DESC)"
        )
        found: list[list[Any]] = orjson.loads(next(self._rows(sql, values))[0])
        return found

    def _rows(self, sql: str, values: Sequence[Any]) -> Iterator[Any]:
        database: Any = self._store.database
        return iter(database.execute_sql(sql, tuple(values)))


def _left(state: str | None, hidden: bool, number: int, waiting: int) -> int:
    """How many events of a fold a filter by state leaves."""
    if state == MUTED or hidden:
        return number if state == MUTED and hidden else 0
    return {WAITING: waiting, ACKNOWLEDGED: number - waiting}.get(state or "", number)
