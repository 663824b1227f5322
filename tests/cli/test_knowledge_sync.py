"""``claudeops knowledge remote``, ``sync`` and ``deletions`` (X6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from dulwich.repo import Repo
from support.signed_exports import key_of


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    place = tmp_path / "remote.git"
    place.mkdir()
    Repo.init_bare(str(place), default_branch=b"main").close()
    return place


@pytest.mark.slow
def test_a_remote_is_set_shown_synced_and_removed(claudeops, remote):
    assert "No remote is set" in claudeops("knowledge", "remote", "show").out
    assert claudeops("knowledge", "sync").code == 1
    set_to = claudeops("knowledge", "remote", "set", remote, "--json")
    assert set_to.json == {"remote": str(remote), "kind": "local"}
    assert claudeops("settings", "get", "knowledge.remote").out.strip() == str(remote)
    claudeops("memory", "add", "The nginx workers reload within 4 seconds.", "--category", "timing")
    claudeops("knowledge", "remember", "--text", "Check DNS first.")

    done = claudeops("knowledge", "sync", "--json")
    assert done.code == 0 and done.json["pushed"] and done.json["shared_records"] == 1
    assert done.json["records"]["added"] == 0 and done.json["withheld"] == []
    assert "The remote has all that is here." in claudeops("knowledge", "sync").out
    shown = claudeops("knowledge", "remote", "show", "--json").json
    assert shown["synced_at"] and shown["records"]["own"] == 1 and len(shown["workstation"]) == 12
    assert "Last sync" in claudeops("knowledge", "remote", "show").out
    assert claudeops("knowledge", "remote", "remove", "--json").json == {"removed": str(remote)}
    assert "No remote is set." in claudeops("knowledge", "remote", "remove").out


@pytest.mark.parametrize("url", ["https://me:secret-word@example.org/x.git", "http://example.org/x.git", "git://x/y"])
def test_an_address_that_is_unsafe_is_refused_and_stored_nowhere(claudeops, data_dir, url):
    refused = claudeops("knowledge", "remote", "set", url)
    assert refused.code == 2 and "secret-word" not in refused.err
    settings = data_dir / "settings.toml"
    assert not settings.exists() or "example.org" not in settings.read_text()


def test_a_password_is_refused_as_a_setting_too(claudeops, data_dir):
    refused = claudeops("settings", "set", "knowledge.remote", "https://me:secret@example.org/x.git")
    assert refused.code != 0 and "without a password" in refused.err
    assert claudeops("settings", "get", "knowledge.remote").out.strip() == ""


@pytest.mark.slow
def test_a_secret_keeps_the_push_back_with_exit_code_1(claudeops, data_dir, remote):
    claudeops("knowledge", "remote", "set", remote)
    claudeops("knowledge", "remember", "--text", "Check DNS first.")
    note = data_dir / "knowledge" / "notes" / "key.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(
        "---\ntype: Note\ntitle: Key\nnote_type: project\n---\n\nghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n"
    )
    kept = claudeops("knowledge", "sync")
    assert kept.code == 1 and "notes/key.md, line 7" in kept.out and "ghp_" not in kept.out
    claudeops("settings", "set", "knowledge.private", "notes/key.md")
    assert claudeops("knowledge", "sync", "--json").json["pushed"]


def test_either_history_is_chosen_and_nothing_waits_for_an_answer(claudeops):
    both = claudeops("knowledge", "sync", "--accept-rewritten", "--rewrite-remote")
    assert both.code == 2
    assert claudeops("knowledge", "deletions", "--json").json == []
    assert claudeops("knowledge", "deletions", "--keep", "3").code == 1
    assert claudeops("knowledge", "deletions", "--keep", "3", "--delete", "3").code == 2


def test_machines_are_trusted_by_number_by_key_and_no_longer(claudeops, data_dir, tmp_path, remote):
    other = tmp_path / "other"
    for place in (data_dir, other):
        claudeops("--data-dir", place, "knowledge", "remote", "set", remote)
    claudeops("--data-dir", other, "knowledge", "remember", "--text", "Check DNS first.")
    claudeops("--data-dir", other, "knowledge", "sync")
    assert "A change of another machine waits in the Inbox." in claudeops("knowledge", "sync").out
    own, unknown = claudeops("knowledge", "machines", "list", "--json").json["machines"]
    assert (own["state"], own["key"]) == ("this machine", key_of(data_dir))
    assert (unknown["state"], unknown["key"]) == ("reviewed", key_of(other))

    for given in (unknown["workstation"], unknown["key"]):
        assert claudeops("knowledge", "machines", "trust", given, "--json").json == {"trusted": unknown["key"]}
        assert claudeops("knowledge", "machines", "list", "--json").json["machines"][1]["state"] == "trusted"
        gone = claudeops("knowledge", "machines", "distrust", unknown["fingerprint"], "--json").json
        assert gone == {"distrusted": [unknown["key"]]}
    assert claudeops("knowledge", "machines", "distrust", unknown["workstation"]).code == 1
    assert claudeops("knowledge", "machines", "distrust", own["key"]).code == 1
    assert claudeops("knowledge", "machines", "trust", "nobody").code == 2


def test_a_machine_is_trusted_in_review_and_no_longer(claudeops, data_dir, tmp_path, remote):
    other = tmp_path / "other"
    for place in (data_dir, other):
        claudeops("--data-dir", place, "knowledge", "remote", "set", remote)
    claudeops("--data-dir", other, "knowledge", "remember", "--text", "Check DNS first.")
    claudeops("--data-dir", other, "knowledge", "sync")
    claudeops("knowledge", "sync")
    asked = claudeops("review", "list", "--kind", "proposal", "--json").json
    (machine,) = (one["id"] for one in asked if one["path"] == "trusted machines")

    assert "The machine is trusted" in claudeops("review", "approve", machine, "--proposal").out
    assert claudeops("knowledge", "sync", "--json").json["files"] == ["MEMORY.md"]
    claudeops("review", "reopen", machine)
    assert claudeops("knowledge", "machines", "list", "--json").json["machines"][1]["state"] == "reviewed"


def test_the_list_of_proposals_shows_what_another_machine_has_changed(claudeops, data_dir, tmp_path, remote):
    other = tmp_path / "other"
    for place in (data_dir, other):
        claudeops("--data-dir", place, "knowledge", "remote", "set", remote)
    claudeops("--data-dir", other, "knowledge", "remember", "--text", "Check DNS first.")
    claudeops("--data-dir", other, "knowledge", "sync")
    claudeops("knowledge", "sync")
    said = claudeops("review", "list", "--kind", "proposal").out
    assert "From another machine: MEMORY.md" in said and "Check DNS first." in said
