"""A Messages API on loopback that says what a test has written down, for driving the real CLI.

A script is a list of turns; the turn that answers a request is the number of answers that the conversation already
holds since its last plain prompt, so that retries and parallel sessions need no state here. Past its end a script goes
on with its last turn. Point the CLI at ``api.url("name")``; the name picks the script. A conversation that begins with
the words ``sub_agent`` is one of a sub-agent: it gets the script ``name/sub_agent``, or ``sub_agent`` for all.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ASKED_AGAIN = "[structured-output-enforce]"
PING = {"type": "ping"}


@dataclass(frozen=True)
class Turn:
    """One answer of the API.

    ``text`` and ``tools`` (name, arguments) are its blocks; ``error`` (status, type, message) refuses the request;
    ``hang`` answers only when the server stops; ``pause`` waits that many seconds between pieces of the text.
    """

    text: str = ""
    tools: tuple[tuple[str, dict[str, Any]], ...] = ()
    error: tuple[int, str, str] | None = None
    hang: bool = False
    pause: float = 0.0
    stop_reason: str = ""
    tokens: tuple[int, int] = (100, 20)
    headers: dict[str, str] = field(default_factory=dict)

    def blocks(self, number: Iterator[int]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{"type": "text", "text": self.text}] if self.text or not self.tools else []
        for name, arguments in self.tools:
            found.append({"type": "tool_use", "id": f"toolu_{next(number):08d}", "name": name, "input": arguments})
        return found


class LoopbackApi:
    """The server. ``requests`` are the bodies of all message requests so far, by script in ``asked``."""

    def __init__(self, scripts: dict[str, list[Turn]], sub_agent: str = "") -> None:
        self.scripts = scripts
        self.sub_agent = sub_agent
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.stopping = threading.Event()
        self.number = itertools.count(1)
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.api = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> LoopbackApi:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def url(self, script: str) -> str:
        """The base URL that plays a script."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/{script}"

    def system_prompts(self, script: str) -> list[str]:
        """The system prompt of each request to a script, its blocks joined."""
        return [
            system if isinstance(system, str) else "\n".join(block.get("text", "") for block in system)
            for name, body in self.asked
            if name == script and (system := body.get("system", ""))
        ]

    def turn(self, script: str, body: dict[str, Any]) -> Turn:
        """What a request is answered with."""
        messages = body.get("messages", [])
        if self.sub_agent and self.sub_agent in json.dumps(messages[:1]):
            turns = self.scripts.get(f"{script}/sub_agent") or self.scripts["sub_agent"]
        else:
            turns = self.scripts[script]
        said = 0
        for message in reversed(messages):
            if message.get("role") == "assistant":
                said += 1
            elif _is_prompt(message):
                break
        return turns[min(said, len(turns) - 1)]


def _is_prompt(message: dict[str, Any]) -> bool:
    if message.get("role") != "user":
        return False
    text = json.dumps(message.get("content"))
    return not any(sign in text for sign in ('"tool_result"', ASKED_AGAIN, "<task-notification>"))


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    api: LoopbackApi

    def handle_error(self, request: Any, client_address: Any) -> None:
        """The CLI was stopped in the middle: that is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def do_HEAD(self) -> None:
        self._json(200, None)

    def do_GET(self) -> None:
        self._json(200, {"data": []})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        script, _, path = self.path.lstrip("/").partition("/")
        if path.partition("?")[0] != "v1/messages":
            self._json(200, {"input_tokens": 100})
            return
        api = self.server.api
        api.asked.append((script, body))
        turn = api.turn(script, body)
        if turn.hang:
            api.stopping.wait()
        elif turn.error:
            status, kind, message = turn.error
            self._json(status, {"type": "error", "error": {"type": kind, "message": message}}, turn.headers)
        else:
            self._answer(turn, body)

    def _json(self, status: int, data: Any, headers: dict[str, str] | None = None) -> None:
        raw = b"" if data is None else json.dumps(data).encode()
        self.send_response(status)
        for name, value in {
            "content-type": "application/json",
            "content-length": str(len(raw)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def _answer(self, turn: Turn, body: dict[str, Any]) -> None:
        api = self.server.api
        blocks = turn.blocks(api.number)
        stop = turn.stop_reason or ("tool_use" if turn.tools else "end_turn")
        usage = {"input_tokens": turn.tokens[0], "output_tokens": turn.tokens[1]}
        usage |= {"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
        message = {
            "id": f"msg_{next(api.number):08d}",
            "type": "message",
            "role": "assistant",
            "model": body.get("model"),
        }
        if not body.get("stream"):
            whole = {"content": blocks, "stop_reason": stop, "stop_sequence": None, "usage": usage}
            self._json(200, message | whole)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        begin = {"content": [], "stop_reason": None, "stop_sequence": None, "usage": usage | {"output_tokens": 1}}
        self._event("message_start", message=message | begin)
        for index, block in enumerate(blocks):
            for kind, more in _pieces(block):
                self._event(kind, index=index, **more)
                if turn.pause and kind == "content_block_delta" and api.stopping.wait(turn.pause):
                    return
        self._event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage=usage)
        self._event("message_stop")
        self._chunk(b"")

    def _event(self, kind: str, **more: Any) -> None:
        self._chunk(f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


def _pieces(block: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events that stream one block."""
    if block["type"] == "text":
        yield "content_block_start", {"content_block": {"type": "text", "text": ""}}
        for at in range(0, len(block["text"]), 24):
            yield "content_block_delta", {"delta": {"type": "text_delta", "text": block["text"][at : at + 24]}}
    else:
        yield "content_block_start", {"content_block": block | {"input": {}}}
        yield "content_block_delta", {"delta": {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}}
    yield "content_block_stop", {}
