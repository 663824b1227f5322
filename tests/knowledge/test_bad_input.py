"""A repository that git or somebody else is at work in, and a disk that refuses: one plain sentence, nothing written
over, and all that only reads goes on."""

from __future__ import annotations

import os
import resource
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge import KnowledgeService

from .conftest import another_user, git

NOTE = "---\ntype: Note\ntitle: {0}\ndescription: On {0}.\nnote_type: project\n---\n\nThe text of {0}.\n"
Check = Callable[..., None]


def put(folder: KnowledgeService, path: str, text: str | bytes) -> Path:
    file = folder.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def diverge(folder: KnowledgeService, path: str = "notes/backups.md") -> None:
    """Two branches that say different things in one line; main is checked out."""
    file = folder.root / path
    git(folder.root, "switch", "-qc", "other")
    file.write_text(file.read_text().replace("two hours", "six hours"))
    git(folder.root, "commit", "-qam", "six")
    git(folder.root, "switch", "-q", "main")
    file.write_text(file.read_text().replace("two hours", "nine hours"))
    git(folder.root, "commit", "-qam", "nine")


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file of the folder, git's own among them but for locks of ours."""
    files = (file for file in root.rglob("*") if file.is_file() and file.name != "claudeops.lock")
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in files}


def refuses(folder: KnowledgeService, sentence: str) -> None:
    """Nothing of the folder is changed, by whichever way; the error says why."""
    before = snapshot(folder.root)
    for write in (
        lambda: folder.notes.add("project", "Disk", "Full."),
        lambda: folder.remember("Operations", "Ask first."),
        lambda: folder.save("notes/backups.md", NOTE.format("Backups"), "edited"),
        lambda: folder.remove("notes/backups.md", "gone"),
    ):
        with pytest.raises(ClaudeOpsError, match=sentence):
            write()
    assert folder.take_edits() == []
    assert snapshot(folder.root) == before


def test_a_merge_that_is_under_way_is_neither_ended_nor_written_over(
    shared: KnowledgeService, everything_works: Check
) -> None:
    diverge(shared)
    git(shared.root, "merge", "other", fails=True)
    everything_works("A merge is under way", "Git could not merge notes/backups.md", "git merge --abort")
    refuses(shared, "A merge is under way")
    (problem,) = [one for one in shared.check() if one.path == "notes/backups.md"]
    assert "both sides stand" in problem.sentence and problem.line > 1
    assert (shared.root / ".git/MERGE_HEAD").exists()
    git(shared.root, "merge", "--abort")
    shared.notes.add("project", "Disk", "Full.")
    assert "nine hours" in shared.read("notes/backups.md").text


@pytest.mark.parametrize("command", ["rebase", "cherry-pick", "revert"])
def test_what_else_git_is_in_the_middle_of_is_left_alone(
    shared: KnowledgeService, everything_works: Check, command: str
) -> None:
    diverge(shared)
    if command == "revert":
        file = shared.root / "notes/backups.md"
        file.write_text(file.read_text().replace("nine", "ten"))
        git(shared.root, "commit", "-qam", "ten")
    git(shared.root, command, {"rebase": "other", "cherry-pick": "other", "revert": "HEAD~1"}[command], fails=True)
    everything_works(f"A {command} is under way", f"git {command} --abort")
    refuses(shared, f"A {command} is under way")


