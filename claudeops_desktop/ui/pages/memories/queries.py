"""What the memories page lists: facts as the database orders them, with lessons, reminders and deleted facts among
them. Everything here runs on reader threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Literal, TypeAlias, cast

from ....core.clock import utc_now
from ....language.types import GENERAL
from ....memory import MemoryQuery, MemoryService
from ...kit.windowed_list import ListSource
from .rows import (
    DELETED,
    FACT,
    KINDS,
    LESSON,
    REMINDER,
    Key,
    MemoryTableRow,
    deleted_row,
    fact_row,
    holds_words,
    is_about,
    is_in_state,
    lesson_row,
    reminder_row,
    sort_value,
)

FactState: TypeAlias = Literal["all", "active", "inactive", "pinned", "superseded", "held", "current", "closed"]
LOWERED_SINCE = timedelta(days=30)
APART = ("deleted", "lowered")  # states that no state of the database stands for
STATES: Mapping[str, FactState] = {
    "active": "current",
    "closed": "closed",
    "pinned": "pinned",
    "superseded": "superseded",
    "held": "held",
}


@dataclass(frozen=True)
class TableQuery:
    """Filters and order of the table. ``kind`` is one of KINDS, ``state`` a key of STATES or one of APART; None leaves
    a filter open."""

    text: str = ""
    kind: str | None = None
    service: str | None = None
    category: str | None = None
    state: str | None = None
    session_id: int | None = None
    sort: str = "updated_at"
    descending: bool = True

    @property
    def is_filtered(self) -> bool:
        """Tell whether it leaves anything out."""
        chosen = self.text or self.kind or self.service or self.category or self.state
        return bool(chosen) or self.session_id is not None

    @property
    def facts(self) -> MemoryQuery:
        """Return the query for the facts alone, whatever the kind."""
        state: FactState = STATES.get(self.state or "", "all")
        return MemoryQuery(self.service, self.category, state, self.text, self.session_id, self.sort, self.descending)

    @property
    def has_facts(self) -> bool:
        """Tell whether facts of the database can be among what it means."""
        return self.kind in (None, FACT) and self.state not in APART


@dataclass(frozen=True)
class TableCounts:
    """How many rows each value of a filter would leave under the other filters; ``shown`` how many there are now,
    ``active``, ``closed`` and ``held`` how many facts there are without any filter."""

    active: int
    closed: int
    held: int
    shown: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    services: Mapping[str, int] = field(default_factory=dict)
    categories: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, int] = field(default_factory=dict)
    names: Sequence[str] = ()


def memory_source(memory: MemoryService) -> ListSource[TableQuery, MemoryTableRow, TableCounts]:
    """Return where the list comes from."""
    return ListSource(
        partial(list_keys, memory),
        partial(read_rows, memory),
        partial(count_rows, memory),
        keyed_tables=frozenset({"memories"}),
        tables=frozenset({"lessons", "forward_triggers"}),
    )


# --- the list --------------------------------------------------------------------------------------------------------


def list_keys(memory: MemoryService, query: TableQuery, limit: int | None) -> tuple[list[Key], bool]:
    """Return the keys in order, at most about ``limit``, and whether these are all."""
    ids = memory.search.ids(query.facts, limit) if query.has_facts else []
    whole = limit is None or len(ids) < limit
    others = [row for row in list_others(memory, query) if matches(row, query)]
    return merge(memory, ids, others, query, whole=whole), whole


def list_others(memory: MemoryService, query: TableQuery) -> list[MemoryTableRow]:
    """Return the rows that no query for facts finds, of the kinds and states that can be meant."""
    found: list[MemoryTableRow] = []
    if query.state == "lowered":
        return _list_lowered(memory)
    if query.state == "deleted":
        return _list_deleted(memory)
    if query.kind in (None, LESSON):
        found += _list_lessons(memory)
    if query.kind in (None, REMINDER):
        found += _list_reminders(memory)
    return found


def _list_lessons(memory: MemoryService) -> list[MemoryTableRow]:
    return [lesson_row(lesson) for lesson in memory.lessons.rows(everything=True)]


def _list_reminders(memory: MemoryService) -> list[MemoryTableRow]:
    return [reminder_row(reminder) for reminder in memory.reminders.list_upcoming(everything=True)]


def _list_deleted(memory: MemoryService) -> list[MemoryTableRow]:
    return [deleted_row(trashed) for trashed in memory.trash.rows()]


def _list_lowered(memory: MemoryService) -> list[MemoryTableRow]:
    closings = memory.review.closings(utc_now() - LOWERED_SINCE)
    return [fact_row(one.memory) for one in closings if one.kind == "lowered" and one.standing]


def matches(row: MemoryTableRow, query: TableQuery) -> bool:
    """Tell whether a row that no query for facts finds is among what a query means."""
    return (
        query.kind in (None, row.kind)
        and is_about(row, query.service)
        and query.category in (None, row.category)
        and query.session_id in (None, row.session_id)
        and is_in_state(row, query.state)
        and holds_words(row, query.text)
    )


def merge(
    memory: MemoryService, ids: list[int], others: Sequence[MemoryTableRow], query: TableQuery, *, whole: bool
) -> list[Key]:
    """Return facts and other rows in one order. The facts are in order already, so that each of the few others finds
    its place by halving: a dozen facts are read for one. Where more facts are to come, so are those others that belong
    behind these."""
    ordered = sorted(others, key=partial(_order, query), reverse=query.descending)
    keys: list[Key] = list(ids)
    known: dict[int, str | float] = {}
    for row in reversed(ordered):
        place = _find_place(memory, ids, row, query, known)
        if place < len(ids) or whole:
            keys.insert(place, row.key)
    return keys


def _order(query: TableQuery, row: MemoryTableRow) -> tuple[str | float, int]:
    return sort_value(row, query.sort), row.id


def _find_place(
    memory: MemoryService, ids: list[int], row: MemoryTableRow, query: TableQuery, known: dict[int, str | float]
) -> int:
    wanted = sort_value(row, query.sort)
    low, high = 0, len(ids)
    while low < high:
        middle = (low + high) // 2
        number = ids[middle]
        if number not in known:
            found = memory.search.rows([number])
            known[number] = sort_value(fact_row(found[0]), query.sort) if found else wanted
        there = cast(float, known[number])
        before = there > cast(float, wanted) if query.descending else there < cast(float, wanted)
        low, high = (middle + 1, high) if before else (low, middle)
    return low


def read_rows(memory: MemoryService, keys: Sequence[Hashable]) -> dict[Hashable, MemoryTableRow]:
    """Return rows by their keys; those that are gone are left out. Lessons, reminders and
    deleted facts are few: where one of them is asked for, all of its kind are read."""
    found: dict[Hashable, MemoryTableRow] = {
        one.id: fact_row(one) for one in memory.search.rows([key for key in keys if isinstance(key, int)])
    }
    kinds = {key[0] for key in keys if isinstance(key, tuple)}
    for kind, load in _LOADERS.items():
        if kind in kinds:
            found.update((row.key, row) for row in load(memory))
    return found


_LOADERS: Mapping[str, Callable[[MemoryService], list[MemoryTableRow]]] = {
    LESSON: _list_lessons,
    REMINDER: _list_reminders,
    DELETED: _list_deleted,
}


# --- the counts ------------------------------------------------------------------------------------------------------


def count_rows(memory: MemoryService, query: TableQuery) -> tuple[TableCounts, int]:
    """Return what the filters show, and how many facts there are in all."""
    found = memory.search.facets(query.facts)
    others = [*_list_lessons(memory), *_list_reminders(memory)]
    if query.state == "deleted" or query.is_filtered:
        others += _list_deleted(memory)
        deleted = _count(others, replace(query, state="deleted"))
    else:
        deleted = memory.trash.count()
    if query.state == "lowered":
        others += _list_lowered(memory)
    of_facts = query.kind in (None, FACT)
    listed = query.has_facts
    states = {
        name: (found.states.get(stored, 0) if of_facts else 0) + _count(others, replace(query, state=name))
        for name, stored in STATES.items()
    }
    everything = (found.states["all"] if of_facts else 0) + _count(others, replace(query, state=None))
    services = _by_value(others, query, "service", found.services if listed else {})
    shown = (found.shown if listed else 0) + _count(others, query)
    kinds = {kind: _count(others, replace(query, kind=kind)) for kind in KINDS}
    kinds[FACT] += found.shown if query.state not in APART else 0
    counts = TableCounts(
        found.total - found.closed,
        found.closed,
        memory.search.count_held(),
        shown,
        kinds,
        services,
        _by_value(others, query, "category", found.categories if listed else {}),
        {**states, "deleted": deleted, "": everything},
        [name for name in services if name != GENERAL],
    )
    return counts, found.total


def _count(rows: Sequence[MemoryTableRow], query: TableQuery) -> int:
    return sum(matches(row, query) for row in rows)


def _by_value(rows: Sequence[MemoryTableRow], query: TableQuery, name: str, found: Mapping[str, int]) -> dict[str, int]:
    """Count the rows by the service or the category, whichever of them is filtered for."""
    numbers = dict(found)
    without = replace(query, **{name: None})  # type: ignore[arg-type]
    for row in rows:
        if matches(row, without):
            value = row.category if name == "category" else row.service or GENERAL
            if value:
                numbers[value] = numbers.get(value, 0) + 1
    return numbers
