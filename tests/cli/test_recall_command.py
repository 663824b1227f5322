"""``claudeops recall``: what memory knows, and how it came to it (E9)."""

from __future__ import annotations

import pytest


@pytest.fixture
def told(claudeops):
    for text, category, service in (
        ("Takes 60s to start after restart", "timing", "jellyfin"),
        ("Must be started after WireGuard", "dependency", "caddy"),
    ):
        assert claudeops("memory", "add", text, "--category", category, "--service", service).code == 0
    return claudeops


def test_a_question_finds_the_memory_that_answers(told):
    found = told("recall", "How long does jellyfin need to boot?")
    assert found.code == 0
    assert "Takes 60s to start after restart" in found.out.splitlines()[1]


def test_an_answer_names_no_tone_and_no_strength(told):
    found = told("recall", "How long does jellyfin need to boot?").out.lower()
    assert [word for word in ("neutral", "explicit", "tone", "strength") if word in found] == []


def test_explain_shows_each_stage_and_the_scores(told):
    found = told("recall", "jellyfin start", "--explain").out
    for word in ("words", "meaning", "graph", "decay", "keywords", "summaries", "Answered by the search (tier 2)"):
        assert word in found


def test_json_is_one_document_with_all_of_it(told):
    document = told("recall", "jellyfin start", "--limit", "1", "--json").json
    assert [item["memory"]["service"] for item in document["items"]] == ["jellyfin"]
    assert document["tier"] == "summaries"  # one fact of the summary covers the question, and one was wanted
    assert document["stages"][0]["name"] == "rewrite"


def test_a_note_answers_with_its_kind_its_path_and_its_date(told):
    text = "A restore of the photo archive takes two hours."
    assert told("notes", "add", "--type", "project", "--title", "Photo archive", "--text", text).code == 0
    question = "How long does a restore of the photo archive take?"
    document = told("recall", question, "--json").json
    (passage,) = document["passages"]
    assert (passage["kind"], passage["source"], passage["by"]) == ("note", "notes/photo-archive.md", "operator")
    (line,) = [line for line in told("recall", question).out.splitlines() if line.startswith("note")]
    assert text in line and f"(notes/photo-archive.md, {passage['date'][:10]})" in line
    assert "notes/photo-archive.md" in told("recall", question, "--explain").out


def test_memories_say_that_they_are_and_at_which_rank(told):
    (item,) = told("recall", "jellyfin start", "--limit", "1", "--json").json["items"]
    assert (item["kind"], item["rank"]) == ("memory", 1)


def test_nothing_known_is_said_so(claudeops):
    found = claudeops("recall", "anything at all")
    assert (found.code, found.out.strip()) == (
        0,
        "Nothing I remember answers this. Memory is empty so far."
        " It fills from what agents note and from what is said in sessions.",
    )


def test_what_answers_nothing_comes_only_where_everything_is_asked_for(told):
    refused = told("recall", "start of the tax year")
    assert refused.code == 0
    assert refused.out.startswith("Nothing I remember answers this. No memory has the words “tax” and “year”.")
    assert "Takes 60s to start after restart" in told("recall", "start of the tax year", "--everything").out


def test_an_empty_question_is_wrong_usage(claudeops):
    assert claudeops("recall", "  ").code == 2


def test_an_agent_of_ours_may_ask(told, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert told("recall", "jellyfin start").code == 0
