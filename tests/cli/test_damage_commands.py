"""The command line beside a lost or damaged database, and a restore that names what it changes."""

from __future__ import annotations

import pytest

LOST = pytest.mark.file_only("a file of zero bytes, which a server has not")
DAMAGED = pytest.mark.file_only("salvage reads a damaged file")
RESTORED = pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")


@pytest.fixture
def folder(claudeops, written, data_dir):
    """A data folder with an event and a backup."""
    with written() as books:
        books.write(
            lambda: books.book.events.add(
                level="info", message="kept", service=None, session_id=None, now=books.book.clock()
            )
        )
    assert claudeops("backup").code == 0
    return data_dir


def newest(folder):
    (path,) = (folder / "backups").glob("claudeops-2*.zip")
    return path


def events(claudeops):
    return [row["message"] for row in claudeops("events", "list", "--json").json]


def cut_to_nothing(folder):
    for suffix in ("-wal", "-shm"):
        (folder / f"claudeops.db{suffix}").unlink(missing_ok=True)
    (folder / "claudeops.db").write_bytes(b"")


@LOST
@pytest.mark.parametrize(
    "words",
    [("memory", "list"), ("sessions", "list"), ("doctor",), ("backup", "nowhere.zip"), ("maintenance", "check")],
)
def test_an_empty_database_beside_its_backups_is_told_with_the_newest_one(claudeops, folder, words):
    cut_to_nothing(folder)
    answer = claudeops(*words)
    assert answer.code == 1
    said = answer.out + answer.err
    assert "has zero bytes" in said
    assert str(newest(folder)) in said
    assert (folder / "claudeops.db").read_bytes() == b""


@LOST
def test_it_can_be_restored(claudeops, folder):
    cut_to_nothing(folder)
    assert claudeops("restore", newest(folder), "--yes").code == 0
    assert events(claudeops) == ["kept"]
    assert [path.read_bytes() for path in (folder / "backups").glob("claudeops-damaged-*.db")] == [b""]


@LOST
def test_or_begun_anew_where_the_operator_says_so(claudeops, folder):
    cut_to_nothing(folder)
    refused = claudeops("maintenance", "start-empty", "--json")
    assert refused.code == 2
    assert "--yes" in refused.json["remedy"]
    assert claudeops("maintenance", "start-empty", "--yes", "--json").json["kept"]
    assert events(claudeops) == []


@pytest.mark.slow
@DAMAGED
def test_salvage_names_the_newest_backup_with_date_and_counts(claudeops, folder, tmp_path):
    answer = claudeops("maintenance", "salvage", tmp_path / "saved.db", "--json").json
    assert answer["newest_backup"]["path"] == str(newest(folder))
    assert answer["newest_backup"]["counts"]["events"] == 1
    assert answer["newest_backup"]["made_at"].startswith("20")
    assert answer["whole"]
    said = claudeops("maintenance", "salvage", tmp_path / "again.db").out
    assert f"claudeops restore {newest(folder)}" in said


@pytest.mark.slow
@DAMAGED
def test_salvage_into_the_place_keeps_the_damaged_file(claudeops, folder):
    database = folder / "claudeops.db"
    broken = bytes(100) + database.read_bytes()[100:]
    database.write_bytes(broken)
    assert claudeops("events", "list").code == 1
    assert claudeops("maintenance", "salvage", "--replace").code == 0
    assert events(claudeops) == ["kept"]
    (kept,) = (folder / "backups").glob("claudeops-damaged-*.db")
    assert kept.read_bytes() == broken


@RESTORED
def test_a_restore_names_what_it_would_change_before_it_does(claudeops, folder):
    (folder / "settings.toml").write_text('[approvals]\ntier3 = "never"\n[agent]\nclaude_path = "/opt/mine"\n')
    shown = claudeops("restore", newest(folder), "--show", "--json").json
    assert {(c["name"], c["before"], c["after"]) for c in shown["changes"]} == {
        ("approvals.tier3", '"never"', '"ask"'),
        ("agent.claude_path", '"/opt/mine"', '""'),
    }
    assert shown["bytes"] > 0
    said = claudeops("restore", newest(folder), "--show").out
    assert "It would change what runs, what is allowed or where data goes:" in said
    assert 'approvals.tier3: "never" → "ask"' in said
    assert "/opt/mine" in (folder / "settings.toml").read_text()  # nothing was done
    done = claudeops("restore", newest(folder), "--yes").out
    assert done.index("approvals.tier3") < done.index("Restored")


@RESTORED
def test_a_restore_that_would_become_too_large_is_refused(claudeops, folder):
    answer = claudeops("restore", newest(folder), "--yes", "--max-size", "10kB")
    assert answer.code == 1
    assert "more than the limit of 10.0 kB" in answer.err
    assert claudeops("restore", newest(folder), "--yes", "--max-size", "1GB").code == 0


@pytest.mark.parametrize("_store_on_server", ["postgresql"], indirect=True)
def test_what_works_on_a_file_is_refused_on_a_server_before_anything_is_asked(claudeops, folder, tmp_path):
    for words in (("restore", newest(folder)), ("maintenance", "salvage"), ("maintenance", "start-empty")):
        answer = claudeops(*words)
        assert answer.code == 1, (words, answer.err)
        assert "this works on a file" in answer.err
    assert events(claudeops) == ["kept"]


@pytest.mark.parametrize("size", ["much", "-3", "4 elephants"])
def test_a_size_that_is_none_is_a_mistake(claudeops, folder, size):
    assert claudeops("restore", newest(folder), "--yes", f"--max-size={size}").code == 2
