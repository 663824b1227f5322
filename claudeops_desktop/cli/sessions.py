"""``claudeops sessions``: what ran, how it ended, and its log (S4, S5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import utc_now
from ..core.money import money
from ..operations.record_lists import ListSessions
from ..operations.record_lists import list_sessions as find_sessions
from . import session_checkpoints, session_export, session_search, session_turns
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable, TextTable
from .options import AsJson, Limit, require_known
from .output import as_json, clean, duration, local, print_line

if TYPE_CHECKING:
    from ..core.paths import DataFolder
    from ..records.sessions import Session

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `sessions list` shows it.")]


SESSIONS = CommandGroup("sessions", "Show what ran and how it ended.")
register = SESSIONS.register


def _gist(session: Session) -> str:
    first = clean(session.status_reason or session.summary or session.response)
    return first if len(first) <= 120 else first[:119] + "…"


SESSION_TABLE: RowTable[Session] = RowTable(
    ("id", "started", "agent", "tier", "trigger", "status", "cost", "took", "what it said"),
    lambda s: (
        s.id,
        local(s.started_at),
        s.agent,
        s.tier,
        s.trigger,
        s.status,
        money(s.cost_usd),
        duration(s.duration_ms),
        _gist(s),
    ),
    right=("id", "tier", "cost", "took"),
)


@SESSIONS.command("list")
def list_sessions(
    data: OpenData,
    status: Annotated[str | None, typer.Option("--status", help="Only those with this status.")] = None,
    limit: Limit = None,
) -> ListedRows[Session]:
    """List sessions, newest first."""
    from ..records.sessions import SessionStatus

    require_known(status, SessionStatus, "There is no status “{}”.")
    rows = data.ask(lambda: find_sessions(data.book, ListSessions(status=status, limit=limit), utc_now()))
    none = "No sessions yet. `claudeops run` makes one." if status is None else f"No session is {status}."
    return SESSION_TABLE.list(rows, none)


@SESSIONS.command("show")
def show(cli: CliContext, data: OpenData, number: Id) -> CommandAnswer:
    """Show one session: its record, its events, what it remembered and what it checked."""
    session = session_turns.found_session(data, number)
    path = log_path(cli.folder, session)
    events = data.ask(lambda: data.book.events.list(session_id=number))
    markers = data.ask(lambda: data.book.markers.of_session(number))
    health = data.ask(lambda: data.book.health.of_session(number))
    document = session.as_json() | {
        "log_path": str(path) if path else None,
        "events": [event.as_json() for event in events],
        "markers": [asdict(marker) for marker in markers],
        "health_checks": [check.as_json() for check in health],
    }
    said = [marker for marker in markers if marker.kind != "event"]
    sections = (
        TextTable(
            ("service", "check", "status", "detail"), [(h.service, h.check_type, h.status, h.detail) for h in health]
        ),
        TextTable(("level", "service", "event"), [(e.level, e.service, e.message) for e in reversed(events)]),
        TextTable(
            ("line", "outcome", "text"), [(m.log_line, m.action, m.said or m.line) for m in said], right=("line",)
        ),
    )
    text: list[str | TextTable] = [*_describe(session, path)]
    for section in sections:
        if section.rows:
            text += ["", section]
    return CommandAnswer(document, text)


def _describe(session: Session, path: Path | None) -> Iterator[str]:
    why = f", {clean(session.status_reason)}" if session.status_reason else ""
    yield f"Session {session.id}: {session.status}{why}"
    yield f"  agent     {session.agent} {clean(session.model)}, tier {session.tier}, {session.trigger}".rstrip()
    took = f", took {duration(session.duration_ms)}" if session.duration_ms else ""
    yield f"  started   {local(session.started_at)}{took}"
    if session.cost_usd is not None:
        yield f"  cost      {money(session.cost_usd)}"
    if session.parent_session_id:
        yield f"  follows   session {session.parent_session_id}"
    if path:
        yield f"  log       {path}"
    if session.response:
        yield ""
        yield clean(session.response, lines=True)


@SESSIONS.command("log")
def show_log(
    cli: CliContext,
    number: Id,
    path_only: Annotated[bool, typer.Option("--path", help="Print only where the log file is.")] = False,
    json: AsJson = False,
) -> None:
    """Print a session's log as plain text, or its lines as JSON, or where its file is."""
    from ..agents.log import read_log
    from ..stream.events import load
    from .live import lines_of

    _, path = session_turns.session_log(cli, number)
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


SESSIONS.command("search")(session_search.search)
SESSIONS.command("turns")(session_turns.turns)
SESSIONS.command("tools")(session_turns.tools)
SESSIONS.command("replay", json=False)(session_turns.replay)
SESSIONS.command("turn")(session_checkpoints.turn)
SESSIONS.command("continue")(session_checkpoints.go_on)
SESSIONS.command("export", json=False)(session_export.export)
