"""``claudeops index-logs``: bring the search index of the logs up to date. The application starts it by itself."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import AsJson, get_cli_context
from .output import as_json, print_line


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("index-logs")(index_logs)


def index_logs(
    context: typer.Context,
    anew: Annotated[bool, typer.Option("--anew", help="Delete the index and build it again.")] = False,
    gently: Annotated[bool, typer.Option("--gently", help="Run at low priority.")] = False,
    json: AsJson = False,
) -> None:
    """Add new log lines to the search index. The application also does this by itself."""
    from ..runs.log_index.indexing import log_files
    from ..runs.log_index.program import run_indexing, yield_to_all

    folder = get_cli_context(context).folder
    if gently:
        yield_to_all()
    done = run_indexing(folder, anew=anew)
    if json:
        found = {"bytes": done.bytes, "lines": done.lines, "forgotten": done.forgotten, "why": done.why} if done else {}
        as_json({"busy": done is None} | found)
        return
    if done is None:
        print_line("Another process is at the index already.")
        return
    if done.why:
        print_line(done.why)
    logs = len(log_files(folder.logs))
    print_line(f"{done.lines:,} lines taken in ({done.bytes / 1e6:,.1f} MB). {logs:,} logs can be searched.")
    if done.forgotten:
        print_line(f"{done.forgotten:,} logs that are gone were forgotten.")
