"""The knowledge folder under git (C1, C5, C7): every change a commit, nothing of anybody's lost."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import orjson
import pytest
from dulwich.objects import Blob
from dulwich.repo import Repo

from claudeops_desktop.core.errors import OperatorError, UsageError
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.layout import LARGEST

NOTE = "---\ntype: Note\ntitle: {0}\ndescription: On {0}.\nnote_type: project\n---\n\nThe text of {0}.\n"


def put(folder: KnowledgeService, path: str, text: str) -> Path:
    file = folder.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def test_every_change_is_a_commit_with_who_what_and_why(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups run at night", "They take two hours.")
    (commit,) = folder.log(saved.path)
    assert (commit.author, commit.message) == ("human:operator", "Note: Backups run at night")
    assert set(commit.paths) == {saved.path, "index.md", "log.md"}
    assert folder.read("index.md").text.count("[Backups run at night](/notes/backups-run-at-night.md)") == 1
    assert "Note: Backups run at night (human:operator)" in folder.read("log.md").text
    assert folder.check() == [] and folder.status().edited == ()


def test_an_edit_from_outside_is_committed_first_as_the_operators(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    put(folder, saved.path, NOTE.format("Backups, checked"))
    put(folder, "notes/new.md", NOTE.format("New"))
    assert folder.status().edited == ("notes/backups.md", "notes/new.md")
    folder.notes.edit(saved.path, text="They take three hours.")
    first, second = folder.log(saved.path)[1:3]
    assert first.message == "The index follows an edit from outside" or first.author == "human:operator"
    assert any(one.message.startswith("Edited outside") and one.author == "human:operator" for one in folder.log())
    assert folder.take_edits() == ["notes/new.md"]
    assert {line.title for line in folder.index()} == {"Backups, checked", "New"}
    assert folder.take_edits() == [] and second is not None


def test_a_file_that_was_deleted_outside_leaves_the_index_and_stays_in_the_history(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    (folder.root / saved.path).unlink()
    assert folder.take_edits() == [saved.path]
    assert folder.index() == [] and folder.check() == []
    version = folder.repository.versions(saved.path)[-1]
    assert folder.restore(saved.path, version.number[:8]).path == saved.path
    assert "two hours" in folder.read(saved.path).text


def test_a_conflict_keeps_both(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    read = folder.read(saved.path)
    put(folder, saved.path, read.text.replace("two", "three"))
    mine = folder.save(saved.path, read.text.replace("two", "four"), "Corrected", revision=read.revision)
    assert mine.kept_beside == "notes/backups-2.md"
    assert "three hours" in folder.read(saved.path).text and "four hours" in folder.read(mine.path).text


def test_restore_appends(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    for hours in ("three", "four"):
        folder.notes.edit(saved.path, text=f"They take {hours} hours.")
    versions = folder.repository.versions(saved.path)
    assert len(versions) == 3
    folder.restore(saved.path, versions[-1].number)
    assert "two hours" in folder.read(saved.path).text
    again = folder.repository.versions(saved.path)
    assert len(again) == 4 and again[0].message.startswith("Restored from")


@pytest.mark.slow
def test_the_last_ten_versions_are_at_hand_and_all_are_kept(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "Text 0.")
    for number in range(1, 13):
        folder.notes.edit(saved.path, text=f"Text {number}.")
    assert len(folder.repository.versions(saved.path)) == 10
    assert len(folder.log(saved.path, None)) == 13
    first = folder.log(saved.path, None)[-1]
    assert "Text 0." in (folder.text_at(saved.path, first.number) or "")


def test_the_difference_of_a_commit_and_of_what_is_not_committed(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    folder.notes.edit(saved.path, text="They take three hours.")
    head = folder.log(saved.path)[0].number
    assert "-They take two hours.\n+They take three hours.\n" in folder.diff(head, saved.path)
    put(folder, saved.path, folder.read(saved.path).text.replace("three", "four"))
    assert "+They take four hours." in folder.diff()


def test_reading_and_writing_back_changes_no_byte(folder: KnowledgeService) -> None:
    odd = "---\ntype: Note   # mine\ntitle: 'Odd'\nnote_type: user\nmine: {a: [1, 2]}\n---\n\n\n  A\ttext  \n\n\n"
    put(folder, "notes/odd.md", odd)
    folder.take_edits()
    read = folder.read("notes/odd.md")
    folder.save("notes/odd.md", read.text, "nothing", revision=read.revision)
    assert (folder.root / "notes/odd.md").read_text() == odd
    folder.notes.edit("notes/odd.md", title="Even")
    assert (folder.root / "notes/odd.md").read_text() == odd.replace("title: 'Odd'", "title: Even")


def _write_many(root: str, number: int) -> None:
    service = KnowledgeService(Path(root))
    for turn in range(6):
        service.notes.add("project", f"Process {number} turn {turn}", "Said.")
        service.update(
            "MEMORY.md", lambda text, turn=turn: f"{text}- {number}.{turn}\n", "counted", f"process:p{number}"
        )
    service.close()


@pytest.mark.slow
def test_four_processes_that_write_at_once_lose_nothing(folder: KnowledgeService) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write_many, args=(str(folder.root), number)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert len(folder.notes.list()) == 24
    lines = (folder.root / "MEMORY.md").read_text().split()
    assert sorted(line for line in lines if line != "-") == sorted(f"{n}.{t}" for n in range(4) for t in range(6))
    assert len(folder.index()) == 25 and folder.status().edited == ()


def test_a_crash_between_file_and_commit_is_repaired(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    text = folder.read(saved.path).text.replace("two", "five")
    put(folder, saved.path, text)
    control = folder.root / ".git"
    pending = {"blobs": {saved.path: Blob.from_string(text.encode()).id.decode()}, "author": "process:triage",
               "message": "Promoted"}  # fmt: skip
    (control / "claudeops-pending.json").write_bytes(orjson.dumps(pending))
    assert folder.take_edits() == []
    assert (folder.log(saved.path)[0].author, folder.log(saved.path)[0].message) == ("process:triage", "Promoted")


def test_a_crash_before_the_file_was_written_changes_nothing(folder: KnowledgeService) -> None:
    saved = folder.notes.add("project", "Backups", "They take two hours.")
    pending = {"blobs": {saved.path: "0" * 40}, "author": "process:triage", "message": "Promoted"}
    (folder.root / ".git/claudeops-pending.json").write_bytes(orjson.dumps(pending))
    head = folder.repository.head()
    assert folder.take_edits() == [] and folder.repository.head() == head
    (folder.root / ".git/claudeops-pending.json").write_text("{half")
    assert folder.take_edits() == []


@pytest.mark.parametrize("path", ["../out.md", "/etc/passwd", "notes/../../x.md", ".git/config", "", "a\nb.md"])
def test_no_path_leads_out_of_the_folder(folder: KnowledgeService, path: str) -> None:
    with pytest.raises(OperatorError):
        folder.save(path, NOTE.format("x"), "why")


def test_a_link_that_leads_out_is_not_followed(folder: KnowledgeService, tmp_path: Path) -> None:
    folder.notes.add("project", "Backups", "They take two hours.")
    secret = tmp_path / "secret.md"
    secret.write_text("secret")
    (folder.root / "notes/link.md").symlink_to(secret)
    assert "notes/link.md" not in folder.texts() and folder.take_edits() == []
    with pytest.raises(OperatorError, match="leads out"):
        folder.save("notes/link.md", NOTE.format("x"), "why")
    assert secret.read_text() == "secret"


def test_a_large_file_is_named_and_left_alone(folder: KnowledgeService) -> None:
    folder.notes.add("project", "Backups", "They take two hours.")
    with put(folder, "notes/large.bin", "").open("r+b") as file:
        file.truncate(LARGEST + 1)
    assert folder.status().too_large == ("notes/large.bin",) and folder.take_edits() == []


def test_what_is_no_text_is_said_and_left_alone(folder: KnowledgeService) -> None:
    folder.notes.add("project", "Backups", "They take two hours.")
    (folder.root / "notes/bad.md").write_bytes(b"\xff\xfe")
    assert [one.path for one in folder.check()] == ["notes/bad.md"]
    with pytest.raises(OperatorError, match="not text in UTF-8"):
        folder.read("notes/bad.md")


def test_what_its_format_forbids_is_not_saved(folder: KnowledgeService) -> None:
    with pytest.raises(OperatorError, match="line 3") as raised:
        folder.save("notes/x.md", "---\ntype: [\n---\n\ntext\n", "why")
    assert "Nothing was saved" in raised.value.remedy
    assert not (folder.root / "notes/x.md").exists()
    with pytest.raises(UsageError, match="not a type of note"):
        folder.notes.add("secret", "T", "text")


def test_a_damaged_repository_is_said_in_one_sentence(folder: KnowledgeService) -> None:
    folder.notes.add("project", "Backups", "They take two hours.")
    folder.close()
    for file in (folder.root / ".git/objects").rglob("*"):
        if file.is_file():
            file.chmod(0o600)
            file.write_bytes(b"garbage")
    with pytest.raises(OperatorError, match="damaged"):
        folder.notes.edit("notes/backups.md", text="They take one hour.")
    assert "two hours" in (folder.root / "notes/backups.md").read_text()


def test_a_repository_around_the_data_folder_is_left_alone(tmp_path: Path) -> None:
    outer = Repo.init(str(tmp_path))
    service = KnowledgeService(tmp_path / "data/knowledge")
    service.notes.add("project", "Backups", "They take two hours.")
    assert service.repository.own and (tmp_path / "data/knowledge/.git").is_dir()
    assert b"HEAD" not in [ref for ref in outer.get_refs() if ref == b"HEAD"]
    service.close()


def test_a_folder_in_a_repository_of_the_operators_leaves_his_own_changes_staged(tmp_path: Path) -> None:
    outer = Repo.init(str(tmp_path / "ops"), mkdir=True)
    (tmp_path / "ops/own.txt").write_text("one")
    outer.get_worktree().stage(["own.txt"])
    outer.get_worktree().commit(message=b"mine", author=b"me <me@x>", committer=b"me <me@x>", sign=False)
    (tmp_path / "ops/own.txt").write_text("two")
    outer.get_worktree().stage(["own.txt"])
    service = KnowledgeService(tmp_path / "ops/knowledge", shared=True)
    service.notes.add("project", "Backups", "They take two hours.")
    tree = outer[outer.head()].tree
    names = {entry.path: outer[entry.sha].data for entry in outer.object_store.iter_tree_contents(tree)}
    assert names[b"own.txt"] == b"one" and b"knowledge/notes/backups.md" in names
    assert outer.open_index()[b"own.txt"].sha == Blob.from_string(b"two").id
    assert [one.message for one in service.log()] == ["Note: Backups"]
    service.close()


def test_the_description_of_a_note_follows_its_first_sentence_unless_it_has_one_of_its_own(
    folder: KnowledgeService,
) -> None:
    own = folder.notes.add("reference", "Disks", "Disks fail in pairs.", description="On disks.").path
    drawn = folder.notes.add("reference", "Backups", "Restic goes to nas01 every night.").path
    for path in (own, drawn):
        folder.notes.edit(path, text="Restic goes to nas02 every night. It takes an hour.")
    assert folder.read(own).entry.description == "On disks."
    assert folder.read(drawn).entry.description == "Restic goes to nas02 every night."
    folder.notes.edit(drawn, text="Borg.", description="What we use.")
    folder.notes.edit(drawn, title="Copies")
    assert folder.read(drawn).entry.description == "What we use."
    assert "What we use." in folder.text_of("index.md")
