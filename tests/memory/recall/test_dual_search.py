"""ADR-0077, Dual Search; E9: words and meaning fused, half and half with the entity graph."""

from __future__ import annotations

import numpy as np
import pytest
from recall_world import stage

from claudeops_desktop.memory.recall import score_fusion
from claudeops_desktop.memory.recall.search import StageSwitches
from claudeops_desktop.memory.recall.types import RecallRequest

EVERY = np.ones(3, bool)


def test_the_two_halves_make_the_score():
    semantic, graph = np.array([1, 0.5, 0], np.float32), np.array([0, 1, 1], np.float32)
    assert score_fusion.dual(semantic, graph).tolist() == [0.5, 0.75, 0.5]


def test_fusion_is_a_convex_sum_of_normalised_scores():
    words = score_fusion.normalised(np.array([2, 4, 6], np.float32), EVERY)
    meaning = score_fusion.normalised(np.array([0.9, 0.5, 0.1], np.float32), EVERY)
    assert score_fusion.convex(words, meaning).tolist() == [0.5, 0.5, 0.5]
    assert score_fusion.convex(words, None).tolist() == [0, 0.5, 1]


def test_one_memory_alone_is_the_best_there_is():
    assert score_fusion.normalised(np.array([0.3], np.float32), np.ones(1, bool)).tolist() == [1]


def test_sharpening_keeps_the_order():
    found = score_fusion.sharpened(np.array([0.2, 0.8, 0.4], np.float32))
    assert np.argsort(-found).tolist() == [1, 2, 0]
    assert found[1] == 1


def test_a_fact_of_the_named_service_comes_before_one_that_only_mentions_it(asking):
    mention = asking.put("Restart takes 20s while jellyfin is scanning", "caddy")
    own = asking.put("Restart takes 60s", "jellyfin")
    asking.put("Restart takes 30s", "postgres")
    assert asking.ids("How long does a restart of jellyfin take?")[:2] == [own, mention]


def test_what_shares_a_rare_name_with_the_best_is_reached_in_two_hops(asking):
    asking.put("Jellyfin keeps its library on nas-07", "jellyfin")
    far = asking.put("The power supply of nas-07 is loud", "rack")
    for number in range(30):
        asking.put(f"Fan {number} of the rack was cleaned", "rack")
    found = asking.ask("where does jellyfin keep its library", profile="deep")
    assert far in [item.memory.id for item in found.items]
    assert "1 more in two hops" in stage(found, "graph")


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The scraper listens on port 9100", "what is on port 9100"),
        ("Its configuration lies in /etc/caddy/Caddyfile", "who reads /etc/caddy/Caddyfile?"),
        ("Was fixed by version 2.4.1", "what came with 2.4.1"),
        ("Ask Miriam before touching the firewall", "what does Miriam look after"),
    ],
)
def test_ports_paths_versions_and_people_lead_to_what_was_said_of_them(asking, text, question):
    wanted = asking.put(text)
    for number in range(12):
        asking.put(f"Job {number} of the nightly run was slow, who knows what it touches")
    found = asking.ask(question)
    assert found.items[0].memory.id == wanted
    assert found.items[0].graph > 0


def test_a_service_that_the_asker_is_busy_with_decides_among_equals(asking):
    asking.put("A restart takes a minute", "postgres")
    busy = asking.put("A restart takes a minute", "redis")
    assert asking.ids("how long is a restart", services=("redis",))[0] == busy


def test_a_word_is_found_in_all_its_forms(asking):
    chosen = asking.put("Chose WAL over rollback journals for the database")
    ran = asking.put("Ran out of inodes in the mail spool")
    for number in range(6):
        asking.put(f"Nightly report {number} was sent")
    assert asking.ids("why did we choose it")[0] == chosen
    assert asking.ids("what runs out of inodes")[0] == ran


def test_meaning_finds_what_shares_no_word(asking):
    slow = asking.put("Takes 60s to start after restart", "jellyfin")
    asking.put("The mail queue is emptied at midnight")
    asking.put("Certificates are renewed on the first of the month")
    assert asking.ids("reboot duration")[0] == slow


def test_an_unrelated_question_finds_nothing(asking):
    asking.put("Takes 60s to start after restart", "jellyfin")
    found = asking.ask("unrelated pizza topping")
    assert (found.items, found.tier) == ((), "none")


def test_what_was_said_just_before_lends_its_words(asking):
    asking.put("We looked into the replication lag", conversation="session:1")
    answer = asking.put("It was the disk scrub", conversation="session:1")
    for number in range(8):
        asking.put(f"The report {number} is late", conversation=f"session:{number + 2}")
    asking.recall.indexer.catch_up()
    request = RecallRequest("why is there replication lag", asking.clock(), asked_by="benchmark")
    alone = asking.another(StageSwitches(neighbours=False))
    assert answer in [item.memory.id for item in asking.recall.recall(request).items]
    assert answer not in [item.memory.id for item in alone.recall(request).items]
    asking.store.drain()
    alone.close()


def test_facts_of_two_services_are_no_neighbours(asking):
    asking.put("Replication lag was seen", "postgres", conversation="session:1")
    asking.put("Needs a manual start", "grafana", conversation="session:1")
    asking.recall.warm()
    assert asking.recall.loaded_index.before[:2].tolist() == [-1, -1]


def test_every_stage_is_visible_in_the_answer(asking):
    asking.put("Takes 60s to start after restart", "jellyfin")
    names = [one.name for one in asking.ask("jellyfin start").stages]
    assert names == ["rewrite", "summaries", "keywords", "vectors", "graph", "decay", "cap", "evidence", "trust"]


def test_the_first_memory_of_all_is_found_by_its_words(asking):
    key = asking.put("Backups run daily")
    assert asking.ids("backups run") == [key]
    assert asking.ids("when do backups run?") == [key]