def test_conflict_markers_without_a_merge_keep_that_file_back_and_no_other(
    shared: KnowledgeService, everything_works: Check
) -> None:
    """As after `git stash pop`: the index is unmerged, no command is under way."""
    file = shared.root / "notes/backups.md"
    file.write_text(file.read_text().replace("two", "six"))
    git(shared.root, "stash", "-q")
    file.write_text(file.read_text().replace("two", "nine"))
    git(shared.root, "commit", "-qam", "nine")
    git(shared.root, "stash", "pop", fails=True)
    everything_works("Git could not merge notes/backups.md", "both sides stand between")
    torn = file.read_text()
    put(shared, "notes/other.md", NOTE.format("Other"))
    assert shared.take_edits() == ["notes/other.md"]
    with pytest.raises(OperatorError, match="both sides"):
        shared.notes.edit("notes/backups.md", text=torn.partition("---\n\n")[2])
    assert file.read_text() == torn
    whole = NOTE.format("Backups")
    shared.save("notes/backups.md", whole, "put right", revision=shared.read("notes/backups.md").revision)
    assert file.read_text() == whole and not shared.conditions()
    assert torn in {shared.text_at("notes/backups.md", one.number) for one in shared.log("notes/backups.md")}


def test_the_memory_file_is_not_added_to_while_it_is_torn(shared: KnowledgeService) -> None:
    shared.remember("Operations", "Ask before a restart.")
    torn = f"{shared.text_of('MEMORY.md')}<<<<<<< HEAD\n- (2026-03-02) a\n=======\n- (2026-03-02) b\n>>>>>>> other\n"
    file = put(shared, "MEMORY.md", torn)
    with pytest.raises(OperatorError, match=r"MEMORY\.md, line 9: Git could not merge"):
        shared.remember("Operations", "More.")
    assert file.read_text() == torn


def test_conflict_markers_in_code_are_text() -> None:
    from claudeops_desktop.knowledge.entries import conflict_line

    sides = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
    assert conflict_line(f"x\n{sides}") == 2
    assert conflict_line(f"x\n```\n{sides}```\n") == 0 and conflict_line("=======\n") == 0


@pytest.mark.slow
def test_without_a_branch_nothing_is_committed(shared: KnowledgeService, everything_works: Check) -> None:
    shared.notes.edit("notes/backups.md", text="They take three hours.")
    git(shared.root, "checkout", "-q", "HEAD~1")
    everything_works("is on no branch (detached HEAD)", "git switch main")
    refuses(shared, "on no branch")
    git(shared.root, "switch", "-q", "main")
    assert shared.notes.edit("notes/backups.md", text="They take four hours.").path == "notes/backups.md"


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"garbage", b"", None])
def test_damaged_objects_are_one_sentence_and_files_stay_readable(
    shared: KnowledgeService, everything_works: Check, claudeops: Callable[..., object], damage: bytes | None
) -> None:
    shared.close()
    for file in (shared.root / ".git/objects").rglob("*"):
        if file.is_file():
            file.chmod(0o600)
            file.unlink() if damage is None else file.write_bytes(damage)
    text = (shared.root / "notes/backups.md").read_bytes()
    status = claudeops("status")
    assert "is damaged" in status.out and "Your files are not touched" in status.out  # type: ignore[attr-defined]
    assert claudeops("check").code == 1  # type: ignore[attr-defined]
    assert "notes/backups.md" in claudeops("list").out  # type: ignore[attr-defined]
    log = claudeops("log")
    assert "is damaged" in log.err + log.out and "Traceback" not in log.err  # type: ignore[attr-defined]
    assert "They take two hours." in claudeops("show", "notes/backups.md").out  # type: ignore[attr-defined]
    with pytest.raises(OperatorError, match="is damaged"):
        shared.notes.edit("notes/backups.md", text="They take one hour.")
    assert (shared.root / "notes/backups.md").read_bytes() == text


def test_of_a_history_with_a_hole_the_newer_part_is_shown(shared: KnowledgeService) -> None:
    for hours in ("three", "four"):
        shared.notes.edit("notes/backups.md", text=f"They take {hours} hours.")
    first = shared.log()[-1].number
    shared.close()
    (shared.root / f".git/objects/{first[:2]}/{first[2:]}").unlink()
    assert [one.message for one in shared.log("notes/backups.md")] == ["Changed the note Backups"] * 2


