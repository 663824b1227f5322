"""What the operator looks for among the memories: filters, order, and words that forgive a typing mistake."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from ..language.types import CATEGORIES, GENERAL, service_name
from . import tables
from .types import Memory

FORGIVING_UP_TO = 10_000
SHORTEST_FORGIVEN = 4
LIKENESS = 82.0

State = Literal["all", "active", "inactive", "pinned", "superseded", "held", "current", "closed"]
# Held facts wait for review: they are found only when they are asked for (E4). The subquery reads its own small index,
# where a condition on the column itself would read every row.
_NOT_HELD = "id NOT IN (SELECT id FROM memories WHERE gate = 'hold')"
_STATES: Mapping[str, str] = {
    "all": _NOT_HELD,
    "active": "active = 1",
    "inactive": f"active = 0 AND {_NOT_HELD}",
    "pinned": f"pinned = 1 AND {_NOT_HELD}",
    "superseded": f"superseded_by IS NOT NULL AND {_NOT_HELD}",
    "held": "gate = 'hold'",
    "current": "active = 1 AND superseded_by IS NULL",
    "closed": f"(active = 0 OR superseded_by IS NOT NULL) AND {_NOT_HELD}",
}
_ORDERS: Mapping[str, str] = {
    "id": "id",
    "service": "coalesce(service, '\uffff')",
    "category": "category",
    "observation": "observation COLLATE NOCASE",
    "confidence": "confidence",
    "updated_at": "updated_at",
    "created_at": "created_at",
    "session_id": "coalesce(session_id, 0)",
    "pinned": "pinned",
    "active": "active",
}
_APART: tuple[State, ...] = ("superseded", "held")


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """Filters and order. ``service`` "general" means the memories of none; ``text`` is matched word by word.

    ``before`` leaves those of smaller ids. ``state`` held means the facts that wait for review, which every other state
    leaves out; current those that are active and not replaced, closed all others.
    """

    service: str | None = None
    category: str | None = None
    state: State = "all"
    text: str = ""
    session_id: int | None = None
    sort: str = "updated_at"
    descending: bool = True
    before: int | None = None


@dataclass(frozen=True, slots=True)
class FilterCounts:
    """How many memories there are: in all, and by value of each filter under the other filters. ``closed`` are those
    that are inactive, and those that are active but replaced."""

    total: int
    active: int
    inactive: int
    services: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    states: dict[str, int] = field(default_factory=dict)
    shown: int = 0
    closed: int = 0


def ids(query: MemoryQuery, limit: int | None = None) -> list[int]:
    """Ids of what the query means, in its order; at most ``limit``, which spares sorting all that come after."""
    way = "DESC" if query.descending else "ASC"
    tie = way if query.sort in ("updated_at", "created_at") else "ASC"  # two of one millisecond: the later is newer
    order = f"{_ORDERS.get(query.sort, 'updated_at')} {way}, id {tie}"
    if query.text.strip() and (matched := _forgiving(query)) is not None:
        if not matched:
            return []
        where, values = _where(replace(query, text=""))
        return [n for n in tables.ids_where(where, values, order) if n in matched][:limit]
    where, values = _where(query)
    return tables.ids_where(where, values, order, limit)


def facets(query: MemoryQuery) -> FilterCounts:
    """Counts for the filter boxes: each value under the other filters. One pass over the table gives all of them;
    held and superseded ones are few, and have small indexes of their own.
    """
    matched = _forgiving(query) if query.text.strip() else None
    known = _cells(query, "all", matched)
    apart = {state: _cells(query, state, matched) for state in _APART}
    replaced = {cell: number for cell, number in apart["superseded"].items() if cell.active}
    current = {cell: number - replaced.get(cell, 0) for cell, number in known.items() if cell.active}
    closed = {cell: number for cell, number in known.items() if not cell.active} | replaced
    by_state = {**apart, "current": current, "closed": closed}
    cells = by_state.get(query.state, known)
    everything = tables.grouped("active", _NOT_HELD, ())
    active = _count(known, query, lambda cell: cell.active, state=False)
    states: dict[str, int] = {
        "all": sum(active.values()),
        "active": active.get(1, 0),
        "inactive": active.get(0, 0),
        "pinned": _count(known, query, lambda cell: cell.pinned, state=False).get(1, 0),
        **{state: _sum(found, query) for state, found in by_state.items()},
    }
    return FilterCounts(
        total=sum(everything.values()),
        active=everything.get(1, 0),
        inactive=everything.get(0, 0),
        services=_by_service(cells, query),
        categories=_by_category(cells, query),
        states=states,
        shown=states[query.state],
        closed=everything.get(0, 0) + _count_replaced(),
    )


def held_facets(query: MemoryQuery) -> FilterCounts:
    """``facets`` of held facts alone: neither the other states are counted, nor all that there is."""
    cells = _cells(query, "held", _forgiving(query) if query.text.strip() else None)
    shown = _sum(cells, query)
    return FilterCounts(
        total=0,
        active=0,
        inactive=0,
        services=_by_service(cells, query),
        categories=_by_category(cells, query),
        states={"held": shown},
        shown=shown,
    )


def _count(
    cells: Mapping[_Cell, int],
    query: MemoryQuery,
    pick: Callable[[_Cell], Any],
    *,
    service: bool = True,
    category: bool = True,
    state: bool = True,
) -> dict[Any, int]:
    """How many there are by what ``pick`` says of a cell, under the filters that are not left out."""
    found: dict[Any, int] = {}
    for cell, number in cells.items():
        if (
            (not service or query.service is None or cell.service == service_name(query.service))
            and (not category or not query.category or cell.category == query.category)
            and (not state or _in_state(cell, query.state))
        ):
            found[pick(cell)] = found.get(pick(cell), 0) + number
    return found


def _sum(cells: Mapping[_Cell, int], query: MemoryQuery) -> int:
    return sum(_count(cells, query, lambda cell: 1, state=False).values())


def _count_replaced() -> int:
    """How many are active but replaced, whatever the filters."""
    return int(tables.grouped("1", f"active = 1 AND {_STATES['superseded']}", ()).get(1, 0))


def _by_service(cells: Mapping[_Cell, int], query: MemoryQuery) -> dict[str, int]:
    services = _count(cells, query, lambda cell: cell.service, service=False)
    return {(name or GENERAL): n for name, n in sorted(services.items(), key=lambda item: item[0] or "\uffff")}


def _by_category(cells: Mapping[_Cell, int], query: MemoryQuery) -> dict[str, int]:
    return dict(sorted(_count(cells, query, lambda cell: cell.category, category=False).items()))


def active() -> int:
    """How many are active: without the other counts this takes a tenth of the time."""
    return int(tables.grouped("active", "1", ()).get(1, 0))


def count_held() -> int:
    """How many facts wait for review."""
    return int(tables.grouped("1", "gate = 'hold'", ()).get(1, 0))


class _Cell(NamedTuple):
    service: str | None
    category: str
    active: int
    pinned: int


def _cells(query: MemoryQuery, state: State, matched: set[int] | None) -> dict[_Cell, int]:
    """How many memories of each kind the text, the session and a state that lies apart leave."""
    text = "" if matched is not None else query.text
    where, values = _where(MemoryQuery(text=text, session_id=query.session_id, state=state))
    columns = "service, category, active, pinned"
    if matched is None:
        group = f"+{columns}" if state in _APART else columns  # + leaves the choice to the small index of the state
        rows = tables.iterate(where, values, f"{columns}, count(*)", "1", group=group)
        return {_Cell(*row[:4]): row[4] for row in rows}
    found: dict[_Cell, int] = {}
    for number, *row in tables.iterate(where, values, f"id, {columns}", "id"):
        if number in matched:
            cell = _Cell(*row)
            found[cell] = found.get(cell, 0) + 1
    return found


def _in_state(cell: _Cell, state: State) -> bool:
    if state in ("active", "inactive"):
        return cell.active == int(state == "active")
    return state != "pinned" or cell.pinned == 1


def _where(query: MemoryQuery) -> tuple[str, list[Any]]:
    parts, values = [_STATES[query.state]], list[Any]()
    if query.service is not None:
        parts.append("service IS ?")
        values.append(service_name(query.service))
    if query.category:
        parts.append("category = ?")
        values.append(query.category)
    if query.session_id is not None:
        parts.append("session_id = ?")
        values.append(query.session_id)
    if query.before is not None:
        parts.append("id < ?")
        values.append(query.before)
    for word in query.text.split():
        # Services are compared once each, categories not at all in the database: the text alone is work for each row.
        kinds = "".join(f", '{category}'" for category in CATEGORIES if word.lower() in category)
        parts.append(
            "(observation LIKE ? ESCAPE '\\' OR service IN (SELECT service FROM"
            " (SELECT DISTINCT service FROM memories) WHERE service LIKE ? ESCAPE '\\')"
            f" OR category IN ({kinds.removeprefix(', ')}))"
        )
        values += [f"%{_escaped(word)}%"] * 2
    return " AND ".join(parts), values


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _forgiving(query: MemoryQuery) -> set[int] | None:
    """Ids whose text holds every word, or one much like it; None where there are too many rows for that."""
    if sum(tables.grouped("1", "1", ()).values()) > FORGIVING_UP_TO:
        return None
    rows = list(
        tables.iterate("1", (), "id, coalesce(service, 'general') || ' ' || category || ' ' || observation", "id")
    )
    texts = [text.lower() for _, text in rows]
    kept: set[int] | None = None
    for word in query.text.lower().split():
        found = {rows[i][0] for i in _matching(word, texts)}
        kept = found if kept is None else kept & found
    return kept or set()


def _matching(word: str, texts: Sequence[str]) -> set[int]:
    exact = {i for i, text in enumerate(texts) if word in text}
    if len(word) < SHORTEST_FORGIVEN:
        return exact
    from rapidfuzz import fuzz, process

    near = process.extract(word, texts, scorer=fuzz.partial_ratio, score_cutoff=LIKENESS, limit=None)
    return exact | {index for _, _, index in near}


class MemorySearch:
    """Reads memories: by id, and by what the operator looks for. Everything belongs inside ``store.read``."""

    def get(self, memory_id: int) -> Memory | None:
        """One memory."""
        return tables.get_memory(memory_id)

    def rows(self, ids: Sequence[int]) -> builtins.list[Memory]:
        """Memories in the order of ``ids``; those that are gone are left out."""
        return tables.by_ids(ids)

    def ids(self, query: MemoryQuery, limit: int | None = None) -> builtins.list[int]:
        """Ids of what a query means, in its order; at most ``limit``."""
        return ids(query, limit)

    def list(self, query: MemoryQuery | None = None) -> builtins.list[Memory]:
        """Memories of a query; all, by id, without one."""
        return tables.by_ids(ids(query or MemoryQuery(sort="id", descending=False)))

    def facets(self, query: MemoryQuery) -> FilterCounts:
        """Counts for the filter boxes."""
        return facets(query)

    def held_facets(self, query: MemoryQuery) -> FilterCounts:
        """Counts for the filter boxes of the review, under a query for held facts."""
        return held_facets(query)

    def count_held(self) -> int:
        """How many facts wait for review."""
        return count_held()
