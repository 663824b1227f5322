"""``claudeops daemon``: the scheduler without a window."""

from __future__ import annotations

import typer

from .options import hand


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("daemon")(daemon)


def daemon(context: typer.Context) -> None:
    """Stay and make the scheduled runs, without a window, until Ctrl+C or SIGTERM."""
    from .logs import keep_log, tell_warnings

    found = hand(context)
    tell_warnings(and_news=True)
    keep_log(found.folder)
    code = found.doors.run_daemon(found.folder)
    if code:
        raise typer.Exit(code)
