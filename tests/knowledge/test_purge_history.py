"""A purge goes through the folder's files and its whole git history; nothing is found in it afterwards (E19)."""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from dulwich.objects import Blob, Tag, Tree
from dulwich.repo import Repo
from hypothesis import given
from hypothesis import strategies as st
from rendered_world import FACTS, RenderedWorld
from support.matrix import few_of

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService, check_entry
from claudeops_desktop.knowledge.purged_text import purge_file
from claudeops_desktop.knowledge.tidying import tidy_repository
from claudeops_desktop.memory import PurgeRequest
from claudeops_desktop.memory.purging.search_terms import SearchTerms
from claudeops_desktop.monitoring.results.purging import prepare_purge

X = "Zanzibar"


@pytest.fixture
def used(rendered: RenderedWorld) -> RenderedWorld:
    """A folder in which the subject stands in every kind of place."""
    fill(rendered)
    return rendered


def fill(rendered: RenderedWorld) -> None:
    folder = rendered.knowledge
    folder.notes.add("project", "Backups", "They run at night.\nThe zanzibar host has none.")
    rendered.clock.forward(minutes=1)
    folder.notes.add("project", "On Zanzibar", "It is old.")
    folder.notes.edit("notes/backups.md", text="They run at noon.")
    folder.remember("Operations", "Never touch ZANZIBAR on Fridays.")
    folder.remember("Operations", "Ask before an upgrade.")
    folder.decisions.add("Use PostgreSQL", context="Zanzibar ran MySQL.", decision="One server.")
    folder.update(
        "operations.jsonl", lambda text: text + '{"tool": "zanzibar"}\n{"tool": "caddy"}\n', "noted", "process:x"
    )
    rendered.desk.add("Zanzibar takes 60 s to start.", "timing", "zanzibar", domain="operations")
    rendered.desk.add("Takes 60 s to start.", "timing", "jellyfin", domain="operations")
    rendered.lesson("Never restart zanzibar by hand.")
    rendered.lesson("Prefer reload over restart.")
    rendered.case("zanzibar")
    rendered.case("nginx", "incident:2")
    rendered.render()
    (folder.root / ".obsidian").mkdir()
    (folder.root / ".obsidian" / "recent.json").write_text('{"last": "notes/on-zanzibar.md"}')


def purger(rendered: RenderedWorld):
    return prepare_purge(
        rendered.desk.book, rendered.desk.memory, rendered.data, Settings(), {"HOME": str(rendered.data.root)}
    )


def purge(rendered: RenderedWorld, subject: str = X):
    return purger(rendered).run(PurgeRequest(subject))


