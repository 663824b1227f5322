"""``claudeops mcp`` as help shows it. ``__main__`` starts the server before anything here is imported."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command, for help."""
    app.command("mcp")(mcp)


def mcp(read_only: Annotated[bool, typer.Option("--read-only", help="Only recall.")] = False) -> None:
    """Serve the memory (recall, remember, forget) to an MCP client over stdio."""
