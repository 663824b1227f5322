"""``memory add`` and its pair, ``closed``, ``reopen``, ``trash``, ``restore``; the kinds of ``review`` (M10, M14)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictKind
from claudeops_desktop.memory.types import MemoryCandidate


def add(claudeops, text, *more, service="jellyfin", category="timing"):
    return claudeops("memory", "add", text, "--category", category, "--service", service, *more)


@pytest.mark.slow
def test_a_pair_is_shown_before_it_is_saved_and_the_newest_value_alone_stands(claudeops):
    add(claudeops, "Takes 60s to start")
    assert "It confirms memory 1" in add(claudeops, "Takes 60 seconds to start").out
    saved = add(claudeops, "Takes 30s to start")
    assert saved.code == 0
    assert "contradicts memory 1" in saved.out
    assert "memory reopen 1" in saved.out
    block = claudeops("context").out
    assert "30s" in block
    assert "60s" not in block


def test_a_contradiction_is_asked_about_on_a_terminal(claudeops, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.cli.memory_closed._is_terminal", lambda: True)
    asked = []
    monkeypatch.setattr("typer.confirm", lambda question, abort: asked.append((question, abort)))
    add(claudeops, "Takes 60s to start")
    add(claudeops, "Takes 30s to start", "--yes")
    assert asked == []
    add(claudeops, "Takes 20s to start")
    assert asked == [("Save it?", True)]


def test_the_pair_is_told_in_json(claudeops):
    add(claudeops, "Takes 60s to start")
    saved = add(claudeops, "Takes 30s to start", "--json")
    assert saved.code == 0
    assert [(pair["id"], pair["verdict"]) for pair in saved.json["would"]] == [(1, "contradiction")]


@pytest.mark.slow
def test_closings_are_listed_and_one_is_reopened(claudeops):
    add(claudeops, "Takes 60s to start")
    add(claudeops, "Takes 30s to start", "--yes")
    (row,) = claudeops("memory", "closed", "--since", "30d", "--json").json
    assert (row["memory"]["id"], row["closed_by"]["id"], row["certainty"]) == (1, 2, 1.0)
    assert row["why"]
    assert "Takes 60s" in claudeops("memory", "closed").out
    assert claudeops("memory", "reopen", 1, "--json").json["superseded_by"] is None
    assert claudeops("memory", "closed", "--json").json[0]["undone"] is True
    assert claudeops("memory", "reopen", 9).code == 1


@pytest.mark.slow
def test_what_was_deleted_is_restored_from_the_trash(claudeops):
    add(claudeops, "Takes 60s to start")
    assert "claudeops memory restore 1" in claudeops("memory", "rm", 1).out
    assert claudeops("memory", "list", "--json").json == []
    assert [row["id"] for row in claudeops("memory", "trash", "--json").json] == [1]
    assert "is back" in claudeops("memory", "restore", 1).out
    assert [row["id"] for row in claudeops("memory", "list", "--json").json] == [1]
    assert claudeops("memory", "restore", 1).code == 2
    assert claudeops("memory", "restore", 9).code == 1


def test_a_version_is_restored_by_its_number(claudeops):
    add(claudeops, "Takes 60s to start")
    claudeops("memory", "edit", 1, "--text", "Takes 30s to start")
    assert [row["version"] for row in claudeops("memory", "history", 1, "--json").json] == [1, 2]
    assert claudeops("memory", "restore", 1, "--version", 1, "--json").json["observation"] == "Takes 60s to start"
    assert len(claudeops("memory", "history", 1, "--json").json) == 3


@pytest.mark.slow
def test_what_is_deleted_for_good_is_not_in_the_trash(claudeops):
    for text in ("Takes 60s to start", "Needs a vacuum", "Logs to /var/log/app"):
        add(claudeops, text)
    claudeops("memory", "rm", 1)
    assert claudeops("memory", "rm", "--for-good", 1, 2).out == "Deleted 2 memories for good.\n"
    assert claudeops("memory", "trash", "--json").json == []
    assert [row["id"] for row in claudeops("memory", "list", "--json").json] == [3]
    assert "There is no memory 1" in claudeops("memory", "rm", "--for-good", 1).err


@pytest.mark.slow
def test_a_purge_empties_the_trash(claudeops):
    add(claudeops, "Takes 60s to start")
    claudeops("memory", "rm", 1)
    claudeops("memory", "purge", "wireguard", "--yes")
    assert claudeops("memory", "trash", "--json").json == []
    assert claudeops("memory", "restore", 1).code == 1


def test_a_domain_is_named_and_must_be_known(claudeops):
    assert add(claudeops, "Takes 60s to start", "--domain", "projects", "--json").json["domain"] == "projects"
    assert (
        claudeops("memory", "edit", 1, "--domain", "rules-conventions", "--json").json["domain"] == "rules-conventions"
    )
    refused = claudeops("memory", "edit", 1, "--domain", "nowhere")
    assert refused.code == 2
    assert "rules-conventions" in refused.err


@pytest.mark.slow
def test_pairs_in_conflict_are_listed_and_answered(claudeops, written):
    def write(books):
        first = (
            books.memory.edits.add(MemoryCandidate("timing", "box", "The scheduler checks health every 30 s"))
            .after[0]
            .memory
        )
        second = (
            books.memory.edits.add(MemoryCandidate("timing", "box", "The gateway drains its queue at night"))
            .after[0]
            .memory
        )
        return conflicts.record(first, second, ConflictKind.UNSURE, "Why.", 0.5, books.book.clock())

    with written() as books:
        number = books.write(lambda: write(books))
    (pair,) = claudeops("review", "list", "--kind", "conflict", "--json").json
    assert (pair["id"], pair["old"]["id"], pair["new"]["id"]) == (number, 1, 2)
    assert "--kind conflict" in claudeops("review", "list").out
    assert claudeops("review", "resolve", number, "--as", "both").code == 0
    assert claudeops("review", "list", "--kind", "conflict", "--json").json == []
    (answer,) = claudeops("review", "answers", "--json").json
    assert (answer["service"], answer["label"]) == ("box", "different")
    assert "The gateway drains its queue" in claudeops("review", "answers").out
    assert claudeops("review", "resolve", number, "--as", "replace").code == 1


@pytest.mark.slow
def test_a_fact_about_to_expire_is_kept_or_let_go(claudeops, written):
    with written() as books:
        for text in ("Takes 60s to start", "Crashes on its first start"):
            books.write(lambda text=text: books.memory.edits.add(MemoryCandidate("timing", "jellyfin", text, 0.5)))
        old = to_text(books.book.clock() - timedelta(days=60))
        books.write(lambda: [tables.update(n, updated_at=old, last_confirmed_at=old) for n in (1, 2)])
        books.write(books.memory.aging.decay)
    rows = claudeops("review", "list", "--kind", "expiring", "--json").json
    assert [row["id"] for row in rows] == [1, 2]
    assert claudeops("review", "resolve", 1, "--as", "keep").code == 0
    assert "is asked to check" in claudeops("review", "resolve", 2, "--as", "check").out
    assert claudeops("review", "resolve", 2, "--as", "let-go").code == 0
    assert claudeops("review", "list", "--kind", "expiring", "--json").json == []
    assert claudeops("review", "resolve", 2, "--as", "keep").code == 1


@pytest.mark.slow
def test_only_what_was_closed_is_reopened(claudeops):
    add(claudeops, "Takes 60s to start")
    refused = claudeops("memory", "reopen", 1)
    assert refused.code == 1 and "nothing closed or lowered it" in refused.err
    add(claudeops, "Takes 30s to start", "--yes")
    assert claudeops("memory", "reopen", 1).code == 0
    assert claudeops("memory", "reopen", 1).code == 1


def test_a_wrong_length_of_time_names_its_option(claudeops):
    refused = claudeops("memory", "closed", "--since", "soon")
    assert refused.code == 2
    assert refused.err.startswith("--since: 'soon' is no length of time.") and "3d" in refused.err


def test_a_check_that_was_asked_for_is_marked_in_the_list(claudeops, written):
    with written() as books:
        books.write(lambda: books.memory.edits.add(MemoryCandidate("timing", "jellyfin", "Takes 60s to start", 0.5)))
        old = to_text(books.book.clock() - timedelta(days=46))
        books.write(lambda: tables.update(1, updated_at=old, last_confirmed_at=old))
    assert claudeops("review", "list", "--kind", "expiring", "--json").json[0]["check_asked"] is False
    claudeops("review", "resolve", 1, "--as", "check")
    assert claudeops("review", "list", "--kind", "expiring", "--json").json[0]["check_asked"] is True
    shown = claudeops("review", "list", "--kind", "expiring").out  # wrapped
    assert "a check was asked for" in " ".join(shown.split())
