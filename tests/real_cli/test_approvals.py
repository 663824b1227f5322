"""The real CLI and the operator's yes: a tier 3 request waits, is refused by time, and is approved in another run."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn


def report(reason: str, needed: bool = True) -> tuple[str, dict]:
    wish = {"needed": needed, "reason": reason, "services": ["jellyfin"], "context": "restarted it twice, no help"}
    outcome = {
        "summary": "Jellyfin does not come back.",
        "services_checked": [{"service": "jellyfin", "status": "down", "detail": "no answer"}],
        "escalation": wish if needed else {"needed": False},
    }
    return "StructuredOutput", outcome


OVERLOADED = Turn(error=(529, "overloaded_error", "Overloaded"))
SCRIPTS = {
    "asks": [Turn("", (report("a restart does not help"),)), Turn("Reported.")],
    "refused": [Turn("", (bash("touch made-by-tool"),)), Turn("I was not allowed to.")],
    "deletes": [Turn("", (bash("rm -rf kept"),)), Turn("Done.")],
    "busy": [OVERLOADED],
    "done": [Turn("", (report("", needed=False),)), Turn("Done.")],
}


def asked(operator: Operator) -> list[dict]:
    """What waits for an answer, as another terminal sees it."""
    begun = operator.rows("SELECT id FROM sessions")
    return operator.ask("approvals", "list", "--state", "waiting") if begun else []


@pytest.mark.slow
def test_tier_3_is_refused_by_time(operator):
    told = operator.run("asks", CLAUDEOPS_APPROVALS_WAIT_MINUTES="0.03")
    assert [(s["tier"], s["status"]) for s in told["sessions"]] == [(1, "escalated"), (2, "completed")]
    assert [(a["tier"], a["state"]) for a in told["approvals"]] == [(3, "timed_out")]
    sentence = "It asked for tier 3 (a restart does not help); nobody answered in time, which counts as no."
    assert sentence in told["warnings"]
    assert sentence in [event["message"] for event in operator.ask("events", "list")]


@pytest.mark.slow
def test_tier_3_waits_for_the_yes_and_gets_the_hand_over_with_it(operator):
    with operator.start("asks") as process:
        operator.wait_for(lambda: asked(operator))
        (question,) = asked(operator)
        assert (question["kind"], question["tier"], question["services"]) == ("tier", 3, ["jellyfin"])
        assert question["cost_usd"] <= 1
        approve = ("approvals", "approve", str(question["id"]), "--note", "only jellyfin")
        operator.ask(*approve)
        told = operator.end(process)
    first, second, third = told["sessions"]
    assert [(s["tier"], s["status"]) for s in (first, second, third)] == [
        (1, "escalated"),
        (2, "escalated"),
        (3, "completed"),
    ]
    assert (second["parent_session_id"], third["parent_session_id"]) == (first["id"], second["id"])
    assert {s["run_id"] for s in (first, second, third)} == {first["run_id"]}
    prompts = [json.dumps(body["messages"]) for name, body in operator.api.asked if name == "asks"]
    handed = [prompt for prompt in prompts if "# Tier 3" in prompt]
    assert handed, "the third session asked the API"
    for words in (
        "Handed over from tier 2",
        "a restart does not help",
        "> restarted it twice, no help",
        "The operator approved tier 3 for this run (command line).",
        "> only jellyfin",
    ):
        assert words in handed[0]


@pytest.mark.slow
@pytest.mark.parametrize(("word", "gone", "state"), [("approve", True, "approved"), ("refuse", False, "refused")])
def test_an_action_waits_in_the_middle_of_a_session(operator, word, gone, state):
    (operator.home / "kept").mkdir()
    with operator.start("deletes", "--tier", "2") as process:
        operator.wait_for(lambda: asked(operator))
        (question,) = asked(operator)
        assert (question["kind"], question["action"], question["command"]) == ("action", "destructive", "rm -rf kept")
        operator.ask("approvals", word, str(question["id"]), "--note", "it is the old copy")
        told = operator.end(process)
    read = json.dumps([body for name, body in operator.api.asked if name == "deletes"][-1]["messages"])
    assert "says: it is the old copy" in read, "his note comes back with the answer"
    assert [a["state"] for a in told["approvals"]] == [state]
    assert told["session"]["status"] == "completed"
    assert (operator.home / "kept").exists() != gone


@pytest.mark.slow
def test_a_session_ends_at_its_first_refused_tool_call_where_that_is_wanted(operator):
    told = operator.run("refused", CLAUDEOPS_RUN_STOP_AT_REFUSAL="true")
    assert told["session"]["status"] == "stopped"
    assert told["session"]["status_reason"].startswith("It was stopped at the first refused tool call: Bash")
    assert not (operator.home / "made-by-tool").exists()


@pytest.mark.slow
def test_an_overloaded_service_is_asked_again(operator):
    operator.api.scripts["busy"] = [OVERLOADED]
    busy = {"CLAUDEOPS_RUN_OVERLOAD_MINUTES": "0.05", "CLAUDEOPS_RUN_OVERLOAD_RETRIES": "3"}
    with operator.start("busy", **busy) as process:
        operator.wait_for(lambda: len(operator.ask("sessions", "list")) > 1 if operator.log() else False)
        operator.api.scripts["busy"] = SCRIPTS["done"]
        told = operator.end(process)
    statuses = [s["status"] for s in told["sessions"]]
    assert statuses == ["failed"] * (len(statuses) - 1) + ["completed"]
    assert len(statuses) > 1
    assert told["sessions"][1]["parent_session_id"] == told["sessions"][0]["id"]


@pytest.mark.slow
def test_the_cap_of_a_month_refuses_a_run_and_names_the_setting(operator):
    operator.run("done")
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "run", "--agent", "claude", "--prompt", "check", "--json"],
        env=operator.env | {"ANTHROPIC_BASE_URL": operator.api.url("done"), "CLAUDEOPS_LIMITS_MONTH_USD": "0.000001"},
        cwd=operator.home,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 3
    assert "limits.month_usd" in done.stderr
