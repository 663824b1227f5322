"""``claudeops index-logs``: bring the search index of the logs up to date. The application starts it by itself."""

from __future__ import annotations

from typing import Annotated

import typer

from .cli_context import CliContext
from .command import CommandAnswer, CommandGroup

INDEX_LOGS = CommandGroup("")
register = INDEX_LOGS.register


@INDEX_LOGS.command("index-logs")
def index_logs(
    cli: CliContext,
    anew: Annotated[bool, typer.Option("--anew", help="Delete the index and build it again.")] = False,
    gently: Annotated[bool, typer.Option("--gently", help="Run at low priority.")] = False,
) -> CommandAnswer:
    """Add new log lines to the search index. The application also does this by itself."""
    from ..runs.log_index.indexing import log_files
    from ..runs.log_index.program import run_indexing, yield_to_all

    if gently:
        yield_to_all()
    done = run_indexing(cli.folder, anew=anew)
    if done is None:
        return CommandAnswer({"busy": True}, "Another process is at the index already.")
    logs = len(log_files(cli.folder.logs))
    lines = [done.why] if done.why else []
    lines.append(f"{done.lines:,} lines taken in ({done.bytes / 1e6:,.1f} MB). {logs:,} logs can be searched.")
    if done.forgotten:
        lines.append(f"{done.forgotten:,} logs that are gone were forgotten.")
    document = {"bytes": done.bytes, "lines": done.lines, "forgotten": done.forgotten, "why": done.why}
    return CommandAnswer({"busy": False} | document, lines)
