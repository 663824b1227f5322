"""The REST interface as an application of its own: a request is let in, checked, carried out and answered."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from ...core.errors import ClaudeOpsError
from ...core.principals import acting_as
from ..change_feed import ChangeFeed
from ..kept_replies import KeptReplies, KeptReply
from ..rate_limits import KeyedRateLimit
from ..request_gate import BODY_S, RequestGate, RequestRefusal, read_body, read_what_is_left
from ..token_types import TokenCaller
from ..write_log import WriteLog
from .openapi import PREFIX, openapi_document
from .operation_types import ApiCall, ApiOperation, ApiReply, etags_in
from .operations import all_operations
from .problems import PROBLEM_JSON, RequestError, from_application, from_validation
from .request_parsing import (
    parse_key,
    parse_path,
    parse_query,
    request_fingerprint,
    require_etag,
    unify_numbers,
)

if TYPE_CHECKING:
    from ..routes import ServerParts

log = logging.getLogger(__name__)
LARGEST_BODY = 256 * 1024
LEFT_OVER, LEFT_OVER_S = 8 * 1024 * 1024, 5.0
AT_ONCE = 32
STREAMS_AT_ONCE, STREAMS_OF_A_TOKEN = 16, 4
HEADERS = {"Connection": "close", "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff"}


@dataclass(frozen=True, slots=True)
class ApiLimits:
    """How much a token may in a minute: ``requests`` of any kind, and ``writes`` among them."""

    requests: int = 600
    writes: int = 60


@dataclass(frozen=True, slots=True)
class _Encoded:
    status: int
    body: bytes
    headers: Mapping[str, str]


class RestApplication:
    """Serves the operations of the table, and the stream of changes. An ASGI application below ``/api/v1``."""

    def __init__(self, parts: ServerParts, gate: RequestGate, url: str, limits: ApiLimits = ApiLimits()) -> None:
        self._parts = parts
        self._gate = gate
        self._url = url
        self._limits = limits
        self._requests, self._writes = KeyedRateLimit(limits.requests), KeyedRateLimit(limits.writes)
        self._at_once = 0
        self._streams: dict[int, int] = {}
        self._log, self._replies = WriteLog(parts.book.store), KeptReplies(parts.book.store)
        self.feed = ChangeFeed(parts.book.store)
        self.operations = all_operations()
        by_path: dict[str, dict[str, ApiOperation]] = {}
        for one in self.operations:
            by_path.setdefault(one.path, {})[one.method] = one
        routes = [
            Route(path.replace("{path}", "{path:path}"), partial(self._serve, methods))
            for path, methods in by_path.items()
        ]
        for route in routes:
            route.methods = set()  # of every method: the wrong ones are refused in our own form
        extra = [Route("/openapi.json", self._document), Route("/changes", self._changes)]
        for route in extra:
            route.methods = set()
        self._router = Router([*extra, *routes], redirect_slashes=False, default=self._nothing)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await self._router(scope, receive, send)

    async def _nothing(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self._guarded(request, "read", self._refuse_unknown(), {"GET"}, any_method=True)
        await response(scope, receive, send)

    async def _refuse_unknown(self) -> Response:
        raise RequestError(404, "There is nothing at this address.", fix=f"See {PREFIX}/openapi.json.")

    async def _document(self, request: Request) -> Response:
        async def answer() -> Response:
            document = openapi_document(self.operations, self._url)
            return Response(msgspec.json.encode(document), 200, HEADERS, "application/json")

        return await self._guarded(request, "read", answer(), {"GET"})

    # --- letting in ------------------------------------------------------------------------------------------------

    async def _guarded(
        self, request: Request, scope: str, answer: Awaitable[Response], methods: set[str], *, any_method: bool = False
    ) -> Response:
        """An answer of our own to whoever may read; everybody else hears why not."""
        try:
            caller = await self._admit(request)
            if request.method not in methods and not any_method:
                raise _wrong_method(methods)
            _require_scope(caller, scope)
            return await answer
        except RequestError as error:
            return _problem(error)
        finally:
            if asyncio.iscoroutine(answer):
                answer.close()

    async def _admit(self, request: Request) -> TokenCaller:
        caller = await self._gate.find_caller(request)
        if isinstance(caller, RequestRefusal):
            raise RequestError(caller.status, caller.sentence, headers=caller.headers)
        if not self._requests.allows(caller.token_id):
            raise RequestError(
                429,
                f"This token was used {self._limits.requests} times within a minute.",
                fix="Wait a minute.",
                headers={"Retry-After": "60"},
            )
        return caller

    # --- one operation ---------------------------------------------------------------------------------------------

    async def _serve(self, methods: Mapping[str, ApiOperation], request: Request) -> Response:
        try:
            return await self._answer(methods, request)
        except RequestError as error:
            response = _problem(error)
        except TimeoutError:
            response = _problem(RequestError(408, "The body did not arrive in time."))
        except ClientDisconnect:
            response = _problem(RequestError(400, "The sender went away."))
        except ClaudeOpsError as error:
            response = _problem(from_application(error))
        except Exception:
            log.exception("a request to the REST interface failed")
            response = _problem(RequestError(500, "A mistake of Claude Ops: it is in its log."))
        await read_what_is_left(request, LEFT_OVER, LEFT_OVER_S)
        return response

    async def _answer(self, methods: Mapping[str, ApiOperation], request: Request) -> Response:
        caller = await self._admit(request)
        one = methods.get(request.method)
        if one is None:
            raise _wrong_method(set(methods))
        _require_scope(caller, one.scope)
        if one.writes and not self._writes.allows(caller.token_id):
            raise RequestError(
                429,
                f"This token wrote {self._limits.writes} times within a minute.",
                fix="Keep what matters most, and wait a minute.",
                headers={"Retry-After": "60"},
            )
        if self._at_once >= AT_ONCE:
            raise RequestError(503, f"{AT_ONCE} requests are being answered.", headers={"Retry-After": "1"})
        self._at_once += 1
        try:
            body, raw = await self._read(one, request)
            call = ApiCall(
                self._parts, caller, parse_path(request), parse_query(one, request), body,
                request.headers.get("if-match", ""), self._parts.clock(),
            )  # fmt: skip
            if one.matches:
                require_etag(call.if_match)
            key = parse_key(request) if one.writes else ""
            done = await asyncio.to_thread(self._carry_out, one, call, key, request_fingerprint(request, raw))
        finally:
            self._at_once -= 1
        return _response(one, done, request.headers.get("if-none-match", ""))

    async def _read(self, one: ApiOperation, request: Request) -> tuple[Any, bytes]:
        """The body as the operation's own type, and as it came. Raises RequestError."""
        async with asyncio.timeout(BODY_S):
            raw = await read_body(request, LARGEST_BODY)
        if raw is None:
            raise RequestError(413, f"The body is larger than {LARGEST_BODY // 1024} kB.")
        if one.body is None:
            return None, b""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise RequestError(415, "The body is not JSON.", field="Content-Type", fix="Send application/json.")
        try:
            return msgspec.convert(unify_numbers(msgspec.json.decode(raw)), one.body), raw
        except msgspec.ValidationError as error:
            raise from_validation(error) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RequestError(
                400, f"The body is not JSON: {error}.", field="body", fix="Send a JSON object."
            ) from None

    def _carry_out(self, one: ApiOperation, call: ApiCall, key: str, fingerprint: str) -> _Encoded:
        with acting_as(call.caller.principal):  # of every row, as far as the caller may see it
            return self._carry_out_as(one, call, key, fingerprint)

    def _carry_out_as(self, one: ApiOperation, call: ApiCall, key: str, fingerprint: str) -> _Encoded:
        store = self._parts.book.store
        if one.mode == "read":
            return _encoded(store.read(lambda: one.handler(call)).result())
        if not one.writes:
            return _encoded(one.handler(call))
        if one.mode == "write":
            return store.write(lambda: self._write(one, call, key, fingerprint)).result()
        return self._start(one, call, key, fingerprint)

    def _write(self, one: ApiOperation, call: ApiCall, key: str, fingerprint: str) -> _Encoded:
        """Inside ``store.write``: the change, its line in the log and the kept answer stand or fall together."""
        if key and (known := self._replies.find(call.caller.token_id, key, call.now)) is not None:
            return _replayed(known, fingerprint)
        try:
            with self._parts.book.store.savepoint():
                reply = one.handler(call)
                self._parts.memory().recall.index_written()
        except RequestError as error:
            return self._refused(one, call, error)
        except ClaudeOpsError as error:
            found = from_application(error)
            if found.status == 503:  # the whole transaction is gone
                raise
            return self._refused(one, call, found)
        done = _encoded(reply)
        self._log.add(call.caller, "rest", one.name, reply.target, done.status, reply.detail, call.now)
        if key:
            self._replies.reserve(call.caller.token_id, key, fingerprint, call.now)
            self._replies.finish(call.caller.token_id, key, done.status, dict(done.headers), done.body)
        return done

    def _start(self, one: ApiOperation, call: ApiCall, key: str, fingerprint: str) -> _Encoded:
        """What cannot be part of a transaction: its key is taken before, and let go where nothing came of it."""
        store, token_id = self._parts.book.store, call.caller.token_id

        def reserve() -> KeptReply | None:
            known = self._replies.find(token_id, key, call.now)
            if known is None:
                self._replies.reserve(token_id, key, fingerprint, call.now)
            return known

        if key and (known := store.write(reserve).result()) is not None:
            return _replayed(known, fingerprint)
        try:
            reply = one.handler(call)
        except (RequestError, ClaudeOpsError) as error:
            found = error if isinstance(error, RequestError) else from_application(error)

            def release() -> _Encoded:
                if key:
                    self._replies.release(token_id, key)
                return self._refused(one, call, found)

            return store.write(release).result()
        done = _encoded(reply)

        def note() -> None:
            self._log.add(call.caller, "rest", one.name, reply.target, done.status, reply.detail, call.now)
            if key:
                self._replies.finish(token_id, key, done.status, dict(done.headers), done.body)

        store.write(note).result()
        return done

    def _refused(self, one: ApiOperation, call: ApiCall, error: RequestError) -> _Encoded:
        path = one.path.lstrip("/").format(**call.path)
        self._log.add(call.caller, "rest", one.name, path, error.status, error.field, call.now)
        body = msgspec.json.encode(error.as_problem())
        return _Encoded(error.status, body, {**error.headers, "Content-Type": PROBLEM_JSON})

    # --- the stream of changes -------------------------------------------------------------------------------------

    async def _changes(self, request: Request) -> Response:
        try:
            caller = await self._admit(request)
            if request.method != "GET":
                raise _wrong_method({"GET"})
            _require_scope(caller, "read")
            mine = self._streams.get(caller.token_id, 0)
            if mine >= STREAMS_OF_A_TOKEN or sum(self._streams.values()) >= STREAMS_AT_ONCE:
                raise RequestError(
                    429, "Too many streams are open.", fix="Close one of them.", headers={"Retry-After": "60"}
                )
        except RequestError as error:
            return _problem(error)
        return StreamingResponse(
            self._stream(caller, request.headers.get("last-event-id", "")), 200, HEADERS, "text/event-stream"
        )

    async def _stream(self, caller: TokenCaller, last_id: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
        self._streams[caller.token_id] = self._streams.get(caller.token_id, 0) + 1
        try:
            async for event in self.feed.listen(last_id, caller.principal):
                yield event
        finally:
            self._streams[caller.token_id] -= 1


def _require_scope(caller: TokenCaller, scope: str) -> None:
    if not caller.may(scope):
        raise RequestError(
            403,
            f"The token “{caller.name}” has not the scope {scope}.",
            fix=f"Make one that has: claudeops tokens add NAME --scope {scope}",
        )


def _wrong_method(methods: set[str]) -> RequestError:
    allowed = ", ".join(sorted(methods))
    return RequestError(405, f"Only {allowed} can be used here.", headers={"Allow": allowed})


def _replayed(known: KeptReply, fingerprint: str) -> _Encoded:
    if known.request_hash != fingerprint:
        raise RequestError(
            409,
            "This key was used for another request.",
            field="Idempotency-Key",
            fix="Use a new key for each request.",
        )
    if not known.is_finished:
        raise RequestError(
            409,
            "A request with this key is being carried out, or was when the application ended.",
            field="Idempotency-Key",
            fix="Look whether it was done before you send it with another key.",
        )
    return _Encoded(known.status, known.body, {**known.headers, "Idempotency-Replayed": "true"})


def _encoded(reply: ApiReply) -> _Encoded:
    return _Encoded(reply.status, msgspec.json.encode(reply.document), reply.headers)


def _response(one: ApiOperation, done: _Encoded, if_none_match: str) -> Response:
    headers = {**HEADERS, **done.headers}
    if one.method == "GET" and done.status == 200:
        etag = f'"{hashlib.sha256(done.body).hexdigest()[:32]}"'
        headers["ETag"] = etag
        known = etags_in(if_none_match)
        if etag in known or "*" in known:
            return Response(b"", 304, headers)
    return Response(done.body, done.status, headers, headers.pop("Content-Type", "application/json"))


def _problem(error: RequestError) -> Response:
    return Response(msgspec.json.encode(error.as_problem()), error.status, {**HEADERS, **error.headers}, PROBLEM_JSON)
