"""The door for alerts: HTTP on 127.0.0.1, with a token, on a thread of its own.

``POST /alerts`` (or ``/``; PUT is the same) takes an alert, ``POST /heartbeat/NAME`` the call of a job, ``GET /health``
says that somebody is there. Nothing but loopback is ever bound. The server never touches signals: those are the
application's.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import errno
import hmac
import logging
import socket
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from ..core.errors import ClaudeOpsError, OperatorError
from ..core.messages import UserMessage
from .alert_payloads import PayloadError, parse_payload
from .alert_types import Alert, AlertReply
from .connection_limits import ConnectionLimits
from .heartbeat_intake import HeartbeatIntake, HeartbeatRefused

log = logging.getLogger(__name__)
LOOPBACK = "127.0.0.1"
CLOSE = {"Connection": "close"}  # senders come seldom: a connection that stays takes another's place
OWN_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
LARGEST = 1024 * 1024
BODY_S = 10.0
LEFT_OVER = 8 * LARGEST  # bytes of a refused body that are still read
LEFT_OVER_S = 5.0
AT_ONCE = 16  # requests with the right token
REFUSED_AT_ONCE = 16  # refused senders whose body is read to its end
A_MINUTE = 60  # requests; Alertmanager groups, so that an honest sender stays far below
CALLS_A_MINUTE = 1200  # of jobs; each has its own minute, and there may be many
WRONG_A_MINUTE = 20
STOP_S = 5.0

Taking = Callable[[Request], Awaitable[JSONResponse]]

UNSET = "There is no token yet, so no alert is taken in. Make one with `claudeops alerts token`."


class WebhookApp:
    """``token`` is asked at each request (it may change); ``received`` takes the alerts and may block."""

    def __init__(
        self,
        port: int,
        token: Callable[[], str],
        received: Callable[[Sequence[Alert]], AlertReply],
        hosts: Callable[[], Sequence[str]] = tuple,
        heartbeats: HeartbeatIntake | None = None,
    ) -> None:
        self._heartbeats = heartbeats
        self._port = port
        self._hosts = hosts
        self._at_once = self._refused_at_once = 0
        self._token = token
        self._received = received
        self._asked = RateLimit(A_MINUTE)
        self._called = RateLimit(CALLS_A_MINUTE)
        self._wrong = RateLimit(WRONG_A_MINUTE)
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return self._port

    def start(self) -> None:
        """Listen. Raises OperatorError where the port cannot be had."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, self._port))
            listener.listen(128)  # whoever connects from here on waits until the server is up
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                why = f"Alerts cannot come in: port {self._port} is used by another program."
            else:
                why = f"Alerts cannot come in: port {self._port} cannot be used ({error.strerror})."
            raise OperatorError(why, UserMessage("Choose another port in the settings.")) from error
        self._port = listener.getsockname()[1]
        app = Starlette(
            routes=[
                Route("/health", self._health),
                Route("/", self._alerts, methods=["POST", "PUT"]),
                Route("/alerts", self._alerts, methods=["POST", "PUT"]),
                Route("/heartbeat/{service}", self._heartbeat, methods=["POST", "PUT"]),
                Route("/heartbeat/{service}/{label}", self._heartbeat, methods=["POST", "PUT"]),
            ]
        )
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",
            loop="asyncio",
            http=ConnectionLimits().protocol(),
            ws="none",
            timeout_keep_alive=1,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, args=(listener,), name="alerts", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more; what is being answered is finished, within a few seconds."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                self._server.force_exit = True
                self._thread.join(STOP_S)
            self._server = self._thread = None

    def _serve(self, listener: socket.socket) -> None:
        assert self._server is not None  # noqa: S101
        server = self._server
        try:
            with listener, asyncio.Runner() as runner:
                runner.run(server.serve(sockets=[listener]))
        except Exception:
            log.exception("the alert receiver has failed")

    async def _health(self, _request: Request) -> JSONResponse:
        return JSONResponse({"status": "ok"}, headers=CLOSE)

    async def _alerts(self, request: Request) -> JSONResponse:
        return await self._answered(request, self._take_in, self._asked)

    async def _heartbeat(self, request: Request) -> JSONResponse:
        return await self._answered(request, self._take_call, self._called)

    async def _answered(self, request: Request, take: Taking, limit: RateLimit) -> JSONResponse:
        answer = await self._answer(request, take, limit)
        refused = answer.status_code >= HTTPStatus.BAD_REQUEST and answer.status_code != HTTPStatus.REQUEST_TIMEOUT
        if refused and self._refused_at_once < REFUSED_AT_ONCE:
            self._refused_at_once += 1
            try:
                await _read_what_is_left(request)
            finally:
                self._refused_at_once -= 1
        return answer

    async def _answer(self, request: Request, take: Taking, limit: RateLimit) -> JSONResponse:
        if not is_own_host(request.headers.get("host", ""), self._hosts()):
            return _no(421, "This host name is not known here. Add it to alerts.hosts in the settings.")
        try:
            token = await asyncio.to_thread(self._token)
        except ClaudeOpsError as error:
            return _no(503, error.full_text)
        if not token:
            return _no(503, UNSET)
        if not hmac.compare_digest(_token_of(request).encode(), token.encode()):
            if not self._wrong.allows():
                return _no(429, "Too many requests with a wrong token.", {"Retry-After": "60"})
            return _no(
                401, "The token is wrong. Send it as `Authorization: Bearer TOKEN`, as the password, or as `X-Token`."
            )
        # Counted after the token: whoever does not know it takes nothing from those who do.
        if not limit.allows():
            return _no(429, f"Too many requests: {limit.number} in a minute are taken.", {"Retry-After": "60"})
        if self._at_once >= AT_ONCE:
            return _no(503, f"Too many requests at once: {AT_ONCE} are taken.", {"Retry-After": "5"})
        self._at_once += 1
        try:
            return await take(request)
        finally:
            self._at_once -= 1

    async def _take_call(self, request: Request) -> JSONResponse:
        if self._heartbeats is None:
            return _no(404, "No calls of jobs are taken here.")
        service, label = request.path_params["service"], request.path_params.get("label", "")
        try:
            async with asyncio.timeout(BODY_S):
                body = await _body(request)
            if body is None:
                return _no(413, f"The body is larger than {LARGEST // 1024} kB.")
            kept = await asyncio.to_thread(self._heartbeats.keep_call, service, label, request.query_params, body)
        except HeartbeatRefused as error:
            return _no(error.status, str(error))
        except TimeoutError:
            return _no(408, "The body did not arrive in time.")
        except ClientDisconnect:
            return _no(400, "The sender went away.")
        except Exception:
            log.exception("the call of a job could not be kept")
            return _no(500, "A mistake of Claude Ops: it is in its log.")
        return JSONResponse(kept, 200, CLOSE)

    async def _take_in(self, request: Request) -> JSONResponse:
        try:
            async with asyncio.timeout(BODY_S):
                body = await _body(request)
            if body is None:
                return _no(413, f"The body is larger than {LARGEST // 1024} kB.")
            alerts = parse_payload(body, request.headers.get("content-type", ""))
            reply = await asyncio.to_thread(self._received, alerts)
        except PayloadError as error:
            return _no(400, str(error))
        except TimeoutError:
            return _no(408, "The body did not arrive in time.")
        except ClientDisconnect:
            return _no(400, "The sender went away.")
        except ClaudeOpsError as error:
            return _no(503, error.full_text)
        except Exception:
            log.exception("an alert could not be taken in")
            return _no(500, "A mistake of Claude Ops: it is in its log.")
        taken = [
            {"id": one.id, "title": one.title, "services": list(one.services), "state": one.state, "why": one.why}
            for one in reply.taken
        ]
        return JSONResponse({"run_asked": reply.run_asked, "alerts": taken}, 202 if reply.run_asked else 200, CLOSE)


