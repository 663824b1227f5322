"""``claudeops version``: the version that runs, and with ``--check`` whether there is a newer one (D10)."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import __version__
from .options import AsJson, get_cli_context
from .output import as_json, print_line


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("version")(version)


def version(
    context: typer.Context,
    check: Annotated[
        bool,
        typer.Option("--check", help="Ask the address of the setting updates.url whether there is a newer version."),
    ] = False,
    json: AsJson = False,
) -> None:
    """Show the version. --check sends one request, which holds this version and nothing else."""
    if not check:
        if json:
            as_json({"version": __version__})
        else:
            print_line(f"claudeops {__version__}")
        return
    from ..core import settings
    from ..routine.newer_version import check_version

    found = check_version(settings.load(get_cli_context(context).folder.settings_file).updates.url)
    if json:
        as_json({"version": found.version, "newest": found.newest, "newer": found.newer})
    elif found.newer:
        print_line(f"Version {found.newest} is available; this is {found.version}.")
    else:
        print_line(f"Version {found.version} is the newest.")
