"""Requests to ``/mcp``: let in by the gate, limited, and handed on with their caller."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from .rate_limits import KeyedRateLimit
from .request_gate import BODY_S, RequestGate, RequestRefusal, read_body, read_what_is_left
from .token_types import TokenCaller, TokenScope

CALLER = "claudeops.caller"
LARGEST_BODY = 1024 * 1024
LEFT_OVER, LEFT_OVER_S = 8 * LARGEST_BODY, 5.0
A_MINUTE = 600
STREAMS_AT_ONCE, STREAMS_OF_A_TOKEN = 32, 8
CLOSE = {"Connection": "close"}


class McpEndpoint(Protocol):
    """What serves requests that were let in. It stands in the package ``mcp``, beside this one."""

    def run(self) -> AbstractAsyncContextManager[None]:
        """Its life, on the server's event loop."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""

    def close(self) -> None:
        """Let go of what it holds."""


class McpRoute:
    """The ASGI application of ``/mcp``."""

    def __init__(self, gate: RequestGate, endpoint: McpEndpoint) -> None:
        self._gate = gate
        self._endpoint = endpoint
        self._limit = KeyedRateLimit(A_MINUTE)
        self._streams: dict[int, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serve until the block ends."""
        self._loop = asyncio.get_running_loop()
        async with self._endpoint.run():
            yield

    def close(self) -> None:
        """End the streams that wait for something to say. Any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._end_streams)
        self._endpoint.close()

    def _end_streams(self) -> None:
        for task in self._running:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        request = Request(scope, receive)
        caller = await self._admit(request)
        if isinstance(caller, RequestRefusal):
            await _refuse(caller)(scope, receive, send)
            await read_what_is_left(request, LEFT_OVER, LEFT_OVER_S)
            return
        if request.method == "GET":
            await self._stream({**scope, CALLER: caller}, receive, _closing(send), caller)
            return
        try:
            async with asyncio.timeout(BODY_S):
                body = await read_body(request, LARGEST_BODY)
        except (TimeoutError, ClientDisconnect):
            await _refuse(RequestRefusal(408, "The body did not arrive in time."))(scope, receive, send)
            return
        if body is None:
            await _refuse(RequestRefusal(413, f"The body is larger than {LARGEST_BODY // 1024} kB."))(
                scope, receive, send
            )
            await read_what_is_left(request, LEFT_OVER, LEFT_OVER_S)
            return
        await self._endpoint({**scope, CALLER: caller}, _replayed(body, receive), _closing(send))

    async def _admit(self, request: Request) -> TokenCaller | RequestRefusal:
        caller = await self._gate.find_caller(request)
        if isinstance(caller, RequestRefusal):
            return caller
        if not caller.may(TokenScope.READ):
            return RequestRefusal(403, f"The token “{caller.name}” has not the scope read.")
        if not self._limit.allows(caller.token_id):
            return RequestRefusal(429, f"This token was used {A_MINUTE} times within a minute.", {"Retry-After": "60"})
        return caller

    async def _stream(self, scope: Scope, receive: Receive, send: Send, caller: TokenCaller) -> None:
        """A stream of what the server has to say, which stays open."""
        mine = self._streams.get(caller.token_id, 0)
        if mine >= STREAMS_OF_A_TOKEN or sum(self._streams.values()) >= STREAMS_AT_ONCE:
            await _refuse(RequestRefusal(429, "Too many streams are open.", {"Retry-After": "60"}))(
                scope, receive, send
            )
            return
        self._streams[caller.token_id] = mine + 1
        said: list[Message] = []

        async def noted(message: Message) -> None:
            said[:] = [message]
            await send(message)

        task = asyncio.ensure_future(self._endpoint(scope, receive, noted))
        self._running.add(task)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
            self._running.discard(task)
            self._streams[caller.token_id] -= 1
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error
        if said and (said[0]["type"] == "http.response.start" or said[0].get("more_body")):
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def _refuse(refusal: RequestRefusal) -> Response:
    return JSONResponse({"error": refusal.sentence}, refusal.status, {**CLOSE, **refusal.headers})


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, then whatever the connection says."""
    pending = [True]

    async def again() -> Message:
        if pending:
            pending.clear()
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


def _closing(send: Send) -> Send:
    """Answers that close the connection: clients come seldom, and one that stays takes another's place."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
        await send(message)

    return sent


EndpointOf = Callable[[Callable[[TokenCaller, str, str], None]], McpEndpoint]
"""Makes the endpoint; it is given what notes a write: the caller, the tool, and what came of it."""
