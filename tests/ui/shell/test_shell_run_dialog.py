"""Run now with choices: tier, agent, prompt, services, dry run, and a look at what the agent will read."""

from __future__ import annotations

import pytest

from claudeops_desktop.agents.base import AgentProgram
from claudeops_desktop.agents.registry import AgentRegistry
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.shell.window import MainWindow

CLAUDE = AgentRegistry(AgentProgram("/opt/claude", "2.1.197"), "claude", "The Claude CLI 2.1.197 runs (/opt/claude).")
NONE = AgentRegistry(
    AgentProgram(why_not="The Claude CLI was not found."),
    "watch",
    "The built-in watcher runs. The Claude CLI was not found.",
)


@pytest.fixture
def parent(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    return window


def dialog(desk, parent, qtbot, agents=CLAUDE, tier=1):
    made = RunDialog(desk, agents, tier, parent)
    made.show()  # its parent takes it along
    return made


def test_the_fields_become_a_request(desk, parent, qtbot):
    made = dialog(desk, parent, qtbot, tier=2)
    made.prompt.setPlainText("  Why is jellyfin slow?  ")
    made.services.setText("Jellyfin, caddy, jellyfin,")
    made.dry_run.setChecked(True)
    with qtbot.waitSignal(made.run_requested) as told:
        made.go.click()
    assert told.args[0] == RunRequest(
        tier=2, prompt="Why is jellyfin slow?", services=("jellyfin", "caddy"), dry_run=True
    )


def test_the_watcher_stays_at_tier_one_and_takes_no_prompt(desk, parent, qtbot):
    made = dialog(desk, parent, qtbot, agents=NONE, tier=2)
    assert not made.tier.isEnabled()
    assert not made.prompt.isEnabled()
    assert made.request.tier == 1
    assert "takes no prompt" in made._what.text()


def test_choosing_the_cli_where_there_is_none_says_why_it_cannot_run(desk, parent, qtbot):
    made = dialog(desk, parent, qtbot, agents=NONE)
    made.agent.setCurrentIndex(1)
    made._agent_chosen()
    assert "cannot run: The Claude CLI was not found." in made._doubt.text()
    assert not made.go.isEnabled()


def test_it_says_when_the_run_will_stop(desk, parent, qtbot):
    assert "It stops after 20 min or at $1." in dialog(desk, parent, qtbot)._what.text()


def test_dry_run_of_all_runs_cannot_be_left_here(desk, parent, qtbot):
    desk.settings.change("run.dry_run", True)
    made = dialog(desk, parent, qtbot)
    assert made.dry_run.isChecked()
    assert not made.dry_run.isEnabled()


@pytest.mark.slow
def test_known_services_are_offered(filled_desk, parent, qtbot):
    made = dialog(filled_desk, parent, qtbot)
    qtbot.waitUntil(made._pick.isEnabled)
    action = next(action for action in made._menu.actions() if action.text() == "caddy")
    action.trigger()
    assert made.chosen_services == ("caddy",)
    made._mark_chosen()
    action.trigger()
    assert made.chosen_services == ()
