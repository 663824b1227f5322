"""``claudeops reminders``: what was said for upcoming days, and is in the prompts of that day (E13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean, local

if TYPE_CHECKING:
    from ..memory import FutureTrigger

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `reminders` shows it.")]
Everything = Annotated[bool, typer.Option("--all", help="Include past and cancelled reminders.")]

STATES = {"told": "in prompts today"}  # the others are shown as they are stored

REMINDERS = CommandGroup("reminders", "Show and cancel reminders for upcoming days.")
REMINDER_TABLE: RowTable[FutureTrigger] = RowTable(
    ("id", "day", "state", "memories", "said", "what was said"),
    lambda t: (
        t.id,
        t.trigger_date,
        STATES.get(t.state, t.state),
        len(t.memory_ids),
        local(t.created_at),
        t.original_message,
    ),
    right=("id", "memories"),
)


def register(app: typer.Typer) -> None:
    """Add the group, and under its former name, which is not listed; without a command of its own it lists."""
    REMINDERS.register(app)
    REMINDERS.register(app, name="coming", hidden=True)


@REMINDERS.without_command
def reminders(data: OpenData, everything: Everything = False) -> ListedRows[FutureTrigger]:
    """List what was said for upcoming days, soonest first: each is in the prompts of its day."""
    return list_reminders(data, everything)


@REMINDERS.command("list")
def list_reminders(data: OpenData, everything: Everything = False) -> ListedRows[FutureTrigger]:
    """List upcoming reminders, soonest first."""
    found = data.ask(lambda: data.memory.reminders.list_upcoming(everything=everything))
    return REMINDER_TABLE.list(found, "There is no reminder.")


@REMINDERS.command("cancel")
def cancel(data: OpenData, number: Id) -> CommandAnswer:
    """Leave it out of prompts. `reminders restore` undoes this."""
    before = data.write(lambda: data.memory.reminders.cancel(number))
    return _done(data, before, number, "Cancelled")


@REMINDERS.command("restore")
def restore(data: OpenData, number: Id) -> CommandAnswer:
    """Undo a cancellation."""
    before = data.write(lambda: data.memory.reminders.restore(number))
    return _done(data, before, number, "It is in prompts again")


def _done(data: OpenData, before: FutureTrigger | None, number: int, done: str) -> CommandAnswer:
    after = data.ask(lambda: data.memory.reminders.get(number))
    if after is None:
        raise OperatorError(f"There is no reminder {number}.", "See `claudeops reminders --all`.")
    if before is None:
        raise OperatorError(
            f"Number {number} is {after.state}: there is nothing to do.", "See `claudeops reminders --all`."
        )
    about = f", with {format_count(len(after.memory_ids), 'memory', 'memories')}" if after.memory_ids else ""
    return CommandAnswer(after.as_json(), f"{done}: {after.trigger_date}, “{clean(after.original_message)}”{about}.")
