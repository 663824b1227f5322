"""Branches of the knowledge repository: a result that waits for the operator stands beside the files (C10).

A branch is made of commits and one reference, which is set last: a crash before leaves nothing, and the files in the
folder, git's index and HEAD are never touched.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from .layout import plain_path
from .repository import KnowledgeRepository

_HEADS = b"refs/heads/"
_FILE = stat.S_IFREG | 0o644


@dataclass(frozen=True, slots=True)
class BranchChange:
    """One commit of a branch: what it changes, each file as it was and as it becomes (None: not there)."""

    number: str
    message: str
    at: datetime
    files: Mapping[str, tuple[str | None, str | None]]


class KnowledgeBranches:
    """The branches of one repository whose names begin with a word such as ``consolidation``."""

    def __init__(self, repository: KnowledgeRepository, family: str) -> None:
        self._repository = repository
        self._family = family

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one at work on such branches, over all processes. Raises OperatorError where another is."""
        repo = self._repo()
        place = Path(os.fsdecode(repo.controldir())) / f"claudeops-{self._family}.lock"
        with place.open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OperatorError(
                    UserMessage("Another consolidation is at work."), UserMessage("Wait for its end, and try again.")
                ) from None
            yield

    def names(self) -> list[str]:
        """The branches that there are, by name: ``consolidation/2026-03-02-1``."""
        start = _HEADS + f"{self._family}/".encode()
        return sorted(ref.removeprefix(_HEADS).decode() for ref in self._repo().get_refs() if ref.startswith(start))

    def free_name(self, day: str, used: Sequence[str] = ()) -> str:
        """A name for a new branch of a day."""
        taken = {*self.names(), *used}
        return next(name for n in range(1, 10_000) if (name := f"{self._family}/{day}-{n}") not in taken)

    def create(
        self, name: str, changes: Sequence[tuple[str, Mapping[str, str | None]]], author: str, now: datetime
    ) -> str:
        """Make a branch from the last commit, with a commit for each change (message and files); the number of its last
        one. Inside ``repository.locked``."""
        from dulwich.object_store import commit_tree_changes
        from dulwich.objects import Blob, Commit

        repo, prefix = self._repo(), self._prefix()
        tip: Any = self._repository.head().encode()
        tree = repo[tip].tree
        who = f"{author} <{author.partition(':')[2] or author}@claudeops.invalid>".encode()
        for message, files in changes:
            entries = list[tuple[bytes, int | None, Any]]()
            for path, text in files.items():
                name_in_tree = f"{prefix}{plain_path(path)}".encode()
                if text is None:
                    entries.append((name_in_tree, None, None))
                    continue
                blob = Blob.from_string(text.encode())
                repo.object_store.add_object(blob)
                entries.append((name_in_tree, _FILE, blob.id))
            tree = commit_tree_changes(repo.object_store, tree, entries)
            commit = Commit()
            commit.tree, commit.parents = tree, [tip]
            commit.author = commit.committer = who
            commit.author_time = commit.commit_time = int(now.timestamp())
            commit.author_timezone = commit.commit_timezone = 0
            commit.encoding, commit.message = b"UTF-8", message.encode()
            repo.object_store.add_object(commit)
            tip = commit.id
        repo.refs[_HEADS + name.encode()] = tip
        return str(tip.decode())

    def changes(self, name: str) -> list[BranchChange]:
        """The commits of a branch that are not in the folder's own history, the oldest first. Raises OperatorError
        where there is no such branch."""
        repo, tip = self._repo(), self.tip(name)
        found = list[BranchChange]()
        head = self._repository.head()
        walker = repo.get_walker(include=[tip.encode()], exclude=[head.encode()] if head else [])
        for entry in walker:
            commit = entry.commit
            number, parent = commit.id.decode(), commit.parents[0].decode() if commit.parents else ""
            files = {}
            for change in entry.changes():
                for side in (change.old, change.new):
                    path = side.path.decode("utf-8", "replace") if side is not None and side.path else ""
                    if path.startswith(self._prefix()) and path:
                        inner = path.removeprefix(self._prefix())
                        before = self._repository.text_at(inner, parent) if parent else None
                        files[inner] = (before, self._repository.text_at(inner, number))
            at = datetime.fromtimestamp(commit.commit_time, UTC)
            found.append(BranchChange(number, commit.message.decode("utf-8", "replace").strip(), at, files))
        return found[::-1]

    def tip(self, name: str) -> str:
        """The last commit of a branch. Raises OperatorError where there is none of that name."""
        if name in self.names():
            return str(self._repo().refs[_HEADS + name.encode()].decode())
        raise OperatorError(
            UserMessage("There is no branch {name}.", name=name),
            UserMessage("See `claudeops knowledge consolidate --list`."),
        )

    def delete(self, name: str) -> None:
        """Take a branch away; one that is gone is passed over."""
        if name in self.names():
            self._repo().refs.remove_if_equals(_HEADS + name.encode(), None)

    def _repo(self) -> Any:
        return self._repository.open()._repo

    def _prefix(self) -> str:
        return self._repository._prefix
