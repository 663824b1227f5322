"""Ctrl+C and SIGTERM: the agent is stopped first, and the end is written down (S3)."""

from __future__ import annotations

import signal

import pytest

SLOW = '[[service]]\nname = "slow"\ncheck = "command"\ncommand = ["sleep", "300"]\ntimeout = 400\n'


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_is_stopped_with_its_agent(started, program, data_dir, number):
    (data_dir / "services.toml").write_text(SLOW)
    process = started("run", "--agent", "watch")
    process.until_it_says("Watcher watch")
    process.send_signal(number)
    assert process.wait(timeout=90) == 1
    (session,) = program("sessions", "list", "--json").json
    assert (session["status"], session["ended_at"] is not None) == ("stopped", True)


@pytest.mark.slow
def test_the_daemon_keeps_the_schedule_until_it_is_told_to_end(started):
    process = started("daemon")
    process.until_it_says("keeping the schedule")
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=90) == 0


@pytest.mark.slow
def test_a_second_daemon_of_the_same_folder_is_told_so(started, program):
    started("daemon").until_it_says("keeping the schedule")
    answer = program("daemon")
    assert answer.code == 1
    assert "already keeps the schedule" in answer.err
