"""The real CLI after a crash: its conversation is taken up again, with the memory of now in its prompt (E1)."""

from __future__ import annotations

import json

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn

SAID = "I begin to look at jellyfin."
SCRIPTS = {
    "half": [Turn(SAID, (bash("echo first"),)), Turn("Now the slow part.", (bash("echo slow; sleep 271.828"),))],
    "went_on": [Turn("It was half done; I went on.")],
}
NEW = "Takes 90s to start since the upgrade"


def crash(operator: Operator) -> None:
    """The application is killed while the agent's second tool runs."""
    with operator.start("half") as process:
        operator.wait_for(lambda: any("271.828" in line for line in operator.left()))
        process.kill()
        process.communicate()


def requests(operator: Operator, script: str, before: int) -> list[dict]:
    return [body for name, body in operator.api.asked[before:] if name == script]


@pytest.mark.slow
def test_the_conversation_is_taken_up_again_with_what_is_known_now(operator):
    crash(operator)
    first = operator.ask("sessions", "turn", "1", "1")
    assert first["checkpoint"]["model_output"] == SAID
    assert first["checkpoint"]["tool_calls"][0]["result"].strip() == "first"
    operator.claudeops("memory", "add", NEW, "--category", "timing", "--service", "jellyfin")
    before = len(operator.api.asked)
    told = operator.ask("sessions", "continue", "1", script="went_on")
    (second,) = told["sessions"]
    assert (second["parent_session_id"], second["status"], second["run_id"]) == (1, "completed", 1)
    asked = requests(operator, "went_on", before)[0]
    assert SAID in json.dumps(asked["messages"]), "the conversation is the one that was interrupted"
    assert NEW in operator.api.system_prompts("went_on")[-1], "and the appended prompt is that of today"
    assert any("takes its conversation up again" in warning for warning in told["warnings"])


@pytest.mark.slow
@pytest.mark.parametrize("spoiled", [False, True], ids=["gone", "spoiled"])
def test_where_the_cli_has_lost_it_a_fresh_session_is_told(operator, spoiled):
    crash(operator)
    assert operator.ask("sessions", "list")[0]["status"] == "interrupted"  # and its processes are ended
    operator.wait_for(lambda: operator.left() == [])
    for path in (operator.home / ".claude" / "projects").glob("*/*.jsonl"):
        path.write_text("not a conversation\n") if spoiled else path.unlink()
    before = len(operator.api.asked)
    told = operator.ask("sessions", "continue", "1", script="went_on")
    assert told["sessions"][-1]["status"] == "completed"
    asked = json.dumps(requests(operator, "went_on", before)[0]["messages"])
    assert f"> Turn 1: {SAID}" in asked
    assert "no answer was recorded" in asked
