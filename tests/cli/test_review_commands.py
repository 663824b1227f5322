"""``claudeops review``: list, approve, edit, reject (E4)."""

from __future__ import annotations

import pytest

from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import resources
from claudeops_desktop.memory.types import GateDecision

OLD = "Takes 60s to start after restart"
NEW = "Takes 10s to start after restart"
HOLD = GateDecision("hold", "permission", "It would change what the agent may do.")
ALLOW = GateDecision("allow", "score", "It is of use.")


@pytest.fixture
def waiting(written):
    """Memory 1 is known; 2 contradicts it and 3 repeats it, and both wait."""
    with written() as books:

        def write():
            for text, gated in ((OLD, ALLOW), (NEW, HOLD), ("It takes 60 seconds to start after a restart", HOLD)):
                passage = resources.add(text, "passage", "", f"cli:{text}", books.book.clock())
                fact = ExtractedFact(text, "timing", "jellyfin")
                books.memory.ingest.fact(fact, gated, source="observed", resource_id=passage)

        books.write(write)


def listed(claudeops):
    return claudeops("review", "list", "--json").json


def test_nothing_waits(claudeops):
    assert claudeops("review", "list").out == "Nothing needs review.\n"


def test_what_waits_is_listed_with_why_and_what_approving_it_would_do(claudeops, waiting):
    first, second = listed(claudeops)
    assert (first["id"], first["observation"], first["gate_why"]) == (2, NEW, HOLD.why)
    assert [(one["id"], one["verdict"]) for one in first["would"]] == [(1, "contradiction")]
    assert [(one["id"], one["verdict"]) for one in second["would"]] == [(1, "same")]
    assert "close 1" in claudeops("review", "list").out


def test_an_approved_fact_comes_in_and_closes_what_it_contradicts(claudeops, waiting):
    (row,) = claudeops("review", "approve", "2", "--json").json["approved"]
    assert (row["gate"], row["active"]) == ("allow", 1)
    assert NEW in claudeops("context").out
    assert OLD not in claudeops("context").out


def test_all_that_wait_are_approved_in_bulk(claudeops, waiting):
    assert "Approved 2 facts." in claudeops("review", "approve", "--all").out
    assert listed(claudeops) == []


def test_a_rejected_fact_is_gone(claudeops, waiting):
    assert claudeops("review", "reject", "2").out == f"Rejected 2: {NEW}\n"
    assert [row["id"] for row in listed(claudeops)] == [3]


def test_an_edited_fact_waits_on_unless_it_is_approved_with_it(claudeops, waiting):
    row = claudeops("review", "edit", "2", "--text", "Takes 15s to start", "--json").json
    assert (row["observation"], row["gate"], row["active"]) == ("Takes 15s to start", "hold", 0)
    row = claudeops("review", "edit", "2", "--text", "Takes 12s to start", "--approve", "--json").json
    assert (row["gate"], row["active"]) == ("allow", 1)


@pytest.mark.parametrize("words", [("approve", "1"), ("reject", "9"), ("edit", "1", "--text", "x")])
def test_what_does_not_wait_is_refused_and_nothing_is_changed(claudeops, waiting, words):
    answer = claudeops("review", *words)
    assert (answer.code, len(listed(claudeops))) == (1, 2)
    assert "needs review" in answer.err


def test_without_a_model_the_judge_s_verdicts_stand(claudeops, waiting):
    before = listed(claudeops)
    answer = claudeops("review", "settle")
    assert answer.code == 1
    assert answer.err.startswith("No model is asked: whether one may is not answered yet.")
    assert listed(claudeops) == before


@pytest.mark.parametrize("words", [("approve",), ("reject", "2", "--all")])
def test_either_numbers_or_all(claudeops, waiting, words):
    assert claudeops("review", *words).code == 2


def test_facts_of_earlier_rules_are_told_of_only_where_there_are_any(claudeops, waiting):
    assert "earlier version" not in claudeops("review", "list").out
    assert claudeops("review", "earlier").out == "There is no undecided fact of an earlier version's rules.\n"


def test_only_what_was_moved_is_put_back(claudeops, waiting):
    answer = claudeops("review", "put-back", "2")
    assert (answer.code, len(listed(claudeops))) == (1, 2)
    assert "was moved to the Inbox" in answer.err
