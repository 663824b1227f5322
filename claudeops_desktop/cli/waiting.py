"""``claudeops waiting``: what waits for the operator, as the window counts it."""

from __future__ import annotations

import typer

from ..core.clock import utc_now
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, local, print_line, table


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("waiting")(waiting)


def waiting(context: typer.Context, json: AsJson = False) -> None:
    """Show what waits for you: questions, incidents, events, what is to be reviewed."""
    from ..routine.waiting import load_reviews, load_waiting

    hand, now = get_cli_context(context), utc_now()
    with hand.data() as data:
        found = data.ask(
            lambda: load_waiting(data.book, hand.folder.services_file, load_reviews(data.memory, data.book), now)
        )
    if json:
        as_json(found.as_json())
        return
    if not found.items:
        print_line("Nothing waits for you.")
        return
    rows = [(item.number, str(item.text), local(item.since or None), COMMANDS[item.kind]) for item in found.items]
    table(("count", "what", "since", "see"), rows, right=("count",))
    print_line(f"{format_count(found.total, 'thing waits', 'things wait')} for you.")


COMMANDS = {
    "approval": "approvals list",
    "investigation": "incidents list --open",
    "incident": "incidents list --open",
    "service": "health",
    "critical": "events list --level critical",
    "warning": "events list --level warning",
    "run": "sessions list",
    "missed_run": "schedule history",
    "upgrade": "review earlier",
    "held": "review list",
    "conflict": "review list --kind conflict",
    "proposal": "review list --kind proposal",
    "question": "review list --kind question",
    "pattern": "learn patterns",
    "expiring": "review list --kind expiring",
}
"""The command that lists what waits of each kind."""
