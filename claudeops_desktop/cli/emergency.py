"""``claudeops stop --all`` and ``claudeops resume``: the emergency stop, and its end."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from typing import Annotated

import typer

from ..core.emergency_stop_marker import is_stopped, resumed_at
from ..core.errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..core.text_format import format_count
from ..storage.database import machine_fault
from ..storage.store_place import server_of
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup
from .options import AsJson
from .output import warn

LOOK_S = 0.5  # the stop itself is done by then; a locked database is not waited for


EMERGENCY = CommandGroup("")
register = EMERGENCY.register


@EMERGENCY.command("stop")
def stop(
    cli: CliContext,
    everything: Annotated[
        bool, typer.Option("--all", help="Stop everything, no matter which process started it.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Emergency stop: end every agent, refuse every pending question, pause the schedules until `claudeops resume`.

    Works while the database is locked and while the disk is full.
    """
    if not everything:
        raise UsageError("Say what to stop.", "`claudeops stop --all` stops every agent and holds everything back.")
    from ..runs.emergency_stop import stop_everything

    folder = cli.folder
    if not folder.root.is_dir():
        raise UsageError(f"There is no data folder {folder.root}.", "Name the right one with --data-dir.")
    done = stop_everything(folder.root)
    refused, later = _record(cli)
    ended = f"{format_count(done.agents.ended, 'agent')} ended" if done.agents.ended else "no agent was running"
    if done.fault:
        lines = [f"Only what ran was stopped: {ended}."]
    else:
        refuses = "" if later else " Pending questions are refused."
        lines = [
            f"Stopped: {ended}. Schedules are paused.{refuses}",
            "Nothing starts until `claudeops resume`, or Resume in the window.",
        ]
    document = {
        "stopped": is_stopped(folder.root),
        "agents_ended": done.agents.ended,
        "processes_left": list(done.agents.left),
        "questions_refused": refused,
        "recorded": not later,
    }
    CommandAnswer(document, lines).write(json)
    if later and not done.fault:
        warn(f"The records follow later. {later}")
    if done.agents.left:
        numbers = ", ".join(map(str, done.agents.left))
        raise EnvironmentFault(
            f"These processes could not be ended: {numbers}.", "End them as their owner, or as root."
        )
    if done.fault:
        raise EnvironmentFault(done.fault)


@EMERGENCY.command("resume")
def resume(cli: CliContext, json: AsJson = False) -> CommandAnswer:
    """Let runs and schedules start again after `claudeops stop --all`."""
    from ..runs.emergency_stop import resume_everything

    root = cli.folder.root
    resumed = False
    if is_stopped(root):
        with cli.data() as data:
            resumed = resume_everything(data.book, root)
    paused = cli.settings().run.paused
    if resumed_at(root) is not None and not json:
        warn("The records follow once the database can be written. What was asked before the stop is refused then.")
    lines = ["Resumed: runs and schedules go on." if resumed else "Nothing was stopped."]
    if paused:
        lines.append("Scheduled runs are paused: `claudeops pause off` lets them go on.")
    return CommandAnswer({"resumed": resumed, "stopped": is_stopped(root), "paused": paused}, lines)


def _record(cli: CliContext) -> tuple[int | None, str]:
    """Write the stop down where the database is free: how many questions were refused, and why not yet."""
    root, database = cli.folder.root, cli.folder.database
    on_server = server_of(cli.folder) is not None
    if not on_server and not database.exists():
        return 0, ""
    try:
        with (
            nullcontext()
            if on_server
            else closing(
                sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=LOOK_S)
            ) as connection
        ):
            if connection is not None:
                connection.isolation_level = None
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
        from ..runs.emergency_stop import record_stop

        with cli.data() as data:
            return len(record_stop(data.book, root)), ""
    except sqlite3.Error as error:
        fault = machine_fault(error, database)
        return None, fault.full_text if fault is not None else f"The database cannot be written now ({error})."
    except ClaudeOpsError as error:
        return None, error.full_text
