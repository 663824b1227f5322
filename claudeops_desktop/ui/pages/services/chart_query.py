"""What the chart of a service shows: response times, the state of each stretch, outages and maintenance."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from statistics import median
from typing import TYPE_CHECKING

from ....core.clock import from_text, to_text, utc_now
from ....core.errors import EnvironmentFault
from ....monitoring.results.store import CheckResultStore
from ....monitoring.results.types import SeriesPoint
from ....monitoring.trends import range_edges
from ....records.health import HealthCheck
from ....records.health_cells import MAINTENANCE, worst_state
from ....records.incident_types import Incident
from ....records.service_rules import ServiceRule
from ...kit.chart_data import ChartBand, ChartData, ChartSeries, StretchState
from ...text import formatting
from ...text.translation import tr, tr_count
from ...widgets.state_dot import state_word

if TYPE_CHECKING:
    from ...app_context import AppContext

log = logging.getLogger(__name__)
MOST_CHECKS, MOST_INCIDENTS = 20_000, 500


def load_service_chart(context: AppContext, service: str, chosen: str) -> ChartData:
    """Return the chart of a service over a range, on a reader thread."""
    book, now = context.book, utc_now()
    edges = range_edges(chosen, now)
    checks = book.health.of_service(service, since=to_text(edges[0]), limit=MOST_CHECKS)
    points: Sequence[SeriesPoint] = ()
    try:
        with CheckResultStore(context.folder.check_results) as results:
            points = results.series_between(service, edges)
    except EnvironmentFault as error:  # what runs found is still true; the page of history says what is wrong
        log.warning("%s", error.full_text)
    incidents = book.incidents.list(service=service, limit=MOST_INCIDENTS)
    bands = (*outage_bands(incidents, now), *maintenance_bands(book.rules.get(service), now))
    return ChartData(
        edges,
        response_series(edges, points, checks),
        formatting.format_duration_ms,
        bands=tuple(band for band in bands if band.end > edges[0] and band.start < edges[-1]),
        states=stretch_states(edges, points, checks),
    )


def response_series(
    edges: Sequence[datetime], points: Sequence[SeriesPoint], checks: Sequence[HealthCheck]
) -> tuple[ChartSeries, ...]:
    """Return within which time half and nearly all answers of each stretch came. Where no continuous check timed one,
    the first is the median of what runs measured."""
    summaries = {point.start: point.summary for point in points}
    timed = by_stretch(edges, checks)
    half: list[float | None] = []
    nearly_all: list[float | None] = []
    for place, start in enumerate(edges[:-1]):
        summary = summaries.get(start)
        times = [one.response_ms for one in timed.get(place, ()) if one.response_ms is not None]
        measured = summary.p50_ms if summary is not None else None
        half.append(measured if measured is not None else median(times) if times else None)
        nearly_all.append(summary.p95_ms if summary is not None else None)
    series = (ChartSeries(tr("half of them within"), tuple(half)), ChartSeries(tr("95 % within"), tuple(nearly_all)))
    return series if any(value is not None for value in nearly_all) else series[:1]


def stretch_states(
    edges: Sequence[datetime], points: Sequence[SeriesPoint], checks: Sequence[HealthCheck]
) -> tuple[StretchState, ...]:
    """Return how the service stood in each stretch: the worst of what runs and continuous checks found."""
    counts: list[Counter[str]] = [Counter() for _ in edges[:-1]]
    for place, found in by_stretch(edges, checks).items():
        counts[place].update(one.status for one in found)
    for point in points:
        place = bisect_right(edges, point.start) - 1
        counts[place].update(point.summary.counts)
        if point.summary.maintenance:
            counts[place][MAINTENANCE] += point.summary.maintenance
    return tuple(StretchState(worst_state(one) if one else "", counts_text(one)) for one in counts)


def by_stretch(edges: Sequence[datetime], checks: Sequence[HealthCheck]) -> dict[int, list[HealthCheck]]:
    """Return checks by the stretch in which they were made."""
    found: dict[int, list[HealthCheck]] = {}
    for one in checks:
        place = bisect_right(edges, from_text(one.checked_at)) - 1
        if 0 <= place < len(edges) - 1:
            found.setdefault(place, []).append(one)
    return found


def outage_bands(incidents: Sequence[Incident], now: datetime) -> list[ChartBand]:
    """Return the incidents as bands, an open one up to now."""
    return [
        ChartBand(from_text(one.started_at), from_text(one.resolved_at) if one.resolved_at else now, one.worst)
        for one in incidents
    ]


def maintenance_bands(rule: ServiceRule | None, now: datetime) -> list[ChartBand]:
    """Return the maintenance of a service as bands: planned windows, and what was begun by hand."""
    if rule is None:
        return []
    spans = [(window.starts_at, window.ends_at) for window in rule.planned]
    if rule.maintenance_since is not None:
        spans.append((rule.maintenance_since, rule.maintenance_until or to_text(now)))
    return [ChartBand(from_text(start), from_text(end), MAINTENANCE) for start, end in spans]


def counts_text(counts: Mapping[str, int]) -> str:
    """Return such as ``down in 3 of 12 checks``, ``healthy in all 12 checks``, ``not checked``."""
    if not counts:
        return tr("not checked")
    total = sum(counts.values())
    many = tr_count("%n check", "%n checks", total)
    state = worst_state(counts)
    if state == MAINTENANCE:
        return tr("in maintenance, {checks}", checks=many)
    if len(counts) == 1:
        word = state_word(state)
        if total == 1:
            return tr("{state} in {checks}", state=word, checks=many)
        return tr("{state} in all {checks}", state=word, checks=many)
    worse = [
        tr("{state} in {counts}", state=state_word(state), counts=formatting.format_number(counts[state]))
        for state in ("down", "degraded", "unknown", MAINTENANCE)
        if state in counts
    ]
    return tr("{states} of {checks}", states=", ".join(worse), checks=many)
