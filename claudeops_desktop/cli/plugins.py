"""``claudeops plugins``: what plugins there are, what they add, and switching them on and off."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from msgspec.structs import asdict

from ..core.errors import OperatorError
from ..core.extensions.registry import RIGHTS, PluginInfo, current_registry
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup, TextTable
from .output import clean

Name = Annotated[str, typer.Argument(metavar="NAME", help="As `plugins list` shows it.")]

PLUGINS = CommandGroup("plugins", "List, enable and disable plugins.")
register = PLUGINS.register


@PLUGINS.command("list")
def list_plugins() -> CommandAnswer:
    """List every plugin: what it adds, where it comes from, and whether it is on. Plugins that are on are loaded."""
    found = current_registry().list_plugins()
    table = TextTable(
        ("name", "version", "state", "from", "adds", "problem"),
        [(i.name, i.version, i.state, i.origin, ", ".join(i.adds), i.problem) for i in found],
    )
    return CommandAnswer([_as_json(info) for info in found], [table])


@PLUGINS.command("show")
def show(name: Name) -> CommandAnswer:
    """Show one plugin."""
    found = current_registry().plugin_named(name)
    return CommandAnswer(_as_json(found), [_table(found)])


@PLUGINS.command("enable")
def enable(cli: CliContext, name: Name) -> CommandAnswer:
    """Allow a plugin's code, as its files are now, to run with your permissions. If they change, it is disabled."""
    cli.folder.create()
    found = current_registry().enable(name)
    if found.state != "on":
        raise OperatorError(found.problem or f"The plugin “{clean(name)}” is {found.state}.")
    return CommandAnswer(_as_json(found), (_table(found), RIGHTS))


@PLUGINS.command("disable")
def disable(cli: CliContext, name: Name) -> CommandAnswer:
    """Stop a plugin's code from running. A running window unloads it at its next start."""
    cli.folder.create()
    found = current_registry().disable(name)
    return CommandAnswer(_as_json(found), [_table(found)])


def _as_json(info: PluginInfo) -> dict[str, Any]:
    return asdict(info) | {"adds": list(info.adds)}


def _table(info: PluginInfo) -> TextTable:
    values = {**asdict(info), "adds": ", ".join(info.adds)}
    return TextTable(("what", "value"), [(key, value) for key, value in values.items() if value])
