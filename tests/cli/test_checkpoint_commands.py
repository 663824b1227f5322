"""``claudeops sessions turn`` and ``continue``, and turns of a session whose log is gone (E1)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.records.checkpoints import Checkpoint

AT = "2026-05-01T12:00:00.000000Z"


@pytest.fixture
def kept(written):
    """Session 1 was interrupted in its second turn; its log is gone."""

    def fill():
        now, book = from_text(AT), books.book
        run = book.sessions.begin_run(trigger="manual", agent="replay", max_tier=1, dry_run=False, services=(), now=now)
        book.sessions.begin(now=now, run_id=run, agent="replay", trigger="manual", log_file="/nowhere/x.ndjson")
        book.sessions.update(1, status="interrupted", ended_at=AT)
        book.sessions.end_run(run, "interrupted", now)
        call = {"id": "t1", "name": "Bash", "input": {"command": "df -h"}, "answered": True, "result": "80%", "line": 3}
        state = {"tokens": {"new": 10, "out": 5}, "so_far": {"new": 10}, "cost_usd": 0.01, "agent_session_id": "c-1"}
        book.checkpoints.store_turns(
            [
                Checkpoint(1, 1, "Look <b>", (call,), "I look.", state, AT),
                Checkpoint(1, 2, "", (), "It is \x1b[31mfull.", {}, AT),
            ]
        )

    with written() as books:
        books.write(fill)


def test_a_session_as_it_stood_after_a_turn(claudeops, kept):
    shown = claudeops("sessions", "turn", 1, 1).out
    assert "Session 1 after turn 1 of 2" in shown
    assert "$ Bash df -h" in shown
    assert "It is" not in shown
    told = claudeops("sessions", "turn", 1, 2, "--json").json
    assert (told["turn"], told["of"], told["prompt"], told["calls"]) == (2, 2, "Look <b>", 1)
    assert told["checkpoint"]["model_output"] == "It is \x1b[31mfull."
    assert told["before"][0]["tool_calls"][0]["result"] == "80%"
    assert "\x1b" not in claudeops("sessions", "turn", 1, 2).out


def test_a_turn_that_is_not_there_is_a_sentence(claudeops, kept):
    answer = claudeops("sessions", "turn", 1, 3)
    assert answer.code == 1
    assert "Session 1 has no turn 3: 2 turns are kept." in answer.err
    assert "There is no session 9." in claudeops("sessions", "turn", 9, 1).err
    assert claudeops("sessions", "turn", 1, 0).code == 2


def test_turns_and_tools_are_told_though_the_log_is_gone(claudeops, kept):
    assert "I look." in claudeops("sessions", "turns", 1).out
    (call,) = claudeops("sessions", "tools", 1, "--json").json
    assert (call["tool_name"], call["outcome"], call["subject"]) == ("Bash", "ok", "df -h")


def test_what_cannot_go_on_says_why(claudeops, kept):
    answer = claudeops("sessions", "continue", 1)
    assert answer.code == 1
    assert "Session 1 does not go on: a recording is played from its beginning." in answer.err
    assert "There is no session 7." in claudeops("sessions", "continue", 7).err
