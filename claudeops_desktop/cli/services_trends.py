"""``claudeops services trends``: uptime, response time, incidents a week and the cost of agents over time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.atomic_write import write_whole
from ..core.clock import utc_now
from ..core.errors import OperatorError, UsageError
from ..core.money import money
from ..core.text_format import format_count, format_uptime
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, TextTable
from .options import AsJson
from .output import clean, duration, local, print_line, writing_errors

if TYPE_CHECKING:
    from ..monitoring.trends import TrendReport


def trends(
    data: OpenData,
    cli: CliContext,
    service: Annotated[str | None, typer.Option("--service", help="Only this service, with each period.")] = None,
    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="How many calendar days, including today.")] = 30,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every figure as CSV.")] = None,
    json: AsJson = False,
) -> CommandAnswer | None:
    """Show uptime, response times, incidents per week and the cost of each agent."""
    from ..monitoring.trends import day_edges, load_trends

    if csv is not None and json:
        raise UsageError("--csv and --json were both named.", "Take one of them.")
    now, name = utc_now(), service.strip().lower() if service else None
    path, wanted = cli.folder.check_results, None if name is None else [name]
    report = data.ask(lambda: load_trends(data.book, path, day_edges(days, now), now, wanted))
    if name is not None and report.of_service(name) is None:
        raise OperatorError(
            f"There are no check results of {name} in the last {format_count(days, 'day')}.",
            "See `claudeops services trends` for those there are.",
        )
    if csv is not None:
        with writing_errors(csv):
            write_whole(csv.expanduser(), report.as_csv())
        print_line(f"Wrote {csv}.")
        return None
    return CommandAnswer(report.as_json(), _describe(report, name, days))


def _describe(report: TrendReport, name: str | None, days: int) -> Iterator[str | TextTable]:
    if not report.services:
        yield f"No service was checked continuously in the last {format_count(days, 'day')}."
    else:
        yield TextTable(
            ("service", "uptime", "p50", "p95", "p99", "incidents", "results"),
            [
                (
                    one.service,
                    format_uptime(one.summary.uptime),
                    duration(one.summary.p50_ms),
                    duration(one.summary.p95_ms),
                    duration(one.summary.p99_ms),
                    f"{one.incidents:,}",
                    f"{one.summary.total:,}",
                )
                for one in report.services
            ],
            right=("uptime", "p50", "p95", "p99", "incidents", "results"),
        )
    if name is not None and (found := report.of_service(name)) is not None:
        yield ""
        yield TextTable(
            ("from", "uptime", "p50", "p95", "down", "results"),
            [
                (
                    local(point.start.isoformat()),
                    format_uptime(point.summary.uptime),
                    duration(point.summary.p50_ms),
                    duration(point.summary.p95_ms),
                    f"{point.summary.down:,}",
                    f"{point.summary.total:,}",
                )
                for point in found.points
                if point.summary.total
            ],
            right=("uptime", "p50", "p95", "down", "results"),
        )
    yield ""
    whose = f" of {clean(name)}" if name else ""
    number = format_count(sum(report.incidents), "incident")
    yield f"{number}{whose} in {format_count(days, 'day')}, {report.incidents_a_week:.1f} a week."
    for cost in () if name else report.costs:
        yield f"{clean(cost.agent)}: {money(cost.usd)} in {format_count(cost.sessions, 'session')}."
