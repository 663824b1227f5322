"""A report on trends → what the chart shows of it: uptime, response time, incidents or cost. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from math import floor

from ....core.money import money
from ....core.text_format import format_uptime
from ....monitoring.results.types import SeriesPoint
from ....monitoring.trends import ServiceTrend, TrendReport
from ...kit.chart_data import ChartData, ChartSeries
from ...text import formatting
from ...text.translation import tr, tr_count

MOST_SERVICES, MOST_AGENTS = 5, 5
OTHERS = "others"


def uptime_data(report: TrendReport) -> ChartData:
    """Uptime in percent of each service that has stretches."""
    series = _series(report, lambda point: None if (up := point.summary.uptime) is None else up * 100)
    values = [value for one in series for value in one.values if value is not None]
    return ChartData(report.edges, series, _percent, low=float(min(99, floor(min(values, default=99)))), high=100.0)


def response_data(report: TrendReport) -> ChartData:
    """Of one service how long most answers, nearly all and all but the slowest took; of many the second of these."""
    told = _with_points(report)
    if len(told) == 1:
        shares: tuple[tuple[str, Callable[[SeriesPoint], float | None]], ...] = (
            (tr("half of them within"), lambda point: point.summary.p50_ms),
            (tr("95 % within"), lambda point: point.summary.p95_ms),
            (tr("99 % within"), lambda point: point.summary.p99_ms),
        )
        series = tuple(ChartSeries(name, tuple(map(of, told[0].points))) for name, of in shares)
    else:
        series = _series(report, lambda point: point.summary.p95_ms)
    return ChartData(report.edges, series, formatting.format_duration_ms)


def incident_data(report: TrendReport) -> ChartData:
    """Incidents that were opened in each stretch."""
    series = (ChartSeries("incidents", tuple(map(float, report.incidents))),) if any(report.incidents) else ()
    return ChartData(report.edges, series, lambda value: f"{value:,.0f}", bars=True, counted=True)


def cost_data(report: TrendReport) -> ChartData:
    """Dollars of each agent in each stretch; those past MOST_AGENTS together."""
    series = [ChartSeries(one.agent, one.by_stretch) for one in report.costs[:MOST_AGENTS]]
    rest = report.costs[MOST_AGENTS - 1 :]
    if len(rest) > 1:
        summed = tuple(map(sum, zip(*(one.by_stretch for one in rest), strict=True)))
        series[MOST_AGENTS - 1 :] = [ChartSeries(OTHERS, summed)]
    return ChartData(report.edges, tuple(series), money, bars=True)


def fact_text(report: TrendReport, service: str) -> str:
    """One line: ``web: uptime 99.95 %, 3 incidents, 0.7 a week``; of all services those that were not always up."""
    number = tr_count("%n incident", "%n incidents", sum(report.incidents))
    weeks = (report.until - report.since) / timedelta(weeks=1)
    incidents = (
        tr("{number}, {incidents_a_week} a week", number=number, incidents_a_week=f"{report.incidents_a_week:.1f}")
        if weeks > 1
        else number
    )
    found = report.of_service(service) if service else None
    if found is not None:
        up = format_uptime(found.summary.uptime) or tr("not known")
        return tr(
            "Uptime {up} of {total} results. {incidents}.",
            up=up,
            total=formatting.format_number(found.summary.total),
            incidents=incidents,
        )
    known = [one for one in report.services if one.summary.uptime is not None]
    below = sum(one.summary.uptime != 1 for one in known)
    return tr(
        "{known} checked, {below} of them not always up. {incidents}.",
        known=tr_count("%n service", "%n services", len(known)),
        below=formatting.format_number(below),
        incidents=incidents,
    )


def _with_points(report: TrendReport) -> list[ServiceTrend]:
    told = [one for one in report.services if one.points]
    return sorted(told, key=lambda one: (1.0 if one.summary.uptime is None else one.summary.uptime, one.service))


def _series(report: TrendReport, of: Callable[[SeriesPoint], float | None]) -> tuple[ChartSeries, ...]:
    told: Sequence[ServiceTrend] = _with_points(report)
    return tuple(ChartSeries(one.service, tuple(map(of, one.points))) for one in told)


def _percent(value: float) -> str:
    return format_uptime(value / 100) if value != round(value) else f"{value:.0f} %"
