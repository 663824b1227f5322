"""What other processes write while a session runs is told within a second; when nothing runs, nothing ticks."""

from __future__ import annotations

import pytest
from support.other_process import other_connection

from claudeops_desktop.runs import change_poll
from claudeops_desktop.runs.request import RunRequest

PROGRAM = """#!/bin/sh
[ "$1" = --version ] && { echo '2.1.197 (Claude Code)'; exit; }
echo '{"type":"assistant","message":{"content":[{"type":"text","text":"[EVENT:info] begun"}]}}'
exec sleep 600
"""


@pytest.fixture
def live(engine, tmp_path, qtbot, monkeypatch):
    """A session that goes on until the engine is closed; looked at ten times a second. Gives its id."""
    monkeypatch.setattr(change_poll, "EVERY_S", 0.1)
    program = tmp_path / "claude"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    engine.settings.change("agent.claude_path", str(program))
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.book.events.list()), timeout=20_000)
    qtbot.waitUntil(lambda: bool(engine.runs._notice._marks), timeout=20_000)
    return engine.book.sessions.list()[0].id


@pytest.fixture
def heard(engine):
    """Changes of the tables that others write."""
    found = []
    engine.store.hub.listen(lambda change: found.append(change) if change.table in change_poll._MARKS else None)
    return found


@pytest.fixture
def other(engine):
    """Another process, as the guard is one: it writes with its own connection."""

    def write(sql, *values):
        with other_connection(engine.store) as connection:
            connection.execute(sql, values)

    return write


APPROVAL = (
    "INSERT INTO approvals (kind, session_id, tier, asked_at, expires_at)"
    " VALUES ('action', ?, 2, '2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z')"
)
CALL = (
    "INSERT INTO tool_calls (session_id, tool_use_id, tool_name, verdict, by, asked_at)"
    " VALUES (?, ?, 'Bash', 'deny', 'cooldown', '')"
)


@pytest.mark.slow
def test_a_question_of_the_guard_is_told_with_its_id(live, heard, other, qtbot):
    other(APPROVAL, live)
    qtbot.waitUntil(lambda: bool(heard), timeout=10_000)
    assert [(c.table, c.ids, c.what) for c in heard] == [("approvals", (1,), "inserted")]


@pytest.mark.slow
def test_its_answer_is_told_too(live, heard, other, qtbot):
    other(APPROVAL, live)
    qtbot.waitUntil(lambda: len(heard) == 1, timeout=10_000)
    other("UPDATE approvals SET state = 'timed_out', answered_at = expires_at")
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=10_000)
    assert (heard[1].table, heard[1].what) == ("approvals", "updated")


@pytest.mark.slow
def test_tool_calls_and_cooldowns_are_told(live, heard, other, qtbot):
    other(CALL, live, "t1")
    other(CALL, live, "t2")
    other(
        "INSERT INTO cooldown_actions (service, action_type, success, created_at, state)"
        " VALUES ('jellyfin', 'restart', 0, '2026-01-01T00:00:00.000Z', 'attempted')"
    )
    qtbot.waitUntil(lambda: {c.table for c in heard} >= {"tool_calls", "cooldown_actions"}, timeout=10_000)
    assert sorted(n for c in heard if c.table == "tool_calls" for n in c.ids) == [1, 2]


@pytest.mark.slow
def test_what_this_process_wrote_is_not_told_twice(engine, live, heard, other, qtbot):
    def add() -> int:
        return engine.book.events.add(
            level="info", message="ours", service=None, session_id=live, now=engine.book.clock()
        )

    ours = engine.store.write(add).result()
    other(CALL, live, "t1")
    qtbot.waitUntil(lambda: any(c.table == "tool_calls" for c in heard), timeout=10_000)
    assert [c.ids for c in heard if c.table == "events"] == [(ours,)]


@pytest.mark.slow
def test_nothing_ticks_when_nothing_runs(engine, live, qtbot):
    engine.runs.stop()
    qtbot.waitUntil(lambda: not engine.runs.busy, timeout=20_000)
    assert engine.runs._notice._call_off is None
    assert not engine.runs._notice._on


def test_an_engine_that_has_run_nothing_has_not_looked(engine):
    assert not engine.runs._notice._on
