"""Who may come in: the Host and Origin of a request, and its token. The same for alerts, REST and MCP."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from starlette.requests import ClientDisconnect, Request

from ..core.errors import ClaudeOpsError
from .bindings import is_own_host, is_own_origin
from .rate_limits import GuessLimit
from .token_check import TokenFinder
from .token_types import TokenCaller

LARGEST = 1024 * 1024
BODY_S = 10.0
WRONG_TOKEN = "The token is wrong. Send it as `Authorization: Bearer TOKEN`, as the password, or as `X-Token`."  # noqa: S105


@dataclass(frozen=True, slots=True)
class RequestRefusal:
    """Why a request is not taken: the HTTP status, one sentence, and headers that go with it."""

    status: int
    sentence: str
    headers: dict[str, str] = field(default_factory=dict)


class RequestGate:
    """Finds out who sends a request. ``hosts`` are the names by which the operator lets the server be called."""

    def __init__(
        self,
        authenticator: TokenFinder,
        hosts: Callable[[], Sequence[str]] = tuple,
        guesses: GuessLimit | None = None,
    ) -> None:
        self.authenticator = authenticator
        self._hosts = hosts
        self._guesses = guesses or GuessLimit()

    def check_origin(self, request: Request) -> RequestRefusal | None:
        """Refuse a request that came by a name that is not ours, or from another site's page in a browser."""
        own_address = (request.scope.get("server") or ("",))[0]
        hosts = (*self._hosts(), *([f"[{own_address}]" if ":" in own_address else own_address] if own_address else []))
        if not is_own_host(request.headers.get("host", ""), hosts):
            return RequestRefusal(421, "This host name is not known here. Add it to alerts.hosts in the settings.")
        origin = request.headers.get("origin")
        if origin is not None and not is_own_origin(origin, hosts):
            return RequestRefusal(403, "Pages of other sites may not use this server.")
        return None

    async def find_caller(self, request: Request) -> TokenCaller | RequestRefusal:
        """The owner of the request's token, or why it is refused."""
        if (refused := self.check_origin(request)) is not None:
            return refused
        peer = request.client.host if request.client else ""
        try:
            caller = await asyncio.to_thread(self.authenticator.find_caller, token_of(request), peer)
        except ClaudeOpsError as error:
            return RequestRefusal(503, error.full_text)
        if caller is not None:
            return RequestRefusal(403, caller.refusal) if caller.refusal else caller
        if not self._guesses.allows(peer):
            return RequestRefusal(429, "Too many requests with a wrong token.", {"Retry-After": "60"})
        return RequestRefusal(401, WRONG_TOKEN, {"WWW-Authenticate": 'Bearer realm="Claude Ops"'})


def token_of(request: Request) -> str:
    """The token of a request, "" where there is none: a bearer's, the password of whatever user, or our own header."""
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    if kind.lower() == "basic":
        with contextlib.suppress(ValueError):
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
    return request.headers.get("x-token", "").strip()


async def read_body(request: Request, largest: int = LARGEST) -> bytes | None:
    """All of the body; None where it is larger than ``largest`` bytes."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > largest:
            return None
    return bytes(found)


async def read_what_is_left(request: Request, most: int, seconds: float) -> None:
    """Read, and forget, the rest of a refused body, so that its sender hears why.

    Closed with bytes unread, a connection is reset, and the sender loses the answer with it (RFC 9112, 9.6). Ends after
    ``most`` bytes or ``seconds``; whoever waits for leave to send a body is not asked for it.
    """
    if request.headers.get("expect"):
        return
    left = most
    # RuntimeError is starlette's for a body that was read to its end.
    with contextlib.suppress(TimeoutError, ClientDisconnect, RuntimeError):
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                left -= len(chunk)
                if left < 0:
                    return
