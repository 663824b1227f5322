"""Documents are known by path and content; watched folders are kept up to date (C15)."""

from __future__ import annotations

import os

import pytest

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.library.index.tables import put_vectors
from claudeops_desktop.library.reading import document_reading

MANUAL = "# Backup\n\nHow it is done.\n\n## Restore\n\nFrom a file."


def sources(found) -> list[str]:
    return [one.source.rpartition("/")[2] for one in found]


def test_a_document_is_kept_with_its_chunks(world):
    path = world.write("manual.md", MANUAL)
    (kept,) = world.library.add_path(path, tags=["Ops", "ops", " disaster  recovery "]).added
    assert (kept.source, kept.kind, kept.title, kept.format) == (str(path), "file", "Backup", "markdown")
    assert kept.tags == ("ops", "disaster recovery")
    chunks = world.store.read(lambda: world.library.documents.chunks_of(kept.id)).result()
    assert [chunk.headings for chunk in chunks] == [("Backup",), ("Backup", "Restore")]
    assert kept.chunks == 2


def test_what_did_not_change_is_not_read_again(world, monkeypatch):
    path = world.write("manual.md", MANUAL)
    world.library.add_path(path)
    before = world.rows("SELECT id FROM library_chunks")
    os.utime(path, ns=(1, 1))  # touched, with the same content
    assert world.library.add_path(path).unchanged
    monkeypatch.setattr("claudeops_desktop.library.service.load_file", None)  # it is not even opened
    assert world.library.add_path(path).unchanged
    assert world.rows("SELECT id FROM library_chunks") == before


def test_what_changed_replaces_its_chunks_and_keeps_number_title_and_tags(world):
    path = world.write("manual.md", MANUAL)
    (first,) = world.library.add_path(path, title="My title", tags=["mine"]).added
    world.write("manual.md", "# New\n\nOther words.")
    (second,) = world.library.add_path(path).changed
    assert (second.id, second.title, second.tags, second.chunks) == (first.id, "My title", ("mine",), 1)
    assert world.rows("SELECT text FROM library_chunks") == [("# New\n\nOther words.",)]
    assert world.rows("SELECT rowid FROM library_chunk_words WHERE library_chunk_words MATCH 'restore'") == []


def test_a_title_and_tags_may_be_given_later(world):
    path = world.write("manual.md", MANUAL)
    world.library.add_path(path)
    (kept,) = world.library.add_path(path, title="Later", tags=["x"]).unchanged
    assert (kept.title, kept.tags) == ("Later", ("x",))
    assert world.library.find("later")


def test_a_document_that_cannot_be_read_any_more_stays_as_it_was(world):
    path = world.write("manual.md", MANUAL)
    world.library.add_path(path)
    world.write("manual.md", b"\0\0\0")
    with pytest.raises(OperatorError):
        world.library.add_path(path)
    assert len(world.rows("SELECT id FROM library_chunks")) == 2


def test_what_looks_like_a_secret_is_taken_out(world):
    path = world.write("manual.md", "# Keys\n\npassword = hunter2hunter2\n\nghp_" + "a1B2" * 9)
    world.library.add_path(path)
    ((text,),) = world.rows("SELECT text FROM library_chunks")
    assert "hunter2" not in text and "ghp_a1" not in text


def test_a_folder_is_read_without_what_is_hidden_linked_or_none_of_it(world, tmp_path):
    for name in ("a.md", "deep/er/b.txt", ".hidden.md", ".git/c.md", "node_modules/d.md", "e.png"):
        world.write(name, "words")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret")
    (world.folder / "link.md").symlink_to(outside / "secret.md")
    (world.folder / "linked").symlink_to(outside)
    (world.folder / "circle").symlink_to(world.folder)
    change = world.library.add_path(world.folder)
    assert sources(change.added) == ["a.md", "b.txt"]
    assert world.store.read(world.library.folders.list).result() == []


def test_what_cannot_be_read_in_a_folder_is_skipped_with_a_sentence(world, monkeypatch):
    monkeypatch.setattr(document_reading, "LARGEST", 10)
    world.write("big.md", "x" * 11)
    world.write("garbage.md", b"\0\1")
    world.write("good.md", "words")
    (world.folder / os.fsdecode(b"bad\xff.md")).write_text("words")
    change = world.library.add_path(world.folder)
    assert sources(change.added) == ["good.md"]
    assert len(change.skipped) == 3
    assert "larger than" in change.skipped[1] and "not valid UTF-8" in change.skipped[0]


