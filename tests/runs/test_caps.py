"""A spend cap that is reached holds runs back, and says why (S3)."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.errors import PolicyRefusal
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing

WISH = {
    "summary": "down",
    "services_checked": [],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": ""},
}


@pytest.fixture
def costly(engine, tmp_path):
    """A CLI whose every session costs four dollars; ``costly(structured)`` has it report so."""
    program = tmp_path / "claude"
    stream = tmp_path / "stream"

    def says(structured=None):
        stream.write_bytes(
            writing.result(
                session_id="s",
                text="done",
                is_error=False,
                cost_usd=4.0,
                num_turns=1,
                duration_ms=5,
                structured=structured,
            )
        )

    program.write_text(
        "#!/bin/sh\n[ \"$1\" = --version ] && { echo '2.1.197 (Claude Code)'; exit; }\n"
        f"cat > /dev/null\ncat '{stream}'\n"
    )
    program.chmod(0o755)
    engine.settings.change("agent.claude_path", str(program))
    engine.settings.change("limits.session_usd", 0)
    says()
    return says


def levels(engine):
    return [(e.level, e.message) for e in reversed(engine.book.events.list())]


@pytest.mark.slow
def test_near_the_cap_it_warns_once(engine, costly):
    engine.settings.change("limits.day_usd", 5)
    engine.settings.change("limits.month_usd", 1000)
    engine.run_to_end(RunRequest(agent="claude"))
    ((level, message),) = levels(engine)
    assert level == "warning"
    assert message.startswith("$4.00 of $5 are spent today (80%).")


@pytest.mark.slow
def test_the_next_session_gets_what_is_left(engine, costly):
    engine.settings.change("limits.day_usd", 5)
    engine.run_to_end(RunRequest(agent="claude"))
    engine.run_to_end(RunRequest(agent="claude"))
    assert "of $5 are spent today: no run starts until tomorrow" in levels(engine)[-1][1]


@pytest.mark.slow
@pytest.mark.parametrize("cap", ["day", "month"])
@pytest.mark.parametrize("trigger", ["scheduled", "catch-up", "alert"])
def test_at_the_cap_no_run_starts_by_itself_and_an_event_says_why(engine, costly, cap, trigger):
    engine.settings.change(f"limits.{cap}_usd", 4)
    engine.run_to_end(RunRequest(agent="claude"))
    ended = engine.run_to_end(RunRequest(agent="claude", trigger=trigger))
    assert ended.run_id is None
    assert isinstance(ended.error, PolicyRefusal)
    assert len(engine.book.sessions.list()) == 1
    assert levels(engine)[-1] == (
        "warning",
        f"A run did not start. $4.00 of $4 a {cap} are spent: no session starts."
        f" Raise limits.{cap}_usd in the settings to go on.",
    )


@pytest.mark.slow
def test_a_run_by_hand_is_refused_to_the_operators_face_only(engine, costly):
    engine.settings.change("limits.day_usd", 4)
    engine.run_to_end(RunRequest(agent="claude"))
    before = levels(engine)
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert isinstance(ended.error, PolicyRefusal)
    assert "limits.day_usd" in str(ended.error)
    assert levels(engine) == before


@pytest.mark.slow
def test_the_watcher_costs_nothing_and_goes_on(engine, costly):
    engine.settings.change("limits.day_usd", 4)
    engine.run_to_end(RunRequest(agent="claude"))
    assert engine.run_to_end(RunRequest(agent="watch", trigger="scheduled")).run_id is not None


@pytest.mark.slow
def test_a_tier_that_nothing_is_left_for_is_not_asked_for(engine, costly):
    costly(WISH)
    engine.settings.change("limits.run_usd", 4)
    engine.settings.change("approvals.tier2", "ask")
    ended = engine.run_to_end(RunRequest(agent="claude"))
    (session,) = engine.book.sessions.list()
    assert (ended.status, session.status) == ("completed", "completed")
    assert engine.book.approvals.list() == []
    assert any("$4.00 of $4 for a run are spent" in warning for warning in ended.warnings)


@pytest.mark.slow
def test_a_tier_that_follows_by_itself_is_refused_the_same_way(engine, costly):
    costly(WISH)
    engine.settings.change("limits.run_usd", 4)
    ended = engine.run_to_end(RunRequest(agent="claude"))
    (session,) = engine.book.sessions.list()
    assert (ended.status, session.status) == ("completed", "completed")
    assert engine.book.sessions.run(session.run_id).status == "completed"


@pytest.mark.slow
def test_what_is_asked_says_what_it_may_cost(engine, costly, qtbot):
    costly(WISH)
    engine.settings.change("limits.run_usd", 6)
    engine.settings.change("limits.day_usd", 0)
    engine.settings.change("approvals.tier2", "ask")
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
    assert engine.book.approvals.list()[0].cost_usd == 2.0
