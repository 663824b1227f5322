"""``claudeops changes``: what changed on the machine, in repositories and in our own files (D12)."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import from_text, to_text, utc_now
from .in_session_guard import TOKEN
from .options import AsJson, Limit, get_cli_context, rows_wanted
from .output import as_json, clean, cut, local, print_line, table
from .time_parsing import past_moment

if TYPE_CHECKING:
    from .cli_context import CliContext, OpenData

FRESH = timedelta(minutes=6)  # an application that is running collects more often than that
OfService = Annotated[str | None, typer.Option("--service", help="Only changes of this service; host: of the machine.")]
Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Only changes since: 2h, 3d, 08:00, 2026-01-31, …")]
Collect = Annotated[
    bool, typer.Option("--collect/--no-collect", help="Look for new changes first, if the application is not running.")
]
WHOLE_MACHINE = "host"


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show what changed: packages, units, containers, commits, settings.")
    group.command("list")(list_changes)
    group.callback()(_group)
    app.add_typer(group, name="changes")


def _group() -> None:
    """With a callback the group keeps its only command's name."""


def list_changes(
    context: typer.Context,
    since: Since = "",
    service: OfService = None,
    limit: Limit = None,
    collect: Collect = True,
    json: AsJson = False,
) -> None:
    """List what changed, newest first."""
    wanted, now = rows_wanted(limit, json), utc_now()
    start = to_text(past_moment(since, now)) if since else ""
    name = (service or "").strip().lower()
    services = None if not name else ("" if name == WHOLE_MACHINE else name,)
    ours = get_cli_context(context)
    with ours.data() as data:
        if collect and not os.environ.get(TOKEN):
            _collect_unless_fresh(ours, data, now)
        rows = data.ask(
            lambda: data.book.changes.list(services=services, since=start, limit=wanted + 1 if wanted else None)
        )
        problems = data.ask(data.book.changes.problems)
    shown = cut(rows, wanted)
    if json:
        as_json([change.as_json() for change in shown])
        return
    if not rows:
        print_line("No change is on record." if services is None and not since else "No change matches.")
    else:
        table(
            ("when", "kind", "service", "what changed"),
            [(local(change.at), change.kind, change.service or WHOLE_MACHINE, change.text) for change in shown],
        )
    if len(rows) > len(shown):
        print_line(f"The newest {len(shown):,}; --limit 0 shows all.")
    for problem in problems.values():
        print_line(f"Not complete: {clean(problem)}")


def _collect_unless_fresh(ours: CliContext, data: OpenData, now: datetime) -> None:
    last = data.ask(data.book.changes.last_collected)
    if last and timedelta() <= now - from_text(last) < FRESH:
        return
    from ..topology.changes.journal import ChangeJournal

    ChangeJournal(data.book, ours.folder).collect(now)
