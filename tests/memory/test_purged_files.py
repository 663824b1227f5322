"""Files lose a subject: line by line or as a whole, in their place, with their rights and their time."""

from __future__ import annotations

import gzip
import os

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory.purging import files
from claudeops_desktop.memory.purging.files import (
    CleanedFile,
    all_files,
    clean,
    clean_all,
    contains_subject,
    find_remains,
    kept_apart,
    line_without,
)
from claudeops_desktop.memory.purging.search_terms import SearchTerms

PLEX = SearchTerms("plex")


@pytest.fixture
def folder(tmp_path):
    return DataFolder(tmp_path / "data")


def written(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("backups/day.db", True),
        ("backups", True),
        ("backups-old/day.txt", False),
        ("claudeops.db", True),
        ("claudeops.db-wal", True),
        ("claudeops.db.txt", False),
        ("elsewhere/log-index.db", True),
        ("checks.db-shm", True),
        ("store-copy.db", True),
        ("other.db", False),
        ("instance.lock", True),
        ("logs/app.lock", True),
        ("logs/app.log", False),
        ("knowledge/.git/HEAD", True),
        ("knowledge/facts/.git/HEAD", False),
        ("knowledge/plex.md", False),
        ("knowledge-shared.git/HEAD", True),
        ("sessions/1.ndjson", False),
    ],
)
def test_which_files_a_purge_leaves_alone(folder, name, apart):
    assert kept_apart(folder, folder.root / name) is apart


@pytest.mark.parametrize("which", ["settings_file", "services_file", "restoring"])
def test_the_operators_own_settings_are_left_alone(folder, which):
    assert kept_apart(folder, getattr(folder, which)) is True


def test_files_are_listed_by_folder_and_links_are_not_followed(tmp_path):
    root = tmp_path / "root"
    for name in ("b", "a", "z/one", "c/two"):
        written(root / name, b"")
    (root / "link").symlink_to(root / "a")
    (root / "folder-link").symlink_to(root / "c")
    (root / "broken").symlink_to(root / "nothing")
    assert [str(path.relative_to(root)) for path in all_files(root)] == ["a", "b", "c/two", "z/one"]


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        (b"", b""),
        (b"\n", b"\n"),
        (b"nothing here\n", b"nothing here\n"),
        (b"about plex\n", b"(purged)\n"),
        (b"about PLEX\r\n", b"(purged)\r\n"),
        (b"about plex", b"(purged)"),
        (b'{"a":"plex","b":1}\n', b'{"a":"(purged)","b":1}\n'),
        (b'{ "a" : "fine" }\n', b'{ "a" : "fine" }\n'),
        (b'{"plex":1,"b":2}\r\n', b'{"b":2}\r\n'),
        (b'["plex","b"]', b'["b"]'),
        (b'"plex"\n', b'"(purged)"\n'),
        (b'{"a":"plex"\n', b"(purged)\n"),
        (b"\xff other\n", b"\xff other\n"),
        (b"\xff plex\n", b"(purged)\n"),
    ],
)
def test_one_line_without_it(line, becomes):
    assert line_without(line, PLEX) == becomes
    assert line_without(becomes, PLEX) == becomes


FILES = [
    ("a.ndjson", b'{"a":"plex"}\n{"a":"b"}\nplex', b'{"a":"(purged)"}\n{"a":"b"}\n(purged)', 2),
    ("a.jsonl", b'{"a":"b"}\n', b'{"a":"b"}\n', 0),
    ("a.jsonl", b'{"a":"b"}\n["plex"]\n', b'{"a":"b"}\n[]\n', 1),
    ("a.md", b"one\nplex\nplex\ntwo\n", b"one\n(purged)\n(purged)\ntwo\n", 1),
    ("a.json", b'{"a":"plex"}', b'{"a":"(purged)"}', 1),
    ("a", b"plex", b"(purged)", 1),
    ("a.log", b"none", b"none", 0),
    ("a.txt", b"\xff\nplex", b"\xff\n(purged)", 1),
    ("a.txt", b"", b"", 0),
]


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("name", "before", "after", "changed"), FILES)
def test_a_file_without_it(tmp_path, name, before, after, changed, packed, in_place):
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(before) if packed else before)
    assert contains_subject(path, PLEX) is bool(changed)
    assert clean(path, PLEX, in_place=in_place) == CleanedFile(path, changed)
    data = path.read_bytes()
    assert (gzip.decompress(data) if packed else data) == after
    assert clean(path, PLEX, in_place=in_place) == CleanedFile(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["a.md", "a.ndjson"])
def test_a_rewritten_file_keeps_its_rights_and_its_time(tmp_path, name):
    path = written(tmp_path / name, b"plex\n")
    path.chmod(0o640)
    os.utime(path, ns=(1_000_000_000, 2_000_000_000))
    assert clean(path, PLEX).changed == 1
    assert (path.stat().st_mode & 0o777, path.stat().st_mtime_ns) == (0o640, 2_000_000_000)