def everything(root: Path) -> Iterator[tuple[str, bytes]]:
    """All bytes of a folder, objects of git unpacked."""
    for path in sorted(root.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            yield f"{path}", data
            if path.parts[-3:-2] == ("objects",) and len(path.name) == 38:
                yield f"{path} unpacked", zlib.decompress(data)
    if (root / ".git").is_dir():
        with Repo(str(root)) as repo:
            for number in repo.object_store:
                yield f"object {number.decode()}", repo.object_store[number].as_raw_string()


def found_in(root: Path, word: str = "zanzibar") -> list[str]:
    return [name for name, data in everything(root) if word in data.lower().decode("utf-8", "replace")
            or word in name.removeprefix(str(root)).lower()]  # fmt: skip


@pytest.mark.slow
def test_nothing_of_it_is_found_in_files_objects_references_and_logs(used: RenderedWorld) -> None:
    root = used.knowledge.root
    assert len(found_in(root)) > 20
    preview = purger(used).preview(PurgeRequest(X))
    (told,) = (one for one in preview.found if one.kind == "knowledge files and their versions")
    before = used.knowledge.repository.head()
    assert used.knowledge.repository.head() == before, "a preview changes nothing"
    report = purge(used)
    assert report.counts["knowledge files and their versions"] >= told.count > 10
    assert report.remains == () and found_in(root) == []


@pytest.mark.slow
def test_what_is_not_about_it_stays_with_its_authors_and_dates(used: RenderedWorld) -> None:
    was = [(one.author, one.at) for one in used.knowledge.log(limit=None)]
    purge(used)
    now = used.knowledge.log(limit=None)
    ours = [(one.author, one.at) for one in now]
    assert ours[-len(was) :] == was, "every commit is there, in its order"
    assert used.text("notes/backups.md").endswith("They run at noon.\n") and "Ask before" in used.text("MEMORY.md")
    versions = used.knowledge.repository.versions("notes/backups.md")
    first = used.knowledge.text_at("notes/backups.md", versions[-1].number) or ""
    assert "They run at night." in first and "(purged)" in first
    assert any("Note: Backups" in one.message for one in now) and any(one.message == "(purged)" for one in now)
    assert '{"tool": "caddy"}' in used.text("operations.jsonl")
    assert not (used.knowledge.root / "notes/on-zanzibar.md").exists()
    assert not [one for one in used.knowledge.check() if one.level == "error"] and used.knowledge.status().edited == ()


@pytest.mark.slow
def test_rendered_files_are_in_step_afterwards(used: RenderedWorld) -> None:
    purge(used)
    assert "jellyfin" in used.text(FACTS) and "Prefer reload" in used.text("lessons.md")
    assert len([path for path in used.files() if path.startswith("cases/")]) == 1
    done = used.render()
    assert done.changed == 0 and done.problems == () and done.applied == {}
    used.edit(lambda text: text.replace("60 s", "65 s"))
    assert used.render().applied == {"edited": 1}


@pytest.mark.slow
def test_a_packed_repository_with_branches_and_tags(used: RenderedWorld) -> None:
    with Repo(str(used.knowledge.root)) as repo:
        head = repo.head()
        repo.refs[b"refs/heads/about-zanzibar"] = head
        repo.refs[b"refs/remotes/origin/main"] = head
        tag = Tag()
        tag.object, tag.name, tag.message, tag.tagger = (type(repo[head]), head), b"v1", b"before zanzibar", b"a <a@b>"
        tag.tag_time, tag.tag_timezone = 1_700_000_000, 0
        repo.object_store.add_object(tag)
        repo.refs[b"refs/tags/v1"] = tag.id
        lost, tree = Blob.from_string(b"an unreachable word on zanzibar"), Tree()
        tree.add(b"zanzibar", 0o100644, lost.id)
        for one in (lost, tree):
            repo.object_store.add_object(one)
        repo.object_store.pack_loose_objects()
        repo.refs.pack_refs()
    used.knowledge.close()
    purge(used)
    assert found_in(used.knowledge.root) == []
    with Repo(str(used.knowledge.root)) as repo:
        assert repo[repo.refs[b"refs/tags/v1"]].message == b"(purged)"
        assert repo.refs[b"refs/remotes/origin/main"] in repo.object_store
        assert not list(repo.object_store._iter_loose_objects()) or repo.head() in repo.object_store


_KILLED = """
import os, sys
sys.path[:0] = {paths!r}
from pathlib import Path
from rendered_world import RenderedWorld
from test_purge_history import purge
from claudeops_desktop.knowledge import history_rewrite
real = getattr(history_rewrite.HistoryRewrite, {name!r})
def method(self, *words):
    if {when!r} == "after":
        real(self, *words)
    os._exit(9)
setattr(history_rewrite.HistoryRewrite, {name!r}, method)
purge(RenderedWorld(Path({place!r})))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(["_move_references", "_write_files"], 1))
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_purge_that_is_killed_goes_on(tmp_path: Path, name: str, when: str) -> None:
    rendered = RenderedWorld(tmp_path / "data")
    fill(rendered)
    rendered.close()
    paths = [str(Path(__file__).parent), *sys.path]
    source = _KILLED.format(paths=paths, place=str(tmp_path / "data"), name=name, when=when)
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 9, done.stderr
    rendered = RenderedWorld(tmp_path / "data")
    try:
        (number,) = purger(rendered).unfinished()
        report = purger(rendered).finish(number)
        assert report.remains == () and found_in(rendered.knowledge.root) == []
        assert "They run at noon." in rendered.text("notes/backups.md") and "jellyfin" in rendered.text(FACTS)
        assert purger(rendered).unfinished() == [] and rendered.render().changed == 0
    finally:
        rendered.close()


def test_an_operators_own_repository_keeps_its_history_which_is_named(tmp_path: Path) -> None:
    outer = tmp_path / "mine"
    outer.mkdir()
    with Repo.init(str(outer), default_branch=b"main"):
        pass
    (outer / "mine.txt").write_text("zanzibar is mine")
    folder = KnowledgeService(outer / "knowledge", shared=True)
    rendered = RenderedWorld(tmp_path / "data", outer / "knowledge", shared=True)
    try:
        folder.notes.add("project", "Backups", "They run at night.\nThe zanzibar host has none.")
        head = folder.repository.head()
        from claudeops_desktop.knowledge.purging import KnowledgePurge

        terms = SearchTerms(X)
        part = KnowledgePurge(rendered.store, lambda: KnowledgeService(outer / "knowledge", shared=True), lambda: None)
        assert part.count(terms.touches) > 0
        assert part.clean(terms.touches, terms.text) == 2, "the note, and its line of the index"
        assert "zanzibar" not in (outer / "knowledge/notes/backups.md").read_text()
        assert "They run at night." in (outer / "knowledge/notes/backups.md").read_text()
        assert (outer / "mine.txt").read_text() == "zanzibar is mine"
        assert any(one.number == head for one in folder.log(limit=None)), "the history is the operator's"
        ((where, _),) = part.unreachable(terms.touches)
        assert "notes/backups.md" in where and str(outer) in where
        assert part.clean(terms.touches, terms.text) == 0
    finally:
        folder.close()
        rendered.close()


@pytest.mark.slow
def test_a_remote_is_named_as_out_of_reach(used: RenderedWorld) -> None:
    with Repo(str(used.knowledge.root)) as repo:
        config = repo.get_config()
        config.set((b"remote", b"origin"), b"url", b"https://git.example.org/k.git")
        config.write_to_path()
    used.knowledge.close()
    assert any("remote “origin”" in one.where for one in purge(used).unreachable)


@given(st.text("abz\n-# :'", max_size=60), st.sampled_from(["notes/a.md", "MEMORY.md", "operations.jsonl", "x.txt"]))
def test_no_file_holds_it_afterwards_and_others_keep_every_byte(text: str, path: str) -> None:
    terms = SearchTerms("zab")
    data = f"---\ntype: Note\ntitle: T\nnote_type: user\nmine: {text!r}\n---\n\n{text}\n".encode()
    kept = purge_file(path, data, terms.touches, terms.text)
    if not terms.touches(data.decode()):
        assert kept == data
    elif kept is not None:
        assert not terms.touches(kept.decode()) and purge_file(path, kept, terms.touches, terms.text) == kept


def test_a_purged_note_is_still_one_that_its_format_allows() -> None:
    terms = SearchTerms(X)
    note = (
        "---\ntype: Note\ntitle: Backups\ndescription: On zanzibar.\ntags: [zanzibar, b]\nnote_type: project\n---\n\n"
        "Text.\n\n- One.\n- Zanzibar.\n"
    )
    kept = purge_file("notes/backups.md", note.encode(), terms.touches, terms.text)
    assert kept is not None and kept.decode() == (
        "---\ntype: Note\ntitle: Backups\nnote_type: project\n---\n\nText.\n\n- One.\n"
    )
    assert not [one for one in check_entry("notes/backups.md", kept.decode()) if one.level == "error"]


@pytest.mark.slow
def test_a_purge_after_tidying_finds_what_lies_in_packs(used: RenderedWorld) -> None:
    assert tidy_repository(used.knowledge, least_loose=1).packed > 10
    used.knowledge.close()
    purge(used)
    assert found_in(used.knowledge.root) == []
