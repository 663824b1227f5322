"""A session that repeats itself without progress is ended, and says why."""

from __future__ import annotations

import pytest

from claudeops_desktop.runs.request import RunRequest

LOOP = """#!/usr/bin/env python3
import json, sys
if "--version" in sys.argv:
    print("VERSION (Claude Code)"); sys.exit()
sys.stdin.read()
def line(**event):
    print(json.dumps(event), flush=True)
number = 0
while True:
    number += 1
    block = {"type": "text", "text": f"Done, as I said before ({number})."}
    line(type="assistant", message={"id": f"msg_{number}", "content": [block]})
    line(type="user", message={"content": [{"type": "text", "text": "Call the StructuredOutput tool now."}]})
"""


@pytest.fixture
def claude(engine, tmp_path):
    """``claude(version, body)``: have a program be the CLI."""

    def put(version: str, body: str) -> None:
        program = tmp_path / "claude"
        program.write_text(body.replace("VERSION", version))
        program.chmod(0o755)
        engine.settings.change("agent.claude_path", str(program))

    return put


@pytest.mark.slow
def test_a_session_that_repeats_itself_is_ended_with_the_reason(engine, claude):
    claude("2.1.330", LOOP)
    ended = engine.run_to_end(RunRequest(agent="claude"))
    (session,) = engine.book.sessions.list()
    assert (ended.status, session.status) == ("failed", "failed")
    assert session.status_reason.startswith("It repeated itself without progress: the CLI made the same demand")


SAYS = '#!/bin/sh\n[ "$1" = --version ] && { echo "VERSION (Claude Code)"; exit; }\ncat > /dev/null\necho \'RESULT\'\n'
RESULT = '{"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"s","num_turns":1}'


@pytest.mark.parametrize(
    ("version", "words"),
    [("2.1.330", ""), ("2.1.137", "runs without --json-schema"), ("2.1.999", "newer than 2.1.332")],
)
def test_a_run_warns_of_a_version_outside_the_supported_range_once(engine, claude, version, words):
    claude(version, SAYS.replace("RESULT", RESULT))
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert ended.status == "completed"
    told = [warning for warning in ended.warnings if version in warning]
    assert len(told) == (1 if words else 0)
    assert all(words in warning for warning in told)


HANGS = SAYS.replace("echo 'RESULT'", "echo 'RESULT'; exec sleep 600")


def test_an_agent_that_hangs_after_its_result_is_ended_and_its_run_is_completed(engine, claude, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.session.AFTER_RESULT_S", 0.05)
    claude("2.1.330", HANGS.replace("RESULT", RESULT))
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert (ended.status, engine.book.sessions.list()[0].response) == ("completed", "done")
    assert "The agent did not end after it had given its result, so it was ended. The result counts." in ended.warnings
