"""What is learned from outcomes, with the real CLI: an outage that comes twice, and a verifier that refutes a claim."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cli_operator import bash
from support.loopback_api import Turn

CLAIM = "The certificate of shop is valid for another 90 days."
SCRIPTS = {
    "restarts": [Turn("I restart it.", (bash("systemctl restart shop"),)), Turn("Restarted, it works again.")],
    "renews": [Turn("I renew it.", (bash("certbot renew"),)), Turn("The certificate was renewed.")],
    "claims": [Turn(CLAIM), Turn("Nothing else is wrong.")],
    "verifies": [
        Turn("I look at it.", (bash("cat certificate.txt"),)),
        Turn(f"[VERDICT:fail] {CLAIM} | evidence: notAfter: in 3 days, serial 4711"),
    ],
}
PATTERN = "The certificate of shop is valid for another 90 days"


class _Shop(BaseHTTPRequestHandler):
    """Answers 502 while the file ``broken`` is there."""

    def do_GET(self) -> None:
        self.send_response(502 if self.server.broken.exists() else 200)  # type: ignore[attr-defined]
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A service on loopback: its port, and the file that breaks it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Shop)
    server.broken = tmp_path / "broken"  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server.server_address[1], tmp_path / "broken"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def programs(operator, tmp_path: Path, shop) -> None:
    """``systemctl`` does nothing, ``certbot`` mends the service; they come first on PATH."""
    place = tmp_path / "bin"
    place.mkdir()
    for name, does in (("systemctl", "true"), ("certbot", f"rm -f {shop[1]}")):
        file = place / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
    operator.env["PATH"] = f"{place}:{operator.env['PATH']}"
    operator.env["CLAUDEOPS_COOLDOWNS_REDEPLOYMENTS"] = "5"  # the second outage comes at once


@pytest.mark.slow
def test_the_second_outage_begins_with_the_case_of_the_first(operator, api, shop, programs):
    port, broken = shop
    operator.data.mkdir(parents=True, exist_ok=True)
    (operator.data / "services.toml").write_text(
        "[watch]\nrecovery_wait = 0\n"
        f'[[service]]\nname = "shop"\ncheck = "http"\nurl = "http://127.0.0.1:{port}/"\nretry_after = 0\n'
    )

    def measure(times: int = 1) -> None:
        for _ in range(times):
            operator.claudeops("run", "--agent", "watch", "--service", "shop", "--json")

    def acts(script: str) -> None:
        assert operator.run(script, "--tier", "3", "--service", "shop")["session"]["status"] == "completed"

    broken.touch()
    measure()
    acts("restarts")
    measure()
    acts("renews")
    measure(2)
    (case,) = operator.ask("cases", "list")
    results = [(one["action"], one["result"]) for one in case["attempts"]]
    assert results == [("restarted shop", "did_not_help"), ("ran certbot renew", "recovered_after")]
    assert case["state"] == "recovered" and case["cure"] == ""

    broken.touch()
    measure()
    previewed = operator.ask("context", "--part", "all", "--service", "shop")
    (entry,) = [one for part in previewed["injected"]["parts"] if part["name"] == "cases" for one in part["entries"]]
    assert entry["case_id"] == case["id"] and "Offered as" in entry["why"]
    api.asked.clear()
    acts("renews")
    (line,) = {
        line for text in api.system_prompts("renews") for line in text.splitlines() if line.startswith("- [case] shop")
    }
    assert "Recovered after, in order: ran certbot renew (1 of 1" in line and "restarted shop (0 of 1)" in line
    measure(2)
    (case,) = operator.ask("cases", "list")
    assert (case["seen"], case["offered"], case["resolved"]) == (2, 1, 1), "the second session followed it"
    assert case["state"] == "cured" and case["cure"] == "ran certbot renew", "the same helped a second time"


@pytest.mark.slow
def test_a_verifier_refutes_a_false_claim_and_the_pattern_behind_it_loses(operator, api):
    pattern = operator.ask("learn", "store-pattern", "--role", "observer", "--text", PATTERN)
    operator.ask("learn", "approve", str(pattern["id"]))
    (operator.home / "certificate.txt").write_text("notAfter: in 3 days, serial 4711\n")
    first = operator.run("claims")["session"]
    assert any(PATTERN in text for text in api.system_prompts("claims")), "the session was given it"
    operator.ask("learn", "verify", str(first["id"]), script="verifies")
    operator.claudeops("learn", "findings")  # settles nothing by itself
    (verdict,) = operator.ask("learn", "deliberations", "--role", "verifier")
    assert verdict["verdict"] == "fail" and CLAIM in verdict["response"]
    history = operator.ask("learn", "history", str(pattern["id"]))
    assert history["ignored_times"] == 1 and history["ignored"] == 1.5, "a validator's mark weighs more"
    asked = "\n".join(str(body["messages"]) for name, body in api.asked if name == "verifies")
    assert "You check what it claims" in asked and CLAIM in asked
