"""Trends of services: uptime, response time, incidents and the cost of agents, over a range that is chosen."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..core.clock import from_text, to_text
from ..core.csv_text import csv_text
from ..core.messages import UserMessage
from ..records.health_cells import column_bounds
from ..records.incident_types import Incident
from ..records.record_books import RecordRepositories
from .results.store import CheckResultStore
from .results.types import SeriesPoint, UptimeSummary

RANGES = {
    "24h": UserMessage("24 hours"),
    "7d": UserMessage("7 days"),
    "30d": UserMessage("30 days"),
    "1y": UserMessage("1 year"),
}
RANGE_DAYS = {"24h": 1, "7d": 7, "30d": 30, "1y": 365}
_HOURS_UP_TO, _QUARTERS_UP_TO, _DAYS_UP_TO = 2, 14, 92  # days: by hour, by six hours, by day, and by week beyond
COLUMNS = ("series", "name", "start", "end", "value", "unit")


@dataclass(frozen=True, slots=True)
class ServiceTrend:
    """One service: the whole range, each stretch of it, and how many incidents it had, folded ones too."""

    summary: UptimeSummary
    points: tuple[SeriesPoint, ...]
    incidents: int

    @property
    def service(self) -> str:
        """Its name."""
        return self.summary.service


@dataclass(frozen=True, slots=True)
class AgentCost:
    """What one agent cost: in all, in each stretch of the range, and in how many sessions."""

    agent: str
    usd: float
    by_stretch: tuple[float, ...]
    sessions: int


@dataclass(frozen=True, slots=True)
class TrendReport:
    """All of it. ``edges`` are the bounds of the stretches, aware and local; the last one may lie ahead of ``until``.

    ``incidents`` are those of each stretch that stand for themselves: one that is folded under its root is the same
    alarm. ``costs`` are the dearest first.
    """

    edges: tuple[datetime, ...]
    until: datetime
    services: tuple[ServiceTrend, ...] = ()
    incidents: tuple[int, ...] = ()
    costs: tuple[AgentCost, ...] = ()

    @property
    def since(self) -> datetime:
        """Where the range begins."""
        return self.edges[0]

    @property
    def incidents_a_week(self) -> float:
        """How many incidents there were in a week, on average."""
        weeks = (self.until - self.since) / timedelta(weeks=1)
        return sum(self.incidents) / weeks if weeks > 0 else 0.0

    def of_service(self, name: str) -> ServiceTrend | None:
        """One service; None where there is no result of it in the range."""
        return next((one for one in self.services if one.service == name), None)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "since": to_text(self.since),
            "until": to_text(self.until),
            "services": [_service_json(one) for one in self.services],
            "incidents": [
                {"start": to_text(start), "end": to_text(end), "incidents": number}
                for (start, end), number in zip(pairwise(self.edges), self.incidents, strict=True)
            ],
            "incidents_a_week": round(self.incidents_a_week, 3),
            "cost": [
                {
                    "agent": one.agent,
                    "usd": round(one.usd, 6),
                    "sessions": one.sessions,
                    "points": [
                        {"start": to_text(start), "end": to_text(end), "usd": round(usd, 6)}
                        for (start, end), usd in zip(pairwise(self.edges), one.by_stretch, strict=True)
                        if usd
                    ],
                }
                for one in self.costs
            ],
        }

    def as_csv(self) -> str:
        """One row a figure: series, name, start, end, value, unit."""
        return csv_text(COLUMNS, self._rows())

    def _rows(self) -> Iterable[tuple[object, ...]]:
        for one in self.services:
            for point in one.points:
                uptime = point.summary.uptime
                yield from (
                    (series, one.service, to_text(point.start), to_text(point.end), value, unit)
                    for series, value, unit in (
                        ("uptime", None if uptime is None else round(uptime * 100, 4), "%"),
                        ("response p50", _rounded(point.summary.p50_ms), "ms"),
                        ("response p95", _rounded(point.summary.p95_ms), "ms"),
                    )
                    if value is not None
                )
        stretches = list(pairwise(self.edges))
        for (start, end), number in zip(stretches, self.incidents, strict=True):
            yield "incidents", "all", to_text(start), to_text(end), number, "incidents"
        for cost in self.costs:
            for (start, end), usd in zip(stretches, cost.by_stretch, strict=True):
                yield "cost", cost.agent, to_text(start), to_text(end), round(usd, 6), "USD"


def range_edges(chosen: str, now: datetime) -> tuple[datetime, ...]:
    """The bounds of the stretches of one of RANGES, in local time, the last one after ``now``."""
    return column_bounds(chosen, now) if chosen != "1y" else day_edges(RANGE_DAYS[chosen], now)


def day_edges(days: int, now: datetime) -> tuple[datetime, ...]:
    """The same for the last ``days`` calendar days: by hour, six hours, day or week, as many as one can read."""
    today = now.astimezone().date()
    first = today - timedelta(days=days - 1)
    if days > _DAYS_UP_TO:
        monday = first - timedelta(days=first.weekday())
        weeks = (today - monday).days // 7 + 2
        return tuple(_midnight(monday + timedelta(weeks=n)) for n in range(weeks))
    edges = tuple(_midnight(first + timedelta(days=n)) for n in range(days + 1))
    parts = 24 if days <= _HOURS_UP_TO else 4 if days <= _QUARTERS_UP_TO else 1
    inner = (start + (end - start) / parts * n for start, end in pairwise(edges) for n in range(parts))
    return (*inner, edges[-1])


def load_trends(
    book: RecordRepositories,
    check_results: Path,
    edges: Sequence[datetime],
    now: datetime,
    services: Iterable[str] | None = None,
    most_with_points: int | None = None,
) -> TrendReport:
    """Everything of a range, on a thread that may read. Raises EnvironmentFault where the results cannot be read.

    ``most_with_points``: only so many services, those with the least uptime, have their stretches told.
    """
    edges = tuple(edges)
    wanted = None if services is None else frozenset(services)
    with CheckResultStore(check_results) as results:
        summaries = results.uptime(edges[0], max(now, edges[0]), wanted)
        series = results.series_of_all(edges, least_uptime(summaries.values(), most_with_points))
    incidents = book.incidents.list(since=to_text(edges[0]))
    by_service = Counter(one.service for one in incidents)
    counted = [one for one in incidents if wanted is None or one.service in wanted]
    alone = [one for one in counted if one.folded_into is None or wanted is not None]
    return TrendReport(
        edges,
        now,
        tuple(
            ServiceTrend(summary, tuple(series.get(name, ())), by_service[name]) for name, summary in summaries.items()
        ),
        count_incidents(edges, alone),
        share_costs(edges, book.spend.by_agent(edges[0])),
    )


def least_uptime(summaries: Iterable[UptimeSummary], most: int | None) -> list[str]:
    """The names of those with the least uptime, the worst first; where it is the same, by response time."""
    ordered = sorted(
        summaries,
        key=lambda one: (1.0 if one.uptime is None else one.uptime, -(one.p95_ms or 0.0), one.service),
    )
    return [one.service for one in ordered[:most]]


def count_incidents(edges: Sequence[datetime], incidents: Iterable[Incident]) -> tuple[int, ...]:
    """How many incidents were opened in each stretch."""
    counts = [0] * (len(edges) - 1)
    for one in incidents:
        place = bisect_right(edges, from_text(one.opened_at)) - 1
        if 0 <= place < len(counts):
            counts[place] += 1
    return tuple(counts)


def share_costs(edges: Sequence[datetime], costs: Iterable[tuple[str, datetime, float]]) -> tuple[AgentCost, ...]:
    """Dollars by agent and stretch, the dearest agent first."""
    found: dict[str, AgentCost] = {}
    for agent, at, usd in costs:
        place = bisect_right(edges, at) - 1
        if 0 <= place < len(edges) - 1:
            one = found.get(agent) or AgentCost(agent, 0.0, (0.0,) * (len(edges) - 1), 0)
            spent = tuple(value + usd * (n == place) for n, value in enumerate(one.by_stretch))
            found[agent] = replace(one, usd=one.usd + usd, by_stretch=spent, sessions=one.sessions + 1)
    return tuple(sorted(found.values(), key=lambda one: (-one.usd, one.agent)))


def _service_json(one: ServiceTrend) -> dict[str, Any]:
    return {**_summary_json(one.summary), "incidents": one.incidents, "points": [_point_json(p) for p in one.points]}


def _summary_json(summary: UptimeSummary) -> dict[str, Any]:
    return {
        "service": summary.service,
        "uptime": None if summary.uptime is None else round(summary.uptime, 6),
        "p50_ms": _rounded(summary.p50_ms),
        "p95_ms": _rounded(summary.p95_ms),
        "p99_ms": _rounded(summary.p99_ms),
        "counts": summary.counts,
        "maintenance": summary.maintenance,
    }


def _point_json(point: SeriesPoint) -> dict[str, Any]:
    figures = _summary_json(point.summary)
    del figures["service"]
    return {"start": to_text(point.start), "end": to_text(point.end), **figures}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time()).astimezone()
