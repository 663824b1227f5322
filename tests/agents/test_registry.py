"""Agents by their name, and what the application may expect of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

from claudeops_desktop.agents import registry
from claudeops_desktop.agents.base import (
    Agent,
    AgentCapabilities,
    AgentProgram,
    InterruptedConversation,
    LaunchRequest,
)
from claudeops_desktop.agents.outcome import OutcomeReader
from claudeops_desktop.agents.types import ProcessEnding, ProcessLaunch
from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.runs.session_setup import choose_agent

PACKAGE = Path(registry.__file__).resolve().parents[1]
NAMES = {agent.name for agent in (registry.CLAUDE, registry.WATCHER, registry.REPLAY)}
# Below agents in the order of imports, so that no agent can be asked there. "replay" is what the table ``sessions``
# holds of a recording, which is kept out of sums; "watch" is the model that the watcher's own stream names. The first
# words of the command line choose a program before anything is imported.
STORED_VALUES = {
    "__main__.py": {"watch", "replay"},
    "memory/repeat_evidence.py": {"replay"},
    "records/run_list.py": {"replay"},
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

    def find_program(
        self, settings: Settings, environ: Mapping[str, str], folder: DataFolder | None = None
    ) -> AgentProgram:
        return AgentProgram(why_not="" if environ.get("ECHO") else "ECHO is not set.")


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


def test_an_added_agent_is_looked_for_like_the_built_in_ones(echo):
    found = registry.find_agents(Settings(), {"PATH": "/nowhere"})
    assert registry.added_agents() == (echo,)
    assert found.why_unavailable("echo-test") == "ECHO is not set."
    assert found.why_unavailable("watch") == ""
    assert found.why_unavailable("claude").startswith("The Claude CLI was not found.")
    assert registry.find_agents(Settings(), {"PATH": "/nowhere", "ECHO": "1"}).why_unavailable("echo-test") == ""


def test_the_application_starts_an_added_agent_only_where_it_can_be_had(echo, data_dir):
    def context(**environ: str) -> SimpleNamespace:
        current = SimpleNamespace(current=Settings())
        return SimpleNamespace(settings=current, environ={"PATH": "/nowhere"} | environ, folder=DataFolder(data_dir))

    with pytest.raises(OperatorError, match="ECHO is not set"):
        choose_agent(context(), "echo-test")
    chosen = choose_agent(context(ECHO="1"), "echo-test")
    assert (chosen.name, chosen.note) == ("echo-test", "")
    assert choose_agent(context(), "").note.startswith("The built-in watcher runs. The Claude CLI was not found.")
    assert choose_agent(context(), "watch").note == ""


def test_an_agent_that_says_nothing_of_conversations_takes_none_up(echo):
    interrupted = InterruptedConversation(
        agent_session_id="x", version="1", version_then="1", cwd="/", cwd_then="/", environ={}
    )
    assert echo.resume_arguments(interrupted) == ((), "its agent cannot take a conversation up again")


def test_an_agent_says_how_its_session_ended(echo):
    ending = ProcessEnding("exited", 3)
    assert echo.interpret_outcome(OutcomeReader(), ending).status == "failed"
    assert registry.REPLAY.interpret_outcome(OutcomeReader(), None).status == "failed"
    assert registry.CLAUDE.interpret_outcome(OutcomeReader(), None).status == "interrupted"


def test_only_the_cli_costs_money_and_only_the_watcher_measures():
    able = {agent.name: agent.capabilities for agent in registry.registered_agents()}
    assert [name for name in able if able[name].costs_money] == ["claude"]
    assert [name for name in able if able[name].measures] == ["watch"]
    assert [name for name in able if able[name].resumes] == ["claude", "watch"]
    assert [name for name in able if able[name].can_escalate] == ["claude", "replay"]
    assert [name for name in able if able[name].has_hooks] == ["claude"]


IN_SQL = re.compile(r"agent\s*(?:=|<>|!=|LIKE|IN)\s*\(?'(\w+)", re.IGNORECASE)


def comparisons_with_names(source: str) -> list[tuple[int, str]]:
    """(line, name) of each comparison with an agent's name in a module's source: written there, by a constant of the
    module, or in SQL."""
    tree = ast.parse(source)
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value in NAMES
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [(node.lineno, name) for name in IN_SQL.findall(node.value) if name in NAMES]
        if isinstance(node, ast.match_case):
            found += [
                (pattern.value.lineno, pattern.value.value)
                for pattern in ast.walk(node.pattern)
                if isinstance(pattern, ast.MatchValue)
                and isinstance(pattern.value, ast.Constant)
                and pattern.value.value in NAMES
            ]
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                parts = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
                found += [
                    (node.lineno, part.value)
                    for part in parts
                    if isinstance(part, ast.Constant) and part.value in NAMES
                ]
                found += [
                    (node.lineno, constants[part.id])
                    for part in parts
                    if isinstance(part, ast.Name) and part.id in constants
                ]
    return found


def test_what_counts_as_a_comparison():
    assert comparisons_with_names('if agent == "claude": pass\nx = name not in ("watch", "replay")') == [
        (1, "claude"),
        (2, "watch"),
        (2, "replay"),
    ]
    assert comparisons_with_names('AGENT = "claude"') == []
    assert comparisons_with_names('AGENT = "claude"\nyes = agent == AGENT') == [(2, "claude")]
    assert comparisons_with_names("""SQL = "SELECT 1 FROM sessions WHERE agent <> 'watch'" """) == [(1, "watch")]
    assert comparisons_with_names('match agent:\n    case "replay": pass') == [(2, "replay")]


@pytest.mark.slow
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
