"""``claudeops desktop``: start at login, the scheduler as a service of systemd, crash reports (D3, D9)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.desktop import autostart, user_unit
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, warn

if TYPE_CHECKING:
    from ..core.desktop.autostart import AutostartState
    from ..core.desktop.user_unit import UserUnitState


class AutostartChoice(StrEnum):
    """What can be said of autostart."""

    ON = "on"
    OFF = "off"
    STATUS = "status"


class ServiceCommand(StrEnum):
    """What can be done with the service."""

    INSTALL = "install"
    REMOVE = "remove"
    STATUS = "status"
    SHOW = "show"


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Start at login, run as a service, see crash reports.")
    group.command("autostart")(set_autostart)
    group.command("service")(service)
    group.command("crashes")(crashes)
    app.add_typer(group, name="desktop")


def set_autostart(
    context: typer.Context,
    what: Annotated[AutostartChoice, typer.Argument()] = AutostartChoice.STATUS,
    json: AsJson = False,
) -> None:
    """Start Claude Ops in the tray at login, or stop doing so."""
    folder = get_cli_context(context).folder
    if what is AutostartChoice.ON:
        folder.create()
        found = autostart.turn_on(folder)
    elif what is AutostartChoice.OFF:
        found = autostart.turn_off()
    else:
        found = autostart.autostart_status()
    if json:
        as_json(_autostart(found))
        return
    print_line(f"A login starts it: {clean(found.command)}" if found.on else "A login does not start it.")
    if found.problem:
        warn(found.problem)


def service(
    context: typer.Context,
    what: Annotated[ServiceCommand, typer.Argument()] = ServiceCommand.STATUS,
    allow_sudo: Annotated[
        bool, typer.Option("--allow-sudo", help="Leave out the hardening, with which an agent cannot use sudo.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Run the schedule without a window, as a systemd user service (`show` prints the unit)."""
    folder = get_cli_context(context).folder
    if what is ServiceCommand.SHOW:
        print_line(user_unit.unit_text(folder, allow_sudo=allow_sudo))
        return
    if what is ServiceCommand.INSTALL:
        folder.create()
        found = user_unit.install_unit(folder, allow_sudo=allow_sudo)
    elif what is ServiceCommand.REMOVE:
        found = user_unit.remove_unit()
    else:
        found = user_unit.unit_status()
    if json:
        as_json(_unit(found))
        return
    if not found.installed:
        print_line("The service is not installed.")
    elif found.active:
        print_line(f"The service is {found.active} and {found.enabled} ({found.path}).")
    else:
        print_line(f"The unit is there: {found.path}.")
    if found.problem:
        warn(f"{found.problem} {found.remedy}".strip())
    if what is ServiceCommand.INSTALL:
        print_line("It runs while you are logged in. To keep it after logout: loginctl enable-linger")


def crashes(context: typer.Context, json: AsJson = False) -> None:
    """List the crash reports in the data folder. Nothing is ever sent."""
    from ..core.desktop import crash

    found = sorted(crash.folder_of(get_cli_context(context).folder).glob("*.txt"), reverse=True)
    if json:
        as_json([str(path) for path in found])
        return
    for path in found:
        with path.open(encoding="utf-8", errors="replace") as file:
            print_line(f"{path}: {clean(file.readline())}")
    if not found:
        print_line("There is none.")


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
