"""How far the guard reaches in the real CLI: sub-agents, the background, and tools that act without Bash."""

from __future__ import annotations

import subprocess

import pytest
from cli_operator import bash
from stand_ins import RESTART, Guarded, called_through
from support.loopback_api import Turn

BEHIND = {"run_in_background": True}
DONE = Turn("Done.")
DENIED = ("deny", "tier")


def helper(**more) -> tuple[str, dict]:
    """A call that hands work to a sub-agent."""
    return "Agent", {"description": "help", "prompt": "SUBAGENT help", "subagent_type": "general-purpose"} | more


def behind(command: str) -> tuple[str, dict]:
    name, given = bash(command)
    return name, given | BEHIND


SUB_AGENT = "SUBAGENT"
OPERATOR = Guarded
SCRIPTS = {
    "delegates": [Turn("", (helper(),)), DONE],
    "delegates/sub_agent": [Turn("", (bash(RESTART),)), DONE],
    "three": [Turn("", (helper(),)), Turn("", (bash(RESTART),)), DONE],
    "three/sub_agent": [*[Turn("", (bash(RESTART),))] * 3, DONE],
    "behind": [Turn("", (behind(RESTART), helper(**BEHIND))), DONE],
    "behind/sub_agent": [Turn("", (behind(RESTART),)), DONE],
    "apart": [Turn("", (helper(isolation="worktree"),)), DONE],
    "apart/sub_agent": [DONE],
    "monitor": [
        Turn("", (("ToolSearch", {"query": "select:Monitor", "max_results": 1}),)),
        Turn("", (("Monitor", {"command": "docker ps", "description": "a look", "timeout_ms": 2000}),)),
        DONE,
    ],
}


def asked_for(operator: Guarded, *tools: str) -> list[tuple]:
    """What the guard answered to calls of these tools, in order."""
    rows = operator.rows("SELECT tool_name, verdict, by FROM tool_calls ORDER BY id")
    return [row[1:] for row in rows if row[0] in tools]


@pytest.mark.slow
def test_a_sub_agent_restarts_nothing_in_tier_1(operator):
    assert operator.run("delegates")["session"]["status"] == "completed"
    assert operator.called() == []
    assert asked_for(operator, "Bash") == [DENIED]


@pytest.mark.slow
def test_a_sub_agent_and_its_session_share_the_restarts_of_a_service(operator):
    operator.run("three", "--tier", "2")
    assert operator.called() == [RESTART] * 2
    assert asked_for(operator, "Bash") == [("allow", "policy")] * 2 + [("deny", "cooldown")] * 2
    assert "jellyfin was restarted 2 times" in operator.tools_answered("three")[-1]
    actions = operator.rows("SELECT service, action_type, state FROM cooldown_actions")
    assert actions == [("jellyfin", "restart", "completed")] * 2


@pytest.mark.slow
def test_the_cli_takes_no_command_into_the_background(operator):
    operator.run("behind", "--tier", "2")
    assert operator.called() == []
    assert "unexpected parameter `run_in_background`" in operator.tools_answered("behind")[0]


@pytest.mark.slow
def test_were_the_background_open_the_guard_would_be_asked_there_too(operator):
    called_through(operator, 'unset CLAUDE_CODE_DISABLE_BACKGROUND_TASKS; exec "$claude" "$@"')
    operator.run("behind")
    assert operator.called() == []
    assert asked_for(operator, "Bash") == [DENIED] * 2, "the session's own and that of its sub-agent"


@pytest.mark.slow
@pytest.mark.parametrize("guard", ["with the guard", "without it"])
def test_a_sub_agent_gets_no_worktree_in_the_operators_repository(operator, guard):
    """The CLI would write it without asking, and git would run the repository's own hooks."""
    git = ("git", "-c", "user.name=o", "-c", "user.email=o@localhost")
    for words in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "first")):
        subprocess.run([*git, *words], cwd=operator.home, env=operator.env, check=True)
    hook = operator.home / ".git" / "hooks" / "post-checkout"
    hook.write_text('#!/bin/sh\necho "a hook of git" >> "$HOME/called"\n')
    hook.chmod(0o755)
    if guard == "without it":
        called_through(operator, 'exec "$claude" "${@// hook/ nonsense}"')
    operator.run("apart")
    assert operator.called() == []
    assert not (operator.home / ".claude" / "worktrees").exists()
    assert asked_for(operator, "Agent") == ([("deny", "guard")] if guard == "with the guard" else [])


@pytest.mark.slow
def test_a_tool_that_runs_commands_beside_bash_is_not_there(operator):
    operator.run("monitor")
    assert operator.called() == []
    assert asked_for(operator, "Monitor") == []
    assert "No such tool available: Monitor" in operator.tools_answered("monitor")[-1]
