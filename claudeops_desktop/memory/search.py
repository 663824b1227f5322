"""What the operator looks for among the memories: filters, order, and words that forgive a typing mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from . import tables
from .fact import CATEGORIES, GENERAL, service_name

FORGIVING_UP_TO = 10_000
SHORTEST_FORGIVEN = 4
LIKENESS = 82.0

State = Literal["all", "active", "inactive", "pinned"]
_STATES: Mapping[str, str] = {"all": "1", "active": "active = 1", "inactive": "active = 0", "pinned": "pinned = 1"}
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


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """Filters and order. ``service`` "general" means the memories of none; ``text`` is matched word by word."""

    service: str | None = None
    category: str | None = None
    state: State = "all"
    text: str = ""
    session_id: int | None = None
    sort: str = "updated_at"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Facets:
    """How many memories there are: in all, and by value of each filter under the other filters."""

    total: int
    active: int
    inactive: int
    services: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    states: dict[str, int] = field(default_factory=dict)
    shown: int = 0


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


def facets(query: MemoryQuery) -> Facets:
    """Counts for the filter boxes: each value under the other filters. One pass over the table gives all of them."""
    cells = _cells(query)

    def count(
        pick: Callable[[_Cell], Any], *, service: bool = True, category: bool = True, state: bool = True
    ) -> dict[Any, int]:
        found: dict[Any, int] = {}
        for cell, number in cells.items():
            if (
                (not service or query.service is None or cell.service == service_name(query.service))
                and (not category or not query.category or cell.category == query.category)
                and (not state or _in_state(cell, query.state))
            ):
                found[pick(cell)] = found.get(pick(cell), 0) + number
        return found

    everything = tables.grouped("active", "1", ())
    services = count(lambda cell: cell.service, service=False)
    active = count(lambda cell: cell.active, state=False)
    states = {
        "all": sum(active.values()),
        "active": active.get(1, 0),
        "inactive": active.get(0, 0),
        "pinned": count(lambda cell: cell.pinned, state=False).get(1, 0),
    }
    return Facets(
        total=sum(everything.values()),
        active=everything.get(1, 0),
        inactive=everything.get(0, 0),
        services={(name or GENERAL): n for name, n in sorted(services.items(), key=lambda item: item[0] or "\uffff")},
        categories=dict(sorted(count(lambda cell: cell.category, category=False).items())),
        states=states,
        shown=states[query.state],
    )


def active() -> int:
    """How many are active: without the other counts this takes a tenth of the time."""
    return int(tables.grouped("active", "1", ()).get(1, 0))


class _Cell(NamedTuple):
    service: str | None
    category: str
    active: int
    pinned: int


def _cells(query: MemoryQuery) -> dict[_Cell, int]:
    """How many memories of each kind the text and the session leave."""
    matched = _forgiving(query) if query.text.strip() else None
    where, values = _where(MemoryQuery(text="" if matched is not None else query.text, session_id=query.session_id))
    columns = "service, category, active, pinned"
    if matched is None:
        rows = tables.iterate(where, values, f"{columns}, count(*)", "1", group=columns)
        return {_Cell(*row[:4]): row[4] for row in rows}
    found: dict[_Cell, int] = {}
    for number, *row in tables.iterate(where, values, f"id, {columns}", "id"):
        if number in matched:
            cell = _Cell(*row)
            found[cell] = found.get(cell, 0) + 1
    return found


def _in_state(cell: _Cell, state: State) -> bool:
    return state == "all" or (cell.pinned == 1 if state == "pinned" else cell.active == int(state == "active"))


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
