"""The part of a purge that goes through the knowledge folder: its files and, where the repository is the folder's own,
its whole history (E19).

In a repository of the operator's the files are changed by a commit, and its history is named as what a purge does not
reach: others may have built upon it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .folder_files import files_in
from .git_objects import control_folder
from .history_rewrite import HistoryRewrite
from .purged_text import Becomes, Touches, purge_file
from .renderings import tables

if TYPE_CHECKING:
    from pathlib import Path

    from ..storage import DataStore
    from .service import KnowledgeService

PURGED_BY = "process:purge"
MOST_PATHS = 20
LARGEST_FILE = 64_000_000


class KnowledgePurge:
    """Takes a subject out of the folder. ``after`` renders what the database still says, once it is gone. The folder is
    opened for each question and let go of again."""

    kind = "knowledge files and their versions"

    def __init__(self, store: DataStore, folder: Callable[[], KnowledgeService], after: Callable[[], object]) -> None:
        self._store = store
        self._open = folder
        self._after = after

    def count(self, touches: Touches) -> int:
        """How many versions of files, messages and files touch the subject. Changes nothing."""
        knowledge = self._open()
        try:
            if not knowledge.root.is_dir():
                return 0
            files = sum(touches(path) or touches(_words(file)) for path, file in files_in(knowledge.root))
            if not knowledge.repository.exists():
                return files
            return len(HistoryRewrite(knowledge.repository.git, touches, str).find_touched()) + (
                0 if self._may_rewrite(knowledge) else files
            )
        finally:
            knowledge.close()

    def clean(self, touches: Touches, becomes: Becomes) -> int:
        """Take it out; how many versions and files that concerned. Doing it again changes nothing more."""
        knowledge = self._open()
        try:
            if not knowledge.root.is_dir():
                return 0
            with knowledge.repository.locked_for("render"):
                knowledge.take_edits()
                changed, revisions = self._clean(knowledge, touches, becomes)
            if changed:
                self._store.write(lambda: tables.map_revisions(revisions)).result()
                knowledge.rebuild()  # a description that went leaves its line of the index, too
        finally:
            knowledge.close()
        if changed:
            self._after()
        return changed

    def unreachable(self, touches: Touches) -> list[tuple[str, str]]:
        """What may hold the subject and is not ours to change: where it is, and what to do about it."""
        knowledge = self._open()
        try:
            if not knowledge.root.is_dir():
                return []
            repository = knowledge.repository
            if not repository.exists():
                return []
            found = []
            if not self._may_rewrite(knowledge):
                names = sorted(_paths_with(knowledge, touches))
                if names:
                    shown = ", ".join(names[:MOST_PATHS]) + " …" * (len(names) > MOST_PATHS)
                    where = f"the history of the git repository around {knowledge.root} ({shown})"
                    found.append((where, "It is your own repository: rewrite its history there, or leave it."))
            config = repository.git.get_config()
            for section in config.sections():
                if section[0] == b"remote" and len(section) > 1:
                    name = section[1].decode("utf-8", "replace")
                    where = f"the remote “{name}” of the knowledge folder, and copies made from it"
                    found.append((where, "Overwrite it there by a forced push, or delete it."))
            return found
        finally:
            knowledge.close()

    # --- parts -------------------------------------------------------------------------------------------------------

    @staticmethod
    def _may_rewrite(knowledge: KnowledgeService) -> bool:
        return knowledge.repository.open().own and (knowledge.root / ".git").is_dir()

    def _clean(self, knowledge: KnowledgeService, touches: Touches, becomes: Becomes) -> tuple[int, dict[str, str]]:
        if self._may_rewrite(knowledge):
            with knowledge.lock_folder():
                repo = knowledge.repository.git
                changed, revisions = HistoryRewrite(repo, touches, becomes).run()
                for file in control_folder(repo).glob("claudeops-*.json"):
                    file.unlink(missing_ok=True)
        else:
            changed, revisions = self._commit_clean(knowledge, touches, becomes)
        for path, file in files_in(knowledge.root):  # what is not committed, such as a file that is too large
            data = _read(file)
            becomes_data = purge_file(path, data, touches, becomes) if data is not None else None
            if data is None or becomes_data == data:
                continue
            changed += 1
            if becomes_data is None:
                file.unlink()
            else:
                file.write_bytes(becomes_data)
        return changed, revisions

    def _commit_clean(
        self, knowledge: KnowledgeService, touches: Touches, becomes: Becomes
    ) -> tuple[int, dict[str, str]]:
        told: dict[str, str | None] = {}
        revisions: dict[str, str] = {}
        for path, revision in knowledge.repository.blobs().items():
            text = knowledge.repository.blob_text(revision)
            if text is None:
                continue
            data = purge_file(path, text.encode(), touches, becomes)
            if data != text.encode():
                told[path] = data.decode() if data is not None else None
        if told:
            before = {path: knowledge.repository.blob_of(path) for path in told}
            knowledge.change(told, "Purged", PURGED_BY)
            revisions = {old: knowledge.repository.blob_of(path) for path, old in before.items()}
        return len(told), revisions


def _paths_with(knowledge: KnowledgeService, touches: Touches) -> set[str]:
    """The files of the folder of which a version in the history touches the subject."""
    found = set[str]()
    for commit in knowledge.log(limit=None):
        for path in commit.paths:
            text = knowledge.repository.text_at(path, commit.number)
            if path not in found and (touches(path) or touches(commit.message) or (text and touches(text))):
                found.add(path)
    return found


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes() if file.stat().st_size <= LARGEST_FILE and not file.is_symlink() else None
    except OSError:
        return None


def _words(file: Path) -> str:
    return (_read(file) or b"").decode("utf-8", "replace")
