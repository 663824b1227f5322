"""ADR-0077, Rewrite Query; the component document, Retrieval: the question in better words, two seconds at most."""

from __future__ import annotations

import threading

import msgspec
import pytest
from recall_world import Says, stage

from claudeops_desktop.memory.recall import rewrite_question
from claudeops_desktop.models.base import ModelFault


@pytest.fixture
def rewriting(asking):
    memory = msgspec.structs.replace(asking.settings.memory, rewrite_questions=True)
    asking.settings = msgspec.structs.replace(asking.settings, memory=memory)
    asking.nfs = asking.put("Both NFS mounts require sudo to unmount when stale")
    asking.put("The login page answers slowly until the cache is warm")
    return asking


def test_the_rewritten_query_is_used_for_all_searches(rewriting):
    rewriting.model = Says("NFS mount stale sudo unmount", cost=0.002)
    found = rewriting.ask("that thing from yesterday", profile="balanced")
    assert found.rewritten == "NFS mount stale sudo unmount"
    assert [item.memory.id for item in found.items] == [rewriting.nfs]
    assert found.cost_usd == 0.002
    assert rewriting.rows("SELECT rewritten, cost_usd FROM recalls") == [("NFS mount stale sudo unmount", 0.002)]


def test_the_model_sees_the_last_five_messages_each_on_one_line():
    shown = rewrite_question.prompt("and now?", [f"message\n{n}" for n in range(8)])
    assert [f"message {n}" in shown for n in range(8)] == [False] * 3 + [True] * 5


def test_a_model_that_is_too_slow_leaves_the_question_as_it_is(rewriting):
    gate = threading.Event()
    found = rewrite_question.rewrite(Says("late", gate=gate), "NFS", (), limit_s=0.01)
    gate.set()
    assert found.text == ""
    assert "did not answer within 0.01 s" in found.why
    assert rewrite_question.LIMIT_S == 2.0


def test_a_model_that_fails_leaves_the_question_as_it_is_and_the_answer_says_so(rewriting):
    rewriting.model = Says(ModelFault("The endpoint does not answer."))
    found = rewriting.ask("stale NFS mounts", profile="balanced")
    assert [item.memory.id for item in found.items] == [rewriting.nfs]
    assert found.rewritten == ""
    assert "The endpoint does not answer." in found.note


@pytest.mark.parametrize("answer", ["", "   ", "x" * 401])
def test_an_answer_that_is_no_query_is_not_used_but_paid(answer):
    found = rewrite_question.rewrite(Says(answer, cost=0.01), "NFS", ())
    assert (found.text, found.cost_usd) == ("", 0.01)


def test_a_lean_recall_asks_no_model(rewriting):
    rewriting.model = Says("something else")
    found = rewriting.ask("stale NFS mounts", profile="lean")
    assert rewriting.model.prompts == []
    assert stage(found, "rewrite") == "Skipped: profile lean."


def test_without_the_setting_no_model_is_asked(asking):
    asking.model = Says("something else")
    asking.put("Both NFS mounts require sudo")
    asking.ask("NFS mounts", profile="deep")
    assert asking.model.prompts == []
