"""The list of runs as a page shows it: which ones match, in what order, and one line for each.

Ids come at once and lines when they are looked at, so that ten thousand runs open as quickly as ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import orjson

from ..core.clock import Clock, from_text, to_text, utc_now
from ..storage import DataStore
from .run_findings import find_left_by_runs, look_of

LEARNED_ACTIONS = ("inserted", "reinforced", "contradicted")


@dataclass(frozen=True, slots=True)
class RunQuery:
    """Which runs, in which order. None and "" leave a filter open; ``sort`` is a key of SORTS.

    ``service``: runs about it, or that said something of it; ``cost``: dearer than so many dollars; ``days``: begun
    within so many days.
    """

    status: str | None = None
    agent: str | None = None
    tier: int | None = None
    trigger: str | None = None
    service: str | None = None
    cost: float | None = None
    days: int | None = None
    dry_run: bool | None = None
    text: str = ""
    sort: str = "started"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One session of a run's chain."""

    session_id: int
    tier: int
    status: str


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run with its chain folded in.

    ``cost_usd`` is what its sessions have cost so far, None where none said; ``duration_ms`` None while it runs;
    ``learned`` counts the memories inserted, reinforced or contradicted; ``near_misses`` the markers not stored.
    ``found`` is down or degraded where a service stood so at its last check in the run, down before degraded.
    """

    id: int
    trigger: str
    agent: str
    status: str
    reason: str
    started_at: str
    ended_at: str | None
    duration_ms: int | None
    cost_usd: float | None
    dry_run: bool
    summary: str
    learned: int
    near_misses: int
    chain: tuple[ChainLink, ...]
    found: str = ""

    @property
    def look(self) -> str:
        """Return its status as lists show it."""
        return look_of(self.status, self.found)


@dataclass(frozen=True, slots=True)
class RunFacets:
    """How many runs there are, how many match, and how many each filter value would leave under the others."""

    total: int
    matching: int
    statuses: dict[str, int]
    agents: dict[str, int]
    tiers: dict[int, int]
    triggers: dict[str, int] = field(default_factory=dict)
    dry_runs: dict[bool, int] = field(default_factory=dict)
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunFigure:
    """One run as a chart draws it."""

    run_id: int
    started_at: str
    status: str
    seconds: float | None
    cost_usd: float | None


_AGENT = "CASE WHEN r.agent LIKE 'replay%' THEN 'replay' ELSE r.agent END"
_COST = "(SELECT sum(s.cost_usd) FROM sessions s WHERE s.run_id = r.id)"
_TOP_TIER = "(SELECT max(s.tier) FROM sessions s WHERE s.run_id = r.id)"
_LEARNED = (
    "(SELECT count(*) FROM sessions s JOIN markers m ON m.session_id = s.id WHERE s.run_id = r.id"
    " AND m.kind = 'memory' AND m.action IN ('inserted', 'reinforced', 'contradicted'))"
)
_ABOUT = (
    "(EXISTS (SELECT 1 FROM json_each(r.services) j WHERE j.value = ?)"
    " OR r.id IN (SELECT s.run_id FROM events e JOIN sessions s ON s.id = e.session_id WHERE e.service = ?"
    " UNION SELECT s.run_id FROM health_checks h JOIN sessions s ON s.id = h.session_id WHERE h.service = ?))"
)
# Each next name is looked up in the index: quick however many events there are.
_SERVICES = (
    "WITH RECURSIVE named(name) AS (SELECT min(service) FROM health_checks WHERE service > ''"
    " UNION ALL SELECT (SELECT min(service) FROM health_checks WHERE service > name) FROM named WHERE name IS NOT NULL)"
    " SELECT name FROM named WHERE name IS NOT NULL"
    " UNION SELECT j.value FROM (SELECT DISTINCT services FROM runs) r, json_each(r.services) j ORDER BY 1 LIMIT 200"
)
SORTS = {
    "started": "r.id",
    "status": "r.status",
    "trigger": "r.trigger",
    "agent": _AGENT,
    "tiers": _TOP_TIER,
    "duration": "julianday(r.ended_at) - julianday(r.started_at)",
    "cost": _COST,
    "learned": _LEARNED,
}


class RunList:
    """Questions about many runs. Call inside ``store.read``."""

    def __init__(self, store: DataStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock

    def ids(self, query: RunQuery) -> list[int]:
        """Ids of all matching runs, in the query's order; equal ones newest first."""
        where, values = self._where(query)
        order = f"{SORTS[query.sort]} {'DESC' if query.descending else 'ASC'}"
        # In one row: for each row that sqlite3 hands over it asks for Python's lock anew.
        sql = f"SELECT json_group_array(id) FROM (SELECT r.id FROM runs r{where} ORDER BY {order}, r.id DESC)"
        ids: list[int] = orjson.loads(next(self._rows(sql, values))[0])
        return ids

    def lines(self, ids: Sequence[int]) -> list[RunLine]:
        """The lines of these runs, in the order asked for; runs that are gone are left out."""
        if not ids:
            return []
        marks = ",".join("?" * len(ids))
        found = {
            row[0]: row
            for row in self._rows(
                "SELECT r.id, r.trigger, r.agent, r.status, r.started_at, r.ended_at, r.dry_run,"
                f" {_COST}, {_LEARNED}, (SELECT count(*) FROM sessions s JOIN markers m ON m.session_id = s.id"
                f" WHERE s.run_id = r.id AND m.kind = 'near_miss') FROM runs r WHERE r.id IN ({marks})",
                ids,
            )
        }
        sessions: dict[int, list[tuple[Any, ...]]] = {}
        for row in self._rows(
            "SELECT run_id, id, tier, status, summary, status_reason FROM sessions"
            f" WHERE run_id IN ({marks}) ORDER BY id",
            ids,
        ):
            sessions.setdefault(row[0], []).append(row)
        left = find_left_by_runs(self._store, marks, ids)
        return [
            _line(found[run_id], sessions.get(run_id, []), left.get(run_id, "")) for run_id in ids if run_id in found
        ]

    def facets(self, query: RunQuery) -> RunFacets:
        """The counts that the filters show, each under the other filters."""
        total = int(next(self._rows("SELECT count(*) FROM runs", ()))[0])
        where, values = self._where(query)
        matching = int(next(self._rows(f"SELECT count(*) FROM runs r{where}", values))[0])
        return RunFacets(
            total,
            matching,
            {str(k): n for k, n in self._counts("r.status", replace(query, status=None))},
            {str(k): n for k, n in self._counts(_AGENT, replace(query, agent=None))},
            {int(k): n for k, n in self._counts(_TOP_TIER, replace(query, tier=None)) if k is not None},
            {str(k): n for k, n in self._counts("r.trigger", replace(query, trigger=None))},
            {bool(k): n for k, n in self._counts("r.dry_run", replace(query, dry_run=None))},
            tuple(str(row[0]) for row in self._rows(_SERVICES, ())),
        )

    def sessions(self, query: RunQuery) -> frozenset[int]:
        """The ids of all sessions of the matching runs."""
        where, values = self._where(query)
        sql = f"SELECT json_group_array(s.id) FROM sessions s WHERE s.run_id IN (SELECT r.id FROM runs r{where})"
        return frozenset(orjson.loads(next(self._rows(sql, values))[0]))

    def figures(self, query: RunQuery, last: int) -> list[RunFigure]:
        """The last runs that match, oldest first, as charts draw them."""
        where, values = self._where(query)
        sql = (
            f"SELECT r.id, r.started_at, r.status, ({SORTS['duration']}) * 86400, {_COST} FROM runs r{where}"
            f" ORDER BY r.id DESC LIMIT {int(last)}"
        )
        return [RunFigure(*row) for row in self._rows(sql, values)][::-1]

    def run_of(self, session_id: int) -> int | None:
        """The run that a session belongs to."""
        for (run_id,) in self._rows("SELECT run_id FROM sessions WHERE id = ?", (session_id,)):
            return int(run_id)
        return None

    def _counts(self, expression: str, query: RunQuery) -> list[tuple[Any, int]]:
        where, values = self._where(query)
        return list(self._rows(f"SELECT {expression}, count(*) FROM runs r{where} GROUP BY 1", values))

    def _where(self, query: RunQuery) -> tuple[str, list[Any]]:
        since = to_text(self._clock() - timedelta(days=query.days)) if query.days else ""
        return _where(query, since)

    def _rows(self, sql: str, values: Sequence[Any]) -> Iterator[Any]:
        database: Any = self._store.database
        return iter(database.execute_sql(sql, tuple(values)))


