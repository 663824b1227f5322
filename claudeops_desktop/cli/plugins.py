"""``claudeops plugins``: what plugins there are, what they add, and switching them on and off."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from ..core.errors import OperatorError
from ..core.extensions.registry import RIGHTS, PluginInfo, current_registry
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line, table

Name = Annotated[str, typer.Argument(metavar="NAME", help="As `plugins list` shows it.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="List, enable and disable plugins.")
    group.command("list")(list_plugins)
    group.command("show")(show)
    group.command("enable")(enable)
    group.command("disable")(disable)
    app.add_typer(group, name="plugins")


def list_plugins(json: AsJson = False) -> None:
    """List every plugin: what it adds, where it comes from, and whether it is on. Plugins that are on are loaded."""
    found = current_registry().list_plugins()
    if json:
        as_json([_as_json(info) for info in found])
        return
    table(
        ("name", "version", "state", "from", "adds", "problem"),
        [(i.name, i.version, i.state, i.origin, ", ".join(i.adds), i.problem) for i in found],
    )


def show(name: Name, json: AsJson = False) -> None:
    """Show one plugin."""
    _tell(current_registry().plugin_named(name), json)


def enable(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Allow a plugin's code, as its files are now, to run with your permissions. If they change, it is disabled."""
    get_cli_context(context).folder.create()
    found = current_registry().enable(name)
    if found.state != "on":
        raise OperatorError(found.problem or f"The plugin “{clean(name)}” is {found.state}.")
    _tell(found, json)
    if not json:
        print_line(RIGHTS)


def disable(context: typer.Context, name: Name, json: AsJson = False) -> None:
    """Stop a plugin's code from running. A running window unloads it at its next start."""
    get_cli_context(context).folder.create()
    _tell(current_registry().disable(name), json)


def _as_json(info: PluginInfo) -> dict[str, Any]:
    return asdict(info) | {"adds": list(info.adds)}


def _tell(info: PluginInfo, json: bool) -> None:
    if json:
        as_json(_as_json(info))
        return
    rows = [(key, clean(value)) for key, value in {**asdict(info), "adds": ", ".join(info.adds)}.items() if value]
    table(("what", "value"), rows)
