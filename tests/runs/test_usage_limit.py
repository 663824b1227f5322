"""The subscription's window is closed: nothing that costs starts before it opens (PRODUCT S3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import UsageLimitReached
from claudeops_desktop.core.usage_window import closed_until, made_window, note_window, read_window
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.stream import writing

AGENT = """#!/bin/sh
[ "$1" = --version ] && { echo '2.1.330 (Claude Code)'; exit; }
cat > /dev/null
echo start >> PLACE/starts
cat PLACE/stream
exit CODE
"""
LIMIT = "You have hit your 5-hour limit · resets 11pm (UTC)"


@pytest.fixture
def agent(engine, tmp_path) -> Callable[..., Path]:
    """``agent(lines, exit_code)``: what the CLI says at each start; the file in which its starts are counted."""

    def say(*lines: bytes, code: int = 1) -> Path:
        place = tmp_path / "agent"
        place.mkdir()
        program = place / "claude"
        program.write_text(AGENT.replace("PLACE", str(place)).replace("CODE", str(code)))
        program.chmod(0o755)
        (place / "stream").write_bytes(b"".join((writing.init(session_id="s", model="m"), *lines)))
        engine.settings.change("agent.claude_path", str(program))
        engine.settings.change("run.overload_minutes", 0.001)
        return place / "starts"

    return say


def window(status: str, opens_in: timedelta = timedelta(hours=28), **more: object) -> bytes:
    resets_at = int((utc_now() + opens_in).timestamp())
    about = {"status": status, "resetsAt": resets_at, "rateLimitType": "five_hour", "overageStatus": "rejected"}
    return writing.line({"type": "rate_limit_event", "rate_limit_info": about | more, "session_id": "s"})


def refused() -> bytes:
    return writing.result(LIMIT, session_id="s", is_error=True, api_error_status=429)


def close(engine) -> None:
    until = utc_now() + timedelta(hours=2)
    note_window(engine.folder.root, made_window(utc_now(), name="five_hour", used=1.0, resets_at=until, closed=True))


@pytest.mark.slow
def test_a_limit_is_met_once_and_kept_with_the_time_at_which_it_opens(engine, agent):
    starts = agent(window("rejected"), refused())
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert ended.status == "failed"
    assert len(starts.read_text().splitlines()) == 1
    until = closed_until(engine.folder.root, utc_now())
    assert until is not None
    assert timedelta(hours=27) < until - utc_now() < timedelta(hours=29)


@pytest.mark.slow
def test_one_notice_says_until_when(engine, agent):
    agent(window("rejected"), refused())
    engine.run_to_end(RunRequest(agent="claude"))
    engine.run_to_end(RunRequest(agent="claude", trigger="scheduled"))
    [event] = engine.book.events.list()
    assert event.message.startswith("The subscription's usage limit is reached: no agent that costs starts before ")


@pytest.mark.parametrize("trigger", ["manual", "scheduled"])
def test_while_it_is_closed_no_agent_that_costs_starts(engine, agent, trigger: str):
    starts = agent(refused())
    close(engine)
    ended = engine.run_to_end(RunRequest(agent="claude", trigger=trigger))
    assert isinstance(ended.error, UsageLimitReached)
    assert not starts.exists()


@pytest.mark.slow
def test_what_costs_nothing_goes_on(engine, recording):
    close(engine)
    assert engine.run_to_end(RunRequest(agent=f"replay:{recording('one')}")).status == "completed"


@pytest.mark.slow
def test_an_open_window_whose_overage_is_refused_is_no_limit_and_its_share_is_kept(engine, agent):
    agent(window("allowed_warning", utilization=0.93), writing.result("Well.", session_id="s"), code=0)
    assert engine.run_to_end(RunRequest(agent="claude")).status == "completed"
    found = read_window(engine.folder.root)
    assert found is not None
    assert (found.used_at(utc_now()), found.closed_at(utc_now())) == (0.93, None)


@pytest.mark.slow
def test_the_run_of_an_incident_waits_until_it_opens(engine, agent, qtbot):
    agent(window("rejected"), refused())
    engine.runs.enqueue(RunRequest(agent="claude", trigger="incident"))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
    [parked] = engine.runs.state.parked
    assert parked.why == "limit"
