"""``claudeops desktop``: start at login, the scheduler as a service of systemd, crash reports (D3, D9)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.desktop import autostart, user_unit
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup
from .options import AsJson
from .output import clean, print_line, warn

if TYPE_CHECKING:
    from ..core.desktop.autostart import AutostartState
    from ..core.desktop.user_unit import UserUnitState


AutostartChoice = Literal["on", "off", "status"]

ServiceCommand = Literal["install", "remove", "status", "show"]

DESKTOP = CommandGroup("desktop", "Start at login, run as a service, see crash reports.")
register = DESKTOP.register


@DESKTOP.command("autostart")
def set_autostart(
    cli: CliContext,
    what: Annotated[AutostartChoice, typer.Argument()] = "status",
    json: AsJson = False,
) -> CommandAnswer:
    """Start Claude Ops in the tray at login, or stop doing so."""
    if what == "on":
        found = autostart.turn_on(cli.folder.create())
    elif what == "off":
        found = autostart.turn_off()
    else:
        found = autostart.autostart_status()
    if found.problem and not json:
        warn(found.problem)
    said = f"A login starts it: {clean(found.command)}" if found.on else "A login does not start it."
    return CommandAnswer(_autostart(found), said)


@DESKTOP.command("service")
def service(
    cli: CliContext,
    what: Annotated[ServiceCommand, typer.Argument()] = "status",
    allow_sudo: Annotated[
        bool, typer.Option("--allow-sudo", help="Leave out the hardening, with which an agent cannot use sudo.")
    ] = False,
    json: AsJson = False,
) -> CommandAnswer | None:
    """Run the schedule without a window, as a systemd user service (`show` prints the unit)."""
    if what == "show":
        print_line(user_unit.unit_text(cli.folder, allow_sudo=allow_sudo))
        return None
    if what == "install":
        found = user_unit.install_unit(cli.folder.create(), allow_sudo=allow_sudo)
    elif what == "remove":
        found = user_unit.remove_unit()
    else:
        found = user_unit.unit_status()
    if found.problem and not json:
        warn(f"{found.problem} {found.remedy}".strip())
    if not found.installed:
        lines = ["The service is not installed."]
    elif found.active:
        lines = [f"The service is {found.active} and {found.enabled} ({found.path})."]
    else:
        lines = [f"The unit is there: {found.path}."]
    if what == "install":
        lines.append("It runs while you are logged in. To keep it after logout: loginctl enable-linger")
    return CommandAnswer(_unit(found), lines)


@DESKTOP.command("crashes")
def crashes(cli: CliContext) -> CommandAnswer:
    """List the crash reports in the data folder. Nothing is ever sent."""
    from ..core.desktop import crash

    found = sorted(crash.folder_of(cli.folder).glob("*.txt"), reverse=True)
    return CommandAnswer([str(path) for path in found], [*map(_first_line, found)] or "There is none.")


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return f"{path}: {clean(file.readline())}"


def _autostart(found: AutostartState) -> dict[str, Any]:
    return {"on": found.on, "file": str(found.path), "command": found.command, "problem": found.problem}


def _unit(found: UserUnitState) -> dict[str, Any]:
    return {
        "installed": found.installed,
        "file": str(found.path),
        "active": found.active,
        "enabled": found.enabled,
        "problem": found.problem,
    }
