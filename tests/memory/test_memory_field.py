"""What users of other memory systems report, as tests that it cannot happen here. Thread numbers are public ones."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.context import INTRODUCTION
from claudeops_desktop.memory.types import MemoryAction, MemoryCandidate


def test_claude_ops_an_hourly_schedule_does_not_decay_a_memory_at_every_run(desk):
    memory = desk.add("Takes 60s to start", service="jellyfin", confidence=0.7)
    desk.clock.forward(days=38)
    for _ in range(5):
        desk.write(desk.memory.aging.decay)
        desk.clock.forward(hours=1)
    assert (desk.get(memory.id).confidence, desk.get(memory.id).active) == (0.6, 1)


def test_claude_ops_any_other_text_under_the_same_service_and_category_is_no_contradiction(desk):
    desk.says("[MEMORY:behavior:jellyfin] Direct play fails for HEVC files in Firefox")
    (outcome,) = desk.says("[MEMORY:behavior:jellyfin] The nightly library scan doubles the load for 20 minutes")
    assert outcome.action is MemoryAction.INSERTED
    assert outcome.lowered == ()
    assert [m.confidence for m in desk.all()] == [0.7, 0.7]


def test_claude_ops_not_only_an_identical_sentence_reinforces(desk):
    desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
    (outcome,) = desk.says("[MEMORY:timing:jellyfin] It takes about a minute to start after a restart")
    assert outcome.action is MemoryAction.REINFORCED


def test_claude_ops_reinforcing_an_inactive_memory_brings_it_into_the_next_prompt(desk):
    old = desk.add("Takes 60s to start after restart", service="jellyfin", confidence=0.2)
    assert desk.context().text == ""
    desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
    assert "Takes 60s to start after restart (confidence: 0.7)" in desk.context().text
    assert desk.get(old.id) == old


def test_mem0_4573_text_that_was_recalled_is_not_extracted_again_as_new(desk):
    """The agent quotes the whole block that it was given: nothing of it is stored."""
    desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
    desk.says("[MEMORY:remediation] Retry DNS checks once before escalating")
    block = desk.context().text
    before = desk.all()
    assert desk.says(f"I was told:\n\n{INTRODUCTION}\n\n{block}\n\nand it is still so.") == []
    assert desk.warnings == []
    assert desk.all() == before


@pytest.mark.parametrize(
    "line",
    [
        "- [timing] Takes 60s to start after restart (confidence: 0.7)",
        "* `[timing]` Takes 60s to start after restart",
        "### jellyfin",
        "## Operational Memory (2 memories, ~50 tokens)",
        "1. [timing:jellyfin] Takes 60s to start after restart",
    ],
)
def test_mem0_4573_a_bullet_of_the_prompt_is_no_marker(desk, line):
    assert desk.says(line) == []
    assert desk.all() == []


def test_mem0_4573_a_bullet_repeated_as_a_marker_is_the_same_memory_said_again(desk):
    """Its frame is ours: the confidence at its end is neither stored nor makes it another fact."""
    desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart")
    (outcome,) = desk.says("[MEMORY:timing:jellyfin] Takes 60s to start after restart (confidence: 0.7)")
    assert outcome.action is MemoryAction.REINFORCED
    desk.says("[MEMORY:timing:plex] Takes 40s to start (confidence: 0.95)")
    assert [m.observation for m in desk.all()] == ["Takes 60s to start after restart", "Takes 40s to start"]
    assert desk.all()[-1].confidence == 0.7


@pytest.mark.parametrize("ending", [" (confidence: 0.7) [#1, 3 Mar]", " [#1, 3 Mar 2025]", " [#1]"])
def test_the_number_and_day_of_the_prompt_are_not_stored(desk, ending):
    desk.says(f"[MEMORY:timing:plex] Takes 40s to start{ending}")
    assert [m.observation for m in desk.all()] == ["Takes 40s to start"]


def test_mem0_4896_5193_of_a_contradiction_not_both_sides_keep_their_confidence(desk):
    desk.says("[MEMORY:behavior:adguard] Returns HTTP 302 when healthy")
    desk.says("[MEMORY:behavior:adguard] Returns HTTP 200 when healthy")
    old, new = desk.all()
    assert (old.confidence, new.confidence) == (0.5, 0.7)
    assert [(link.from_id, link.to_id, link.kind) for link in desk.memory.history.links(old.id)] == [
        (new.id, old.id, "contradicts")
    ]


def test_mem0_4536_the_new_side_of_a_contradiction_is_stored_and_the_old_one_not_deleted(desk):
    desk.says("[MEMORY:behavior:x] Automatic updates are enabled")
    (outcome,) = desk.says("[MEMORY:behavior:x] Automatic updates are disabled")
    assert outcome.memory in desk.all()
    assert len(desk.all()) == 2


def test_mem0_1674_adding_a_fact_again_does_not_delete_it(desk):
    memory = desk.add("Needs a vacuum weekly", "maintenance", "postgres")
    again = desk.write(
        lambda: desk.memory.edits.add(MemoryCandidate("maintenance", "postgres", "Needs a vacuum weekly"))
    )
    assert desk.get(memory.id) == memory
    desk.write(lambda: desk.memory.edits.undo(again))
    assert desk.all() == [memory]


def test_hindsight_1566_1284_the_same_fact_said_every_day_stays_one_memory(desk):
    wordings = (
        "Takes 60s to start after restart",
        "takes about 60 seconds to start after a restart.",
        "Takes 1 min to start after restart",
        "After a restart it takes 60s to start",
    )
    for day in range(40):
        desk.clock.forward(days=1)
        desk.says(f"[MEMORY:timing:jellyfin] {wordings[day % len(wordings)]}")
    (memory,) = desk.all()
    assert (memory.observation, memory.confidence) == (
        wordings[3],
        1.0,
    )  # the newest words in which its values are written as before


@pytest.mark.slow
def test_hindsight_1907_the_twin_is_found_among_a_thousand_siblings(desk):
    for number in range(1000):
        desk.add(f"Takes {number + 100}s to start after an upgrade of plugin {number}", service="jellyfin")
    twin = desk.add("Takes 60s to start after restart", service="jellyfin")
    (outcome,) = desk.says("[MEMORY:timing:jellyfin] Takes about 60 seconds to start after a restart")
    assert (outcome.action, outcome.memory.id) == (MemoryAction.REINFORCED, twin.id)


@pytest.mark.slow
def test_agentmemory_1232_the_budget_does_not_drop_the_longest_most_valuable_entry(desk):
    valuable = desk.add("the whole story: " + "x" * 1500, service="caddy", confidence=0.95)
    for number in range(200):
        desk.add(f"a small thing number {number}", service=f"svc{number}", confidence=0.9)
    found = desk.context()
    assert found.included[0].memory.id == valuable.id
    assert len(found.included) > 1


def test_basic_memory_1588_what_is_superseded_is_marked_as_such(desk):
    desk.says("[MEMORY:timing:x] Takes 60s to start")
    desk.says("[MEMORY:timing:x] Takes 10s to start")
    last = desk.memory.history.versions(1)[-1]
    assert (last.action, last.other_id) == ("lowered", 2)
    assert last.why.startswith("Contradicted by “Takes 10s to start”.")


def test_basic_memory_580_staleness_is_told_and_not_silent(desk):
    desk.add("Takes 60s to start")
    desk.clock.forward(days=37)
    desk.write(desk.memory.aging.decay)
    assert desk.memory.history.versions(1)[-1].why == "Not confirmed for 37 days: 1 week past the 30 days of grace."


@pytest.mark.slow
def test_claude_mem_1073_however_much_is_known_the_prompt_stays_within_its_budget(desk):
    for number in range(300):
        desk.add(f"fact {number}: " + "word " * 60, service=f"svc{number % 7}")
    assert len(desk.context().text) <= 8000
