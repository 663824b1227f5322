"""``claudeops knowledge audit`` and ``claudeops knowledge consolidate`` (C8 to C10)."""

from __future__ import annotations

import pytest

SAID = "The disk was swapped on Friday 2025-09-27."


@pytest.fixture
def fault(claudeops):
    claudeops("knowledge", "remember", "--text", SAID)
    for at, thing in enumerate(("fan", "rack", "switch", "battery", "cable")):
        claudeops("knowledge", "remember", "--text", f"The {thing} came with {at + 20} screws.")


@pytest.mark.slow
def test_faults_are_listed_with_their_evidence_and_are_no_error(claudeops, fault):
    done = claudeops("knowledge", "audit", "--json")
    (found,) = done.json["findings"]
    assert done.code == 0
    assert (found["kind"], found["path"]) == ("wrong date", "MEMORY.md")
    assert "2025-09-27 is a Saturday." in claudeops("knowledge", "audit").out
    assert claudeops("knowledge", "audit", "--json").json["unchanged"]
    assert "Friday" in claudeops("knowledge", "show", "MEMORY.md").out


@pytest.mark.slow
def test_a_consolidation_is_previewed_made_shown_approved_and_undone(claudeops, fault):
    assert "+- (" in claudeops("knowledge", "consolidate", "--preview").out
    assert claudeops("knowledge", "consolidate", "--list", "--json").json == []
    branch = claudeops("knowledge", "consolidate", "--json").json["branch"]
    assert claudeops("knowledge", "consolidate", "--list", "--json").json == [branch]
    assert "Saturday" in claudeops("knowledge", "consolidate", "--show", branch).out
    assert "Friday" in claudeops("knowledge", "show", "MEMORY.md").out
    approved = claudeops("knowledge", "consolidate", "--approve", branch, "--json").json
    assert approved["paths"] == ["MEMORY.md"]
    assert "Saturday" in claudeops("knowledge", "show", "MEMORY.md").out
    assert claudeops("knowledge", "consolidate", "--undo").code == 0
    assert "Friday" in claudeops("knowledge", "show", "MEMORY.md").out
    assert "There is nothing to consolidate." in claudeops("knowledge", "consolidate").out


@pytest.mark.slow
def test_a_consolidation_is_thrown_away(claudeops, fault):
    branch = claudeops("knowledge", "consolidate", "--json").json["branch"]
    assert claudeops("knowledge", "consolidate", "--discard", branch).code == 0
    assert "No branch waits." in claudeops("knowledge", "consolidate", "--list").out


@pytest.mark.slow
def test_only_one_thing_at_a_time(claudeops, fault):
    assert claudeops("knowledge", "consolidate", "--undo", "--list").code == 2
    assert "no branch" in claudeops("knowledge", "consolidate", "--approve", "consolidation/x").err
