"""A fact about to expire that the watcher measures anew: from a real check over the run to the answer (M12)."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.types import MemoryCandidate


class _Redirects(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(302)
        self.send_header("Location", "/login")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def port() -> Iterator[int]:
    """Where a web server answers every request with 302."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Redirects) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_the_watcher_s_measurement_answers_a_check(claudeops, program, written, data_dir, port):
    (data_dir / "services.toml").write_text(
        f'[[service]]\nname = "adguard"\ncheck = "http"\nurl = "http://127.0.0.1:{port}/"\nexpect_status = 302\n'
    )
    with written() as books:
        facts = ("The start page answers HTTP 302 and leads to the login", "Takes 60s to start after a restart")
        for text in facts:
            books.write(lambda text=text: books.memory.edits.add(MemoryCandidate("behavior", "adguard", text, 0.5)))
        old = to_text(books.book.clock() - timedelta(days=46))
        books.write(lambda: [tables.update(n, updated_at=old, last_confirmed_at=old) for n in (1, 2)])
    assert len(claudeops("review", "list", "--kind", "expiring", "--json").json) == 2
    run = program("run", "--agent", "watch", "--json")
    assert run.code == 0, run.err
    measured = claudeops("review", "resolve", 1, "--as", "check")
    if measured.code:  # the run itself has confirmed it by then
        assert "not about to expire" in measured.err
    else:
        assert "HTTP 302" in measured.out
    last = claudeops("memory", "history", 1, "--json").json[-1]
    assert (last["action"], last["by"]) == ("confirmed", "watcher"), last["why"]
    assert "302" in last["why"]
    assert [row["id"] for row in claudeops("review", "list", "--kind", "expiring", "--json").json] == [2]
    assert "is asked to check" in claudeops("review", "resolve", 2, "--as", "check").out
