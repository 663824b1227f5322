"""A process that is killed in the middle of git's work leaves nothing that keeps the next one from working."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.knowledge import KnowledgeService

KILLED_IN_THE_LOCK = """
import os, signal, sys
from pathlib import Path
from claudeops_desktop.knowledge import KnowledgeService
folder = KnowledgeService(Path(sys.argv[1]))
folder.notes.add("project", "First", "Said before.")
with folder.lock_folder():
    for name in sys.argv[2:]:
        (folder.root / ".git" / name).touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(root: Path, *locks: str) -> None:
    """A process that holds the folder, and these locks of git, is killed."""
    subprocess.run([sys.executable, "-c", KILLED_IN_THE_LOCK, str(root), *locks], check=False, timeout=60)


@pytest.mark.slow
@pytest.mark.parametrize("lock", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
def test_locks_of_git_that_a_killed_process_left_are_removed(tmp_path: Path, lock: str) -> None:
    killed(tmp_path / "knowledge", lock)
    folder = KnowledgeService(tmp_path / "knowledge")
    folder.notes.add("project", "Second", "Said after.")
    assert [note.title for note in folder.notes.list()] == ["First", "Second"]
    assert not (folder.root / ".git" / lock).exists()


@pytest.mark.slow
def test_a_lock_of_the_operators_git_is_respected(folder: KnowledgeService) -> None:
    folder.notes.add("project", "First", "Said before.")
    (folder.root / ".git" / "index.lock").touch()
    with pytest.raises(OperatorError, match=r"index\.lock"):
        folder.notes.add("project", "Second", "Said meanwhile.")
    assert (folder.root / ".git" / "index.lock").exists()


def test_a_repository_whose_making_was_cut_short_is_made_anew(folder: KnowledgeService) -> None:
    unfinished = folder.root / ".git-new-x"
    (unfinished / ".git" / "objects").mkdir(parents=True)
    folder.notes.add("project", "First", "Said.")
    assert not unfinished.exists()
    assert (folder.root / ".git" / "HEAD").read_text() == "ref: refs/heads/main\n"
