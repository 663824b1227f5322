"""The way through, as an operator meets it first: real checks, an outage, and what is remembered of it (S1, M6)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from support.ports import held_port


class Healthy(BaseHTTPRequestHandler):
    """Answers everything with 200."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        """Not a word."""


class Service:
    """An HTTP service on loopback that can be taken down and brought back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.up()

    def up(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Healthy)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def down(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def web() -> Iterator[Service]:
    with held_port() as port:
        service = Service(port)
        yield service
        service.down()


@pytest.mark.slow
def test_a_measured_recovery_is_in_the_context_of_the_next_run(program, started, data_dir, web):
    (data_dir / "services.toml").write_text(
        f'[[service]]\nname = "web"\ncheck = "http"\nurl = "http://127.0.0.1:{web.port}/"\n'
    )
    first = program("run", "--agent", "watch", "--json").json
    assert first["session"]["status"] == "completed"
    assert first["memories"] == []

    web.down()
    second = started("run", "--agent", "watch")
    second.until_it_says("connection refused")
    web.up()
    second.until_it_says("── Memories ──")
    assert second.wait(timeout=90) == 0

    events = program("events", "list", "--service", "web", "--json").json
    assert [event["level"] for event in events] == ["info", "critical"]
    (memory,) = program("memory", "list", "--json").json
    assert (memory["service"], memory["category"]) == ("web", "timing")
    assert "recover" in memory["observation"].lower()
    assert memory["observation"] in program("context").out

    third = program("run", "--agent", "watch", "--json").json
    assert third["session"]["status"] == "completed"
    assert (
        memory["observation"] in program("sessions", "show", third["session"]["id"], "--json").json["appended_prompt"]
    )