@pytest.mark.slow
def test_a_lock_of_git_is_waited_for_and_then_said(
    shared: KnowledgeService, everything_works: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("claudeops_desktop.knowledge.repository._PATIENCE_S", 0.1)
    (shared.root / ".git/index.lock").touch()
    everything_works("Git is working", "there is an index.lock")
    refuses(shared, "Git is working")
    (shared.root / ".git/index.lock").unlink()
    shared.notes.edit("notes/backups.md", text="They take four hours.")
    assert git(shared.root, "status", "--porcelain") == ""


def test_a_bare_repository_is_not_written_into(
    shared: KnowledgeService, everything_works: Check, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(shared.root), "bare")
    shared.close()
    shutil.rmtree(shared.root)
    shutil.copytree(tmp_path / "bare", shared.root)
    everything_works("is bare: it holds no files", listed="")
    before = snapshot(shared.root)
    with pytest.raises(OperatorError, match="is bare"):
        shared.notes.add("project", "Disk", "Full.")
    assert snapshot(shared.root) == before


def test_a_shallow_clone_is_used_and_said(shared: KnowledgeService, everything_works: Check, tmp_path: Path) -> None:
    shared.notes.edit("notes/backups.md", text="They take four hours.")
    origin = tmp_path / "origin"
    shared.close()
    shared.root.rename(origin)
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{origin}", str(shared.root))
    everything_works("is a shallow clone", code=0)
    shared.notes.edit("notes/backups.md", text="They take five hours.")
    assert shared.log("notes/backups.md")[0].message == "Changed the note Backups"


@pytest.mark.slow
def test_a_submodule_stays_what_it_is(shared: KnowledgeService, everything_works: Check, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-qb", "main")
    (other / "notes.md").write_text("theirs")
    git(other, "add", "-A")
    git(other, "commit", "-qm", "theirs")
    git(shared.root, "submodule", "add", "-q", str(other), "notes/theirs")
    git(shared.root, "commit", "-qm", "submodule")
    everything_works("git repository of its own", code=0)
    shared.take_edits()
    shared.notes.add("project", "Disk", "Full.")
    assert git(shared.root, "ls-tree", "HEAD", "notes/theirs").startswith("160000 commit")
    assert "notes/theirs/notes.md" not in shared.texts() and git(shared.root, "status", "--porcelain") == ""


def test_what_git_converts_is_left_to_git(shared: KnowledgeService, everything_works: Check) -> None:
    """Git LFS is such a conversion: on the disk stands the file, in a commit a pointer to it."""
    git(shared.root, "config", "filter.shout.clean", "tr a-z A-Z")
    put(shared, ".gitattributes", "notes/*.loud.md filter=shout\n")
    put(shared, "notes/x.loud.md", NOTE.format("x"))
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 9\n"
    put(shared, "notes/pointer.md", pointer)
    everything_works("pointer of Git LFS", code=1)
    assert "notes/x.loud.md" not in shared.take_edits()
    with pytest.raises(OperatorError, match=r"\.gitattributes"):
        shared.save("notes/x.loud.md", NOTE.format("y"), "edited")
    assert (shared.root / "notes/x.loud.md").read_text() == NOTE.format("x")


def test_line_ends_of_the_operators_configuration_make_no_edit_of_an_unchanged_file(shared: KnowledgeService) -> None:
    git(shared.root, "config", "core.autocrlf", "input")
    put(shared, "notes/crlf.md", NOTE.format("crlf").replace("\n", "\r\n"))
    assert shared.take_edits() == ["notes/crlf.md"]
    assert shared.take_edits() == [] and shared.status().edited == ()


def test_no_hook_of_the_repository_runs(shared: KnowledgeService, tmp_path: Path) -> None:
    for name in ("pre-commit", "post-commit", "commit-msg"):
        hook = shared.root / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran-{name}\nexit 1\n")
        hook.chmod(0o755)
    shared.notes.add("project", "Disk", "Full.")
    assert not list(tmp_path.glob("ran-*"))


def test_what_git_calls_executable_stays_so(shared: KnowledgeService) -> None:
    script = put(shared, "procedures/renew/scripts/run.sh", "#!/bin/sh\n")
    script.chmod(0o755)
    shared.take_edits()
    assert git(shared.root, "ls-tree", "HEAD", "procedures/renew/scripts/run.sh").startswith("100755")
    assert git(shared.root, "status", "--porcelain") == "" and script.stat().st_mode & stat.S_IXUSR


def test_a_read_only_folder_is_read(new_folder: Callable[[str], Path]) -> None:
    top = new_folder("read-only")
    for above in (top, *top.parents):
        if above.stat().st_uid == os.getuid() and above != above.parent:
            above.chmod(above.stat().st_mode | 0o055)
    folder = KnowledgeService(top / "knowledge")
    folder.notes.add("project", "Backups", "They take two hours.")
    folder.root.chmod(0o555)
    for place in folder.root.rglob("*"):
        place.chmod(0o555 if place.is_dir() else 0o444)
    with another_user():
        assert "is read-only" in " ".join(folder.status().problems[0].sentence.split())
        assert [line.path for line in folder.index()] == ["notes/backups.md"]
        assert len(folder.log()) == 1 and folder.take_edits() == []
        with pytest.raises(OperatorError, match="is read-only"):
            folder.notes.add("project", "Disk", "Full.")
    folder.root.chmod(0o755)
    folder.close()


def test_a_folder_of_somebody_elses_is_used_and_said(shared: KnowledgeService, everything_works: Check) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    os.chown(shared.root, 65534, 65534)
    everything_works("belongs to another user", code=0)
    shared.notes.add("project", "Disk", "Full.")


def test_a_folder_that_may_not_be_listed_is_not_taken_for_an_empty_one(
    shared: KnowledgeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or all its files would be committed as deleted."""
    top = shared.root
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(top))
    shared.close()
    for place in (top, *top.rglob("*")):
        place.chmod(0o777 if place.is_dir() else 0o666)
    for above in top.parents:
        if above.stat().st_uid == os.getuid() and above != above.parent:
            above.chmod(above.stat().st_mode | 0o011)
    (top / "notes").chmod(0o000)
    with another_user():
        service = KnowledgeService(top)
        assert service.take_edits() == []
        assert ("notes", "This folder may not be read.") in [(one.path, one.sentence) for one in service.check()]
        service.close()
    (top / "notes").chmod(0o755)
    assert shared.status().edited == () and "two hours" in shared.read("notes/backups.md").text


@pytest.mark.slow
def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """A disk of its own where one can be mounted; else files may not grow, which the kernel refuses in the same way."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    folder = KnowledgeService(disk / "knowledge")
    try:
        folder.notes.add("project", "Backups", "They take two hours.")
        head, text = folder.repository.head(), folder.read("notes/backups.md").text
        if mounted.returncode:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        with pytest.raises(EnvironmentFault, match=r"cannot be used: (No space left on device|File too large)"):
            folder.save("notes/backups.md", NOTE.format("x") + os.urandom(300_000).hex(), "too much")
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert folder.read("notes/backups.md").text == text and folder.repository.head() == head
        assert not list((folder.root / "notes").glob(".*")), "no half of a file stays"
        folder.notes.edit("notes/backups.md", text="They take three hours.")
        assert folder.status().edited == ()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        folder.close()
        if not mounted.returncode:
            subprocess.run(["umount", "-l", str(disk)], check=False)


def test_reading_makes_no_repository(data_dir: Path, claudeops: Callable[..., object]) -> None:
    root = DataFolder(data_dir).knowledge
    (root / "notes").mkdir(parents=True)
    (root / "notes/own.md").write_text(NOTE.format("own"))
    for command in ("status", "check", "log"):
        assert claudeops(command).code in (0, 1)  # type: ignore[attr-defined]
    assert not (root / ".git").exists()
