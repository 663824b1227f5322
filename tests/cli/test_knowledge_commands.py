"""``claudeops knowledge`` and its neighbours ``notes``, ``decisions``, ``procedures`` and ``operations``."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claudeops_desktop.knowledge.operations_log import read_operations

Command = Callable[..., Any]


@pytest.fixture
def note(claudeops: Command) -> dict[str, Any]:
    words = ("--type", "project", "--title", "Backups", "--text", "They run at night.", "--tag", "backup")
    found: dict[str, Any] = claudeops("notes", "add", *words, "--json").json
    return found


def test_a_note_is_written_listed_shown_changed_and_deleted(claudeops: Command, note: dict[str, Any]):
    assert note["path"] == "notes/backups.md"
    (row,) = claudeops("notes", "list", "--tag", "backup", "--json").json
    assert (row["title"], row["about"], row["trust"]) == ("Backups", "project", "human-reviewed")
    claudeops("notes", "edit", "backups", "--text", "They run at noon.")
    assert "noon" in claudeops("notes", "show", "backups").out
    assert claudeops("notes", "rm", "backups").code == 0
    assert claudeops("notes", "list", "--json").json == []
    version = claudeops("knowledge", "log", "notes/backups.md", "--json").json[-1]["number"]
    claudeops("knowledge", "restore", "notes/backups.md", version[:8])
    assert "at night" in claudeops("notes", "show", "backups").out


@pytest.mark.slow
def test_the_history_and_the_difference(claudeops: Command, note: dict[str, Any], data_dir: Path):
    file = data_dir / "knowledge" / note["path"]
    assert claudeops("knowledge", "path").out.strip() == str(data_dir / "knowledge")
    file.write_text(file.read_text().replace("night", "dawn"))
    assert "Edited outside, not committed yet: notes/backups.md" in claudeops("knowledge", "status").out
    assert "+They run at dawn." in claudeops("knowledge", "diff").out
    claudeops("knowledge", "rebuild")
    first, *_ = claudeops("knowledge", "log", note["path"], "--json").json
    assert (first["author"], first["message"]) == ("human:operator", "Edited outside: notes/backups.md")
    assert "-They run at night." in claudeops("knowledge", "diff", first["number"][:10]).out


def test_what_is_wrong_is_listed_and_the_exit_code_says_so(claudeops: Command, note: dict[str, Any], data_dir: Path):
    assert claudeops("knowledge", "check").code == 0
    (data_dir / "knowledge/notes/bad.md").write_text("---\ntitle: [\n---\n\nx\n")
    answer = claudeops("knowledge", "check")
    assert answer.code == 1 and "notes/bad.md, line 3" in answer.out


def test_a_file_is_saved_by_its_revision_and_a_conflict_keeps_both(
    claudeops: Command, note: dict[str, Any], tmp_path: Path
):
    shown = claudeops("knowledge", "show", note["path"], "--json").json
    text = tmp_path / "new.md"
    text.write_text("---\ntype: Note\ntitle: Backups\nnote_type: project\n---\n\nMine.\n")
    words = ("knowledge", "save", note["path"], "--from", text, "--revision")
    assert claudeops(*words, shown["revision"], "--json").json["kept_beside"] == ""
    assert claudeops(*words, shown["revision"], "--json").json["kept_beside"] == "notes/backups-2.md"


def test_the_memory_file(claudeops: Command):
    words = ("knowledge", "remember", "--section", "Preferences", "--text", "Ask before a restart.")
    assert claudeops(*words, "--json").json["section"] == "Preferences"
    again = claudeops(*words)
    assert again.code == 2 and "says that already, under Preferences" in again.err
    assert "- [memory file] Preferences: Ask before a restart." in claudeops("context", "--part", "all").out
    assert claudeops("knowledge", "forget", "--text", "ask before a restart").code == 0
    assert claudeops("knowledge", "forget", "--text", "ask before a restart").code == 1


def test_decisions_are_numbered_and_superseded(claudeops: Command):
    words = ("decisions", "add", "--context", "Two writers.", "--decision", "PostgreSQL.", "--title")
    assert claudeops(*words, "PostgreSQL", "--json").json["number"] == 1
    assert claudeops(*words, "SQLite", "--supersedes", 1, "--json").json["number"] == 2
    rows = {row["number"]: row["status"] for row in claudeops("decisions", "list", "--json").json}
    assert rows == {1: "superseded", 2: "accepted"}
    assert "superseded by 0002" in claudeops("decisions", "list").out
    assert claudeops("decisions", "set-status", 2, "shipped").code == 0
    assert claudeops("decisions", "set-status", 2, "superseded").code == 2
    assert claudeops("decisions", "show", 7).code == 1


def test_a_procedure_is_written_listed_and_shown(claudeops: Command):
    claudeops("procedures", "add", "--name", "Renew", "--description", "Renews. Use it when due.", "--text", "1. Run.")
    assert [row["name"] for row in claudeops("procedures", "list", "--json").json] == ["renew"]
    assert "1. Run." in claudeops("procedures", "show", "renew").out


def test_operations_are_only_ever_added_and_answers_say_what_is_next(claudeops: Command, data_dir: Path):
    words = ("operations", "add", "--action", "deploy", "--tool", "caddy", "--detail")
    answer = claudeops(*words, "Published 2.8", "--reason", "security", "--json").json
    assert answer["line"] == 1 and {link["rel"] for link in answer["links"]} >= {"list", "same-tool"}
    file = data_dir / "knowledge/operations.jsonl"
    before = file.read_bytes()
    file.write_bytes(before + b"{garbage\n")
    claudeops(*words, "Published 2.9")
    assert file.read_bytes().startswith(before + b"{garbage\n")
    listed = claudeops("operations", "list", "--tool", "caddy", "--json").json
    assert [row["detail"] for row in listed["operations"]] == ["Published 2.9", "Published 2.8"]
    assert listed["unreadable_lines"] == [2]
    assert claudeops("operations", "add", "--action", "Deploy it", "--tool", "x", "--detail", "y").code == 2
    assert len(read_operations(file.read_text())[0]) == 2


def test_answers_of_the_log_lead_on_to_what_can_be_done_next(claudeops: Command):
    for number in range(5):
        words = ("--action", "restart", "--tool", "nginx", "--target", "web 1", "--detail", f"Number {number}")
        claudeops("operations", "add", *words, "--outcome", "failed" if number == 2 else "done", "--session", number)
    page = claudeops("operations", "list", "--target", "WEB 1", "--limit", "2", "--json").json
    assert (page["found"], page["total"], [one["line"] for one in page["operations"]]) == (5, 5, [5, 4])
    seen, links = [5, 4], {link["rel"]: link["command"] for link in page["links"]}
    while "next" in links:
        page = claudeops(*shlex.split(links["next"])[1:]).json
        seen += [one["line"] for one in page["operations"]]
        links = {link["rel"]: link["command"] for link in page["links"]}
    assert seen == [5, 4, 3, 2, 1] and "previous" in links
    (own,) = [link["command"] for link in page["operations"][0]["links"] if link["rel"] == "self"]
    assert claudeops(*shlex.split(own)[1:]).json["detail"] == "Number 0"
    (failed,) = claudeops("operations", "list", "--outcome", "failed", "--json").json["operations"]
    assert failed["session_id"] == 2
    assert len(claudeops("operations", "list", "--session", "4", "--json").json["operations"]) == 1
    assert claudeops("operations", "show", "9").code != 0
    assert claudeops("operations", "list", "--outcome", "well").code == 2


@pytest.mark.slow
def test_a_procedure_is_taken_out_of_use_changed_and_deleted(claudeops: Command):
    claudeops("procedures", "add", "--name", "Renew it", "--description", "Renews it.", "--text", "1. Run it.")
    claudeops("procedures", "edit", "renew-it", "--status", "deprecated", "--people", "--text", "1. Run it twice.")
    (row,) = claudeops("procedures", "list", "--json").json
    assert (row["status"], row["for_people"]) == ("deprecated", True)
    assert claudeops("knowledge", "check").code == 0, "the format of skills is kept"
    claudeops("procedures", "edit", "renew-it", "--status", "stable", "--agents")
    (row,) = claudeops("procedures", "list", "--json").json
    assert (row["status"], row["for_people"], row["description"]) == ("stable", False, "Renews it.")
    assert "twice" in claudeops("procedures", "show", "renew-it").out
    assert claudeops("procedures", "edit", "renew-it", "--status", "old").code == 2
    assert claudeops("procedures", "rm", "renew-it").code == 0
    assert claudeops("procedures", "list", "--json").json == []


def test_a_notebook_is_listed_for_its_role_alone(claudeops: Command):
    words = ("--type", "feedback", "--title", "Ask twice", "--text", "The proxy answers late.", "--role", "observer")
    path = claudeops("notes", "add", *words, "--json").json["path"]
    assert path == "roles/observer/ask-twice.md"
    assert [row["path"] for row in claudeops("notes", "list", "--role", "observer", "--json").json] == [path]
    assert claudeops("notes", "list", "--role", "verifier", "--json").json == []
    assert claudeops("notes", "list", "--json").json == []
    assert claudeops("notes", "list", "--role", "king").code == 2
    claudeops("notes", "edit", path, "--text", "It answers later.")
    assert "later" in claudeops("notes", "show", path).out
    assert claudeops("notes", "rm", path).code == 0


def test_decisions_of_one_status(claudeops: Command):
    given = ("--context", "x", "--decision", "y")
    claudeops("decisions", "add", "--title", "One", *given)
    claudeops("decisions", "add", "--title", "Two", *given, "--status", "rejected")
    assert [row["number"] for row in claudeops("decisions", "list", "--status", "rejected", "--json").json] == [2]
    assert claudeops("decisions", "list", "--status", "odd").code == 2
