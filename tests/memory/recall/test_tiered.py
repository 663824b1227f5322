"""ADR-0077, Tiered; E9: category summaries first, the search where they are not enough; which one is logged."""

from __future__ import annotations

import json

import pytest
from recall_world import stage

from claudeops_desktop.memory.recall import summaries


@pytest.fixture
def stocked(asking):
    for number in range(9):
        asking.put(
            f"Jellyfin transcoding note {number}: uses the {number}th core", "jellyfin", confidence=0.5 + number / 20
        )
    asking.put("Must be started after WireGuard", "caddy")
    asking.put("Prefers short answers", None, domain="preferences")
    asking.recall.indexer.catch_up()
    return asking


def summary(asking, kind, name):
    rows = asking.rows("SELECT memory_ids, text FROM memory_summaries WHERE kind = ? AND name = ?", kind, name)
    return json.loads(rows[0][0]) if rows else None


def test_summaries_are_made_of_the_best_facts_of_each_service_and_domain(stocked):
    assert summary(stocked, "service", "jellyfin") == [9, 8, 7, 6, 5, 4, 3, 2]
    assert summary(stocked, "service", "caddy") == [10]
    assert summary(stocked, "domain", "preferences") == [11]
    assert summary(stocked, "service", "general") == [11]


def test_tier_1_answers_where_it_is_enough_and_that_is_logged(stocked):
    found = stocked.ask("jellyfin transcoding", profile="balanced")
    assert found.tier == "summaries"
    assert {item.origin for item in found.items} == {"summary"}
    assert "enough" in stage(found, "summaries")
    assert not [one for one in found.stages if one.name == "keywords"]
    assert stocked.rows("SELECT tier FROM recalls") == [("summaries",)]
    ((detail,),) = stocked.rows("SELECT detail FROM telemetry WHERE action = 'memory.recall.completed'")
    assert json.loads(detail)["tier"] == "summaries"


def test_tier_2_answers_where_the_summaries_are_not_enough(stocked):
    found = stocked.ask("what must run before caddy", profile="balanced")
    assert found.tier == "search"
    assert found.items[0].memory.id == 10
    assert stage(found, "summaries").endswith("not enough.")
    assert stocked.rows("SELECT tier FROM recalls") == [("search",)]


def test_only_the_three_best_summaries_are_looked_at(stocked):
    for name in ("one", "two", "three", "four"):
        stocked.put(f"The shared cache of {name} is warm", name)
    stocked.recall.indexer.catch_up()

    def look():
        recall = stocked.recall
        recall.warm()
        with recall.loaded_index.lock:
            held = {word: recall._postings.word(word) for word in ("shared", "cache")}
            return summaries.search(recall.loaded_index, recall._summaries.all(), held)

    assert len(stocked.store.read(look).result().summaries) == summaries.TOP == 3


def test_a_deep_recall_searches_everything_and_says_what_came_from_a_summary(stocked):
    found = stocked.ask("jellyfin transcoding", profile="deep")
    assert found.tier == "search"
    assert {item.origin for item in found.items} == {"summary", "search"}


def test_a_summary_follows_its_facts(stocked):
    new = stocked.put("Jellyfin transcoding uses the graphics card", "jellyfin", confidence=1.0)
    stocked.recall.indexer.catch_up()
    assert summary(stocked, "service", "jellyfin")[0] == new
    stocked.change(new, superseded_by=1)
    stocked.execute(
        "INSERT INTO memory_versions (memory_id, action, by, category, observation, confidence, active, pinned,"
        " created_at) SELECT id, 'lowered', 'agent', category, observation, confidence, 1, 0, created_at"
        " FROM memories WHERE id = ?",
        new,
    )
    stocked.recall.indexer.catch_up()
    assert new not in summary(stocked, "service", "jellyfin")


def test_a_summary_goes_with_its_last_fact(stocked):
    stocked.desk.write(lambda: stocked.desk.memory.edits.delete([10]))
    stocked.recall.indexer.catch_up()
    assert summary(stocked, "service", "caddy") is None


def test_a_second_round_changes_nothing(stocked):
    before = stocked.rows("SELECT * FROM memory_summaries ORDER BY id")
    assert stocked.recall.indexer.catch_up() == 0
    assert stocked.rows("SELECT * FROM memory_summaries ORDER BY id") == before
