"""``claudeops backup``, ``restore`` and ``maintenance`` (X4)."""

from __future__ import annotations

import zipfile

import pytest


def an_event(written, message="first"):
    with written() as books:
        books.write(
            lambda: books.book.events.add(
                level="info", message=message, service=None, session_id=None, now=books.book.clock()
            )
        )


def events(claudeops):
    return [row["message"] for row in claudeops("events", "list", "--json").json]


@pytest.mark.slow
@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_out_and_in_again(claudeops, written, tmp_path):
    an_event(written)
    made = claudeops("backup", tmp_path / "b.zip", "--json").json
    assert made["manifest"]["counts"]["events"] == 1
    an_event(written, "second")
    done = claudeops("restore", tmp_path / "b.zip", "--yes", "--json").json
    assert events(claudeops) == ["first"]
    claudeops("restore", done["safety"], "--yes")
    assert events(claudeops) == ["second", "first"]


def test_without_a_name_it_goes_to_the_backups_folder(claudeops, written, data_dir):
    an_event(written)
    said = claudeops("backup", "--no-logs").out
    (made,) = (data_dir / "backups").glob("claudeops-2*.zip")
    assert str(made) in said
    assert "passwords, tokens and headers in settings.toml and services.toml" in said


@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_restoring_asks_where_nobody_said_yes(claudeops, written, tmp_path):
    an_event(written)
    claudeops("backup", tmp_path / "b.zip")
    refused = claudeops("restore", tmp_path / "b.zip", "--json")
    assert refused.code == 2
    assert "--yes" in refused.json["remedy"]


def test_a_backup_can_be_checked(claudeops, written, tmp_path):
    an_event(written)
    claudeops("backup", tmp_path / "b.zip")
    assert "Whole" in claudeops("backup", tmp_path / "b.zip", "--check").out
    with zipfile.ZipFile(tmp_path / "b.zip", "a") as archive:
        archive.writestr("logs/more.ndjson", "x")
    assert claudeops("backup", tmp_path / "b.zip", "--check").code == 1


@pytest.mark.slow
@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_another_application_at_work_is_a_sentence(claudeops, written, tmp_path):
    an_event(written)
    claudeops("backup", tmp_path / "b.zip")
    with written():
        answer = claudeops("restore", tmp_path / "b.zip", "--yes")
    assert answer.code == 1
    assert "is at work on" in answer.err


def test_check_and_size_and_vacuum(claudeops, written):
    an_event(written)
    assert claudeops("maintenance", "check").out == "The database is whole.\n"
    sizes = claudeops("maintenance", "size", "--json").json
    assert next(table for table in sizes["tables"] if table["name"] == "events")["rows"] == 1
    assert sizes["check_results"] == 0
    shown = claudeops("maintenance", "size").out
    assert "database" in shown
    assert "check results" in shown and "in no backup" in shown
    assert claudeops("maintenance", "vacuum", "--json").json["after"] > 0


@pytest.mark.slow
@pytest.mark.file_only("what is damaged is the file")
def test_a_damaged_database_is_told_in_one_sentence_and_salvaged(claudeops, written, data_dir, tmp_path):
    an_event(written)
    broken = claudeops("maintenance", "salvage", tmp_path / "whole.db", "--json").json
    assert broken["rows"] == 1
    (data_dir / "claudeops.db").write_bytes(b"rubbish" * 5000)
    for words in (
        ("events", "list"),
        ("maintenance", "check"),
        ("maintenance", "size"),
        ("backup", tmp_path / "b.zip"),
    ):
        answer = claudeops(*words)
        assert answer.code == 1
        assert "damaged" in answer.err
        assert "Traceback" not in answer.err
    assert claudeops("maintenance", "salvage", tmp_path / "saved.db").code == 1


@pytest.mark.slow
def test_a_backup_says_that_a_knowledge_folder_elsewhere_is_not_in_it(claudeops, written, tmp_path, data_dir):
    an_event(written)
    assert "knowledge folder" not in claudeops("backup", tmp_path / "a.zip").out
    for at, (named, is_named) in enumerate([(tmp_path / "mine", True), (data_dir / "knowledge", False)]):
        claudeops("settings", "set", "knowledge.folder", named)
        said = claudeops("backup", tmp_path / f"{at}.zip").out
        assert (f"The knowledge folder {named} is not in it either" in said) is is_named
        document = claudeops("backup", tmp_path / f"{at}-json.zip", "--json").json
        assert document.get("knowledge_elsewhere") == (str(named) if is_named else None)
