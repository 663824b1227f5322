"""``claudeops guard`` as help shows it. ``__main__`` starts the guard before anything here is imported."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command, for help."""
    app.command("guard", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(guard)


def guard(
    classify: Annotated[
        bool, typer.Option("--classify", help='Read JSON lines {"command": …} and say what each command does.')
    ] = False,
    services: Annotated[
        str,
        typer.Option("--services", metavar="FILE", help="The services.toml that names the services, for --classify."),
    ] = "",
) -> None:
    """Say what a command would do, and whether an agent may run it."""
