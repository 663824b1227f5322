"""``claudeops version``: the version that runs, and with ``--check`` whether there is a newer one (D10)."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup

VERSION = CommandGroup("")
register = VERSION.register


@VERSION.command("version")
def version(
    cli: CliContext,
    check: Annotated[
        bool,
        typer.Option("--check", help="Ask the address of the setting updates.url whether there is a newer version."),
    ] = False,
) -> CommandAnswer:
    """Show the version. --check sends one request, which holds this version and nothing else."""
    from ..routine.newer_version import check_version

    if not check:
        return CommandAnswer({"version": __version__}, f"claudeops {__version__}")
    found = check_version(cli.settings().updates.url)
    return CommandAnswer(
        {"version": found.version, "newest": found.newest, "newer": found.newer},
        f"Version {found.newest} is available; this is {found.version}."
        if found.newer
        else f"Version {found.version} is the newest.",
    )
