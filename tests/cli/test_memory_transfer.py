"""``claudeops memory export`` and ``import`` (X4)."""

from __future__ import annotations

import json

import pytest


def fill(claudeops):
    claudeops("memory", "add", "Takes 60s to start", "--category", "timing", "--service", "jellyfin", "--pin")
    claudeops("memory", "add", "Nightly dump locks tables", "--category", "behavior", "--confidence", "0.2")


def without_ids(rows):
    """What a memory says and how it stands; the ids, and by which way it came in, are of this database."""
    own = ("id", "resource_id", "source")
    return [{name: value for name, value in row.items() if name not in own} for row in rows]


@pytest.mark.slow
@pytest.mark.file_only("on a server what is nobody's by name is his who imports it")
def test_what_was_exported_comes_back_as_it_was(claudeops, tmp_path):
    fill(claudeops)
    before = claudeops("memory", "list", "--json").json
    assert claudeops("memory", "export", tmp_path / "m.json").code == 0
    claudeops("memory", "rm", 1, 2)
    assert claudeops("memory", "import", tmp_path / "m.json", "--json").json["added"] == 2
    assert without_ids(claudeops("memory", "list", "--json").json) == without_ids(before)


@pytest.mark.slow
def test_importing_twice_adds_nothing_and_says_so(claudeops, tmp_path):
    fill(claudeops)
    claudeops("memory", "export", tmp_path / "m.json")
    answer = claudeops("memory", "import", tmp_path / "m.json")
    assert answer.out == "Added 0 memories. 2 were here already.\n"
    assert len(claudeops("memory", "list", "--json").json) == 2


def test_a_double_within_the_file_comes_in_once(claudeops, tmp_path):
    row = {"category": "timing", "observation": "same", "service": "a"}
    (tmp_path / "m.json").write_text(json.dumps([row, row]))
    assert claudeops("memory", "import", tmp_path / "m.json", "--json").json["added"] == 1


@pytest.mark.slow
def test_export_goes_to_stdout_without_a_file(claudeops):
    fill(claudeops)
    assert claudeops("memory", "export").json == claudeops("memory", "list", "--json").json


def test_history_names_the_file(claudeops, tmp_path):
    (tmp_path / "old.json").write_text('[{"category": "timing", "observation": "x"}]')
    claudeops("memory", "import", tmp_path / "old.json")
    assert claudeops("memory", "history", 1, "--json").json[0]["why"] == "Imported from old.json."


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"observation": "x"}, "category"),
        ({"category": "misc", "observation": "x"}, "category"),
        ({"category": "timing"}, "observation"),
        ({"category": "timing", "observation": "  "}, "observation"),
        ({"category": "timing", "observation": 5}, "observation"),
        ({"category": "timing", "observation": "x" * 4001}, "observation"),
        ({"category": "timing", "observation": "x", "confidence": 1.5}, "confidence"),
        ({"category": "timing", "observation": "x", "confidence": "high"}, "confidence"),
        ({"category": "timing", "observation": "x", "confidence": True}, "confidence"),
        ({"category": "timing", "observation": "x", "tier": 4}, "tier"),
        ({"category": "timing", "observation": "x", "service": 3}, "service"),
        ({"category": "timing", "observation": "x", "updated_at": "yesterday"}, "updated_at"),
        ({"category": "timing", "observation": "x", "decay_weeks": -1}, "decay_weeks"),
    ],
)
def test_a_wrong_row_is_named_with_its_field_and_nothing_is_imported(claudeops, tmp_path, row, field):
    good = {"category": "timing", "observation": "good"}
    (tmp_path / "m.json").write_text(json.dumps([good, row]))
    answer = claudeops("memory", "import", tmp_path / "m.json")
    assert answer.code == 2
    assert answer.err.startswith(f"Row 2, {field}: ")
    assert claudeops("memory", "list", "--json").json == []


@pytest.mark.parametrize("text", ["", "{", '"text"', "[5]", '{"other": []}', "\udcff"])
def test_a_file_that_is_no_export_is_told_in_a_sentence(claudeops, tmp_path, text):
    (tmp_path / "m.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    answer = claudeops("memory", "import", tmp_path / "m.json")
    assert answer.code == 2
    assert "bug" not in answer.err


def test_a_file_that_is_not_there(claudeops, tmp_path):
    assert claudeops("memory", "import", tmp_path / "none.json").code == 2
