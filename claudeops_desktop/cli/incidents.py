"""``claudeops incidents``: what is or was out of order on services, its time line, and what the operator says to it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..core.clock import from_text, to_text, utc_now
from ..core.cooldown_states import OUTCOME_WORDS
from ..core.errors import OperatorError, UsageError
from ..core.money import money
from ..core.text_format import format_count
from ..records.incidents import BY_OPERATOR, Incident, IncidentRecords
from .cli_context import OpenData
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, duration, local, print_line, table
from .time_parsing import length, moment, past_moment


class ReportFormat(StrEnum):
    """What an incident is exported as."""

    MD = "md"
    JSON = "json"


Number = Annotated[int, typer.Argument(metavar="ID", help="Its number in the list.")]
Numbers = Annotated[list[int], typer.Argument(metavar="ID…", help="Their numbers in the list.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show incidents of services and respond to them.")
    group.command("list")(list_incidents)
    group.command("show")(show)
    group.command("acknowledge")(acknowledge)
    group.command("snooze")(snooze)
    group.command("close")(close)
    group.command("reopen")(reopen)
    group.command("note")(note)
    group.command("investigate")(investigate)
    group.command("export")(export)
    app.add_typer(group, name="incidents")


def list_incidents(
    context: typer.Context,
    open_only: Annotated[bool, typer.Option("--open", help="Only those that are not resolved.")] = False,
    service: Annotated[str | None, typer.Option("--service", help="Only those of this service.")] = None,
    since: Annotated[
        str, typer.Option("--since", metavar="TIME", help="Only those opened since: 2h, 3d, 08:00, 2026-01-31, …")
    ] = "",
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List incidents, newest first, each with the services that it explains."""
    wanted, now = rows_wanted(limit, json), utc_now()
    name = service.strip().lower() if service else None
    start = to_text(past_moment(since, now)) if since else ""
    with get_cli_context(context).data() as data:

        def ask() -> tuple[list[Incident], list[dict[str, object]]]:
            found = data.book.incidents.list(
                open_only=open_only, service=name, since=start, limit=wanted + 1 if wanted else None
            )
            return found, data.book.incidents.as_json_rows(cut(found, wanted))

        found, rows = data.ask(ask)
    if json:
        as_json(rows)
        return
    if not found:
        print_line("No incident." if not (open_only or name or start) else "No incident matches.")
        return
    table(
        ("id", "service", "state", "worst", "since", "for", "folded", "runs", "cause"),
        [
            (
                one.id,
                one.service,
                _state(one, now),
                one.worst,
                local(one.started_at),
                _lasted(one, now),
                ", ".join(map(str, row["folded"])) or _explained(one),  # type: ignore[call-overload]
                ", ".join(map(str, row["run_ids"])),  # type: ignore[call-overload]
                one.cause,
            )
            for one, row in zip(cut(found, wanted), rows, strict=True)
        ],
        right=("id",),
    )
    if len(found) > len(rows):
        print_line(f"The newest {len(rows):,}; --limit 0 shows all.")


