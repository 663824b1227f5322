"""``claudeops activity-log``: what each step of memory did, searched and counted (R5)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.clock import utc_now
from ..core.errors import UsageError
from ..core.text_format import format_count
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import Limit
from .output import clean, duration, local
from .time_parsing import past_moment

if TYPE_CHECKING:
    from ..records.telemetry.search import TelemetryRow, TraceQuery

DETAILS_SHOWN = 6


def _short(value: Any) -> str:
    text = clean(str(value))
    return text if len(text) <= 40 else text[:39] + "…"


def _row(one: TelemetryRow) -> tuple[Any, ...]:
    details = list(one.detail.items())
    told = ", ".join(f"{clean(str(name))} {_short(value)}" for name, value in details[:DETAILS_SHOWN])
    return (
        local(one.at),
        one.action,
        "" if one.success else "failed",
        duration(one.duration_ms) if one.duration_ms is not None else "",
        one.session_id or "",
        one.memory_id or "",
        told + (", …" if len(details) > DETAILS_SHOWN else ""),
    )


ACTIVITY = CommandGroup("")
register = ACTIVITY.register
EVENT_TABLE: RowTable[TelemetryRow] = RowTable(
    ("time", "what", "", "took", "session", "memory", "details"), _row, right=("took", "session", "memory")
)


@ACTIVITY.command("activity-log")
def telemetry(
    data: OpenData,
    component: Annotated[str, typer.Option("--component", help="Only this part: observe, gate, judge, recall, …")] = "",
    action: Annotated[str, typer.Option("--action", help="Only actions with this prefix, such as memory.gate.")] = "",
    since: Annotated[str, typer.Option("--since", metavar="WHEN", help="2h, 3d, 1w, 08:00, 2026-01-31, …")] = "",
    memory: Annotated[int | None, typer.Option("--memory", help="Only what concerned this memory.")] = None,
    session: Annotated[int | None, typer.Option("--session", help="Only what concerned this session.")] = None,
    job: Annotated[str, typer.Option("--job", help="Only jobs with this prefix, such as observe:session:12.")] = "",
    failed: Annotated[bool, typer.Option("--failed", help="Only failures.")] = False,
    days: Annotated[
        bool, typer.Option("--days", help="Instead, count by day, and count what the gate rejected.")
    ] = False,
    limit: Limit = None,
) -> ListedRows[TelemetryRow] | CommandAnswer:
    """Show what each step of memory did: observed, gated, judged, indexed, recalled, injected, purged.

    With --days it is counted by day: the outcome of observations, and what the gate held and discarded by rule.
    """
    from ..records.telemetry import search

    query = search.TraceQuery(
        component=component,
        action=action,
        job=job,
        session_id=session,
        memory_id=memory,
        since=past_moment(since, utc_now()) if since else None,
        failed=failed,
    )
    if days:
        return _days(data, query)
    found = data.ask(lambda: search.find_events(query, limit))
    known = data.ask(search.list_components) if component and not found else []
    if component and not found and component not in known:
        names = ", ".join(known) or "nothing yet"
        raise UsageError(f"“{clean(component)}” has left no trace.", f"There is: {names}.")
    return EVENT_TABLE.list(found, "Nothing of that kind was done.")


ACTIVITY.command("telemetry", hidden=True)(telemetry)


def _days(data: OpenData, query: TraceQuery) -> CommandAnswer:
    from ..records.telemetry import search

    counted = data.ask(lambda: search.by_day(query))
    gate = data.ask(lambda: search.gate_counts(query.since))
    observed = data.ask(lambda: search.observed_counts(query.since))
    rows = [(one.day, one.action, one.times, one.failed or "") for one in counted]
    by_day = TextTable(("day", "what", "times", "failed"), rows, right=("times", "failed"))
    text: list[str | TextTable] = [by_day if rows else "Nothing was done in that time.", ""]
    if observed.total:
        text.append(
            f"Of {format_count(observed.total, 'observation')}, {observed.held:,} were held and {observed.discarded:,}"
            f" discarded: {observed.kept_out:.0%}."
        )
    held, discarded = gate.count_for("hold"), gate.count_for("discard")
    text.append(f"The gate discarded {format_count(discarded, 'fact')} and held {held:,}.")
    if gate.by_rule:
        by_rule = [(outcome, rule, number) for (outcome, rule), number in gate.by_rule.items()]
        text.append(TextTable(("gate", "rule", "times"), by_rule, right=("times",)))
    document = {"days": [one.as_json() for one in counted], "gate": gate.as_json(), "observed": asdict(observed)}
    return CommandAnswer(document, text)
