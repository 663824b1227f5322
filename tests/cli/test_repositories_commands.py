"""``claudeops repositories``: added, listed, checked, and told to the agent."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import load
from claudeops_desktop.runs.environment import EnvironmentRequest, session_environment


@pytest.fixture
def lab(tmp_path):
    root = tmp_path / "lab"
    (root / ".claude-ops" / "playbooks").mkdir(parents=True)
    (root / "CLAUDE-OPS.md").write_text("# Home lab\n\nTwo machines.\n")
    (root / ".claude-ops" / "playbooks" / "x.md").write_text("# Restart\n\nJust do it.\n")
    return root


def test_a_folder_is_added_listed_and_taken_out(claudeops, lab):
    assert claudeops("repositories", "list").out.startswith("No folder yet.")
    assert "2 files. 1 mistake" in claudeops("repositories", "add", lab).out
    assert claudeops("repositories", "add", lab).code == 1
    (found,) = claudeops("repositories", "list", "--json").json
    assert (found["path"], len(found["playbooks"])) == (str(lab), 1)
    assert claudeops("repositories", "rm", lab, "--json").json == {"removed": [str(lab)]}
    assert claudeops("repositories", "rm", lab).code == 1
    assert claudeops("repositories", "add", lab / "gone").code == 2


def test_mistakes_are_told_with_place_and_fix(claudeops, lab):
    claudeops("repositories", "add", lab)
    answer = claudeops("repositories", "check")
    assert (answer.code, "x.md, line 1: The playbook has no steps." in answer.out) == (1, True)
    (lab / ".claude-ops" / "playbooks" / "x.md").write_text("# Restart\n\n1. Do it.\n")
    assert claudeops("repositories", "check").out == "1 folder, 2 files, no mistakes.\n"


def test_what_the_agent_is_told_is_shown_and_is_in_its_prompt(claudeops, lab, data_dir, written):
    claudeops("repositories", "add", lab)
    assert "# Home lab" in claudeops("repositories", "prompt").out
    with written() as books:
        told = {
            agent: session_environment(
                books.book,
                DataFolder(data_dir),
                load(data_dir / "settings.toml"),
                EnvironmentRequest(
                    agent=agent, tier=1, ceiling=1, dry_run=False, services=(), hand_off="", now=utc_now()
                ),
            )
            for agent in ("claude", "watch")
        }
    assert "## Repositories" in told["claude"]
    assert "### lab" in told["claude"]
    assert "Repositories" not in told["watch"]
