"""``claudeops reminders``: what was said for upcoming days, and is in the prompts of that day (E13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

if TYPE_CHECKING:
    from ..memory import FutureTrigger
    from .cli_context import OpenData

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `reminders` shows it.")]
Everything = Annotated[bool, typer.Option("--all", help="Include past and cancelled reminders.")]

STATES = {"told": "in prompts today"}  # the others are shown as they are stored


def register(app: typer.Typer) -> None:
    """Add the group, and under its former name, which is not listed; without a command of its own it lists."""
    group = typer.Typer(help="Show and cancel reminders for upcoming days.")
    group.callback(invoke_without_command=True)(reminders)
    group.command("list")(list_reminders)
    group.command("cancel")(cancel)
    group.command("restore")(restore)
    app.add_typer(group, name="reminders")
    app.add_typer(group, name="coming", hidden=True)


def reminders(context: typer.Context, everything: Everything = False, json: AsJson = False) -> None:
    """List what was said for upcoming days, soonest first: each is in the prompts of its day."""
    if context.invoked_subcommand is None:
        list_reminders(context, everything, json)


def list_reminders(context: typer.Context, everything: Everything = False, json: AsJson = False) -> None:
    """List upcoming reminders, soonest first."""
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.memory.reminders.list_upcoming(everything=everything))
    if json:
        as_json([trigger.as_json() for trigger in found])
        return
    if not found:
        print_line("There is no reminder.")
        return
    table(
        ("id", "day", "state", "memories", "said", "what was said"),
        [
            (
                t.id,
                t.trigger_date,
                STATES.get(t.state, t.state),
                len(t.memory_ids),
                local(t.created_at),
                clean(t.original_message),
            )
            for t in found
        ],
        right=("id", "memories"),
    )


def cancel(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Leave it out of prompts. `reminders restore` undoes this."""
    with get_cli_context(context).data() as data:
        before = data.write(lambda: data.memory.reminders.cancel(number))
        _done(data, before, number, json, "Cancelled")


def restore(context: typer.Context, number: Id, json: AsJson = False) -> None:
    """Undo a cancellation."""
    with get_cli_context(context).data() as data:
        before = data.write(lambda: data.memory.reminders.restore(number))
        _done(data, before, number, json, "It is in prompts again")


def _done(data: OpenData, before: FutureTrigger | None, number: int, json: bool, done: str) -> None:
    after = data.ask(lambda: data.memory.reminders.get(number))
    if after is None:
        raise OperatorError(f"There is no reminder {number}.", "See `claudeops reminders --all`.")
    if before is None:
        raise OperatorError(
            f"Number {number} is {after.state}: there is nothing to do.", "See `claudeops reminders --all`."
        )
    if json:
        as_json(after.as_json())
        return
    about = f", with {format_count(len(after.memory_ids), 'memory', 'memories')}" if after.memory_ids else ""
    print_line(f"{done}: {after.trigger_date}, “{clean(after.original_message)}”{about}.")
