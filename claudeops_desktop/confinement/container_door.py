"""Lets a session read from a container engine and do nothing else: a proxy in front of the API of Docker or Podman.

Each connection carries one request. It is read whole, looked up in the list of what may be read (``container_paths``)
and written anew for the engine, without the client's headers: nothing of the client's own bytes goes further, so there
is no second request behind the first, no body and no way to take the connection over. Answers are masked
(``container_answers``); streams go on as they come, and end with the client.
"""

from __future__ import annotations

import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import h11

from .container_answers import mask_document, mask_line, mask_text
from .container_paths import DOCUMENT, LINES, EngineRefusal, EngineRequest, read_request
from .door_server import connect_to, serve_clients

CHUNK = 65536
LONGEST_REQUEST = 32 * 1024
LONGEST_DOCUMENT = 16 * 1024 * 1024
REQUEST_S, ANSWER_S = 10.0, 120.0
_KEPT_HEADERS = frozenset(
    b"content-type api-version docker-experimental ostype server builder-version buildkit-version swarm "
    b"libpod-api-version libpod-buildah-version".split()
)
_ADVICE = (
    "This session only reads from the container engine. To do more, run the docker or podman command itself, so that "
    "it can be approved."
)


class _EngineFault(Exception):
    """Tells that the engine did not answer, or answered what cannot be handed on."""


def serve_containers(listen_path: str, upstream_path: str) -> threading.Thread:
    """Listen at a socket for requests that read from the engine behind ``upstream_path``.

    The socket is there when this returns. The thread ends with the process.
    """

    def answer(client: socket.socket) -> None:
        with suppress(h11.LocalProtocolError):  # the client is gone
            _Exchange(client, upstream_path).answer()

    return serve_clients(listen_path, answer)


