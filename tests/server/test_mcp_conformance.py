"""The public conformance suite of MCP against the server over HTTP.

It comes from npm: `scripts/test-cli --install` fetches it, and where ``CLAUDEOPS_TEST_CLI=install`` is set a run
without it fails. It sends no token; a relay puts one into each request. Scenarios that call tools, resources and
prompts of the suite's own reference server are left out: no other server has those.
"""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from contextlib import closing, suppress

import pytest
from support.npm_tools import ToolMissing, conformance_suite

SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)


class TokenRelay:
    """A port that hands each connection on to the server, with the token in its request. One request a connection."""

    def __init__(self, port, token):
        self._port, self._line = port, f"Authorization: Bearer {token}\r\n".encode()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client):
        with (  # the server, or the suite, may be gone
            suppress(OSError),
            closing(client),
            closing(socket.create_connection(("127.0.0.1", self._port))) as server,
        ):
            head = b""
            while b"\r\n" not in head:
                head += client.recv(65536) or b"\r\n"
            first, _, rest = head.partition(b"\r\n")
            server.sendall(first + b"\r\n" + self._line + rest)
            threading.Thread(target=self._copy, args=(client, server), daemon=True).start()
            self._copy(server, client)

    @staticmethod
    def _copy(source, target):
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)


@pytest.fixture(scope="session")
def suite():
    try:
        return conformance_suite()
    except ToolMissing as error:
        if os.environ.get("CLAUDEOPS_TEST_CLI") == "install":
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.mark.slow
def test_the_public_suite_finds_nothing(server, suite, tmp_path):
    relay = TokenRelay(server.application.state.port, server.token("read,write", kind="agent"))
    with closing(relay):
        running = {
            scenario: subprocess.Popen(
                [*suite, "server", "--url", f"http://127.0.0.1:{relay.port}/mcp", "--scenario", scenario],
                cwd=tmp_path,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for scenario in SCENARIOS
        }
        said = {
            scenario: (process.communicate(timeout=300)[0], process.returncode) for scenario, process in running.items()
        }
    wrong = {scenario: text[-2000:] for scenario, (text, code) in said.items() if code or "Passed: " not in text}
    assert wrong == {}
