"""Events as a page shows them: those that say the same folded into one, with a count.

Two events are the same where level, service and message agree, digits and the points and commas between them left
out: "took 61 s" and "took 9.5 s" are one. The folding is plain SQL over ``idx_events_fold``, which indexes the same
expressions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from ..store import Store
from .events import LEVELS, Event
from .run_list import like

NO_SERVICE = "general"
_ROW = "id, session_id, level, service, message, created_at"


def _without_digits(column: str) -> str:
    for character in "0123456789.,":
        column = f"replace({column}, '{character}', '')"
    return column


_SERVICE = "coalesce(service, '')"
_FOLD = f"level, {_SERVICE}, {_without_digits('message')}"


@dataclass(frozen=True, slots=True)
class EventQuery:
    """Which events. None and "" leave a filter open; ``service`` "general" means those of no service."""

    level: str | None = None
    service: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class FoldKey:
    """One fold: its newest event, its oldest, and how many there are."""

    newest: int
    oldest: int
    count: int


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold with its newest event and the moment of its oldest (stored text)."""

    key: FoldKey
    event: Event
    first_at: str


@dataclass(frozen=True, slots=True)
class EventFacets:
    """How many events there are, how many match, and what each filter value would leave under the others."""

    total: int
    matching: int
    levels: dict[str, int]
    services: dict[str, int]


class EventFolds:
    """Questions about many events. Call inside ``store.read``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keys(self, query: EventQuery) -> list[FoldKey]:
        """All matching folds, the one that spoke last first."""
        where, values = _where(query)
        # In one row: for each row that sqlite3 hands over it asks for Python's lock anew.
        sql = (
            "SELECT json_group_array(json_array(newest, oldest, number)) FROM"
            f" (SELECT max(id) newest, min(id) oldest, count(*) number FROM events{where} GROUP BY {_FOLD})"
        )
        found: list[list[int]] = orjson.loads(next(self._rows(sql, values))[0])
        found.sort(reverse=True)
        return [FoldKey(*row) for row in found]

    def folds(self, keys: Sequence[FoldKey]) -> list[Fold]:
        """What these folds say, in the order asked for; those that are gone are left out."""
        ids = sorted({number for key in keys for number in (key.newest, key.oldest)})
        if not ids:
            return []
        sql = f"SELECT {_ROW} FROM events WHERE id IN ({','.join('?' * len(ids))})"
        found = {row[0]: Event(*row) for row in self._rows(sql, ids)}
        return [
            Fold(key, found[key.newest], found[key.oldest].created_at)
            for key in keys
            if key.newest in found and key.oldest in found
        ]

    def occurrences(self, newest: int, limit: int = 200) -> list[Event]:
        """The events of the fold that this event belongs to, newest first."""
        sql = (
            f"SELECT {_ROW} FROM events WHERE ({_FOLD}) = (SELECT {_FOLD} FROM events WHERE id = ?)"
            " ORDER BY id DESC LIMIT ?"
        )
        return [Event(*row) for row in self._rows(sql, (newest, limit))]

    def key_of(self, event_id: int) -> FoldKey | None:
        """The fold that an event belongs to, among all events."""
        sql = (
            f"SELECT max(id), min(id), count(*) FROM events WHERE ({_FOLD}) = (SELECT {_FOLD} FROM events WHERE id = ?)"
        )
        for newest, oldest, count in self._rows(sql, (event_id,)):
            return FoldKey(newest, oldest, count) if newest is not None else None
        return None

    def facets(self, query: EventQuery) -> EventFacets:
        """The counts that the filters show, each under the other filters."""
        total = int(next(self._rows("SELECT count(*) FROM events", ()))[0])
        where, values = _where(EventQuery(text=query.text))
        matching = 0
        levels: Counter[str] = Counter()
        services: Counter[str] = Counter()
        sql = f"SELECT level, {_SERVICE}, count(*) FROM events{where} GROUP BY level, {_SERVICE}"
        for level, name, count in self._rows(sql, values):
            service = name or NO_SERVICE
            this_level, this_service = query.level in (None, "", level), query.service in (None, "", service)
            if this_service:
                levels[level] += count
            if this_level:
                services[service] += count
            if this_level and this_service:
                matching += count
        return EventFacets(total, matching, dict(sorted(levels.items())), dict(sorted(services.items())))

    def waiting(self, after: int) -> int:
        """How many different warnings and critical events were said after this id: what needs the operator."""
        sql = (
            f"SELECT count(*) FROM (SELECT 1 FROM events WHERE id > ? AND level IN ({','.join('?' * 2)})"
            f" GROUP BY {_FOLD})"
        )
        return int(next(self._rows(sql, (after, *LEVELS[1:])))[0])

    def newest_id(self) -> int:
        """The id of the newest event; 0 where there is none."""
        return int(next(self._rows("SELECT coalesce(max(id), 0) FROM events", ()))[0])

    def _rows(self, sql: str, values: Sequence[Any]) -> Iterator[Any]:
        database: Any = self._store.database
        return iter(database.execute_sql(sql, tuple(values)))


def _where(query: EventQuery) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    if query.level:
        parts.append("level = ?")
        values.append(query.level)
    if query.service:
        parts.append(f"{_SERVICE} = ?")
        values.append("" if query.service == NO_SERVICE else query.service)
    for word in query.text.split():
        parts.append("(message LIKE ? ESCAPE '\\' OR coalesce(service, '') LIKE ? ESCAPE '\\')")
        values += [like(word)] * 2
    return (" WHERE " + " AND ".join(parts) if parts else ""), values
