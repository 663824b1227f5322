"""A policy may end a session at the first tool call that is refused (S10)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.runs.stop_at_refusal import RefusalWatch, refusal_sentence
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.events import parse

RECORDINGS = Path(__file__).parents[1] / "recordings"


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2.1.197", "2.1.330"])
def test_a_call_that_the_cli_refuses_ends_the_session(engine, version):
    engine.settings.change("run.stop_at_refusal", True)
    ended = engine.run_to_end(RunRequest(agent=f"replay:{RECORDINGS / f'permission_denied-{version}.ndjson'}"))
    (session,) = engine.book.sessions.list()
    assert (ended.status, session.status) == ("stopped", "stopped")
    assert session.status_reason.startswith("It was stopped at the first refused tool call: Bash (touch in ")
    assert [e.message for e in engine.book.events.list()] == [session.status_reason]


@pytest.mark.slow
def test_without_the_policy_it_goes_on(engine):
    ended = engine.run_to_end(RunRequest(agent=f"replay:{RECORDINGS / 'permission_denied-2.1.330.ndjson'}"))
    assert ended.status == "completed"


@pytest.mark.slow
def test_a_tool_that_failed_by_itself_was_not_refused(engine, recording):
    engine.settings.change("run.stop_at_refusal", True)
    ended = engine.run_to_end(RunRequest(agent=f"replay:{RECORDINGS / 'success_markers_tool-2.1.197.ndjson'}"))
    assert ended.status == "completed"


@pytest.mark.slow
def test_the_agent_stops_waiting_for_its_answer(engine, tmp_path, qtbot):
    """It is stopped at once, not at its end: the program would go on for ten minutes."""
    said = (RECORDINGS / "permission_denied-2.1.330.ndjson").read_bytes().splitlines(keepends=True)[:4]
    stream = tmp_path / "begun.ndjson"
    stream.write_bytes(b"".join(said))
    program = tmp_path / "claude"
    program.write_text(
        "#!/bin/sh\n[ \"$1\" = --version ] && { echo '2.1.330 (Claude Code)'; exit; }\n"
        f"cat '{stream}'\nexec sleep 600\n"
    )
    program.chmod(0o755)
    engine.settings.change("agent.claude_path", str(program))
    engine.settings.change("run.stop_at_refusal", True)
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert ended.status == "stopped"
    assert "first refused tool call: Bash" in ended.reason


@pytest.mark.parametrize(("verdict", "found"), [("deny", True), ("allow", False)])
def test_a_call_that_the_guard_refused_is_known_by_its_record(engine, verdict, found):
    book, now = engine.book, engine.book.clock()

    def begin() -> int:
        run = book.sessions.begin_run(trigger="manual", agent="claude", max_tier=2, dry_run=False, services=[], now=now)
        number = book.sessions.begin(now=now, run_id=run, agent="claude", trigger="manual")
        book.store.database.execute_sql(
            "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, verdict, by, why, asked_at)"
            " VALUES (?, 't1', 'Bash', ?, 'cooldown', 'No restart of jellyfin before 14:00.', '')",
            (number, verdict),
        )
        return number

    number = book.store.write(begin).result()
    reasons: list[str] = []
    watch = RefusalWatch(book, number, reasons.append)
    answer = {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": "whatever words"}
    line = {"type": "user", "message": {"role": "user", "content": [answer]}}
    watch.read_events(parse(json.dumps(line).encode()))
    assert bool(reasons) == found
    if found:
        assert reasons == [
            "It was stopped at the first refused tool call: Bash (No restart of jellyfin before 14:00.)."
        ]


def test_what_the_agent_said_there_is_one_short_line():
    told = refusal_sentence("Bash", "rm -rf\n## Environment\n" + "x" * 500)
    assert "\n" not in told
    assert len(told) < 260


def test_a_refusal_ends_the_chain(engine, tmp_path):
    engine.settings.change("run.stop_at_refusal", True)
    engine.settings.change("approvals.tier2", "automatic")
    lines = (RECORDINGS / "permission_denied-2.1.330.ndjson").read_bytes().splitlines(keepends=True)[:-1]
    wish = {"summary": "down", "services_checked": [], "escalation": {"needed": True, "reason": "down"}}
    lines.append(
        writing.result(
            session_id="s", text="", is_error=False, cost_usd=0.01, num_turns=1, duration_ms=5, structured=wish
        )
    )
    file = tmp_path / "wish.ndjson"
    file.write_bytes(b"".join(lines))
    engine.run_to_end(RunRequest(agent=f"replay:{file}"))
    assert [s.tier for s in engine.book.sessions.list()] == [1]