def like_pattern(text: str) -> str:
    """A LIKE pattern for "contains this text", with ``\\`` as its escape character."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _where(query: RunQuery, since: str) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    if query.status:
        parts.append("r.status = ?")
        values.append(query.status)
    if query.agent:
        parts.append(f"{_AGENT} = ?")
        values.append(query.agent)
    if query.tier:
        parts.append(f"{_TOP_TIER} = ?")
        values.append(query.tier)
    if query.trigger:
        parts.append("r.trigger = ?")
        values.append(query.trigger)
    if query.dry_run is not None:
        parts.append("r.dry_run = ?")
        values.append(int(query.dry_run))
    if query.cost is not None:
        parts.append(f"{_COST} > ?")
        values.append(query.cost)
    if since:
        parts.append("r.started_at >= ?")
        values.append(since)
    if query.service:
        parts.append(_ABOUT)
        values += [query.service] * 3
    text = query.text.strip()
    if text:
        columns = ("summary", "response", "status_reason", "prompt_text")
        said = " OR ".join(f"s.{column} LIKE ? ESCAPE '\\'" for column in columns)
        values += [like_pattern(text)] * len(columns)
        number = text.removeprefix("#")
        if number.isascii() and number.isdigit():
            said += " OR s.id = ?"
            values.append(int(number[:18]))
        parts.append(f"r.id IN (SELECT s.run_id FROM sessions s WHERE {said})")
    return (" WHERE " + " AND ".join(parts) if parts else ""), values


def _line(run: tuple[Any, ...], sessions: list[tuple[Any, ...]], worst: str) -> RunLine:
    run_id, trigger, agent, status, started_at, ended_at, dry_run, cost, learned, near_misses = run
    duration = None
    if ended_at:
        duration = max(0, round((from_text(ended_at) - from_text(started_at)).total_seconds() * 1000))
    told = [row[4] for row in sessions if row[4]]
    return RunLine(
        id=run_id,
        trigger=trigger,
        agent=agent,
        status=status,
        reason=sessions[-1][5] if sessions else "",
        started_at=started_at,
        ended_at=ended_at,
        duration_ms=duration,
        cost_usd=cost,
        dry_run=bool(dry_run),
        summary=told[-1] if told else "",
        learned=learned,
        near_misses=near_misses,
        chain=tuple(ChainLink(row[1], row[2], row[3]) for row in sessions),
        found=worst,
    )
