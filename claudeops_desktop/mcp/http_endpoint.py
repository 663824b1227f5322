"""MCP over streamable HTTP: the same tools, resources and prompts as over stdio, for many callers at once (E18).

Who calls is found out before: a request comes with its caller in the scope, and a session belongs to the token that
opened it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, Protocol

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from ..core.clock import Clock
from ..core.paths import DataFolder
from ..core.principals import ActingPrincipal
from .server import build_server
from .tool_handlers import MemoryToolHandlers, Opened, ToolCaller

CALLER = "claudeops.caller"
LARGEST_BODY = 1024 * 1024
MOST_SESSIONS, MOST_CALLERS = 200, 500
IDLE_S = 1800.0


class HttpCaller(Protocol):
    """The owner of a token, as far as this needs it."""

    @property
    def token_id(self) -> int:
        """The number of the token."""

    @property
    def domain(self) -> str:
        """The domain of its own facts, "" for none."""

    @property
    def principal(self) -> ActingPrincipal:
        """For whom it acts."""

    def may(self, *scopes: str) -> bool:
        """Whether it has any of these scopes."""


NoteWrite = Callable[[Any, str, str], None]
"""Called inside the write with the caller, the name of the tool, and what came of it."""


class McpHttpEndpoint:
    """An ASGI application for requests that were let in. ``run`` surrounds its life, on the server's event loop."""

    def __init__(self, folder: DataFolder, opened: Callable[[], Opened], clock: Clock, note_write: NoteWrite) -> None:
        self._folder = folder
        self._opened = opened
        self._clock = clock
        self._note_write = note_write
        self._lock = Lock()
        self._handlers: OrderedDict[tuple[int, bool, ActingPrincipal], MemoryToolHandlers] = OrderedDict()
        self._manager = StreamableHTTPSessionManager(
            build_server(self._handlers_of),
            session_idle_timeout=IDLE_S,
            max_request_body_size=LARGEST_BODY,
            max_sessions=MOST_SESSIONS,
        )

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serve until the block ends; sessions end with it."""
        async with self._manager.run():
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request, whose caller is in the scope under ``CALLER``."""
        caller: HttpCaller = scope[CALLER]
        # The value of the token stays out: the number of its row says enough.
        user = AuthenticatedUser(AccessToken(token="", client_id=str(caller.token_id), scopes=[]))
        await self._manager.handle_request({**scope, "user": user}, receive, send)

    def close(self) -> None:
        """Let the handlers go. What they opened is the application's."""
        with self._lock:
            handlers = tuple(self._handlers.values())
            self._handlers.clear()
        for desk in handlers:
            desk.close()

    def _handlers_of(self, context: Any) -> MemoryToolHandlers:
        caller: HttpCaller = context.request.scope[CALLER]
        key = caller.token_id, caller.may("write"), caller.principal
        with self._lock:
            found = self._handlers.get(key)
            if found is None:
                found = self._handlers[key] = MemoryToolHandlers(
                    self._folder,
                    ToolCaller(
                        read_only=not caller.may("write"), domain=caller.domain, lasts=True, principal=caller.principal
                    ),
                    self._clock,
                    self._opened(),
                    lambda tool, action: self._note_write(caller, tool, action),
                )
                if len(self._handlers) > MOST_CALLERS:
                    self._handlers.popitem(last=False)
            return found
