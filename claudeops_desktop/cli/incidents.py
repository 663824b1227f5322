"""``claudeops incidents``: what is or was out of order on services, its time line, and what the operator says to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer
from msgspec.structs import replace

from ..core.clock import from_text, to_text, utc_now
from ..core.cooldown_states import OUTCOME_WORDS
from ..core.errors import UsageError
from ..core.money import money
from ..core.text_format import format_count
from ..operations import incidents as operations
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import AsJson, Limit
from .output import clean, duration, local
from .time_parsing import length, moment, past_moment

if TYPE_CHECKING:
    from ..monitoring.incident_details import IncidentDetails
    from ..operations.incidents import ChangedIncident
    from ..records.incidents import Incident
    from ..records.record_books import RecordRepositories

    IncidentWithRow = tuple[Incident, dict[str, Any]]


ReportFormat = Literal["md", "json"]

Number = Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")]
Numbers = Annotated[list[int], typer.Argument(metavar="ID…", help="Their numbers in the list.")]

INCIDENTS = CommandGroup("incidents", "Show incidents of services and respond to them.")
register = INCIDENTS.register
T = TypeVar("T")


def _cells(found: IncidentWithRow) -> Sequence[object]:
    one, row = found
    now = utc_now()
    return (
        one.id,
        one.service,
        _state(one, now),
        one.worst,
        local(one.started_at),
        _lasted(one, now),
        ", ".join(map(str, row["folded"])) or (f"under {one.folded_into}" if one.folded_into is not None else ""),
        ", ".join(map(str, row["run_ids"])),
        one.cause,
    )


INCIDENT_TABLE: RowTable[IncidentWithRow] = RowTable(
    ("id", "service", "state", "worst", "since", "for", "folded", "runs", "cause"),
    _cells,
    json=lambda found: found[1],
)


@INCIDENTS.command("list")
def list_incidents(
    data: OpenData,
    open_only: Annotated[bool, typer.Option("--open", help="Only those that are not resolved.")] = False,
    service: Annotated[str | None, typer.Option("--service", help="Only those of this service.")] = None,
    since: Annotated[
        str, typer.Option("--since", metavar="TIME", help="Only those opened since: 2h, 3d, 08:00, 2026-01-31, …")
    ] = "",
    limit: Limit = None,
) -> ListedRows[IncidentWithRow]:
    """List incidents, newest first, each with the services that it explains."""
    now = utc_now()
    wanted = operations.ListIncidents(
        open_only=open_only,
        service=service.strip().lower() if service else None,
        since=past_moment(since, now) if since else None,
    )

    def ask() -> list[IncidentWithRow]:
        found = operations.list_incidents(data.book, replace(wanted, limit=limit), now)
        return [*zip(found, data.book.incidents.as_json_rows(found), strict=True)]

    nothing = "No incident." if wanted == operations.ListIncidents() else "No incident matches."
    return INCIDENT_TABLE.list(data.ask(ask), nothing)


@INCIDENTS.command("show")
def show(cli: CliContext, data: OpenData, number: Number) -> CommandAnswer:
    """Show one incident with its time line, what it explains, its runs, and what was said and done in its time."""
    from ..monitoring.incident_details import details_json, load_incident_details
    from ..monitoring.services_source import ServicesSource

    source = ServicesSource(cli.folder.services_file)
    details = data.ask(lambda: load_incident_details(data.book, number, utc_now(), source))
    row = data.ask(lambda: data.book.incidents.as_json(details.incident))
    return CommandAnswer(details_json(details, row), _describe(details))


def _describe(details: IncidentDetails) -> Iterator[str | TextTable]:
    one, now = details.incident, utc_now()
    yield f"Incident {one.id}: {clean(one.service)} {_state(one, now)}, {one.worst} at worst"
    yield clean(one.cause)
    over = f" until {local(one.resolved_at)}" if one.resolved_at else ""
    yield f"Since {local(one.started_at)}{over}: {_lasted(one, now)}."
    if details.root is not None:
        yield f"Explained by incident {details.root.id}: {clean(details.root.service)}."
    if details.folded:
        yield f"Explains {', '.join(f'{clean(f.service)} (incident {f.id})' for f in details.folded)}."
    yield ""
    yield TextTable(("when", "what", "detail"), [(local(e.at), e.kind, e.text) for e in details.entries])
    for title, section in _sections(details).items():
        if section.rows:
            yield f"\n{title}"
            yield section


def _sections(details: IncidentDetails) -> dict[str, TextTable]:
    """Return what belongs to an incident beside its time line, by title."""
    from ..topology.changes.text import describe_change

    started = from_text(details.incident.started_at)
    return {
        "What changed before": TextTable(
            ("when", "of", "change"),
            [(local(c.at), c.service or "the machine", describe_change(c, started)) for c in details.changes],
        ),
        "Runs": TextTable(
            ("run", "when", "agent", "tier", "status", "cost", "summary"),
            [
                (
                    r.id,
                    local(r.started_at),
                    r.agent,
                    max((link.tier for link in r.chain), default=""),
                    r.status,
                    money(r.cost_usd),
                    r.summary or r.reason,
                )
                for r in details.runs
            ],
        ),
        "Actions": TextTable(
            ("when", "service", "action", "outcome", "detail"),
            [
                (local(a.created_at), a.service, a.action_type, OUTCOME_WORDS[a.outcome], a.message)
                for a in details.actions
            ],
        ),
        "Alerts": TextTable(
            ("when", "from", "state", "alert"),
            [(local(a.received_at), a.source, a.state, a.title) for a in details.alerts],
        ),
        "Events": TextTable(
            ("when", "level", "service", "event"),
            [(local(e.created_at), e.level, e.service, e.message) for e in details.events],
        ),
        "Notices": TextTable(
            ("when", "notice"), [(local(n.first_at), f"{n.title}: {n.body}") for n in details.notices]
        ),
    }


@INCIDENTS.command("acknowledge")
def acknowledge(data: OpenData, ids: Numbers) -> CommandAnswer:
    """Acknowledge incidents: they no longer count as needing you, and stay open until they are resolved."""
    return _change(data, operations.acknowledge_incidents, operations.IncidentNumbers(ids), "Acknowledged")


@INCIDENTS.command("snooze")
def snooze(
    data: OpenData,
    ids: Numbers,
    span: Annotated[str, typer.Option("--for", metavar="TIME", help="For this long: 30min, 2h, 3d, 1w.")] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="TIME", help="Until: tomorrow (8:00), 08:00, 2026-01-31 08:00, …")
    ] = "",
    end: Annotated[bool, typer.Option("--end", help="End the snooze now.")] = False,
) -> CommandAnswer:
    """Snooze incidents: no notifications, and they do not count as needing you."""
    if bool(span) + bool(until) + end != 1:
        raise UsageError("Say how long: --for 2h, or --until tomorrow; or --end to hear of it again.")
    now = utc_now()
    at = None if end else now + length(span) if span else moment(until, now)
    said = f"Snoozed until {local(to_text(at))}:" if at else "No longer snoozed:"
    return _change(data, operations.snooze_incidents, operations.SnoozeIncidents(ids, at), said)


@INCIDENTS.command("close")
def close(data: OpenData, ids: Numbers) -> CommandAnswer:
    """Close incidents by hand. Their checks open no new incident until they have succeeded once."""
    return _change(data, operations.close_incidents, operations.IncidentNumbers(ids), "Closed")


@INCIDENTS.command("reopen")
def reopen(data: OpenData, ids: Numbers) -> CommandAnswer:
    """Open resolved incidents again."""
    return _change(data, operations.reopen_incidents, operations.IncidentNumbers(ids), "Reopened")


@INCIDENTS.command("note")
def note(
    data: OpenData,
    number: Number,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The note.")],
) -> CommandAnswer:
    """Add a note to an incident's timeline, whether open or resolved."""
    entry = data.write(
        lambda: operations.add_incident_note(data.book, operations.NoteIncident(number, text), utc_now())
    )
    return CommandAnswer(entry.as_json(), f"Noted on incident {number}.")