def show(context: typer.Context, number: Number, json: AsJson = False) -> None:
    """Show one incident with its time line, what it explains, its runs, and what was said and done in its time."""
    from ..monitoring.incident_details import details_json, load_incident_details
    from ..monitoring.services_source import ServicesSource
    from ..topology.changes.text import describe_change

    now = utc_now()
    hand = get_cli_context(context)
    source = ServicesSource(hand.folder.services_file)
    with hand.data() as data:
        details = data.ask(lambda: load_incident_details(data.book, number, now, source))
        row = data.ask(lambda: data.book.incidents.as_json(details.incident))
    if json:
        as_json(details_json(details, row))
        return
    one = details.incident
    print_line(f"Incident {one.id}: {clean(one.service)} {_state(one, now)}, {one.worst} at worst")
    print_line(clean(one.cause))
    over = f" until {local(one.resolved_at)}" if one.resolved_at else ""
    print_line(f"Since {local(one.started_at)}{over}: {_lasted(one, now)}.")
    if details.root is not None:
        print_line(f"Explained by incident {details.root.id}: {clean(details.root.service)}.")
    if details.folded:
        print_line(f"Explains {', '.join(f'{clean(f.service)} (incident {f.id})' for f in details.folded)}.")
    print_line()
    table(("when", "what", "detail"), [(local(e.at), e.kind, e.text) for e in details.entries])
    _print_rows(
        "What changed before",
        ("when", "of", "change"),
        [
            (local(c.at), c.service or "the machine", describe_change(c, from_text(one.started_at)))
            for c in details.changes
        ],
    )
    _print_rows(
        "Runs",
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
    )
    _print_rows(
        "Actions",
        ("when", "service", "action", "outcome", "detail"),
        [
            (
                local(a.created_at),
                a.service,
                a.action_type,
                OUTCOME_WORDS[a.outcome],
                a.message,
            )
            for a in details.actions
        ],
    )
    _print_rows(
        "Alerts",
        ("when", "from", "state", "alert"),
        [(local(a.received_at), a.source, a.state, a.title) for a in details.alerts],
    )
    _print_rows(
        "Events",
        ("when", "level", "service", "event"),
        [(local(e.created_at), e.level, e.service, e.message) for e in details.events],
    )
    _print_rows("Notices", ("when", "notice"), [(local(n.first_at), f"{n.title}: {n.body}") for n in details.notices])


def acknowledge(context: typer.Context, ids: Numbers, json: AsJson = False) -> None:
    """Acknowledge incidents: they no longer count as needing you, and stay open until they are resolved."""
    done = _change(context, ids, lambda records, one, now: records.acknowledge(one, now))
    _tell(context, done, json, "Acknowledged")


def snooze(
    context: typer.Context,
    ids: Numbers,
    span: Annotated[str, typer.Option("--for", metavar="TIME", help="For this long: 30min, 2h, 3d, 1w.")] = "",
    until: Annotated[
        str, typer.Option("--until", metavar="TIME", help="Until: tomorrow (8:00), 08:00, 2026-01-31 08:00, …")
    ] = "",
    end: Annotated[bool, typer.Option("--end", help="End the snooze now.")] = False,
    json: AsJson = False,
) -> None:
    """Snooze incidents: no notifications, and they do not count as needing you."""
    if bool(span) + bool(until) + end != 1:
        raise UsageError("Say how long: --for 2h, or --until tomorrow; or --end to hear of it again.")
    now = utc_now()
    at = None if end else now + length(span) if span else moment(until, now)
    done = _change(context, ids, lambda records, one, now: records.snooze(one, at, now))
    _tell(context, done, json, f"Snoozed until {local(to_text(at))}:" if at else "No longer snoozed:")


def investigate(
    context: typer.Context,
    number: Number,
    decline: Annotated[bool, typer.Option("--decline", help="Decline: start no investigation.")] = False,
    json: AsJson = False,
) -> None:
    """Start a run in this terminal that investigates an incident, with the incident as its context."""
    from ..core.settings import load
    from ..monitoring.investigation import answer_question, prepare_investigation
    from ..monitoring.services_source import ServicesSource
    from .run import one_run

    hand = get_cli_context(context)
    if decline:
        with hand.data() as data:
            data.write(lambda: answer_question(data.book, number, False, utc_now()))
            done = data.ask(lambda: data.book.incidents.by_ids([number]))
        _tell(context, done, json, "No investigation of")
        return
    settings, source = load(hand.folder.settings_file), ServicesSource(hand.folder.services_file)
    with hand.data() as data:
        request = data.ask(lambda: prepare_investigation(data.book, settings, source, number))
        data.write(lambda: answer_question(data.book, number, True, utc_now()))
    if not one_run(hand, request, json=json):
        raise typer.Exit(1)


def close(context: typer.Context, ids: Numbers, json: AsJson = False) -> None:
    """Close incidents by hand. Their checks open no new incident until they have succeeded once."""
    done = _change(context, ids, lambda records, one, now: records.resolve(one, BY_OPERATOR, now))
    _tell(context, done, json, "Closed")


