"""Alerts and the calls of jobs over HTTP: what is taken in, and what is answered.

``POST /alerts`` (or ``/``; PUT is the same) takes an alert, ``POST /heartbeat/NAME`` the call of a job, ``GET /health``
says that somebody is there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from ..core.errors import ClaudeOpsError
from .alert_payloads import PayloadError, parse_payload
from .alert_types import Alert, AlertReply
from .heartbeat_intake import HeartbeatIntake, HeartbeatRefused
from .rate_limits import RateLimit
from .request_gate import BODY_S, LARGEST, RequestGate, RequestRefusal, read_body, read_what_is_left
from .token_types import TokenScope

log = logging.getLogger(__name__)
CLOSE = {"Connection": "close"}  # senders come seldom: a connection that stays takes another's place
LEFT_OVER = 8 * LARGEST  # bytes of a refused body that are still read
LEFT_OVER_S = 5.0
AT_ONCE = 16  # requests with the right token
REFUSED_AT_ONCE = 16  # refused senders whose body is read to its end
A_MINUTE = 60  # requests; Alertmanager groups, so that an honest sender stays far below
CALLS_A_MINUTE = 1200  # of jobs; each has its own minute, and there may be many

Taking = Callable[[Request], Awaitable[JSONResponse]]


class AlertRoutes:
    """``received`` takes the alerts and may block; ``enabled`` says whether alerts are taken in at all."""

    def __init__(
        self,
        gate: RequestGate,
        received: Callable[[Sequence[Alert]], AlertReply],
        heartbeats: HeartbeatIntake | None = None,
        enabled: Callable[[], bool] = lambda: True,
    ) -> None:
        self._gate = gate
        self._received = received
        self._heartbeats = heartbeats
        self._enabled = enabled
        self._at_once = self._refused_at_once = 0
        self._asked = RateLimit(A_MINUTE)
        self._called = RateLimit(CALLS_A_MINUTE)

    def routes(self) -> list[Route]:
        """What is served."""
        return [
            Route("/health", self._health),
            Route("/", self._alerts, methods=["POST", "PUT"]),
            Route("/alerts", self._alerts, methods=["POST", "PUT"]),
            Route("/heartbeat/{service}", self._heartbeat, methods=["POST", "PUT"]),
            Route("/heartbeat/{service}/{label}", self._heartbeat, methods=["POST", "PUT"]),
        ]

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
                await read_what_is_left(request, LEFT_OVER, LEFT_OVER_S)
            finally:
                self._refused_at_once -= 1
        return answer

    async def _answer(self, request: Request, take: Taking, limit: RateLimit) -> JSONResponse:
        if (refused := self._gate.check_origin(request)) is not None:
            return _no(refused.status, refused.sentence)
        if not self._enabled():
            return _no(503, "Alerts are off. Turn them on: claudeops settings set alerts.enabled true")
        if problem := await asyncio.to_thread(self._alert_problem):
            return _no(503, problem)
        caller = await self._gate.find_caller(request)
        if isinstance(caller, RequestRefusal):
            return _no(caller.status, caller.sentence, caller.headers)
        if not caller.may(TokenScope.ALERT):
            return _no(403, f"The token “{caller.name}” may not send alerts: it needs the scope alert.")
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

    def _alert_problem(self) -> str:
        try:
            return self._gate.authenticator.alert_problem()
        except ClaudeOpsError as error:
            return error.full_text

    async def _take_call(self, request: Request) -> JSONResponse:
        if self._heartbeats is None:
            return _no(404, "No calls of jobs are taken here.")
        service, label = request.path_params["service"], request.path_params.get("label", "")
        try:
            async with asyncio.timeout(BODY_S):
                body = await read_body(request)
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
                body = await read_body(request)
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


def _no(code: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": sentence}, code, {**CLOSE, **(headers or {})})
