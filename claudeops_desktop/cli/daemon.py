"""``claudeops daemon``: the scheduler without a window."""

from __future__ import annotations

from typing import Annotated

import typer

from .cli_context import CliContext
from .command import CommandGroup

DAEMON = CommandGroup("")
register = DAEMON.register


@DAEMON.command("daemon", json=False)
def daemon(
    cli: CliContext,
    wait: Annotated[
        bool, typer.Option("--wait", help="While a window runs the schedule, wait for it to close instead of exiting.")
    ] = False,
) -> None:
    """Run the schedule without a window until Ctrl+C or SIGTERM."""
    from .logs import keep_log, tell_warnings

    tell_warnings(and_news=True)
    keep_log(cli.folder.create())
    code = cli.doors.run_daemon(cli.folder, wait)
    if code:
        raise typer.Exit(code)
