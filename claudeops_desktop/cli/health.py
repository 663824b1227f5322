"""``claudeops health``: how each service stands, since when, and how it stood before (S13)."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.service_checks import checked_service_names
from ..core.text_format import format_count, format_uptime
from ..records.health import STATES
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, RowTable, TextTable
from .options import AsJson, Fail
from .output import duration, local, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..monitoring.results.types import CheckResult, UptimeSummary
    from ..records.health import HealthCheck, HealthRecords
    from ..runs.service_states import NewestState

WORST_FIRST = tuple(reversed(STATES))
ROWS = 30


CHECK_TABLE: RowTable[HealthCheck] = RowTable(
    ("when", "check", "state", "took", "by", "what was seen"),
    lambda c: (
        local(c.checked_at),
        c.check_type,
        c.status,
        duration(c.response_ms),
        "measured" if c.measured else "the agent",
        c.detail,
    ),
    right=("took",),
)
RESULT_TABLE: RowTable[CheckResult] = RowTable(
    ("when", "check", "state", "took", "what was seen"),
    lambda one: (
        local(to_text(one.at)),
        one.key,
        f"{one.status} (maintenance)" if one.maintenance else one.status,
        duration(one.response_ms),
        one.detail,
    ),
    right=("took",),
)
HEALTH = CommandGroup("")
register = HEALTH.register


@HEALTH.command("health")
def health(
    cli: CliContext,
    data: OpenData,
    service: Annotated[str | None, typer.Argument(help="Only this service, with its latest checks.")] = None,
    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="How many days to look back.")] = 7,
    mentioned: Annotated[
        bool, typer.Option("--mentioned", help="Instead, list the names that only agents mentioned.")
    ] = False,
    fail: Fail = False,
    json: AsJson = False,
) -> CommandAnswer:
    """Show the state of services, since when, and how often they were not healthy."""
    from ..runs.service_states import read_states

    name = service.strip().lower() if service else None
    now = utc_now()
    since = to_text(now - timedelta(days=days))
    books = data.book.health
    services_file = cli.folder.services_file
    names = data.ask(lambda: data.book.service_names.split(services_file))
    wanted = (name,) if name else (names.mentioned if mentioned else names.services)
    states = data.ask(lambda: read_states(data.book, cli.folder))
    found = data.ask(lambda: _stand(books, since, wanted, checked_service_names(services_file), states))
    results = _add_results(found, cli.folder.check_results, now - timedelta(days=days), now, name)
    if name and not found:
        raise OperatorError(f"{name} was never checked.", "See `claudeops health` for those that were.")
    is_down = any(one["status"] == "down" for one in found)
    text: list[str | TextTable] = [_states_table(found, days) if found else "No service was checked yet."]
    if name:
        checks = data.ask(lambda: books.of_service(name, since=since, limit=None if json else ROWS))
        found[0]["checks"] = [check.as_json() for check in checks]
        found[0]["results"] = [_result_json(one) for one in results]
        if checks:
            text += ["", CHECK_TABLE.text(checks)]
    elif names.mentioned and not mentioned:
        told = format_count(len(names.mentioned), "more name")
        text.append(f"Agents speak of {told} that nobody watches: see --mentioned.")
    if results:
        text += ["", "Continuous checks, newest first:", RESULT_TABLE.text(results)]
    return CommandAnswer(found[0] if name else found, text, exit_code=int(fail and is_down))


def _states_table(found: Sequence[dict[str, Any]], days: int) -> TextTable:
    uptime = f"uptime in {format_count(days, 'day')}"
    return TextTable(
        ("service", "state", "since", "last check", uptime, "response", "what was seen"),
        [
            (
                one["service"],
                one["status"],
                local(one["since"]),
                local(one["checked_at"]),
                format_uptime(one["uptime"]) or "not measured",
                duration(one["response"]["p50_ms"]),
                one["detail"],
            )
            for one in found
        ],
        right=("response",),
    )


def _stand(
    books: HealthRecords,
    since: str,
    names: Sequence[str],
    with_check: Sequence[str],
    states: Mapping[str, NewestState],
) -> list[dict[str, Any]]:
    """Return how these stand; one that has a check which was never made is listed too where anything was checked."""
    rows = [
        {
            "service": name,
            "status": state.status,
            "since": state.since or state.checked_at,
            "checked_at": state.checked_at,
            "detail": state.detail,
            "response_ms": state.response_ms,
            "measured": state.said_by is None,
            "counts": books.counts(name, since),
        }
        for name, state in states.items()
        if name in names
    ]
    if rows and len(names) > 1:
        seen = {row["service"] for row in rows}
        rows += [_never_checked(name) for name in names if name in with_check and name not in seen]
    order = {state: place for place, state in enumerate(WORST_FIRST)}
    return sorted(rows, key=lambda row: (order.get(str(row["status"]), 2), row["service"]))


def _never_checked(service: str) -> dict[str, Any]:
    return {
        "service": service,
        "status": "unknown",
        "since": None,
        "checked_at": None,
        "detail": "never checked",
        "response_ms": None,
        "measured": False,
        "counts": {},
    }


def _add_results(
    found: list[dict[str, Any]], path: Path, since: datetime, now: datetime, name: str | None
) -> list[CheckResult]:
    """What continuous checks found, where there is something: uptime and response times.

    The last results of the service that is named, newest first.
    """
    from ..monitoring.results.store import CheckResultStore

    newest: list[CheckResult] = []
    uptimes: dict[str, UptimeSummary] = {}
    try:
        with CheckResultStore(path) as results:
            uptimes = results.uptime(since, now, [one["service"] for one in found])
            newest = results.of_service(name, since=since, limit=ROWS) if name else []
    except EnvironmentFault as error:
        warn(error.full_text)
    for one in found:
        summary = uptimes.get(one["service"])
        one["uptime"] = summary.uptime if summary else None
        one["response"] = {name: getattr(summary, name) if summary else None for name in ("p50_ms", "p95_ms", "p99_ms")}
    return newest


def _result_json(one: CheckResult) -> dict[str, Any]:
    return {
        "key": one.key,
        "check": one.check,
        "at": to_text(one.at),
        "status": one.status,
        "response_ms": one.response_ms,
        "detail": one.detail,
        "maintenance": one.maintenance,
    }