def is_own_host(host: str, others: Sequence[str]) -> bool:
    """Whether a Host header names this computer, or a name that the operator gave it.

    A web page may have its own name point here (DNS rebinding), and the browser then calls us by that name.
    """
    name = host.strip().lower()
    bare = name[: name.rindex("]") + 1] if name.startswith("[") and "]" in name else name.partition(":")[0]
    return bare in OWN_HOSTS or bare in {other.strip().lower() for other in others}


class RateLimit:
    """So many a minute."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._times: deque[float] = deque()

    def allows(self) -> bool:
        """Whether one more may be; it counts then."""
        now = time.monotonic()
        while self._times and self._times[0] < now - 60:
            self._times.popleft()
        if len(self._times) >= self.number:
            return False
        self._times.append(now)
        return True


def _token_of(request: Request) -> str:
    """The token of a request, "" where there is none: a bearer's, the password of whatever user, or our own header."""
    kind, _, value = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    if kind.lower() == "basic":
        with contextlib.suppress(ValueError):
            return base64.b64decode(value, validate=True).decode().partition(":")[2]
    return request.headers.get("x-token", "").strip()


async def _body(request: Request) -> bytes | None:
    """All of the body; None where it is too large."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > LARGEST:
            return None
    return bytes(found)


async def _read_what_is_left(request: Request) -> None:
    """Read, and forget, the rest of a refused body, so that its sender hears why.

    Closed with bytes unread, a connection is reset, and the sender loses the answer with it (RFC 9112, 9.6). Ends after
    ``LEFT_OVER`` bytes or ``LEFT_OVER_S`` seconds; whoever waits for leave to send a body is not asked for it.
    """
    if request.headers.get("expect"):
        return
    left = LEFT_OVER
    # RuntimeError is starlette's for a body that was read to its end.
    with contextlib.suppress(TimeoutError, ClientDisconnect, RuntimeError):
        async with asyncio.timeout(LEFT_OVER_S):
            async for chunk in request.stream():
                left -= len(chunk)
                if left < 0:
                    return


def _no(code: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": sentence}, code, {**CLOSE, **(headers or {})})
