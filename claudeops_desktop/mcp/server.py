"""``claudeops mcp``: the memory tools over stdio, for any MCP client (E18).

Nothing is printed but the protocol; what goes wrong is logged on stderr and told as the answer of a tool. The database
and the models load when the first tool is called.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import __version__

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

    from .tool_handlers import MemoryToolHandlers

SESSION_VARIABLE = "CLAUDEOPS_SESSION_ID"
READ_ONLY = "--read-only"
USAGE = """Usage: claudeops mcp [--data-dir FOLDER] [--read-only]

Serves the tools recall, remember, forget, decisions, operations, log_operation, propose_note,
search_library and suggest_source over stdio, for any MCP client:

    claude mcp add claudeops -- claudeops mcp

--data-dir   the data folder whose memory it is (or set CLAUDEOPS_DATA_DIR)
--read-only  only what reads: recall, decisions, operations and search_library
"""


def main(words: Sequence[str], data_dir: str | None = None) -> int:
    """Serve until the client closes its end; the exit code."""
    if unknown := [word for word in words if word != READ_ONLY]:
        asked = unknown[0] in ("--help", "-h")
        (sys.stdout if asked else sys.stderr).write(USAGE)
        return 0 if asked else 2
    from ..core.errors import ClaudeOpsError
    from ..core.paths import data_folder
    from .tool_handlers import MemoryToolHandlers, ToolCaller

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="claudeops mcp: %(message)s")
    try:
        folder = data_folder(data_dir)
    except ClaudeOpsError as error:
        sys.stderr.write(f"{error.full_text}\n")
        return error.exit_code
    desk = MemoryToolHandlers(folder, ToolCaller(session_of(os.environ), READ_ONLY in words))
    try:
        import anyio

        anyio.run(_serve, desk, READ_ONLY in words)
    except KeyboardInterrupt:
        return 130
    finally:
        desk.close()
    return 0


def session_of(environ: Mapping[str, str]) -> int | None:
    """The session of ours that asks, as it was handed over; None for any other client."""
    text = environ.get(SESSION_VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def build_server(desk: MemoryToolHandlers, read_only: bool) -> Server[Any]:
    """The MCP server around a desk."""
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server

    from .tool_schemas import INSTRUCTIONS, offered_tools

    tools = [
        types.Tool(
            name=spec.name,
            title=spec.title,
            description=spec.description,
            input_schema=dict(spec.takes),
            output_schema=dict(spec.gives),
            annotations=types.ToolAnnotations(
                read_only_hint=not spec.writes, destructive_hint=False, open_world_hint=False
            ),
        )
        for spec in offered_tools(read_only)
    ]

    async def list_tools(_context: Any, _parameters: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        desk.warm_soon()  # the client is there, and busy with its own start
        return types.ListToolsResult(tools=tools)

    async def call_tool(_context: Any, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        answer = await anyio.to_thread.run_sync(desk.call, parameters.name, parameters.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(text=answer.text)],
            structured_content=None if answer.failed else answer.data,
            is_error=answer.failed,
        )

    return Server(
        "claudeops",
        version=__version__,
        title="Claude Ops memory",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _serve(desk: MemoryToolHandlers, read_only: bool) -> None:
    from mcp.server.stdio import stdio_server

    server = build_server(desk, read_only)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())
