"""``claudeops stop --all`` and ``claudeops resume``: the emergency stop, and its end."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..core.emergency_stop_marker import is_stopped, resumed_at
from ..core.errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..core.paths import DataFolder
from ..core.text_format import format_count
from ..storage.database import machine_fault
from ..storage.store_place import server_of
from .options import AsJson, get_cli_context
from .output import as_json, print_line, warn

LOOK_S = 0.5  # the stop itself is done by then; a locked database is not waited for


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command("stop")(stop)
    app.command("resume")(resume)


def stop(
    context: typer.Context,
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

    folder = get_cli_context(context).folder
    if not folder.root.is_dir():
        raise UsageError(f"There is no data folder {folder.root}.", "Name the right one with --data-dir.")
    done = stop_everything(folder.root)
    refused, later = _record(context, folder.root, folder.database)
    if json:
        as_json(
            {
                "stopped": is_stopped(folder.root),
                "agents_ended": done.agents.ended,
                "processes_left": list(done.agents.left),
                "questions_refused": refused,
                "recorded": not later,
            }
        )
    else:
        ended = f"{format_count(done.agents.ended, 'agent')} ended" if done.agents.ended else "no agent was running"
        if done.fault:
            print_line(f"Only what ran was stopped: {ended}.")
        else:
            refuses = "" if later else " Pending questions are refused."
            print_line(f"Stopped: {ended}. Schedules are paused.{refuses}")
            print_line("Nothing starts until `claudeops resume`, or Resume in the window.")
    if later and not done.fault:
        warn(f"The records follow later. {later}")
    if done.agents.left:
        numbers = ", ".join(map(str, done.agents.left))
        raise EnvironmentFault(
            f"These processes could not be ended: {numbers}.", "End them as their owner, or as root."
        )
    if done.fault:
        raise EnvironmentFault(done.fault)


def resume(context: typer.Context, json: AsJson = False) -> None:
    """Let runs and schedules start again after `claudeops stop --all`."""
    from ..core import settings
    from ..runs.emergency_stop import resume_everything

    found = get_cli_context(context)
    resumed = False
    if is_stopped(found.folder.root):
        with found.data() as data:
            resumed = resume_everything(data.book, found.folder.root)
    paused = settings.load(found.folder.settings_file).run.paused
    if json:
        as_json({"resumed": resumed, "stopped": is_stopped(found.folder.root), "paused": paused})
        return
    print_line("Resumed: runs and schedules go on." if resumed else "Nothing was stopped.")
    if resumed_at(found.folder.root) is not None:
        warn("The records follow once the database can be written. What was asked before the stop is refused then.")
    if paused:
        print_line("Scheduled runs are paused: `claudeops pause off` lets them go on.")


def _record(context: typer.Context, root: Path, database: Path) -> tuple[int | None, str]:
    """Write the stop down where the database is free: how many questions were refused, and why not yet."""
    on_server = server_of(DataFolder(root)) is not None
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

        with get_cli_context(context).data() as data:
            return len(record_stop(data.book, root)), ""
    except sqlite3.Error as error:
        fault = machine_fault(error, database)
        return None, fault.full_text if fault is not None else f"The database cannot be written now ({error})."
    except ClaudeOpsError as error:
        return None, error.full_text