@pytest.mark.parametrize(("in_place", "same"), [(True, True), (False, False)])
def test_a_file_that_is_open_elsewhere_is_written_where_it_stands(tmp_path, in_place, same):
    path = written(tmp_path / "app.log", b"one plex line\n")
    with path.open("rb") as opened:
        clean(path, PLEX, in_place=in_place)
        assert os.path.samestat(os.fstat(opened.fileno()), path.stat()) is same
    assert path.read_bytes() == b"(purged)\n"


@pytest.mark.parametrize(
    ("data", "failed"),
    [
        (b"plex\0", "it is no text"),
        (b"plex" + b"x" * 7_995 + b"\0", "it is no text"),
        (b"plex" + b"x" * 7_996 + b"\0", ""),
        (b"x\0", ""),
    ],
    ids=["a zero", "a zero at the end of what is looked at", "a zero past it", "a zero without the subject"],
)
def test_what_is_no_text_is_told_and_left_as_it_is(tmp_path, data, failed):
    path = written(tmp_path / "a.bin", data)
    assert clean(path, PLEX).failed == failed
    if failed:
        assert path.read_bytes() == data


@pytest.mark.parametrize(("longest", "failed"), [(4, ""), (3, "it is too large to be rewritten")])
def test_a_file_past_the_limit_is_told(tmp_path, monkeypatch, longest, failed):
    monkeypatch.setattr(files, "LONGEST_WHOLE", longest)
    path = written(tmp_path / "a.txt", b"plex")
    assert clean(path, PLEX) == CleanedFile(path, 0 if failed else 1, failed)


@pytest.mark.parametrize("block", [3, 4, 5, 13, 14, 100])
def test_it_is_found_across_blocks(tmp_path, monkeypatch, block):
    monkeypatch.setattr(files, "BLOCK", block)
    assert contains_subject(written(tmp_path / "a.txt", b"some plex here"), PLEX) is True
    assert contains_subject(written(tmp_path / "b.txt", b"some ple x here"), PLEX) is False


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.gz", b"plex, not packed"), ("b.gz", gzip.compress(b"plex", mtime=0)[:-9])],
    ids=["not packed", "cut off"],
)
def test_a_broken_packed_file_holds_nothing(tmp_path, name, data):
    path = written(tmp_path / name, data)
    assert contains_subject(path, PLEX) is False
    assert clean(path, PLEX) == CleanedFile(path)
    assert path.read_bytes() == data


def test_a_file_that_is_not_there_holds_nothing(tmp_path):
    assert contains_subject(tmp_path / "none", PLEX) is False
    assert clean(tmp_path / "none", PLEX) == CleanedFile(tmp_path / "none")


@pytest.mark.parametrize(
    ("text", "whole", "held", "named"),
    [
        (b"plex", True, True, True),
        (b"plexus", True, True, False),
        (b"plexus", False, True, True),
        (b"other", False, False, False),
    ],
)
def test_the_name_alone_can_be_asked_for(tmp_path, text, whole, held, named):
    path, needles = written(tmp_path / "a.txt", text), SearchTerms("plex", whole_word=whole)
    assert contains_subject(path, needles) is held
    assert contains_subject(path, needles, named_only=True) is named


def test_of_many_files_those_with_it_are_told_and_each_is_counted(tmp_path):
    paths = [
        written(tmp_path / "one.txt", b"plex"),
        written(tmp_path / "two.txt", b"other"),
        written(tmp_path / "three.bin", b"plex\0"),
    ]
    told = []
    done = clean_all(paths, PLEX, "Files", told.append)
    assert done == [CleanedFile(paths[0], 1), CleanedFile(paths[2], failed="it is no text")]
    assert len(told) == 3
    assert clean_all([], PLEX, "Files") == []


@pytest.mark.parametrize(("own_log", "same"), [("", False), ("app", True), ("other", False)])
def test_the_own_log_is_written_where_it_stands(tmp_path, own_log, same):
    path = written(tmp_path / "app.log", b"plex\n")
    with path.open("rb") as opened:
        assert clean_all([path], PLEX, "Files", own_log=own_log) == [CleanedFile(path, 1)]
        assert os.path.samestat(os.fstat(opened.fileno()), path.stat()) is same


def test_what_is_left_is_looked_for_in_all_but_what_is_kept_apart(folder):
    for name in ("backups/a.txt", "knowledge/.git/x", "a.lock", "claudeops.db", "logs/a.log", "z.txt"):
        written(folder.root / name, b"plex")
    written(folder.root / "b.txt", b"other")
    assert find_remains(folder, PLEX) == ["claudeops.db", "z.txt", "logs/a.log"]