def test_a_folder_that_is_added_says_what_it_passed_over(world):
    for name in ("a.md", "b.go", "c.go", "Makefile", ".hidden"):
        world.write(name, "words")
    (world.folder / "link.md").symlink_to(world.folder / "a.md")
    assert [str(sentence) for sentence in world.library.add_path(world.folder, watch=True).skipped] == [
        f"Files in {world.folder} that are no documents: 3 (.go 2, Makefile 1).",
        f"Links in {world.folder}: 1. They are not followed.",
        f"Hidden files and folders in {world.folder}: 1.",
    ]


def test_what_a_folder_passes_over_is_not_said_at_each_look(world):
    world.write("a.md", "words")
    world.write("b.go", "words")
    world.library.add_path(world.folder, watch=True)
    assert world.library.update_folders().skipped == ()


def test_a_watched_folder_is_kept_up_to_date(world):
    stays, goes, changes = (world.write(f"{name}.md", name) for name in ("stays", "goes", "changes"))
    world.library.add_path(world.folder, watch=True, tags=["wiki"])
    goes.unlink()
    changes.write_text("other words")
    world.write("sub/new.md", "new")
    change = world.library.update_folders()
    assert sources(change.added) == ["new.md"] and change.added[0].tags == ("wiki",)
    assert sources(change.changed) == ["changes.md"]
    assert sources(change.missing) == ["goes.md"]
    assert sources(change.unchanged) == [stays.name]
    assert world.library.find("goes") == [], "what is gone is not found"
    again = world.library.update_folders()
    assert not (again.added or again.changed or again.missing) and len(again.unchanged) == 3
    world.write("goes.md", "goes")
    assert sources(world.library.update_folders().unchanged)[1] == "goes.md"
    assert [hit.title for hit in world.library.find("goes")] == ["goes"]
    (folder,) = world.store.read(world.library.folders.list).result()
    assert folder.updated_at is not None


def test_a_folder_that_is_not_there_costs_no_document(world):
    world.write("a.md", "words")
    world.library.add_path(world.folder, watch=True)
    moved = world.folder.rename(world.folder.with_name("moved"))
    change = world.library.update_folders()
    assert not change.missing and "is not there" in change.skipped[0]
    moved.rename(world.folder)
    assert world.library.update_folders().unchanged


def test_a_file_added_by_itself_is_marked_when_it_is_gone(world):
    path = world.write("a.md", "words")
    world.library.add_path(path)
    path.unlink()
    assert sources(world.library.update_folders().missing) == ["a.md"]


def test_a_file_of_a_watched_folder_stays_with_it(world):
    path = world.write("a.md", "words")
    world.library.add_path(world.folder, watch=True)
    world.library.add_path(path, title="Mine")
    assert world.documents()[0].folder_id is not None


def test_a_folder_is_unwatched_with_its_documents(world):
    world.write("a.md", "words")
    world.library.add_path(world.folder, watch=True)
    assert world.library.unwatch_folder(str(world.folder)) == 1
    assert world.library.unwatch_folder(str(world.folder)) is None
    assert world.rows("SELECT * FROM library_chunks") == [] and world.documents() == []


@pytest.mark.parametrize("more", [{"title": "T"}, {"watch": True}])
def test_options_that_do_not_fit_are_refused(world, more):
    path = world.folder if "title" in more else world.write("a.md", "x")
    with pytest.raises(UsageError):
        world.library.add_path(path, **more)


def test_a_document_is_removed_with_its_words_and_vectors(world):
    (kept,) = world.library.add_path(world.write("a.md", "words")).added
    world.store.write(lambda: put_vectors("m", [(1, [1.0, 0.0]), (99, [1.0, 0.0])])).result()
    assert world.rows("SELECT chunk_id, size FROM library_vectors") == [(1, 2)]
    world.store.write(lambda: world.library.documents.remove(kept.id)).result()
    assert world.rows("SELECT * FROM library_vectors") == []
    assert world.rows("SELECT rowid FROM library_chunk_words WHERE library_chunk_words MATCH 'words'") == []
    with pytest.raises(OperatorError, match="no document"):
        world.store.write(lambda: world.library.documents.remove(kept.id)).result()
