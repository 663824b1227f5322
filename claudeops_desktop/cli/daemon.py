"""``claudeops daemon``: the scheduler without a window."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import get_cli_context


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("daemon")(daemon)


def daemon(
    context: typer.Context,
    wait: Annotated[
        bool, typer.Option("--wait", help="While a window runs the schedule, wait for it to close instead of exiting.")
    ] = False,
) -> None:
    """Run the schedule without a window until Ctrl+C or SIGTERM."""
    from .logs import keep_log, tell_warnings

    found = get_cli_context(context)
    tell_warnings(and_news=True)
    keep_log(found.folder.create())
    code = found.doors.run_daemon(found.folder, wait)
    if code:
        raise typer.Exit(code)
