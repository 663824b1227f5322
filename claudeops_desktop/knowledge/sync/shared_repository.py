"""The repository that is exchanged with other workstations: a bare one beside the folder (X6).

It holds the shared files and the records of facts, one line of commits that all workstations build upon. The folder's
own history, with what was rendered and every commit that was made in between, never leaves the machine. Where this
repository is lost it is fetched again.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ..commit_making import store_object
from ..purged_text import Becomes, Touches, purge_file
from ..repository_state import plain_git_faults
from .transport import BRANCH

_FILE = stat.S_IFREG | 0o644
_LOCK = "claudeops-sync.lock"
_BACKUPS = b"refs/backups/"


class SharedRepository:
    """One bare repository at ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._repo: Any = None

    @property
    def git(self) -> Any:
        """The repository of dulwich; made where there is none, as a whole or not at all."""
        if self._repo is None:
            from dulwich.repo import Repo

            with plain_git_faults(self.root):
                if not (self.root / "HEAD").is_file():
                    self._make()
                self._repo = Repo(str(self.root))
        return self._repo

    def _make(self) -> None:
        from dulwich.repo import Repo

        self.root.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".knowledge-shared-", dir=self.root.parent))
        Repo.init_bare(str(made), default_branch=b"main").close()
        if self.root.exists():
            shutil.rmtree(self.root)
        made.rename(self.root)

    def close(self) -> None:
        """Let go of its files."""
        if self._repo is not None:
            self._repo.close()
            self._repo = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one that syncs, over all processes. Raises OperatorError where another is at it. Git's locks that
        a process of ours has left behind go."""
        with plain_git_faults(self.root):
            self.root.parent.mkdir(parents=True, exist_ok=True)
        with (self.root.parent / f".{_LOCK}").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OperatorError(
                    UserMessage("Another sync is under way."), UserMessage("Wait for its end, and try again.")
                ) from None
            for left in self._left_behind():
                left.unlink(missing_ok=True)
            yield

    def _left_behind(self) -> Iterator[Path]:
        """Nobody but the holder of the lock writes here: what lies here is of one that was killed."""
        if self.root.is_dir():
            yield from self.root.glob("*.lock")
            yield from (self.root / "refs").rglob("*.lock")
            yield from (self.root / "objects").rglob("incoming-*")
            yield from (self.root / "objects").rglob("tmp_*")

    # --- reading -----------------------------------------------------------------------------------------------------

    def has(self, number: str) -> bool:
        """Tell whether a commit is here."""
        return bool(number) and number.encode() in self.git.object_store

    def files(self, number: str) -> dict[str, str]:
        """The plain files of a commit by their paths, each with its revision; none for ""."""
        if not number:
            return {}
        found = {}
        for entry in self.git.object_store.iter_tree_contents(self.git[number.encode()].tree):
            if stat.S_ISREG(entry.mode):
                found[os.fsdecode(entry.path)] = str(entry.sha.decode())
        return found

    def paths_changed_in(self, number: str) -> set[str]:
        """The paths of files that a commit has added, changed or taken out, seen from the first that it builds upon."""
        from dulwich.diff_tree import tree_changes

        commit = self.git[number.encode()]
        parents = [one for one in commit.parents[:1] if self.has(one.decode())]
        before = self.git[parents[0]].tree if parents else None
        found = set()
        for change in tree_changes(self.git.object_store, before, commit.tree):
            found |= {os.fsdecode(side.path) for side in (change.old, change.new) if side and side.path}
        return found

    def data(self, revision: str) -> bytes:
        """What a revision of a file holds."""
        return bytes(self.git[revision.encode()].data)

    def is_ancestor(self, old: str, new: str) -> bool:
        """Tell whether ``new`` builds upon ``old``. Not by dulwich's ``can_fast_forward``, which goes by the times of
        commits and says no where the clock of a workstation is behind."""
        return self.has(old) and any(number == old for number in self._history(new))

    def common_ancestor(self, one: str, other: str) -> str:
        """The last commit that both build upon, "" where there is none."""
        known = set(self._history(one))
        return next((number for number in self._history(other) if number in known), "")

    def _history(self, number: str) -> Iterator[str]:
        """A commit and those that it builds upon, the nearest first."""
        waiting, seen = deque([number] if self.has(number) else []), {number}
        while waiting:
            number = waiting.popleft()
            yield number
            for parent in self.git[number.encode()].parents:
                name = str(parent.decode())
                if name not in seen and self.has(name):
                    seen.add(name)
                    waiting.append(name)

    # --- writing -----------------------------------------------------------------------------------------------------

    def commit(
        self,
        parent: str,
        changes: Mapping[str, bytes | None],
        author: str,
        message: str,
        at: datetime,
        sign: Callable[[bytes], str] | None = None,
    ) -> str:
        """A commit upon ``parent`` ("" for the first one) with these changes, signed where ``sign`` is given; its
        number, that of the parent where nothing differs."""
        from dulwich.object_store import commit_tree_changes
        from dulwich.objects import Blob, Commit, ObjectID, Tree

        tree = self.git[parent.encode()].tree if parent else store_object(self.git, Tree())
        blobs = {path: Blob.from_string(data) if data is not None else None for path, data in changes.items()}
        self.git.object_store.add_objects([(blob, None) for blob in blobs.values() if blob is not None])
        entries: list[tuple[bytes, int | None, Any]] = [
            (os.fsencode(path), _FILE if blob is not None else None, blob.id if blob is not None else None)
            for path, blob in blobs.items()
        ]
        after = commit_tree_changes(self.git.object_store, tree, entries) if entries else tree
        if parent and after == self.git[parent.encode()].tree:
            return parent
        made = Commit()
        made.tree, made.parents = after, [ObjectID(parent.encode())] if parent else []
        made.author = made.committer = f"{author} <{author.partition(':')[2]}@claudeops.invalid>".encode()
        made.author_time = made.commit_time = int(at.timestamp())
        made.author_timezone = made.commit_timezone = 0
        made.encoding, made.message = b"UTF-8", message.encode()
        if sign is not None:
            made.gpgsig = sign(made.as_raw_string()).encode()
        return str(store_object(self.git, made).decode())

    def set_head(self, number: str) -> None:
        """Let the branch point to a commit."""
        self.git.refs[BRANCH] = number.encode()

    def back_up(self, number: str, at: datetime) -> str:
        """Keep a commit under a name of its own, so that nothing of it is lost; the name."""
        name = _BACKUPS + at.strftime("%Y%m%dT%H%M%SZ").encode()
        self.git.refs[name] = number.encode()
        return name.decode()

    # --- purging -----------------------------------------------------------------------------------------------------

    def count_touched(self, touches: Touches) -> int:
        """How many objects touch a subject, and names of files among them."""
        if not (self.root / "HEAD").is_file():
            return 0
        return sum(self._is_touched(self.git[number], touches) for number in self.git.object_store)

    def purge(self, head: str, touches: Touches, becomes: Becomes, author: str, at: datetime) -> str:
        """Begin the history anew with the files of ``head`` without a subject: no older version is kept, nor a backup.
        The number of the first commit, "" where there is nothing left to keep."""
        kept: dict[str, bytes] = {}
        for path, revision in self.files(head if self.has(head) else "").items():
            data = purge_file(path, self.data(revision), touches, becomes)
            if data is not None:
                kept[path] = data
        self.close()
        self._make()
        if not kept:
            return ""
        number = self.commit("", kept, author, "The history begins anew after a purge", at)
        self.set_head(number)
        return number

    @staticmethod
    def _is_touched(one: Any, touches: Touches) -> bool:
        if one.type_name == b"tree":
            return any(touches(os.fsdecode(entry.path)) for entry in one.iteritems())
        return touches(one.as_raw_string().decode("utf-8", "replace"))


def changed_paths(before: Mapping[str, str], after: Mapping[str, str]) -> Iterable[str]:
    """The paths whose revision differs, in order."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
