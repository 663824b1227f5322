"""``claudeops sessions``: what ran, how it ended, and its log (S4, S5)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.money import money
from . import session_checkpoints, session_export, session_search, session_turns
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, duration, local, print_line, table

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..records.sessions import Session
    from .cli_context import OpenData

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `sessions list` shows it.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show what ran and how it ended.")
    group.command("list")(list_sessions)
    group.command("show")(show)
    group.command("log")(show_log)
    group.command("search")(session_search.search)
    group.command("turns")(session_turns.turns)
    group.command("tools")(session_turns.tools)
    group.command("replay")(session_turns.replay)
    group.command("turn")(session_checkpoints.turn)
    group.command("continue")(session_checkpoints.go_on)
    group.command("export")(session_export.export)
    app.add_typer(group, name="sessions")


def list_sessions(
    context: typer.Context,
    status: Annotated[str | None, typer.Option("--status", help="Only those with this status.")] = None,
    limit: Limit = None,
    json: AsJson = False,
) -> None:
    """List sessions, newest first."""
    from ..records.sessions import SessionStatus

    if status is not None and status not in list(SessionStatus):
        raise UsageError(f"There is no status “{clean(status)}”.", f"Use one of {', '.join(SessionStatus)}.")
    wanted = rows_wanted(limit, json)
    with get_cli_context(context).data() as data:
        rows = data.ask(lambda: data.book.sessions.list(limit=wanted + 1 if wanted else None, status=status))
    shown = cut(rows, wanted)
    if json:
        as_json([session.as_json() for session in shown])
        return
    if not rows:
        print_line("No sessions yet. `claudeops run` makes one." if status is None else f"No session is {status}.")
        return
    table(
        ("id", "started", "agent", "tier", "trigger", "status", "cost", "took", "what it said"),
        [
            (
                s.id,
                local(s.started_at),
                s.agent,
                s.tier,
                s.trigger,
                s.status,
                money(s.cost_usd),
                duration(s.duration_ms),
                _gist(s),
            )
            for s in shown
        ],
        right=("id", "tier", "cost", "took"),
    )
    if len(rows) > len(shown):
        print_line(f"The newest {len(shown):,}; --limit 0 shows all.")


def show(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Show one session: its record, its events, what it remembered and what it checked."""
    with get_cli_context(context).data() as data:
        session = _found(data, number)
        events = data.ask(lambda: data.book.events.list(session_id=number))
        markers = data.ask(lambda: data.book.markers.of_session(number))
        health = data.ask(lambda: data.book.health.of_session(number))
    path = log_path(get_cli_context(context).folder, session)
    if json:
        as_json(
            session.as_json()
            | {
                "log_path": str(path) if path else None,
                "events": [event.as_json() for event in events],
                "markers": [asdict(marker) for marker in markers],
                "health_checks": [check.as_json() for check in health],
            }
        )
        return
    print_line(
        f"Session {session.id}: {session.status}{f', {clean(session.status_reason)}' if session.status_reason else ''}"
    )
    print_line(f"  agent     {session.agent} {clean(session.model)}, tier {session.tier}, {session.trigger}".rstrip())
    took = f", took {duration(session.duration_ms)}" if session.duration_ms else ""
    print_line(f"  started   {local(session.started_at)}{took}")
    if session.cost_usd is not None:
        print_line(f"  cost      {money(session.cost_usd)}")
    if session.parent_session_id:
        print_line(f"  follows   session {session.parent_session_id}")
    if path:
        print_line(f"  log       {path}")
    if session.response:
        print_line()
        print_line(clean(session.response, lines=True))
    if health:
        print_line()
        table(("service", "check", "status", "detail"), [(h.service, h.check_type, h.status, h.detail) for h in health])
    if events:
        print_line()
        table(("level", "service", "event"), [(e.level, e.service, e.message) for e in reversed(events)])
    said = [marker for marker in markers if marker.kind != "event"]
    if said:
        print_line()
        table(("line", "outcome", "text"), [(m.log_line, m.action, m.said or m.line) for m in said], right=("line",))


def show_log(
    context: typer.Context,
    number: Id,
    path_only: Annotated[bool, typer.Option("--path", help="Print only where the log file is.")] = False,
    json: AsJson = False,
) -> None:
    """Print a session's log as plain text, or its lines as JSON, or where its file is."""
    from ..agents.log import read_log
    from ..stream.events import load
    from .live import lines_of

    _, path = session_turns.session_log(context, number)
    if path_only:
        print_line(str(path))
        return
    if json:
        lines = []
        for line in read_log(path)[0]:
            data = load(line.raw) if line.stream == "stdout" else None
            what = {"event": data} if data is not None else {"text": line.raw.decode("utf-8", "replace")}
            lines.append({"log_line": line.number, "at": line.at, "stream": line.stream} | what)
        as_json(lines)
        return
    for line in read_log(path)[0]:
        for shown in lines_of(line):
            print_line(shown)


def log_path(folder: DataFolder, session: Session) -> Path | None:
    """Where the log of a session is, or was."""
    return folder.root / session.log_file if session.log_file else None


def _found(data: OpenData, number: int) -> Session:
    session = data.ask(lambda: data.book.sessions.get(number))
    if session is None:
        raise OperatorError(f"There is no session {number}.", "See `claudeops sessions list`.")
    return session


def _gist(session: Session) -> str:
    told = session.status_reason or session.summary or session.response
    first = clean(told)
    return first if len(first) <= 120 else first[:119] + "…"
