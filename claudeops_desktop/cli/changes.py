"""``claudeops changes``: what changed on the machine, in repositories and in our own files (D12)."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.clock import from_text, to_text, utc_now
from .cli_context import CliContext, OpenData
from .command import CommandGroup, ListedRows, RowTable
from .in_session_guard import TOKEN
from .options import Limit
from .output import clean, local
from .time_parsing import past_moment

if TYPE_CHECKING:
    from ..records.changes import RecordedChange

FRESH = timedelta(minutes=6)  # an application that is running collects more often than that
OfService = Annotated[str | None, typer.Option("--service", help="Only changes of this service; host: of the machine.")]
Since = Annotated[str, typer.Option("--since", metavar="WHEN", help="Only changes since: 2h, 3d, 08:00, 2026-01-31, …")]
Collect = Annotated[
    bool, typer.Option("--collect/--no-collect", help="Look for new changes first, if the application is not running.")
]
WHOLE_MACHINE = "host"

CHANGES = CommandGroup("changes", "Show what changed: packages, units, containers, commits, settings.")
register = CHANGES.register
CHANGE_TABLE: RowTable[RecordedChange] = RowTable(
    ("when", "kind", "service", "what changed"),
    lambda change: (local(change.at), change.kind, change.service or WHOLE_MACHINE, change.text),
)


@CHANGES.command("list")
def list_changes(
    cli: CliContext,
    data: OpenData,
    since: Since = "",
    service: OfService = None,
    limit: Limit = None,
    collect: Collect = True,
) -> ListedRows[RecordedChange]:
    """List what changed, newest first."""
    now = utc_now()
    start = to_text(past_moment(since, now)) if since else ""
    name = (service or "").strip().lower()
    services = None if not name else ("" if name == WHOLE_MACHINE else name,)
    if collect and not os.environ.get(TOKEN):
        _collect_unless_fresh(cli, data, now)
    rows = data.ask(lambda: data.book.changes.list(services=services, since=start, limit=limit))
    problems = data.ask(data.book.changes.problems)
    return CHANGE_TABLE.list(
        rows,
        "No change matches." if services is not None or since else "No change is on record.",
        after=[f"Not complete: {clean(problem)}" for problem in problems.values()],
    )


def _collect_unless_fresh(ours: CliContext, data: OpenData, now: datetime) -> None:
    last = data.ask(data.book.changes.last_collected)
    if last and timedelta() <= now - from_text(last) < FRESH:
        return
    from ..topology.changes.journal import ChangeJournal

    ChangeJournal(data.book, ours.folder).collect(now)
