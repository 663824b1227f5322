"""Due times as a page lists them: filtered in the database, with what each filter would leave."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from ..storage import DataStore
from .occurrences import ScheduleOccurrence
from .run_list import like_pattern


@dataclass(frozen=True, slots=True)
class OccurrenceQuery:
    """Which due times. None and "" leave a filter open.

    ``text`` is looked for in the reason and the schedule's name; ``since`` and ``until`` are stored moments, the
    latter left out.
    """

    text: str = ""
    schedule: int | None = None
    state: str | None = None
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class OccurrenceFacets:
    """How many due times there are, how many match, and what each filter value would leave under the others.

    ``schedules`` holds ids.
    """

    total: int
    matching: int
    states: dict[str, int]
    schedules: dict[int, int]


_NAMES = tuple(ScheduleOccurrence.__dataclass_fields__)
_COLUMNS = ", ".join(f"d.{name}" for name in _NAMES)


class OccurrenceList:
    """Questions about many due times. Call inside ``store.read``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def ids(self, query: OccurrenceQuery) -> builtins.list[int]:
        """Ids of all matching ones, newest first."""
        where, values = _where(query)
        sql = f"SELECT d.id FROM due_times d{where} ORDER BY d.due_at DESC, d.id DESC"
        found: list[int] = orjson.loads(next(self._rows(f"SELECT json_group_array(id) FROM ({sql})", values))[0])
        return found

    def rows(self, ids: Sequence[int]) -> builtins.list[ScheduleOccurrence]:
        """These due times; those that are gone are left out."""
        sql = f"SELECT {_COLUMNS} FROM due_times d WHERE d.id IN (SELECT value FROM json_each(?))"
        return [ScheduleOccurrence(*row) for row in self._rows(sql, (orjson.dumps(list(ids)).decode(),))]

    def list(self, query: OccurrenceQuery, limit: int | None = None) -> builtins.list[ScheduleOccurrence]:
        """Matching due times, newest first."""
        where, values = _where(query)
        sql = f"SELECT {_COLUMNS} FROM due_times d{where} ORDER BY d.due_at DESC, d.id DESC LIMIT ?"
        return [ScheduleOccurrence(*row) for row in self._rows(sql, (*values, -1 if limit is None else limit))]

    def latest(self) -> dict[int, ScheduleOccurrence]:
        """The latest due time on record of each schedule, by the schedule's id."""
        sql = (
            f"SELECT {_COLUMNS} FROM schedules s JOIN due_times d ON d.id ="
            " (SELECT id FROM due_times WHERE schedule_id = s.id ORDER BY due_at DESC LIMIT 1)"
        )
        return {due.schedule_id: due for due in (ScheduleOccurrence(*row) for row in self._rows(sql, ()))}

    def facets(self, query: OccurrenceQuery) -> OccurrenceFacets:
        """The counts that the filters show, each under the other filters."""
        total = int(next(self._rows("SELECT count(*) FROM due_times", ()))[0])
        where, values = _where(query)
        matching = int(next(self._rows(f"SELECT count(*) FROM due_times d{where}", values))[0])
        return OccurrenceFacets(total, matching, self._counts(query, "state"), self._counts(query, "schedule"))

    def _counts(self, query: OccurrenceQuery, name: str) -> dict[Any, int]:
        column = {"state": "d.state", "schedule": "d.schedule_id"}[name]
        where, values = _where(query, leave_out=name)
        sql = f"SELECT {column}, count(*) FROM due_times d{where} GROUP BY {column} ORDER BY count(*) DESC, {column}"
        return {value: int(number) for value, number in self._rows(sql, values)}

    def _rows(self, sql: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        return iter(self._store.database.execute_sql(sql, tuple(values)))


def _where(query: OccurrenceQuery, leave_out: str = "") -> tuple[str, builtins.list[Any]]:
    parts: list[str] = []
    values: list[Any] = []

    def add(sql: str, *more: Any) -> None:
        parts.append(sql)
        values.extend(more)

    if query.state is not None and leave_out != "state":
        add("d.state = ?", query.state)
    if query.schedule is not None and leave_out != "schedule":
        add("d.schedule_id = ?", query.schedule)
    if query.since is not None:
        add("d.due_at >= ?", query.since)
    if query.until is not None:
        add("d.due_at < ?", query.until)
    for word in query.text.split():
        mark = like_pattern(word)
        add(
            "(d.why LIKE ? ESCAPE '\\' OR d.schedule_id IN (SELECT id FROM schedules WHERE name LIKE ? ESCAPE '\\'))",
            mark,
            mark,
        )
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), values
