"""Agents by their name, and what the application may expect of each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from claudeops_desktop.agents import registry
from claudeops_desktop.agents.base import Agent, AgentCapabilities, LaunchRequest
from claudeops_desktop.agents.types import ProcessLaunch
from claudeops_desktop.core.errors import UsageError

PACKAGE = Path(registry.__file__).resolve().parents[1]
NAMES = {agent.name for agent in (registry.CLAUDE, registry.WATCHER, registry.REPLAY)}
# Below agents in the order of imports, so that no agent can be asked there. "replay" is what the table ``sessions``
# holds of a recording, which is kept out of sums; "watch" is the model that the watcher's own stream names. The first
# words of the command line choose a program before anything is imported.
STORED_VALUES = {
    "__main__.py": {"watch", "replay"},
    "records/sessions.py": {"replay"},
    "records/spend.py": {"replay"},
    "stream/display.py": {"watch"},
}


class EchoAgent(Agent):
    """An agent that only a test has."""

    name = "echo-test"
    title = "Echo"
    capabilities = AgentCapabilities(reads_context=True)

    def build_launch(self, request: LaunchRequest) -> ProcessLaunch:
        return ProcessLaunch("/bin/cat", (), {}, "/", request.prompt.encode(), request.token)


@pytest.fixture
def echo(monkeypatch):
    monkeypatch.setattr(registry, "_agents", dict(registry._agents))
    agent = EchoAgent()
    registry.register_agent(agent)
    return agent


def test_a_registered_agent_is_found_by_its_name(echo):
    assert registry.require_agent("echo-test") is echo
    assert registry.registered_agents()[-1] is echo
    assert registry.capabilities_of("echo-test").reads_context
    assert registry.choices_in_words() == "claude, watch, replay:FILE or echo-test"


def test_a_name_is_taken_once(echo):
    registry.register_agent(echo)  # the same one again is no fault
    with pytest.raises(ValueError, match="There is an agent echo-test already"):
        registry.register_agent(EchoAgent())


def test_an_agent_that_is_gone_can_do_nothing():
    assert registry.capabilities_of("of-a-removed-plugin") == AgentCapabilities()
    with pytest.raises(UsageError, match="There is no agent") as refused:
        registry.require_agent("of-a-removed-plugin")
    assert "claude, watch or replay:FILE" in str(refused.value.remedy)


def test_only_the_cli_costs_money_and_only_the_watcher_measures():
    able = {agent.name: agent.capabilities for agent in registry.registered_agents()}
    assert [name for name in able if able[name].costs_money] == ["claude"]
    assert [name for name in able if able[name].measures] == ["watch"]
    assert [name for name in able if able[name].resumes] == ["claude", "watch"]
    assert [name for name in able if able[name].can_escalate] == ["claude", "replay"]
    assert [name for name in able if able[name].has_hooks] == ["claude"]


def comparisons_with_names(source: str) -> list[tuple[int, str]]:
    """(line, name) of each comparison with an agent's name in a module's source."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                parts = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
                found += [
                    (node.lineno, part.value)
                    for part in parts
                    if isinstance(part, ast.Constant) and part.value in NAMES
                ]
    return found


def test_what_counts_as_a_comparison():
    assert comparisons_with_names('if agent == "claude": pass\nx = name not in ("watch", "replay")') == [
        (1, "claude"),
        (2, "watch"),
        (2, "replay"),
    ]
    assert comparisons_with_names('AGENT = "claude"') == []


def test_no_other_package_compares_an_agents_name():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).as_posix()
        if not inside.startswith("agents/"):
            allowed = STORED_VALUES.get(inside, set())
            wrong += [
                (inside, *one) for one in comparisons_with_names(path.read_text("utf-8")) if one[1] not in allowed
            ]
    assert wrong == []
