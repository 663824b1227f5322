"""The service was overloaded: the same tier is tried again after a while, and others go first meanwhile (D5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.other_process import other_connection

from claudeops_desktop.runs.request import RunRequest

RECORDINGS = Path(__file__).parents[1] / "recordings"
PLAIN = RECORDINGS / "success_plain-2.1.197.ndjson"

# Says one recording after another, the last one for ever; its exit code follows the result, as the CLI's does.
AGENT = """#!/bin/sh
[ "$1" = --version ] && { echo '2.1.197 (Claude Code)'; exit; }
cat >> PLACE/prompts
n=$(cat PLACE/count 2>/dev/null || echo 0)
n=$((n + 1))
echo $n > PLACE/count
file=PLACE/$n
[ -e "$file" ] || file=PLACE/last
cat "$file"
grep -q '"is_error":true' "$file" && exit 1
exit 0
"""


@pytest.fixture
def agent(engine, tmp_path) -> Callable[..., None]:
    """``agent(first, second, …)``: the streams that the CLI says at each start, the last one at every further one."""
    place = tmp_path / "agent"
    place.mkdir()
    program = place / "claude"
    program.write_text(AGENT.replace("PLACE", str(place)))
    program.chmod(0o755)
    engine.settings.change("agent.claude_path", str(program))
    engine.settings.change("run.overload_minutes", 0.001)

    def say(*streams: Path) -> None:
        for number, stream in enumerate(streams, 1):
            (place / str(number)).write_bytes(stream.read_bytes())
        (place / "last").write_bytes(streams[-1].read_bytes())

    return say


def of(name: str, version: str = "2.1.197") -> Path:
    return RECORDINGS / f"{name}-{version}.ndjson"


def sessions(engine):
    return list(reversed(engine.book.sessions.list()))


@pytest.mark.slow
@pytest.mark.parametrize("version", ["2.1.197", "2.1.330"])
@pytest.mark.parametrize("error", ["api_error_529", "api_error_500", "api_error_429"])
def test_it_is_tried_again_as_a_session_of_the_same_run(engine, agent, error, version):
    agent(of(error, version), PLAIN)
    ended = engine.run_to_end(RunRequest(agent="claude", prompt="look at jellyfin"))
    first, second = sessions(engine)
    assert ended.status == "completed"
    assert (first.status, second.status) == ("failed", "completed")
    assert (second.run_id, second.parent_session_id, second.tier) == (first.run_id, first.id, first.tier)
    assert second.trigger == "manual"
    assert second.prompt_text == first.prompt_text
    assert "It is tried again in" in first.status_reason
    assert engine.book.sessions.run(first.run_id).status == "completed"


@pytest.mark.slow
def test_after_so_many_times_it_is_over(engine, agent):
    agent(of("api_error_529"))
    ended = engine.run_to_end(RunRequest(agent="claude"))
    assert [s.status for s in sessions(engine)] == ["failed"] * 3
    assert ended.status == "failed"
    assert ended.reason.startswith("The API was overloaded (529)")
    assert "(1 of 2)" in sessions(engine)[0].status_reason
    assert "(2 of 2)" in sessions(engine)[1].status_reason


@pytest.mark.slow
@pytest.mark.parametrize("error", ["api_error_400", "api_error_401", "not_logged_in", "max_turns", "refusal"])
def test_what_would_fail_again_is_not_tried_again(engine, agent, error):
    agent(of(error))
    engine.run_to_end(RunRequest(agent="claude"))
    assert len(sessions(engine)) == 1


@pytest.mark.slow
def test_a_recording_is_not_tried_again(engine):
    engine.run_to_end(RunRequest(agent=f"replay:{of('api_error_529')}"))
    assert len(sessions(engine)) == 1


@pytest.mark.slow
def test_others_go_first_meanwhile(engine, agent, recording, qtbot):
    engine.settings.change("run.overload_minutes", 100)
    agent(of("api_error_529"))
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
    (parked,) = engine.runs.state.parked
    assert (parked.why, parked.tier, parked.approval_id) == ("overload", 1, None)
    assert engine.run_to_end(RunRequest(agent=f"replay:{recording('another')}")).status == "completed"
    assert engine.runs.state.parked == (parked,)
    assert engine.book.sessions.run(parked.run_id).status == "running"


@pytest.mark.slow
def test_given_up_by_the_operator_it_ends_as_it_had_failed(engine, agent, qtbot):
    engine.settings.change("run.overload_minutes", 100)
    agent(of("api_error_529"))
    ended = []
    engine.runs.on_ended(ended.append)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
    engine.runs.stop_all()
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert ended[0].status == "failed"
    assert engine.book.sessions.run(ended[0].run_id).status == "failed"
    assert not engine.runs.busy


@pytest.mark.slow
def test_a_scheduled_run_is_not_tried_again_while_they_are_paused(engine, agent):
    agent(of("api_error_529"), PLAIN)
    engine.settings.change("run.paused", True)
    ended = engine.run_to_end(RunRequest(agent="claude", trigger="scheduled"))
    assert ended.status == "failed"
    assert [e.message for e in engine.book.events.list()] == ["It is not tried again: scheduled runs are paused."]


@pytest.mark.slow
def test_quitting_meanwhile_closes_the_run(engine, agent, folder, qtbot):
    engine.settings.change("run.overload_minutes", 100)
    agent(of("api_error_529"))
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
    engine.close()
    with other_connection(folder) as database:
        assert database.execute("SELECT status FROM runs").fetchall() == [("failed",)]
