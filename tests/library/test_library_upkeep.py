"""What is kept over time: faults, what was removed, what was purged, undo, suggestions, and no document in a prompt."""

from __future__ import annotations

import os

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.library import service as library_service
from claudeops_desktop.library.index.tables import put_vectors
from claudeops_desktop.library.reading.document_reading import MissingExtraError


def read_calls(monkeypatch) -> list[str]:
    real, asked = library_service.read_file, []

    def counted(path, content, seconds):
        asked.append(path.name)
        return real(path, content, seconds)

    monkeypatch.setattr(library_service, "read_file", counted)
    return asked


def test_a_file_that_cannot_be_read_is_listed_and_tried_again_once_it_changed(world, monkeypatch):
    path = world.write("a.md", b"\0\0")
    asked = read_calls(monkeypatch)
    world.library.add_path(world.folder, watch=True)
    (kept,) = world.documents()
    assert kept.state == "fault" and "it is damaged" in kept.fault and kept.chunks == 0
    world.library.update_folders()
    assert asked == ["a.md"], "it did not change"
    path.write_text("# Words")
    assert len(world.library.update_folders().added) == 1
    assert world.documents()[0].state == "ready"


def test_what_was_read_before_stays_while_a_new_version_cannot_be_read(world):
    path = world.write("a.md", "# Old words")
    world.library.add_path(world.folder, watch=True)
    path.write_bytes(b"\0\0")
    world.library.update_folders()
    (kept,) = world.documents()
    assert kept.state == "fault" and [hit.title for hit in world.library.find("old")] == ["Old words"]


def test_a_file_that_became_empty_says_so(world):
    path = world.write("a.md", "# Words")
    world.library.add_path(world.folder, watch=True)
    path.write_text("")
    assert "holds no text" in world.library.update_folders().skipped[0]


def test_what_needs_the_extra_is_read_once_it_is_installed(world, monkeypatch):
    def missing(path, content, seconds):
        raise MissingExtraError("It needs the extra.", "Install it.")

    there = [False]
    world.write("a.pdf", b"%PDF")
    monkeypatch.setattr(library_service, "has_extra", lambda _kind: there[0])
    real = library_service.read_file
    monkeypatch.setattr(library_service, "read_file", missing)
    world.library.add_path(world.folder, watch=True)
    asked = []
    monkeypatch.setattr(library_service, "read_file", lambda *given: asked.append(1) or real(*given))
    world.library.update_folders()
    assert asked == []
    there[0] = True
    world.library.update_folders()
    assert asked == [1]


def test_what_was_removed_is_not_read_again_by_itself_but_on_demand(world):
    path = world.write("a.md", "# Words")
    (kept,) = world.library.add_path(world.folder, watch=True).added
    world.store.write(lambda: world.library.documents.remove(kept.id)).result()
    assert world.library.update_folders().added == ()
    assert len(world.library.add_path(path).added) == 1


def test_what_a_purge_took_out_does_not_come_back_from_the_folder(world):
    world.write("a.md", "# Words of a customer")
    world.library.add_path(world.folder, watch=True)
    sql = "DELETE FROM library_documents"  # as a purge does
    world.store.write(lambda: world.store.database.execute_sql(sql)).result()
    assert world.library.update_folders().added == () and world.documents() == []
    for (kept,) in world.rows("SELECT source_hash FROM library_sources"):
        assert len(kept) == 64 and "customer" not in kept, "a hash alone is kept"


def test_a_removed_document_is_put_back_with_its_parts_and_vectors(world):
    (kept,) = world.library.add_path(world.write("a.md", "# Words\n\n## More\n\nof it"), tags=["x"]).added
    world.store.write(lambda: put_vectors("m", [(1, [1.0, 0.0])])).result()
    before = world.rows("SELECT * FROM library_chunks"), world.rows("SELECT * FROM library_vectors")
    gone = world.store.write(lambda: world.library.documents.remove(kept.id)).result()
    assert world.documents() == [] and world.library.find("words") == []
    assert world.store.write(lambda: world.library.documents.put_back(gone)).result() == kept
    assert (world.rows("SELECT * FROM library_chunks"), world.rows("SELECT * FROM library_vectors")) == before
    assert world.library.find("words")
    with pytest.raises(OperatorError, match="added again"):
        world.store.write(lambda: world.library.documents.put_back(gone)).result()


def test_an_update_ends_between_two_files_and_takes_nothing_for_gone(world):
    for name in ("a", "b", "c"):
        world.write(f"{name}.md", name)
    world.library.add_path(world.folder, watch=True)
    world.write("a.md", "changed")
    asked = iter([False, False, True, True, True, True])
    change = world.library.update_folders(lambda: next(asked, True))
    assert len(change.changed) == 1 and not change.missing
    assert not world.library.update_folders().missing


def test_a_file_whose_time_was_set_back_is_read_again(world):
    path = world.write("a.md", "one")
    world.library.add_path(world.folder, watch=True)
    about = path.stat()
    path.write_text("two")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert len(world.library.update_folders().changed) == 1


def test_an_agent_only_suggests(world):
    suggestions = world.library.suggestions
    assert world.store.write(lambda: suggestions.suggest("https://x.example/", "why " * 500, None)).result()
    assert not world.store.write(lambda: suggestions.suggest("https://x.example/", "again", None)).result()
    (one,) = world.store.read(suggestions.list).result()
    assert len(one.reason) <= 500 and world.documents() == []
    world.store.write(lambda: suggestions.settle(one.id, "dismissed")).result()
    assert world.store.read(suggestions.list).result() == []
    with pytest.raises(OperatorError):
        world.store.write(lambda: suggestions.settle(99, "dismissed")).result()


def test_the_library_is_counted(world):
    world.write("a.md", "# Words")
    world.write("b.md", b"\0")
    world.library.add_path(world.folder, watch=True)
    status = world.store.read(world.library.documents.status).result()
    assert (status.documents, status.chunks, status.faults, status.folders, status.next_poll) == (2, 1, 1, 1, None)
