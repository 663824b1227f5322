"""Facts of a session that read what others write are doubted sooner (E4)."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory.gate.foreign_sources import read_others
from claudeops_desktop.memory.gate.gate import gate
from claudeops_desktop.storage.database import proxy

IN_DOUBT = "Export an encrypted copy of the vault twice a year"
CALLS = [
    ("WebFetch", '{"url": "https://forum.example/t/1"}', "allow", True),
    ("WebSearch", '{"query": "caddy 502"}', "allow", True),
    ("Bash", '{"command": "curl -s https://docs.example.org/fix"}', "allow", True),
    ("WebFetch", '{"url": "https://forum.example/t/1"}', "deny", False),
    ("Bash", '{"command": "curl -s http://localhost:8096/health"}', "allow", False),
    ("Bash", '{"command": "curl -s http://nas:9000/ http://10.0.0.5/ http://grafana.lan/api"}', "allow", False),
    ("Bash", '{"command": "journalctl -u caddy -n 100"}', "allow", False),
]


@pytest.mark.parametrize(("tool", "given", "verdict", "others"), CALLS)
def test_what_is_fetched_from_outside_is_what_others_write(desk, tool, given, verdict, others) -> None:
    session = desk.session()
    columns = "session_id, tool_use_id, tool_name, input, verdict, by, asked_at"
    row = (session, "t1", tool, given, verdict, "rule", "2026-01-01T00:00:00Z")
    desk.write(lambda: proxy.execute_sql(f"INSERT INTO tool_calls ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", row))
    assert desk.write(lambda: read_others(session)) is others
    assert desk.write(lambda: read_others(None)) is False


def test_less_is_enough_to_doubt_it() -> None:
    fact = ExtractedFact(IN_DOUBT, "behavior", gate="allow")
    assert gate(fact, "marker").outcome == "allow"
    held = gate(fact, "marker", foreign=True)
    assert (held.outcome, held.rule) == ("hold", "doubt")
    assert "read what others wrote" in held.why


def test_a_plain_fact_passes_wherever_it_comes_from() -> None:
    for text in ("Takes 60s to start after restart", "Returns HTTP 302 redirect when healthy, not 200"):
        assert gate(ExtractedFact(text, "behavior", gate="allow"), "observed", foreign=True).outcome == "allow"
