"""ADR-0077, Score Decay and Domain TTLs: old facts count less, each domain at its own pace (E10)."""

from __future__ import annotations

import math
import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import LifetimeSettings
from claudeops_desktop.memory.recall import age_decay
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest

LIFETIMES = LifetimeSettings()


def test_a_score_loses_by_the_formula():
    assert age_decay.factor(70, 0.01, stale=False) == pytest.approx(math.exp(-0.7))
    assert age_decay.factor(70, 0.01, stale=False) == pytest.approx(0.5, abs=0.01)


def test_a_fresh_fact_outranks_a_slightly_worse_old_one():
    assert 0.9 * age_decay.factor(3, 0.01, False) > 0.85 * age_decay.factor(200, 0.01, False)


def test_a_stale_fact_counts_half():
    assert age_decay.factor(10, 0.01, stale=True) == pytest.approx(age_decay.factor(10, 0.01, stale=False) / 2)


@pytest.mark.parametrize(
    ("domain", "rate"),
    [
        ("operations", 0.01), ("projects", 0.01), ("memory-system", 0.005), ("preferences", 0.003),
        ("people-relationships", 0.003), ("system-architecture", 0.002), ("rules-conventions", 0.0),
        ("health", 0.002), ("hobbies", 0.01), ("a domain of another version", 0.01),
    ],
)  # fmt: skip
def test_each_domain_has_its_own_pace(domain, rate):
    assert age_decay.lifetime(domain, LIFETIMES).decay == rate


@given(st.floats(0, 1e5), st.floats(0, 1e5), st.floats(0, 1))
def test_older_never_counts_more(days, more, rate):
    assert 0 <= age_decay.factor(days + more, rate, False) <= age_decay.factor(days, rate, False) <= 1


def test_days_count_from_the_last_confirmation_not_from_creation(asking):
    old = asking.put("The proxy listens on port 8443", "caddy", days=300)
    young = asking.put("The proxy listens on port 8443 as well", "caddy", days=100)
    asking.change(old, last_confirmed_at=to_text(asking.clock() - timedelta(days=2)))
    found = {item.memory.id: item.decay for item in asking.ask("proxy port caddy").items}
    assert found[old] == pytest.approx(math.exp(-0.02))
    assert found[young] == pytest.approx(math.exp(-1.0))


def test_a_pinned_fact_keeps_its_score(asking):
    asking.put("The proxy listens on port 8443", "caddy", days=900, pinned=1)
    assert asking.ask("proxy port").items[0].decay == 1.0


def test_a_score_is_raw_times_decay_times_weight(asking):
    for days in (1, 50, 200):
        asking.put(f"The backup takes {days} minutes", "borg", days=days, retrieval_priority=0.4)
    for item in asking.ask("how long is the backup").items:
        assert item.score == pytest.approx(item.raw * item.decay * item.weight)


def test_a_fact_that_answers_half_as_well_does_not_win_by_being_younger(asking):
    old = asking.put("Snapshot pruning must run before replication starts", "zfs", days=150)
    asking.put("Replication uses port 8023", "zfs", days=0)
    assert asking.ids("when must snapshot pruning run")[0] == old


STABLE = ("system-architecture", "people-relationships", "rules-conventions", "preferences")
THINGS = [
    "gateway",
    "router",
    "switch",
    "vault",
    "ledger",
    "archive",
    "mirror",
    "scheduler",
    "broker",
    "registry",
    "cluster",
    "bucket",
]
VERBS = [
    "stores",
    "reads",
    "forwards",
    "encrypts",
    "compresses",
    "validates",
    "replicates",
    "signs",
    "audits",
    "throttles",
]
OBJECTS = [
    "invoices",
    "sessions",
    "certificates",
    "thumbnails",
    "metrics",
    "backups",
    "tokens",
    "queues",
    "reports",
    "snapshots",
]


@pytest.mark.slow
def test_decay_does_not_bury_stable_facts(asking):
    """Turning it on costs stable facts at most 0.01 of recall@10, wherever in the year the answer lies."""
    chance = random.Random(7)
    questions = []
    for number in range(600):
        words = (chance.choice(THINGS), chance.choice(VERBS), chance.choice(OBJECTS), chance.choice(THINGS))
        text = f"The {words[0]} {words[1]} {words[2]} for the {words[3]} of team {number % 40}"
        key = asking.put(text, days=chance.uniform(0, 365), domain=STABLE[number % len(STABLE)])
        if number % 4 == 0:
            questions.append((f"Which {words[0]} {words[1]} {words[2]} of team {number % 40}?", key))
    asking.recall.indexer.catch_up()

    def recall_at_10(switches):
        recall = asking.another(switches)
        hits = 0
        for question, key in questions:
            request = RecallRequest(question, asking.clock(), profile="deep", limit=10, asked_by="benchmark")
            hits += key in {item.memory.id for item in recall.recall(request).items}
        asking.store.drain()
        recall.close()
        return hits / len(questions)

    without, with_decay = recall_at_10(StageSwitches(decay=False)), recall_at_10(StageSwitches())
    assert without > 0.8
    assert with_decay >= without - 0.01
