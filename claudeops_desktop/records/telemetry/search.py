"""What the pipeline left behind, searched and counted (R5). All of it belongs inside ``store.read``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, tzinfo
from typing import Any

import orjson

from ...core.clock import from_text, to_text
from ...storage.database import proxy


@dataclass(frozen=True, slots=True)
class TelemetryRow:
    """A row of ``telemetry``: what one step of the pipeline did. ``detail`` holds ids and counts, no memory's text."""

    id: int
    at: str
    level: str
    component: str
    action: str
    success: bool
    duration_ms: float | None
    session_id: int | None
    memory_id: int | None
    job: str
    detail: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class TraceQuery:
    """What to look for; "" and None leave it open. ``action`` and ``job`` are how they begin (``memory.gate``)."""

    component: str = ""
    action: str = ""
    job: str = ""
    session_id: int | None = None
    memory_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class DayCount:
    """How often a step was done on one day of the operator's; ``failed`` of them went wrong."""

    day: str
    action: str
    times: int
    failed: int

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class GateCounts:
    """What the gate held and discarded in a time, by rule: ``(outcome, rule)`` → how many."""

    by_rule: dict[tuple[str, str], int] = field(default_factory=dict)

    def count_for(self, outcome: str) -> int:
        """The number of facts with this outcome."""
        return sum(number for (one, _), number in self.by_rule.items() if one == outcome)

    def as_json(self) -> list[dict[str, Any]]:
        """For ``--json``."""
        return [{"outcome": one, "rule": rule, "times": number} for (one, rule), number in self.by_rule.items()]


@dataclass(frozen=True, slots=True)
class ObservedCounts:
    """What became of the observations of a time, whoever drew them. Repeats of what was known count as allowed."""

    allowed: int = 0
    held: int = 0
    discarded: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.allowed + self.held + self.discarded

    @property
    def kept_out(self) -> float:
        """The share that was held or discarded, from 0 to 1."""
        return (self.held + self.discarded) / self.total if self.total else 0.0


def find_events(query: TraceQuery, limit: int | None = 100) -> list[TelemetryRow]:
    """The events of a query, newest first."""
    where, values = _where(query)
    rows = proxy.execute_sql(
        "SELECT id, at, level, component, action, success, duration_ms, session_id, memory_id, job, detail"
        f" FROM telemetry WHERE {where} ORDER BY id DESC LIMIT ?",
        (*values, -1 if limit is None else limit),
    )
    return [_trace(row) for row in rows]


def count_events(query: TraceQuery) -> int:
    """The number of events that match a query."""
    where, values = _where(query)
    return int(proxy.execute_sql(f"SELECT count(*) FROM telemetry WHERE {where}", tuple(values)).fetchone()[0])


def by_day(query: TraceQuery, zone: tzinfo | None = None) -> list[DayCount]:
    """How often each action was done on each day (of ``zone``, the operator's own without it), newest day first."""
    where, values = _where(query)
    rows = proxy.execute_sql(
        "SELECT substr(at, 1, 13), min(at), action, count(*), sum(success = 0) FROM telemetry"
        f" WHERE {where} GROUP BY 1, 3",
        tuple(values),
    )
    found: dict[tuple[str, str], list[int]] = {}
    for _, at, action, times, failed in rows:  # hour by hour, since days are the operator's and not UTC's
        sums = found.setdefault((_day(at, zone), action), [0, 0])
        sums[0] += times
        sums[1] += failed
    ordered = sorted(found.items(), key=lambda one: (one[0][0], -one[1][0], one[0][1]))
    ordered.sort(key=lambda one: one[0][0], reverse=True)
    return [DayCount(day, action, times, failed) for (day, action), (times, failed) in ordered]


def gate_counts(since: datetime | None = None) -> GateCounts:
    """How many facts the gate held and discarded since a time, most first."""
    rows = proxy.execute_sql(
        "SELECT outcome, rule, count(*) FROM gate_log WHERE created_at >= ? GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2",
        ("" if since is None else to_text(since),),
    )
    return GateCounts({(outcome, rule): number for outcome, rule, number in rows})


def observed_counts(since: datetime | None = None) -> ObservedCounts:
    """Return what became of the observations since a time, as each finished part of a transcript counted them."""
    names = ("allowed", "held", "discarded")
    sums = ", ".join(f"coalesce(sum(CAST(json_extract(detail, '$.{name}') AS INTEGER)), 0)" for name in names)
    row = proxy.execute_sql(
        f"SELECT {sums} FROM telemetry WHERE action = 'memory.observe.completed' AND at >= ?",
        ("" if since is None else to_text(since),),
    ).fetchone()
    return ObservedCounts(*map(int, row))


def list_components() -> list[str]:
    """The parts of the pipeline that left anything, by name."""
    return [name for (name,) in proxy.execute_sql("SELECT DISTINCT component FROM telemetry ORDER BY 1")]


def prune_events(before: datetime, most: int = 20_000) -> int:
    """Remove events from before a time, at most so many; how many. Inside ``store.write``."""
    return int(
        proxy.execute_sql(
            "DELETE FROM telemetry WHERE id IN (SELECT id FROM telemetry WHERE at < ? ORDER BY at LIMIT ?)",
            (to_text(before), most),
        ).rowcount
    )


def _where(query: TraceQuery) -> tuple[str, list[Any]]:
    where, values = ["1"], list[Any]()

    def also(clause: str, *given: Any) -> None:
        where.append(clause)
        values.extend(given)

    if query.component:
        also("component = ?", query.component)
    if query.action:  # a range, which the index answers; what begins so sorts before the highest character after it
        also("action >= ? AND action < ?", query.action, query.action + "\U0010ffff")
    if query.job:
        also("job >= ? AND job < ?", query.job, query.job + "\U0010ffff")
    if query.session_id is not None:
        also("session_id = ?", query.session_id)
    if query.memory_id is not None:
        also("memory_id = ?", query.memory_id)
    if query.since is not None:
        also("at >= ?", to_text(query.since))
    if query.until is not None:
        also("at < ?", to_text(query.until))
    if query.failed:
        also("success = 0")
    return " AND ".join(where), values


def _trace(row: Sequence[Any]) -> TelemetryRow:
    try:
        detail = orjson.loads(row[10])
    except orjson.JSONDecodeError:  # another hand wrote it
        detail = {}
    number, at, level, component, action, success, took, session_id, memory_id, job = row[:10]
    found = detail if isinstance(detail, dict) else {}
    return TelemetryRow(number, at, level, component, action, bool(success), took, session_id, memory_id, job, found)


def _day(at: str, zone: tzinfo | None) -> str:
    try:
        return f"{from_text(at).astimezone(zone):%Y-%m-%d}"
    except (ValueError, OverflowError):
        return at[:10]
