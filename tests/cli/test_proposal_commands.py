"""``claudeops review`` for proposals and retractions, and ``claudeops knowledge explain`` (C4, C11, E18)."""

from __future__ import annotations

from pathlib import Path

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.types import ProposalDraft
from claudeops_desktop.memory.types import MemoryCandidate

RULE = "Never restart PostgreSQL while `pg_basebackup` runs."
OTHER = "The wiki becomes slow whenever its search index is rebuilt."


@pytest.fixture
def proposed(written, data_dir: Path) -> tuple[int, ...]:
    """Two proposals that are put before the operator, and an eighth of the week that waits."""
    with written() as books:
        folder = open_knowledge(DataFolder(data_dir), Settings())
        service = ProposalService(books.book, folder, books.memory, Settings)
        texts = (
            RULE,
            OTHER,
            *(f"The {name} door is locked at night." for name in ["north", "south", "east", "west", "main", "side"]),
        )
        ids = service.offer(
            ProposalDraft("add", "reflection", text[:40], "MEMORY.md", "operations", after=text) for text in texts
        ).ids
        service.triage()
        folder.close()
    return ids


def listed(claudeops, *words: str) -> list[dict]:
    return claudeops("review", "list", "--kind", "proposal", *words, "--json").json


@pytest.mark.slow
def test_proposals_are_listed_with_their_difference_and_score(claudeops, proposed) -> None:
    rows = listed(claudeops)
    assert len(rows) == 7 and {row["state"] for row in rows} == {"review"}
    first = next(row for row in rows if row["after"] == RULE)
    assert f"{RULE}\n" in first["difference"] and first["score"]["recommends"] in ("promote", "keep")
    assert len(first["score"]["criteria"]) == 5
    assert len(listed(claudeops, "--all")) == 8
    shown = claudeops("review", "list", "--kind", "proposal").out
    assert RULE in shown and "1 more waits its turn: add --all to see them." in shown
    assert "7 proposals: `review list --kind proposal`." in claudeops("review", "list").out


@pytest.mark.slow
def test_one_is_approved_rejected_edited_and_reopened(claudeops, proposed) -> None:
    rule, other, door = proposed[0], proposed[1], next(row["id"] for row in listed(claudeops) if "door" in row["after"])
    assert claudeops("review", "approve", rule, "--proposal").out == f"Proposal {rule} was written to MEMORY.md.\n"
    (row,) = claudeops("review", "reject", other, "--proposal", "--why", "Known.", "--json").json["rejected"]
    assert (row["state"], row["why"], row["decided_by"]) == ("rejected", "Known.", "human:operator")
    (row,) = claudeops("review", "edit", door, "--proposal", "--text", "All doors are locked.", "--json").json[
        "approved"
    ]
    assert (row["state"], row["written"]) == ("promoted", "All doors are locked.")
    memory = claudeops("knowledge", "show", "MEMORY.md").out
    assert RULE in memory and "All doors are locked." in memory and OTHER not in memory
    assert claudeops("review", "reopen", rule).out == f"Proposal {rule} needs review again.\n"
    assert RULE not in claudeops("knowledge", "show", "MEMORY.md").out


@pytest.mark.slow
def test_what_was_answered_is_refused_before_anything_is_changed(claudeops, proposed) -> None:
    claudeops("review", "reject", proposed[1], "--proposal")
    answer = claudeops("review", "approve", proposed[0], proposed[1], "--proposal")
    assert answer.code == 1 and f"`review reopen {proposed[1]}` undoes that answer." in answer.err
    assert RULE not in claudeops("knowledge", "log", "--json").out
    assert claudeops("review", "approve", "--all", "--proposal").code == 2
    assert claudeops("review", "edit", proposed[0], "--proposal").code == 2
    assert claudeops("review", "approve", 999, "--proposal").code == 1


@pytest.mark.slow
def test_explain_shows_each_criterion_with_weight_and_value(claudeops, proposed, written) -> None:
    found = claudeops("knowledge", "explain", proposed[0], "--json").json
    assert found["proposal"]["after"] == RULE
    assert {one["name"]: one["weight"] for one in found["criteria"]}["reusable pattern"] == 0.3
    shown = claudeops("knowledge", "explain", proposed[0]).out
    assert "documentation redundancy" in shown and "0.20" in shown and RULE in shown
    with written() as books:
        change = books.write(lambda: books.memory.edits.add(MemoryCandidate("timing", "wiki", OTHER)))
    memory = change.after[0].memory.id
    assert claudeops("knowledge", "explain", memory, "--memory", "--json").json["memory"] == memory
    assert claudeops("knowledge", "explain", 999, "--memory").code == 1


def test_what_an_agent_wants_forgotten_is_listed_with_the_memory(claudeops, written) -> None:
    assert claudeops("review", "list", "--kind", "retraction").out == "No agent wants anything forgotten.\n"
    with written() as books:
        change = books.write(lambda: books.memory.edits.add(MemoryCandidate("timing", "wiki", OTHER)))
        target = change.after[0].memory.id
        books.write(lambda: books.memory.review.retract(target, "It is fast now.", None, 1))
    (row,) = claudeops("review", "list", "--kind", "retraction", "--json").json
    assert row["retracts"]["id"] == target and "It is fast now." in row["gate_why"]
    assert OTHER in claudeops("review", "list", "--kind", "retraction").out
    claudeops("review", "approve", row["id"])
    assert claudeops("review", "list", "--kind", "retraction", "--json").json == []
