"""``claudeops memory share`` and ``unshare``, ``projects`` and ``principals``; and what a session sees of it."""

from __future__ import annotations

import pytest

TEXT = "nginx takes 40 seconds to reload."


@pytest.fixture
def fact(claudeops):
    return claudeops("memory", "add", TEXT, "--category", "timing", "--service", "nginx", "--json").json["id"]


@pytest.mark.slow
@pytest.mark.file_only("its operator has no name; those of a server are in tests/storage/postgres/test_operators.py")
def test_a_memory_is_made_private_shared_with_a_project_and_with_everyone(claudeops, fact):
    done = claudeops("memory", "unshare", fact, "--json").json
    assert (done["action"], done["memory"]["audience"], done["audience_before"]) == (
        "withdrawn",
        "private:",
        "everyone",
    )
    claudeops("projects", "add", "web-shop")
    answer = claudeops("memory", "share", fact, "--with", "web-shop")
    assert answer.out.strip() == f"Memory {fact} is seen by the project web-shop."
    assert claudeops("memory", "share", fact, "--with", "everyone", "--json").json["memory"]["audience"] == "everyone"
    again = claudeops("memory", "share", fact, "--with", "everyone")
    assert "Nothing was changed." in again.out
    history = claudeops("memory", "history", fact, "--json").json
    assert [row["action"] for row in history] == ["inserted", "withdrawn", "shared", "shared"]
    assert history[2]["why"] == "Shared with the project web-shop by the operator."


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("memory", "share", "1", "--with", "no-such"), "The project “no-such” does not exist."),
        (("memory", "share", "1", "--with", " "), "--with is empty."),
        (("memory", "share", "999", "--with", "everyone"), "There is no memory 999."),
        (("memory", "unshare", "999"), "There is no memory 999."),
        (("projects", "add", "a b"), "cannot be used"),
        (("projects", "remove", "no-such"), "does not exist"),
        (("principals", "remove", "nobody"), "does not exist"),
        (("tokens", "add", "x", "--scope", "read", "--project", "no-such"), "does not exist"),
        (("tokens", "add", "x", "--scope", "read", "--as", "a b"), "cannot be used"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(claudeops, fact, words, says):
    answer = claudeops(*words)
    assert answer.code in (1, 2)
    assert says in answer.err
    assert claudeops("memory", "history", fact, "--json").json[1:] == []
    assert claudeops("tokens", "list", "--json").json == claudeops("principals", "list", "--json").json == []


@pytest.mark.slow
@pytest.mark.file_only("its operator belongs to every project")
def test_a_project_that_is_removed_names_what_is_private_again(claudeops, fact):
    claudeops("projects", "add", "web")
    claudeops("tokens", "add", "anna", "--scope", "read", "--person", "--project", "web")
    claudeops("memory", "unshare", fact)
    claudeops("memory", "share", fact, "--with", "web")
    answer = claudeops("projects", "remove", "web", "--json").json
    assert answer["private_again"] == [fact]
    (project,) = claudeops("projects", "list", "--json").json
    assert project["removed_at"]
    claudeops("projects", "add", "web")
    assert claudeops("projects", "list", "--json").json[0]["removed_at"] is None


def test_a_token_says_whom_it_is_for(claudeops):
    claudeops("projects", "add", "web")
    made = claudeops(
        "tokens", "add", "laptop", "--scope", "read", "--person", "--as", "Anna", "--project", "web", "--json"
    ).json
    assert (made["principal"], made["projects"]) == ("anna", ["web"])
    assert [row["name"] for row in claudeops("principals", "list", "--json").json] == ["anna"]
    refused = claudeops("tokens", "add", "robot", "--scope", "read", "--as", "anna")
    assert "is used for another kind" in refused.err
    assert "anna" in claudeops("tokens", "list").out
    assert claudeops("principals", "remove", "anna", "--json").json["private"] == []


@pytest.mark.slow
def test_a_session_sees_at_the_command_line_what_everybody_sees(claudeops, fact, monkeypatch):
    claudeops("memory", "add", "The pool has 12 workers.", "--category", "behavior", "--service", "pool")
    claudeops("memory", "unshare", fact)
    assert len(claudeops("memory", "list", "--json").json) == 2
    monkeypatch.setenv("CLAUDEOPS_SESSION_TOKEN", "x")
    assert [row["observation"] for row in claudeops("memory", "list", "--json").json] == ["The pool has 12 workers."]
    assert TEXT not in claudeops("recall", "How long does nginx take to reload?").out
    assert claudeops("memory", "share", fact, "--with", "everyone").code != 0
