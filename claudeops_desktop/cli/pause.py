"""``claudeops pause`` and ``claudeops dry-run``: the two switches that hold everything, at one word each (S10, S12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.emergency_stop_marker import HOW_TO_RESUME, STOPPED, is_stopped
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup

if TYPE_CHECKING:
    from ..core.settings.groups import RunSettings


SwitchCommand = Literal["on", "off"]

Wanted = Annotated[SwitchCommand | None, typer.Argument(help="on or off; without it, show the current state.")]


SWITCHES = CommandGroup("")
register = SWITCHES.register


@SWITCHES.command("pause")
def pause(cli: CliContext, to: Wanted = None) -> CommandAnswer:
    """Pause or resume scheduled runs. A run in progress continues."""
    on = _switch(cli, "run.paused", to).paused
    lines = ["Scheduled runs are paused." if on else "Scheduled runs are not paused."]
    if is_stopped(cli.folder.root):
        lines.append(f"{STOPPED}. {HOW_TO_RESUME}")
    return CommandAnswer({"paused": on}, lines)


@SWITCHES.command("dry-run")
def dry_run(cli: CliContext, to: Wanted = None) -> CommandAnswer:
    """Change nothing on any server: no action tools, no next tier, in every run that begins from now on."""
    on = _switch(cli, "run.dry_run", to).dry_run
    return CommandAnswer(
        {"dry_run": on}, "Dry run is on: nothing is changed on your servers." if on else "Dry run is off."
    )


def _switch(cli: CliContext, name: str, to: SwitchCommand | None) -> RunSettings:
    """Change a setting if it is to be changed; the settings of runs that are in force then."""
    from ..core import settings

    if to is not None:
        cli.folder.create()
        settings.change(cli.folder.settings_file, name, to == "on")
    return cli.settings().run
