"""``claudeops mcp``: the memory tools over stdio, for any MCP client (E18).

Nothing is printed but the protocol; what goes wrong is logged on stderr and told as the answer of a tool. The database
and the models load when the first tool is called.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import __version__

if TYPE_CHECKING:
    from mcp import types
    from mcp.server.lowlevel import Server

    from .tool_handlers import MemoryToolHandlers
    from .tool_types import ToolSpec

RESOURCE_NOT_FOUND = -32002  # of the specification's section on resources
SESSION_VARIABLE = "CLAUDEOPS_SESSION_ID"
READ_ONLY, AS, ONLY = "--read-only", "--as", "--tools"
USAGE = """Usage: claudeops mcp [--data-dir FOLDER] [--read-only] [--as NAME]

Serves the tools recall, remember, forget, list_services, decisions, operations, log_operation,
propose_note, search_library and suggest_source over stdio, for any MCP client:

    claude mcp add claudeops -- claudeops mcp

--data-dir   the data folder whose memory it is (or set CLAUDEOPS_DATA_DIR)
--read-only  only what reads: recall, list_services, decisions, operations and search_library
--tools      only these, as in --tools recall,remember
--as         the agent that it acts as: it sees what is shared, and what is its own
"""


def main(words: Sequence[str], data_dir: str | None = None) -> int:
    """Serve until the client closes its end; the exit code."""
    words, name = _taken_out(words, AS)
    words, only = _taken_out(words, ONLY)
    if unknown := [word for word in words if word != READ_ONLY]:
        asked = unknown[0] in ("--help", "-h")
        (sys.stdout if asked else sys.stderr).write(USAGE)
        return 0 if asked else 2
    from ..core.errors import ClaudeOpsError
    from ..core.paths import data_folder
    from ..core.principals import check_principal_name, make_principal
    from .tool_handlers import MemoryToolHandlers, ToolCaller

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="claudeops mcp: %(message)s")
    try:
        name = check_principal_name(name) if name else ""
        folder = data_folder(data_dir)
    except ClaudeOpsError as error:
        sys.stderr.write(f"{error.full_text}\n")
        return error.exit_code
    principal = make_principal(name)
    tools = tuple(filter(None, only.split(",")))
    caller = ToolCaller(session_of(os.environ), READ_ONLY in words, principal=principal, tools=tools)
    desk = MemoryToolHandlers(folder, caller)
    try:
        import anyio

        anyio.run(_serve, desk)
    except KeyboardInterrupt:
        return 130
    finally:
        desk.close()
    return 0


def _taken_out(words: Sequence[str], option: str) -> tuple[Sequence[str], str]:
    """The words without an option and its value, and that value, "" for none."""
    if option not in words[:-1]:
        return words, ""
    at = words.index(option)
    return [*words[:at], *words[at + 2 :]], words[at + 1]


def session_of(environ: Mapping[str, str]) -> int | None:
    """The session of ours that asks, as it was handed over; None for any other client."""
    text = environ.get(SESSION_VARIABLE, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


HandlersOf = Callable[[Any], "MemoryToolHandlers"]
"""Who serves a request, by the context in which it came."""


def build_server(handlers_of: HandlersOf) -> Server[Any]:
    """The MCP server: tools, resources and prompts, each request served by the handlers of its caller."""
    import anyio.to_thread
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.shared.exceptions import MCPError

    from .tool_schemas import INSTRUCTIONS

    async def list_tools(context: Any, _parameters: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        desk = handlers_of(context)
        desk.warm_soon()  # the client is there, and busy with its own start
        return types.ListToolsResult(tools=[_tool(spec) for spec in desk.offered()])

    async def call_tool(context: Any, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        desk = handlers_of(context)
        if parameters.name not in {spec.name for spec in desk.offered()}:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {parameters.name[:100]}")
        answer = await anyio.to_thread.run_sync(desk.call, parameters.name, parameters.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(text=answer.text)],
            structured_content=None if answer.failed else answer.data,
            is_error=answer.failed,
        )

    async def list_resources(
        context: Any, _parameters: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        from . import resources

        found = await anyio.to_thread.run_sync(handlers_of(context).served(resources.list_resources))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=line.uri,
                    name=line.name,
                    title=line.title,
                    description=line.description,
                    mime_type=resources.MARKDOWN,
                )
                for line in found
            ]
        )

    async def list_templates(
        _context: Any, _parameters: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        from . import resources

        templates = [
            types.ResourceTemplate(
                uri_template=resources.SERVICE_TEMPLATE,
                name="memory",
                title="Memory of a service",
                description="What is known of a service.",
                mime_type=resources.MARKDOWN,
            ),
            types.ResourceTemplate(
                uri_template=resources.CASE_TEMPLATE,
                name="case",
                title="Case",
                description="A problem that was seen before: what was tried, and what helped.",
                mime_type=resources.MARKDOWN,
            ),
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(context: Any, parameters: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        from . import resources

        uri = str(parameters.uri)
        try:
            text = await anyio.to_thread.run_sync(handlers_of(context).served(resources.read_resource), uri)
        except resources.UnknownResource:
            raise MCPError(RESOURCE_NOT_FOUND, "Resource not found", {"uri": uri[:200]}) from None
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type=resources.MARKDOWN, text=text)]
        )

    async def list_prompts(_context: Any, _parameters: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        from .prompts import PROMPTS

        found = [
            types.Prompt(
                name=spec.name,
                title=spec.title,
                description=spec.description,
                arguments=[
                    types.PromptArgument(name=name, description=about, required=needed)
                    for name, about, needed in spec.arguments
                ],
            )
            for spec in PROMPTS
        ]
        return types.ListPromptsResult(prompts=found)

    async def get_prompt(context: Any, parameters: types.GetPromptRequestParams) -> types.GetPromptResult:
        from .prompts import WrongPrompt, render_prompt

        desk, given = handlers_of(context), parameters.arguments or {}
        try:
            spec, text = await anyio.to_thread.run_sync(desk.served(render_prompt), parameters.name, given)
        except WrongPrompt as wrong:
            raise MCPError(types.INVALID_PARAMS, str(wrong)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=spec.description, messages=[message])

    return Server(
        "claudeops",
        version=__version__,
        title="Claude Ops memory",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _tool(spec: ToolSpec) -> types.Tool:
    from mcp import types

    return types.Tool(
        name=spec.name,
        title=spec.title,
        description=spec.description,
        input_schema=dict(spec.takes),
        output_schema=dict(spec.gives),
        annotations=types.ToolAnnotations(
            read_only_hint=not spec.writes, destructive_hint=False, open_world_hint=False
        ),
    )


async def _serve(desk: MemoryToolHandlers) -> None:
    from mcp.server.stdio import stdio_server

    server = build_server(lambda _context: desk)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())
