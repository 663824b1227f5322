"""A session that waits for the operator's yes does not run out of its time meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.agents.process import AgentProcess
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.runs.request import RunRequest

PROGRAM = """#!/bin/sh
[ "$1" = --version ] && { echo '2.1.197 (Claude Code)'; exit; }
echo '{"type":"assistant","message":{"content":[{"type":"text","text":"[EVENT:info] begun"}]}}'
exec sleep 600
"""


@pytest.fixture
def held(monkeypatch):
    """What the clock of the session was told so far: to stand still (True), to run on (False)."""
    told, real = [], AgentProcess.hold_clock

    def hold(process, on):
        real(process, on)
        told.append(on)

    monkeypatch.setattr(AgentProcess, "hold_clock", hold)
    return told


@pytest.fixture
def session(engine, tmp_path, qtbot, held):
    """A session that goes on until it is stopped, with a limit of ten minutes; its row."""
    program = tmp_path / "claude"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    engine.settings.change("agent.claude_path", str(program))
    engine.settings.change("limits.session_minutes", 10)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.book.events.list()), timeout=20_000)
    return engine.book.sessions.list()[0]


@pytest.fixture
def ask(engine, session):
    def put(seconds):
        now = engine.book.clock()
        return engine.store.write(
            lambda: engine.book.approvals.ask_operator(
                ApprovalQuestion(
                    "action",
                    2,
                    now + timedelta(seconds=seconds),
                    run_id=session.run_id,
                    session_id=session.id,
                ),
                now,
            )
        ).result()

    return put


def clock(engine):
    return engine.runs._chain._session._process._clock


@pytest.mark.slow
def test_the_limit_stands_still_while_it_waits_and_runs_on_after_the_answer(engine, session, ask, qtbot, held):
    clock(engine).start(300_000)  # half of it has gone
    number = ask(600)
    qtbot.waitUntil(lambda: held[-1:] == [True])
    assert not clock(engine).isActive()
    engine.store.write(lambda: engine.book.approvals.answer(number, "approved", "window", engine.book.clock())).result()
    qtbot.waitUntil(lambda: held[-1:] == [False])
    assert clock(engine).isActive()
    assert clock(engine).remainingTime() < 400_000
    clock(engine).setInterval(0)
    qtbot.waitUntil(lambda: not engine.runs.busy)
    assert engine.book.sessions.get(session.id).status == "timed_out"


@pytest.mark.slow
def test_a_question_that_runs_out_holds_nothing_up(engine, session, ask, qtbot, held):
    ask(0.3)
    qtbot.waitUntil(lambda: held[-1:] == [False])
    assert clock(engine).isActive()
    engine.runs.stop()


def test_what_another_session_asks_does_not_stop_this_ones_clock(engine, session, qtbot):
    now = engine.book.clock()
    engine.store.write(
        lambda: engine.book.approvals.ask_operator(ApprovalQuestion("action", 2, now + timedelta(minutes=5)), now)
    ).result()
    engine.store.read(lambda: None).result()
    assert clock(engine).isActive()
    engine.runs.stop()


@pytest.mark.slow
def test_what_a_session_still_asks_at_its_end_is_withdrawn(engine, session, ask, qtbot):
    number = ask(60)
    engine.runs.stop()
    qtbot.waitUntil(lambda: not engine.runs.busy, timeout=20_000)
    found = engine.book.approvals.get(number)
    assert (found.state, found.note) == ("withdrawn", "The session that asked has ended.")
