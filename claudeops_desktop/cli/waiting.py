"""``claudeops waiting``: what waits for the operator, as the window counts it."""

from __future__ import annotations

from ..core.clock import utc_now
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, TextTable
from .output import local

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

WAITING = CommandGroup("")
register = WAITING.register


@WAITING.command("waiting")
def waiting(cli: CliContext, data: OpenData) -> CommandAnswer:
    """Show what waits for you: questions, incidents, events, what is to be reviewed."""
    from ..routine.waiting import load_reviews, load_waiting

    file, now = cli.folder.services_file, utc_now()
    found = data.ask(lambda: load_waiting(data.book, file, load_reviews(data.memory, data.book), now))
    if not found.items:
        return CommandAnswer(found.as_json(), "Nothing waits for you.")
    rows = [(item.number, str(item.text), local(item.since or None), COMMANDS[item.kind]) for item in found.items]
    table = TextTable(("count", "what", "since", "see"), rows, right=("count",))
    return CommandAnswer(
        found.as_json(), (table, f"{format_count(found.total, 'thing waits', 'things wait')} for you.")
    )