@INCIDENTS.command("investigate")
def investigate(
    cli: CliContext,
    number: Number,
    decline: Annotated[bool, typer.Option("--decline", help="Decline: start no investigation.")] = False,
    json: AsJson = False,
) -> CommandAnswer | None:
    """Start a run in this terminal that investigates an incident, with the incident as its context."""
    from ..monitoring.investigation import answer_question, prepare_investigation
    from ..monitoring.services_source import ServicesSource
    from .run import one_run

    settings, source = cli.settings(), ServicesSource(cli.folder.services_file)
    with cli.data() as data:
        if decline:
            data.write(lambda: answer_question(data.book, number, False, utc_now()))
            return _tell(data, data.ask(lambda: data.book.incidents.by_ids([number])), "No investigation of")
        request = data.ask(lambda: prepare_investigation(data.book, settings, source, number))
        data.write(lambda: answer_question(data.book, number, True, utc_now()))
    if not one_run(cli, request, json=json):
        raise typer.Exit(1)
    return None


@INCIDENTS.command("export")
def export(
    cli: CliContext,
    data: OpenData,
    number: Number,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The file; - prints to stdout. By default, named after the incident."),
    ] = None,
    kind: Annotated[
        ReportFormat | None, typer.Option("--format", help="By default, taken from the file name, else Markdown.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> CommandAnswer | None:
    """Export one incident to a file: Markdown as a draft report, or JSON. Secrets are removed."""
    from ..export.incident_report import render_incident, suggest_incident_name, write_incident
    from ..export.write_export import redactor_for
    from ..monitoring.incident_details import load_incident_details
    from ..monitoring.services_source import ServicesSource

    named = "json" if file is not None and file.suffix.lower() == ".json" else "md"
    chosen = kind or named
    to_stdout = str(file) == "-"
    name = Path(suggest_incident_name(number, chosen))
    path = name if file is None else file / name if file.is_dir() else file
    if not to_stdout and path.exists() and not force:
        raise UsageError(f"{path} is there already.", "Name another file, or add --force.")
    now = utc_now()
    source = ServicesSource(cli.folder.services_file)
    details = data.ask(lambda: load_incident_details(data.book, number, now, source))
    row = data.ask(lambda: data.book.incidents.as_json(details.incident))
    redactor = redactor_for(cli.settings())
    text = render_incident(details, row, chosen, to_text(now), redactor)
    if to_stdout:
        sys.stdout.write(text)
        sys.stdout.flush()
        return None
    write_incident(text, path)
    size = len(text.encode())
    return CommandAnswer(
        {"id": number, "file": str(path), "format": chosen, "bytes": size}, f"{path} ({format_count(size, 'byte')})"
    )


def _change(
    data: OpenData, change: Callable[[RecordRepositories, T, datetime], list[ChangedIncident]], request: T, verb: str
) -> CommandAnswer:
    done = data.write(lambda: change(data.book, request, utc_now()))
    return _tell(data, [one.after for one in done], verb)


def _tell(data: OpenData, done: Sequence[Incident], verb: str) -> CommandAnswer:
    said = ", ".join(f"incident {one.id} ({clean(one.service)})" for one in done)
    return CommandAnswer(data.ask(lambda: data.book.incidents.as_json_rows(done)), f"{verb} {said}.")


def _state(one: Incident, now: datetime) -> str:
    if one.is_live and one.is_snoozed(now):
        return f"{one.state}, snoozed until {local(one.snoozed_until)}"
    return one.state


def _lasted(one: Incident, now: datetime) -> str:
    end = from_text(one.resolved_at) if one.resolved_at else now
    return duration(max(timedelta(), end - from_text(one.started_at)).total_seconds() * 1000)
