"""An OpenAI-compatible endpoint on loopback that answers what a test wrote down, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer. ``raw`` is sent as it is in place of a chat completion; ``hang`` waits until the server stops;
    ``drip`` sends one byte, and then nothing more."""

    text: str = ""
    status: int = 200
    raw: bytes | None = None
    hang: bool = False
    drip: bool = False
    finish_reason: str = "stop"
    usage: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


class ChatEndpoint:
    """``replies`` in their order, the last again and again. ``refuses`` names formats of answers that are refused."""

    def __init__(self, *replies: Reply, refuses: tuple[str, ...] = ()) -> None:
        self.replies = list(replies) or [Reply("{}")]
        self.refuses = refuses
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.stopping = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.endpoint = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> ChatEndpoint:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def reply(self, body: dict[str, Any]) -> Reply:
        form = body.get("response_format", {}).get("type", "")
        if form in self.refuses:
            told = {"error": {"message": f"response_format {form} is not supported"}}
            return Reply(status=400, raw=json.dumps(told).encode())
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    endpoint: ChatEndpoint

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The one who asked has gone: that is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        endpoint = self.server.endpoint
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
        if self.path != "/v1/chat/completions":
            self._send(Reply(status=404, raw=b"{}"))
            return
        endpoint.asked.append(body)
        reply = endpoint.reply(body)
        if reply.hang:
            endpoint.stopping.wait()
            return
        self._send(reply)

    def _send(self, reply: Reply) -> None:
        raw = reply.raw
        if raw is None:
            choice = {"message": {"role": "assistant", "content": reply.text}, "finish_reason": reply.finish_reason}
            raw = json.dumps({"choices": [choice], "usage": reply.usage}).encode()
        self.send_response(reply.status)
        sent = {"content-type": "application/json", "content-length": str(len(raw) + 9 * reply.drip), **reply.headers}
        for name, value in sent.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)
        self.wfile.flush()
        if reply.drip:
            self.server.endpoint.stopping.wait()
