"""Memory in the real CLI (E18, E19): the running agent recalls and remembers over MCP, the operator's own session is
told by hooks, and what is to be forgotten leaves no trace of any of it.
"""

from __future__ import annotations

import json
import subprocess

import pytest
from cli_operator import Operator, bash, program
from support.loopback_api import Turn

from claudeops_desktop.memory.context import INTRODUCTION

KNOWN = "Takes 60s to start after a restart"
NEW = "Answers 503 until its library was read"
SCRIPTS = {
    "recall": [
        Turn("", (("mcp__claudeops__recall", {"question": "How long does jellyfin take to start?"}),)),
        Turn("", (("mcp__claudeops__remember", {"text": NEW, "category": "behavior", "service": "jellyfin"}),)),
        Turn("Done."),
    ],
    "own": [Turn("I see.")],
    "said": [
        Turn("[MEMORY:timing:jellyfin] Takes 60s to start after a restart", (bash("echo the jellyfin log"),)),
        Turn("[EVENT:warning:jellyfin] jellyfin is slow\nThe jellyfin host is fine."),
    ],
}


class WithWordsAlone(Operator):
    """An operator who wants no vectors."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        self.data.mkdir()
        (self.data / "settings.toml").write_text('[embedding]\nkind = "none"\n')


OPERATOR = WithWordsAlone


@pytest.mark.slow
@pytest.mark.both_stores
def test_the_agent_recalls_a_fact_mid_session_and_remembers_one(operator):
    operator.claudeops("memory", "add", KNOWN, "--category", "timing", "--service", "jellyfin")
    told = operator.run("recall")
    assert told["session"]["status"] == "completed", told
    recalled, remembered = operator.tools_answered("recall")
    assert KNOWN in recalled
    assert "inserted" in remembered or "It is kept" in remembered
    found = operator.rows("SELECT observation, source, service, session_id FROM memories WHERE id > 1")
    assert found == [(NEW, "agent", "jellyfin", told["session"]["id"])]
    calls = operator.rows("SELECT tool_name, verdict FROM tool_calls ORDER BY id")
    assert calls == [("mcp__claudeops__recall", "allow"), ("mcp__claudeops__remember", "allow")]


@pytest.mark.slow
def test_our_tools_are_in_the_first_request_and_no_others_of_ours(operator):
    before = len(operator.api.asked)
    operator.run("recall")
    first = next(request for name, request in operator.api.asked[before:] if name == "recall" and request.get("tools"))
    ours = [tool["name"] for tool in first["tools"] if tool["name"].startswith("mcp__claudeops__")]
    assert sorted(ours) == [f"mcp__claudeops__{name}" for name in ("forget", "list_services", "recall", "remember")]
    assert not any(tool.get("defer_loading") for tool in first["tools"])


@pytest.mark.slow
def test_in_a_dry_run_it_recalls_and_remembers_nothing(operator):
    operator.claudeops("memory", "add", KNOWN, "--category", "timing", "--service", "jellyfin")
    operator.run("recall", "--dry-run")
    assert KNOWN in operator.tools_answered("recall")[0]
    assert operator.rows("SELECT count(*) FROM memories") == [(1,)]


@pytest.mark.slow
def test_without_the_setting_no_tools_are_handed_over(operator):
    (operator.data / "settings.toml").write_text("[memory]\nagent_tools = false\n")
    operator.run("recall")
    assert not any(KNOWN in result for result in operator.tools_answered("recall"))
    assert not list(operator.data.glob("sessions/*/mcp.json"))


def own_session(operator, prompt: str) -> dict:
    """A session that the operator starts by hand; what the model was asked first."""
    env = operator.env | {"ANTHROPIC_BASE_URL": operator.api.url("own")}
    before = len(operator.api.asked)
    done = subprocess.run(
        [str(program(operator.version)), "-p", prompt],
        env=env,
        cwd=operator.home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return next(request for name, request in operator.api.asked[before:] if name == "own")


@pytest.mark.slow
def test_the_operators_own_session_is_told_what_is_known_and_observed_when_it_ends(operator):
    operator.add_fact(KNOWN, "jellyfin", "timing")
    operator.claudeops("hooks", "install")
    asked = json.dumps(own_session(operator, "Why is jellyfin slow to answer?"))
    assert KNOWN in asked
    assert "claudeops-memory" in asked
    assert 0 <= asked.find(INTRODUCTION) < asked.index(KNOWN), "it is told as background, before anything else"
    ((conversation, _),) = operator.noted()
    assert conversation.startswith("cli:")
    operator.claudeops("hooks", "remove")
    assert KNOWN not in json.dumps(own_session(operator, "Why is jellyfin slow to answer?"))


@pytest.mark.slow
def test_forget_everything_about_x_leaves_no_trace(operator):
    told = operator.run("said", "--service", "jellyfin")
    assert told["session"]["status"] == "completed", told
    shown = operator.ask("memory", "purge", "jellyfin", "--preview")
    assert {one["kind"] for one in shown["found"]} >= {"memories", "session logs", "transcripts", "sessions"}
    report = operator.ask("memory", "purge", "jellyfin", "--yes")
    assert report["remains"] == []
    for path in [*operator.data.rglob("*"), *(operator.home / ".claude" / "projects").rglob("*")]:
        if path.is_file():
            assert b"jellyfin" not in path.read_bytes().lower(), path
