"""``claudeops pause`` and ``claudeops dry-run``: the two switches that hold everything, at one word each (S10, S12)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..core.emergency_stop_marker import HOW_TO_RESUME, STOPPED, is_stopped
from .options import AsJson, get_cli_context
from .output import as_json, print_line


class SwitchCommand(StrEnum):
    """What to do with it."""

    ON = "on"
    OFF = "off"


Wanted = Annotated[SwitchCommand | None, typer.Argument(help="on or off; without it, show the current state.")]


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command("pause")(pause)
    app.command("dry-run")(dry_run)


def pause(context: typer.Context, to: Wanted = None, json: AsJson = False) -> None:
    """Pause or resume scheduled runs. A run in progress continues."""
    on = _switch(context, "run.paused", to)
    if json:
        as_json({"paused": on})
    else:
        print_line("Scheduled runs are paused." if on else "Scheduled runs are not paused.")
        if is_stopped(get_cli_context(context).folder.root):
            print_line(f"{STOPPED}. {HOW_TO_RESUME}")


def dry_run(context: typer.Context, to: Wanted = None, json: AsJson = False) -> None:
    """Change nothing on any server: no action tools, no next tier, in every run that begins from now on."""
    on = _switch(context, "run.dry_run", to)
    if json:
        as_json({"dry_run": on})
    else:
        print_line("Dry run is on: nothing is changed on your servers." if on else "Dry run is off.")


def _switch(context: typer.Context, name: str, to: SwitchCommand | None) -> bool:
    from ..core import settings

    folder = get_cli_context(context).folder
    if to is not None:
        folder.create()
        settings.change(folder.settings_file, name, to is SwitchCommand.ON)
    in_force = settings.load(folder.settings_file).run
    return in_force.paused if name == "run.paused" else in_force.dry_run
