"""ADR-0077, Budget-Aware; the component document, Budget profiles; E16."""

from __future__ import annotations

import pytest
from recall_world import Says, stage

from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory.recall import cost_limit, profiles
from claudeops_desktop.memory.recall.types import RecallRequest

PAID = "INSERT INTO recalls (at, asked_by, question, profile, tier, cost_usd) VALUES (?, 'agent', 'q', 'deep', 'x', {})"


@pytest.fixture
def many(asking):
    for number in range(40):
        asking.put(f"The backup of share {number} takes {number} minutes", "borg")
    asking.recall.indexer.catch_up()
    return asking


@pytest.mark.parametrize(("profile", "fewest", "most"), [("lean", 2, 3), ("balanced", 5, 7), ("deep", 10, 15)])
def test_a_profile_says_how_many_come_back(many, profile, fewest, most):
    assert fewest <= len(many.ids("what does the backup of each share need now?", profile=profile)) <= most


def test_a_limit_of_the_askers_is_kept(many):
    assert len(many.ids("backup share", limit=20, profile="deep")) == 20
    assert len(many.ids("backup share", limit=1)) == 1


@pytest.mark.parametrize(
    ("question", "asked_by", "profile"),
    [
        ("why does the backup fail", "operator", "deep"),
        ("port of jellyfin", "operator", "balanced"),
        ("jellyfin caddy", "injection", "lean"),
        ("check jellyfin and caddy and postgres", "injection", "balanced"),
    ],
)
def test_auto_picks_by_the_question_and_who_asks(asking, question, asked_by, profile):
    request = RecallRequest(question, asking.clock(), asked_by=asked_by)
    assert profiles.choose(request).name == profile
    assert profiles.choose(request, "lean").name == "lean"


def test_a_profile_that_is_none_is_refused_with_those_that_are(asking):
    with pytest.raises(UsageError, match="“wide”"):
        asking.ask("anything", profile="wide")


def test_cost_is_tracked_for_each_recall(many):
    many.ask("backup share")
    ((cost, spent, ids),) = many.rows("SELECT cost_usd, duration_ms, memory_ids FROM recalls")
    assert cost == 0
    assert spent > 0
    assert ids != "[]"


def test_under_pressure_ten_become_five_and_graph_and_model_are_skipped(many):
    many.execute(
        PAID.format(0.5),
        many.clock().strftime("%Y-%m-%dT00:00:01.000Z"),
    )
    many.model = Says("share")
    found = many.ask("why is the backup of the share slow", limit=10, profile="deep")
    assert len(found.items) == 5
    assert stage(found, "graph") == "Skipped."
    assert many.model.prompts == []
    assert "money" in found.note


def test_yesterdays_money_does_not_count(many):
    many.execute(
        PAID.format(9),
        "2026-02-28T23:59:59.000Z",
    )
    assert len(many.ask("backup share", limit=10, profile="deep").items) == 10


def test_the_purse_adds_what_came_since(many):
    purse = cost_limit.RecallSpend()
    ask = PAID.format(0.25)
    spent = []
    for _ in range(3):
        many.execute(ask, "2026-03-01T10:00:00.000Z")
        spent.append(many.store.read(lambda: purse.spent(many.clock())).result())
    assert spent == [0.25, 0.5, 0.75]
    assert not cost_limit.under_pressure(9.0, 0)


def test_a_recall_counts_at_each_memory_and_an_injection_does_not(many):
    first = many.ids("backup of share 7", limit=1)
    many.ids("backup of share 7", limit=1, asked_by="injection")
    assert many.rows("SELECT id, recall_count, last_recalled_at FROM memories WHERE recall_count > 0") == [
        (first[0], 1, "2026-03-01T12:00:00.000Z")
    ]


def test_mood_and_priority_weigh_gently(asking):
    plain = asking.put("The proxy drops long requests", "caddy")
    angry = asking.put("The proxy drops long requests again", "caddy", sentiment="frustrated", retrieval_priority=1.0)
    weights = {i.memory.id: i.weight for i in asking.ask("proxy drops requests", mood="frustrated").items}
    assert weights == {plain: 1.0, angry: pytest.approx(1.21)}
