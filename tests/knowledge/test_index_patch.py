"""Git's index changed in place is the index that dulwich reads and would have written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from dulwich.index import ConflictedIndexEntry, Index, IndexEntry, index_entry_from_stat
from dulwich.objects import Blob
from dulwich.repo import Repo
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.index_patch import entry_bytes, patch_index, stage_quickly

NAMES = st.dictionaries(
    st.sampled_from([b"a", b"ab", b"a/b", b"notes/x.md", b"z" * 70, "é.md".encode()]), st.booleans()
)


@pytest.fixture
def repo(tmp_path: Path):
    with Repo.init(str(tmp_path), default_branch=b"main") as made:
        yield made


def test_entries_are_put_in_changed_and_taken_out(repo: Repo, tmp_path: Path) -> None:
    for name in ("b.md", "a.md", "c/d.md"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(name)
        blob = Blob.from_string(file.read_bytes()).id
        assert stage_quickly(repo, {name.encode(): blob})
    (tmp_path / "a.md").write_text("changed")
    blob = Blob.from_string(b"changed").id
    assert stage_quickly(repo, {b"a.md": blob, b"b.md": None, b"not-there": None})
    index = repo.open_index()
    assert list(index) == [b"a.md", b"c/d.md"]
    assert index[b"a.md"] == index_entry_from_stat((tmp_path / "a.md").lstat(), blob)


@pytest.mark.slow
@given(first=NAMES, second=NAMES)
def test_it_is_what_dulwich_would_have_written(first, second, tmp_path_factory: pytest.TempPathFactory) -> None:
    place = tmp_path_factory.mktemp("index")
    about, blob = place.lstat(), Blob.from_string(b"x").id
    wanted = Index(str(place / "wanted"), read=False)
    data = None
    for changes in (first, second):
        for name, there in changes.items():
            if there:
                wanted[name] = index_entry_from_stat(about, blob)
            elif name in wanted:
                del wanted[name]
        if data is None:
            Index(str(place / "start"), read=False).write()
            data = (place / "start").read_bytes()
        data = patch_index(data, {name: entry_bytes(name, about, blob) if on else None for name, on in changes.items()})
        assert data is not None
    (place / "found").write_bytes(data)
    found = Index(str(place / "found"))
    assert {name: _plain(one) for name, one in found.items()} == {name: _plain(one) for name, one in wanted.items()}


def _plain(entry: IndexEntry) -> tuple:
    return (entry.ctime, entry.mtime, entry.ino, entry.uid, entry.gid, entry.size, entry.sha)


def test_sides_of_a_merge_and_other_forms_are_left_to_dulwich(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    blob = Blob.from_string(b"x").id
    index = repo.open_index()
    entry = index_entry_from_stat((tmp_path / "a.md").lstat(), blob)
    index[b"a.md"] = ConflictedIndexEntry(ancestor=entry, this=entry, other=entry)
    index.write()
    data = Path(os.fsdecode(repo.index_path())).read_bytes()
    assert patch_index(data, {b"b": None}) is None
    assert not stage_quickly(repo, {b"a.md": blob})
    for damaged in (b"", b"DIRC", data[:-1] + b"\0" * (data[-1:] != b"\0") + b"\1" * (data[-1:] == b"\0")):
        assert patch_index(damaged, {}) is None


def test_a_commit_leaves_git_nothing_to_say(folder: KnowledgeService) -> None:
    folder.notes.add("project", "Backups", "They run at night.")
    folder.notes.edit("notes/backups.md", text="They run at noon.")
    folder.remove("notes/backups.md", "Wrong")
    from dulwich import porcelain

    status = porcelain.status(str(folder.root))
    assert not any(status.staged.values()) and list(status.unstaged) == [] and list(status.untracked) == []
