"""``claudeops run`` and the start without a display: real runs, with the engine, as programs (S1 to S12, D9)."""

from __future__ import annotations

import pytest


@pytest.mark.slow
def test_a_recording_becomes_a_session_with_its_events_and_memories(program, recording):
    agent = recording(
        "Checked.\n[MEMORY:timing:jellyfin] Takes 60s to start\n[EVENT:warning:jellyfin] Restarted twice",
        "[MEMORY:misc:x] no category",
    )
    answer = program("run", "--agent", agent, "--json", "--tier", 2)
    assert answer.code == 0
    found = answer.json
    assert list(found) == ["session", "sessions", "events", "memories", "approvals", "warnings"]
    assert (found["session"]["status"], found["session"]["tier"]) == ("completed", 2)
    assert found["sessions"] == [found["session"]]
    assert [(e["level"], e["service"], e["message"]) for e in found["events"]] == [
        ("warning", "jellyfin", "Restarted twice")
    ]
    inserted, rejected = found["memories"]
    assert list(inserted) == ["action", "memory", "lowered", "why"]
    assert (inserted["action"], inserted["memory"]["observation"]) == ("inserted", "Takes 60s to start")
    assert (rejected["action"], rejected["memory"]) == ("rejected", None)
    assert any("misc" in warning for warning in found["warnings"])


@pytest.mark.slow
def test_what_a_contradiction_lowers_is_in_the_document(program, recording):
    program("run", "--agent", recording("[MEMORY:timing:plex] Takes 60s to start"), "--json")
    found = program("run", "--agent", recording("[MEMORY:timing:plex] Takes 10s to start"), "--json").json
    (memory,) = found["memories"]
    assert memory["action"] == "contradicted"
    assert [(old["id"], old["confidence"]) for old in memory["lowered"]] == [(1, 0.5)]


@pytest.mark.slow
def test_people_see_the_run_as_it_happens_and_what_the_next_one_will_be_told(program, recording):
    answer = program("run", "--agent", recording("Looking around.\n[MEMORY:timing:jellyfin] Takes 60s to start"))
    assert answer.code == 0
    assert "Looking around." in answer.out
    assert "- [timing] Takes 60s to start (confidence: 0.7)" in answer.out
    assert answer.out.rstrip().splitlines()[-1].startswith("Session 1 (tier 1) completed")


@pytest.mark.slow
def test_a_failed_session_is_exit_code_1_and_still_a_document(program, recording):
    answer = program("run", "--agent", recording("API Error: 500", is_error=True), "--json")
    assert (answer.code, answer.json["session"]["status"]) == (1, "failed")


@pytest.mark.slow
def test_the_log_is_where_the_record_says(program, recording):
    session = program("run", "--agent", recording("Hello there."), "--json").json["session"]
    shown = program("sessions", "log", session["id"])
    assert "Hello there." in shown.out


@pytest.mark.parametrize("agent", ["gemini", "replay:", "replay:/no/such/file"])
def test_an_agent_that_is_none_is_wrong_usage(claudeops, agent):
    assert claudeops("run", "--agent", agent).code == 2


def test_a_tier_that_is_none_is_wrong_usage(claudeops):
    assert claudeops("run", "--tier", "4").code == 2


@pytest.mark.slow
def test_an_agent_that_is_not_installed_is_told_in_a_sentence(program):
    answer = program("run", "--agent", "claude", "--json", env={"PATH": "/nowhere"})
    assert answer.code in (1, 3)
    assert answer.json["error"]
    assert "Traceback" not in answer.err


@pytest.mark.slow
def test_without_a_display_one_session_of_the_watcher_runs_in_the_terminal(program):
    answer = program(env={"QT_QPA_PLATFORM": ""})
    assert answer.code == 0, answer.err
    assert "no display" in answer.out
    assert "── Checks ──" in answer.out
    assert "── In the prompt of the next run ──" in answer.out
    (session,) = program("sessions", "list", "--json").json
    assert (session["agent"], session["status"], session["trigger"]) == ("watch", "completed", "manual")