class _Exchange:
    """Handles one request of a client and its answer."""

    def __init__(self, client: socket.socket, upstream_path: str) -> None:
        self._client = client
        self._upstream_path = upstream_path
        self._to_client = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_REQUEST)
        self._to_engine = h11.Connection(h11.CLIENT)
        self._bodiless = False  # what answers HEAD has no body

    def answer(self) -> None:
        """Read the request, and answer it or say why it does not reach the engine."""
        self._client.settimeout(REQUEST_S)
        try:
            request = self._read_request()
            self._client.settimeout(None)
            with self._connected() as engine:
                self._pass_on(request, engine)
        except EngineRefusal as refusal:
            self._refuse(refusal.status, f"Claude Ops: {refusal}. {_ADVICE}")
        except h11.RemoteProtocolError:
            self._refuse(400, f"Claude Ops: this request is not understood. {_ADVICE}")
        except _EngineFault as fault:
            self._refuse(502, f"Claude Ops: the container engine did not answer as it should: {fault}.")

    def _read_request(self) -> EngineRequest:
        request = None
        while True:
            event = self._to_client.next_event()
            if event is h11.NEED_DATA:
                self._to_client.receive_data(self._client.recv(CHUNK))
            elif isinstance(event, h11.Request):
                request, self._bodiless = event, event.method == b"HEAD"
                for name, _ in event.headers:
                    if name in (b"upgrade", b"transfer-encoding", b"expect"):
                        raise EngineRefusal(f"a request with the header {name.decode()} does more than read")
            elif isinstance(event, h11.EndOfMessage) and request is not None:
                break
            else:
                raise EngineRefusal("a request that brings data does more than read")
        if self._to_client.trailing_data[0]:
            raise EngineRefusal("a second request came with the first", 400)
        return read_request(request.method.decode("ascii"), request.target.decode("latin-1"))

    def _connected(self) -> socket.socket:
        try:
            return connect_to(self._upstream_path)
        except OSError as error:
            raise _EngineFault(str(error.strerror)) from error

    def _pass_on(self, request: EngineRequest, engine: socket.socket) -> None:
        engine.settimeout(ANSWER_S)
        try:
            headers = [("Host", "localhost"), ("User-Agent", "claudeops"), ("Connection", "close")]
            asked = h11.Request(method=request.method, target=request.target, headers=headers)
            engine.sendall((self._to_engine.send(asked) or b"") + (self._to_engine.send(h11.EndOfMessage()) or b""))
            head = next(self._events(engine), None)
        except (OSError, h11.RemoteProtocolError) as error:
            raise _EngineFault(str(error)) from error
        if not isinstance(head, h11.Response):
            raise _EngineFault("it closed the connection")
        if head.status_code >= 400 or request.answer == DOCUMENT:
            self._send_whole(head, self._whole(engine))
        else:
            self._send_stream(head, engine, mask_line if request.answer == LINES else None)

    def _send_whole(self, head: h11.Response, body: bytes) -> None:
        try:
            body = mask_document(body) if body else b""
        except (ValueError, RecursionError) as error:
            if head.status_code < 400:
                raise _EngineFault("its answer is no JSON") from error
            body = mask_text(body)
        self._begin(head.status_code, _kept(head), body)

    def _send_stream(self, head: h11.Response, engine: socket.socket, mask: Callable[[bytes], bytes] | None) -> None:
        engine.settimeout(None)
        self._begin(head.status_code, _kept(head))
        with suppress(ValueError, RecursionError, h11.RemoteProtocolError, _EngineFault):  # the stream breaks off
            parts = self._stream(engine)
            for part in parts if mask is None else map(mask, _lines(parts)):
                if part:
                    self._send(h11.Data(data=part))
            self._send(h11.EndOfMessage())

    def _events(self, engine: socket.socket) -> Iterator[h11.Event]:
        """Yield what the engine says, until its answer ends."""
        while True:
            event = self._to_engine.next_event()
            if event is h11.NEED_DATA:
                self._to_engine.receive_data(engine.recv(CHUNK))
            elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed) or event is h11.PAUSED:
                return
            elif isinstance(event, h11.Event) and not isinstance(event, h11.InformationalResponse):
                yield event

    def _whole(self, engine: socket.socket) -> bytes:
        found = bytearray()
        try:
            for event in self._events(engine):
                if isinstance(event, h11.Data):
                    found += event.data
                if len(found) > LONGEST_DOCUMENT:
                    raise _EngineFault("its answer is too long")
        except (OSError, h11.RemoteProtocolError) as error:
            raise _EngineFault(str(error)) from error
        return bytes(found)

    def _stream(self, engine: socket.socket) -> Iterator[bytes]:
        """Yield the bytes of the answer as they come, until its end or the client's."""
        while True:
            event = self._to_engine.next_event()
            if isinstance(event, h11.Data):
                yield bytes(event.data)
            elif event is h11.NEED_DATA:
                ready, _, _ = select.select([engine, self._client], [], [])
                if self._client in ready:  # it is gone, or says more than its one request
                    raise _EngineFault("the client ended")
                self._to_engine.receive_data(engine.recv(CHUNK))
            else:
                return

    def _begin(self, status: int, headers: tuple[tuple[bytes, bytes], ...], body: bytes | None = None) -> None:
        """Send the head of an answer, with the body where it is known already; h11 sends a stream in chunks."""
        length = () if body is None or self._bodiless else ((b"content-length", b"%d" % len(body)),)
        self._send(h11.Response(status_code=status, headers=[*headers, *length, (b"connection", b"close")]))
        if body is not None:
            self._send(h11.Data(data=body) if body and not self._bodiless else None, h11.EndOfMessage())

    def _refuse(self, status: int, sentence: str) -> None:
        body = json.dumps({"message": sentence, "cause": sentence, "response": status}).encode()
        self._begin(status, ((b"content-type", b"application/json"),), body)

    def _send(self, *events: h11.Event | None) -> None:
        for event in events:
            if event is not None:
                self._client.sendall(self._to_client.send(event) or b"")


def _lines(parts: Iterator[bytes]) -> Iterator[bytes]:
    held = b""
    for part in parts:
        *whole, held = (held + part).split(b"\n")
        if len(held) > LONGEST_DOCUMENT:
            raise _EngineFault("a line of its answer is too long")
        yield from whole
    if held:
        yield held


def _kept(head: h11.Response) -> tuple[tuple[bytes, bytes], ...]:
    return tuple((name, value) for name, value in head.headers if name in _KEPT_HEADERS)
