"""What the page of history asks, on a reader thread."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ....core.atomic_write import write_whole
from ....core.clock import to_text, utc_now
from ....core.errors import EnvironmentFault
from ....monitoring.results.store import CheckResultStore
from ....monitoring.trends import TrendReport, load_trends, range_edges
from ....records.health_cells import MAINTENANCE, HealthMatrix, fill_matrix
from ...kit.chart_data import StretchState
from ...kit.list_page import RowListing
from ...text.translation import error_text, tr
from ..services.chart_query import counts_text
from ..services.queries import ServicesData, load_services
from .charts import MOST_SERVICES

if TYPE_CHECKING:
    from ...app_context import AppContext

log = logging.getLogger(__name__)
ALL, UNWELL = "", "*unwell"  # no service has a name with an asterisk
WELL = frozenset(("healthy", MAINTENANCE, ""))


@dataclass(frozen=True, slots=True)
class ServiceHistory:
    """How a service was over the range: ``look`` is its state now, ``states`` that of each stretch, the times are those
    within which half and nearly all of its answers came, ``changes`` counts what changed on it."""

    service: str
    look: str
    states: tuple[StretchState, ...]
    uptime: float | None = None
    p50_ms: float | None = None
    p95_ms: float | None = None
    incidents: int = 0
    changes: int = 0

    @property
    def was_unwell(self) -> bool:
        """Tell whether it was anything but healthy in a stretch."""
        return any(state.look not in WELL for state in self.states)


@dataclass(frozen=True)
class HistoryData(RowListing[ServiceHistory]):
    """The services by name, the trends of the range (None where the results cannot be read: ``problem`` says why), and
    how the services are now."""

    edges: tuple[datetime, ...] = ()
    report: TrendReport | None = None
    problem: str = ""
    services: ServicesData = field(default_factory=ServicesData)


def load_history(context: AppContext, chosen: str, which: str) -> HistoryData:
    """Return the history over a range of all services, of those with problems, or of one."""
    now = utc_now()
    edges = range_edges(chosen, now)
    services, matrix = load_services(context), load_matrix(context, chosen, edges)
    report, problem = None, ""
    try:
        report = _load_report(context, edges, now, which)
    except EnvironmentFault as error:
        problem = error_text(error)
    changes = Counter(one.service for one in context.book.changes.list(since=to_text(edges[0])))
    names = [name for name in listed_names(services, matrix) if which in (ALL, UNWELL, name)]
    rows: dict[Hashable, ServiceHistory] = {
        name: history_row(name, services, matrix, report, changes[name]) for name in names
    }
    if which == UNWELL:
        rows = {name: row for name, row in rows.items() if row.was_unwell}
    return HistoryData(rows, edges, report, problem, services)


def listed_names(services: ServicesData, matrix: HealthMatrix) -> list[str]:
    """Return the services that were or are checked, in their order, then those that were a service in that time; a name
    that is only mentioned is none."""
    names = [name for name, line in services.items() if name in matrix.rows or line.keys]
    known = {*services, *(one.name for one in services.mentioned)}
    return [*map(str, names), *sorted(set(matrix.rows) - known)]


def history_row(
    name: str, services: ServicesData, matrix: HealthMatrix, report: TrendReport | None, changes: int
) -> ServiceHistory:
    """Return the row of a service."""
    cells = [matrix.cell(name, place) for place in range(len(matrix.bounds) - 1)]
    states = tuple(
        StretchState(cell.state, counts_text(cell.counts)) if cell is not None else StretchState("", counts_text({}))
        for cell in cells
    )
    look = services[name].state if name in services else "unknown"
    found = report.of_service(name) if report is not None else None
    if found is None:
        return ServiceHistory(name, look, states, changes=changes)
    summary = found.summary
    return ServiceHistory(name, look, states, summary.uptime, summary.p50_ms, summary.p95_ms, found.incidents, changes)


def load_matrix(context: AppContext, chosen: str, edges: tuple[datetime, ...]) -> HealthMatrix:
    """Return what runs and agents found, and what continuous checks did. A cell is the worst of both."""
    found = context.book.health.in_cells(edges)
    try:
        with CheckResultStore(context.folder.check_results) as results:
            found += results.cells(edges)
    except EnvironmentFault as error:  # what runs found is still true; the page says what is wrong
        log.warning("%s", error.full_text)
    return fill_matrix(chosen, edges, found)


def write_trends(context: AppContext, chosen: str, which: str, path: Path) -> Path:
    """Write every value of a range as CSV. Raises EnvironmentFault."""
    now = utc_now()
    report = _load_report(context, range_edges(chosen, now), now, which, most=None)
    try:
        write_whole(path, report.as_csv())
    except OSError as error:
        raise EnvironmentFault(
            tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror), tr("Choose another place.")
        ) from error
    return path


def _load_report(
    context: AppContext,
    edges: tuple[datetime, ...],
    now: datetime,
    which: str,
    most: int | None = MOST_SERVICES,
) -> TrendReport:
    wanted = None if which in (ALL, UNWELL) else [which]
    return load_trends(context.book, context.folder.check_results, edges, now, wanted, most)