def reopen(context: typer.Context, ids: Numbers, json: AsJson = False) -> None:
    """Open resolved incidents again."""
    done = _change(context, ids, lambda records, one, now: records.reopen(one, now))
    _tell(context, done, json, "Reopened")


def note(
    context: typer.Context,
    number: Number,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The note.")],
    json: AsJson = False,
) -> None:
    """Add a note to an incident's timeline, whether open or resolved."""
    now = utc_now()
    with get_cli_context(context).data() as data:
        entry = data.write(lambda: data.book.incidents.note(number, text, now))
    if json:
        as_json(entry.as_json())
    else:
        print_line(f"Noted on incident {number}.")


def export(
    context: typer.Context,
    number: Number,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The file; - prints to stdout. By default, named after the incident."),
    ] = None,
    kind: Annotated[
        ReportFormat | None, typer.Option("--format", help="By default, taken from the file name, else Markdown.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: AsJson = False,
) -> None:
    """Export one incident to a file: Markdown as a draft report, or JSON. Secrets are removed."""
    from ..core.settings import load
    from ..export.incident_report import render_incident, suggest_incident_name, write_incident
    from ..export.write_export import redactor_for
    from ..monitoring.incident_details import load_incident_details
    from ..monitoring.services_source import ServicesSource

    named = "json" if file is not None and file.suffix.lower() == ".json" else "md"
    chosen = kind.value if kind is not None else named
    to_stdout = str(file) == "-"
    name = Path(suggest_incident_name(number, chosen))
    path = name if file is None else file / name if file.is_dir() else file
    if not to_stdout and path.exists() and not force:
        raise UsageError(f"{path} is there already.", "Name another file, or add --force.")
    now = utc_now()
    hand = get_cli_context(context)
    with hand.data() as data:
        source = ServicesSource(hand.folder.services_file)
        details = data.ask(lambda: load_incident_details(data.book, number, now, source))
        row = data.ask(lambda: data.book.incidents.as_json(details.incident))
    redactor = redactor_for(load(hand.folder.settings_file))
    text = render_incident(details, row, chosen, to_text(now), redactor)
    if to_stdout:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_incident(text, path)
    size = len(text.encode())
    if json:
        as_json({"id": number, "file": str(path), "format": chosen, "bytes": size})
    else:
        print_line(f"{path} ({format_count(size, 'byte')})")


def _change(
    context: typer.Context, ids: Sequence[int], change: Callable[[IncidentRecords, int, datetime], Incident]
) -> list[Incident]:
    """Change all of these, or none where one of them cannot be."""
    now = utc_now()
    with get_cli_context(context).data() as data:
        known = {one.id for one in data.ask(lambda: data.book.incidents.by_ids(ids))}
        missing = [one for one in dict.fromkeys(ids) if one not in known]
        if missing:
            raise OperatorError(f"There is no incident {', '.join(map(str, missing))}.", "Nothing was changed.")
        return data.write(lambda: [change(data.book.incidents, one, now) for one in dict.fromkeys(ids)])


def _tell(context: typer.Context, done: Sequence[Incident], json: bool, verb: str) -> None:
    if json:
        with get_cli_context(context).data() as data:
            as_json(_rows(data, done))
    else:
        print_line(f"{verb} {', '.join(f'incident {one.id} ({clean(one.service)})' for one in done)}.")


def _rows(data: OpenData, done: Sequence[Incident]) -> list[dict[str, object]]:
    return data.ask(lambda: data.book.incidents.as_json_rows(done))


def _print_rows(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    if rows:
        print_line(f"\n{title}")
        table(columns, rows)


def _state(one: Incident, now: datetime) -> str:
    if one.is_live and one.is_snoozed(now):
        return f"{one.state}, snoozed until {local(one.snoozed_until)}"
    return one.state


def _explained(one: Incident) -> str:
    return f"under {one.folded_into}" if one.folded_into is not None else ""


def _lasted(one: Incident, now: datetime) -> str:
    end = from_text(one.resolved_at) if one.resolved_at else now
    return duration(max(timedelta(), end - from_text(one.started_at)).total_seconds() * 1000)
