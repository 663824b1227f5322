"""The knowledge folder under git (C7, C13): every change is a commit with who, what and why.

dulwich reads and writes the repository: no git is needed on the machine. One process writes at a time, held by a lock
on a file beside the objects; what was written but not committed because of a crash is committed by the next one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from ..core.atomic_write import write_whole
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import KNOWLEDGE_LOCK
from .index_patch import stage_quickly
from .layout import LARGEST, inside, plain_path

MOST_VERSIONS = 10
_LOCK, _PENDING = KNOWLEDGE_LOCK, "claudeops-pending.json"
OPERATOR = "human:operator"
_FILE = stat.S_IFREG | 0o644


@dataclass(frozen=True, slots=True)
class KnowledgeCommit:
    """A commit: ``number`` as 40 hexadecimal digits, ``author`` such as human:operator or process:triage, ``at`` in
    UTC, ``message`` whole, and the ``paths`` in the folder that it changed."""

    number: str
    author: str
    at: datetime
    message: str
    paths: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The commit for ``--json``."""
        return {**asdict(self), "at": self.at.isoformat()}


@dataclass(frozen=True, slots=True)
class PendingChange:
    """What is being written: after a crash it is committed as what it was meant to be. ``blobs`` are the revisions of
    the files by their paths, "" for one that is deleted."""

    blobs: dict[str, str]
    author: str
    message: str


class KnowledgeRepository:
    """The git repository of one folder. ``shared`` where the operator named the folder: then it may stand inside a
    repository of his, and its commits go there; else it always has one of its own."""

    def __init__(self, root: Path, *, shared: bool = False) -> None:
        self.root = root
        self._shared = shared
        self._repo: Any = None
        self._prefix = ""

    # --- opening -----------------------------------------------------------------------------------------------------

    def open(self) -> KnowledgeRepository:
        """Make the folder and its repository where there is none. Raises OperatorError for a repository that cannot be
        written to, EnvironmentFault where the folder cannot be made."""
        from dulwich.errors import NotGitRepository
        from dulwich.repo import Repo

        if self._repo is not None:
            return self
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._repo = Repo.discover(str(self.root)) if self._shared else Repo(str(self.root))
            except NotGitRepository:
                self._repo = Repo.init(str(self.root), default_branch=b"main")
        except OSError as error:
            raise EnvironmentFault(
                UserMessage("The knowledge folder {root} cannot be used: {why}.", root=self.root, why=error.strerror),
                UserMessage("Make it writable, or set knowledge.folder to another one."),
            ) from error
        top = Path(os.fsdecode(self._repo.path)).resolve()
        self._prefix = "" if self.own else f"{self.root.resolve().relative_to(top).as_posix()}/"
        return self

    def exists(self) -> bool:
        """Whether there is a repository, so that opening it makes none."""
        places = [self.root, *self.root.resolve().parents] if self._shared else [self.root]
        return any((place / ".git").exists() for place in places)

    @property
    def git(self) -> Any:
        """The repository of dulwich, open."""
        self.open()
        return self._repo

    @property
    def own(self) -> bool:
        """Whether the folder is the whole repository, so that its history may be rewritten."""
        return Path(os.fsdecode(self._repo.path)).resolve() == self.root.resolve()

    def close(self) -> None:
        """Let go of its files."""
        if self._repo is not None:
            self._repo.close()
            self._repo = None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the repository against other processes, and finish first what one of them left undone."""
        self.open()
        control = Path(os.fsdecode(self._repo.controldir()))
        with (control / _LOCK).open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._finish_pending(control)
            yield

    @contextmanager
    def locked_for(self, work: str) -> Iterator[None]:
        """Hold one kind of work on the folder against others who do the same; the folder itself stays free. Never taken
        inside ``locked``."""
        self.open()
        with (Path(os.fsdecode(self._repo.controldir())) / f"claudeops-{work}.held").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    # --- writing: inside ``locked`` ----------------------------------------------------------------------------------

    def write(self, files: Mapping[str, str | None], author: str, message: str) -> str:
        """Write files, or delete those whose text is None, as one commit; its number. A crash in between is repaired by
        the next who holds the lock."""
        from dulwich.objects import Blob

        data = {plain_path(path): None if text is None else text.encode() for path, text in files.items()}
        blobs = {path: "" if one is None else Blob.from_string(one).id.decode() for path, one in data.items()}
        control = Path(os.fsdecode(self._repo.controldir()))
        write_whole(control / _PENDING, orjson.dumps(asdict(PendingChange(blobs, author, message))))
        for path, one in data.items():
            file = inside(self.root, path)
            if one is None:
                file.unlink(missing_ok=True)
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, one, 0o644)
        number = self.commit([*data], author, message)
        (control / _PENDING).unlink(missing_ok=True)
        return number

    def commit(self, paths: Sequence[str], author: str, message: str) -> str:
        """Commit these files as they are on the disk, and nothing else; the number of the commit, or of the last one
        where nothing differs. What the operator has staged elsewhere in his repository stays staged."""
        from dulwich.object_store import commit_tree_changes
        from dulwich.objects import Blob, Tree

        tree = self._tree() or self._store_object(Tree())
        changes: list[tuple[bytes, int | None, Any]] = []
        for path in dict.fromkeys(map(plain_path, paths)):
            file, name = self.root / path, f"{self._prefix}{path}".encode()
            if file.is_file():
                blob = Blob.from_string(file.read_bytes())
                if self.blob_of(path) != blob.id.decode():
                    self._repo.object_store.add_object(blob)
                    changes.append((name, _FILE, blob.id))
            elif self.blob_of(path):
                changes.append((name, None, None))
        if not changes:
            return self.head()
        tree = commit_tree_changes(self._repo.object_store, tree, changes)
        who = f"{author} <{author.partition(':')[2] or author}@claudeops.invalid>".encode()
        worktree = self._repo.get_worktree()
        number = worktree.commit(
            message=message.encode(), author=who, committer=who, tree=tree, no_verify=True, sign=False
        )
        if not stage_quickly(self._repo, {name: blob for name, _, blob in changes}):
            worktree.stage([name.decode() for name, _, _ in changes])
        return str(number.decode())

    def _store_object(self, made: Any) -> Any:
        self._repo.object_store.add_object(made)
        return made.id

    def _finish_pending(self, control: Path) -> None:
        file = control / _PENDING
        if not file.exists():
            return
        from dulwich.objects import Blob

        with contextlib.suppress(orjson.JSONDecodeError, TypeError, AttributeError, OSError, OperatorError):
            pending = PendingChange(**orjson.loads(file.read_bytes()))
            written = {path: inside(self.root, path) for path in pending.blobs}
            done = [
                path
                for path, place in written.items()
                if pending.blobs[path] == (Blob.from_string(place.read_bytes()).id.decode() if place.is_file() else "")
            ]
            self.commit(done, pending.author, pending.message)
        file.unlink(missing_ok=True)

    # --- reading -----------------------------------------------------------------------------------------------------

    def head(self) -> str:
        """The number of the last commit; "" where there is none yet."""
        self.open()
        try:
            return str(self._repo.head().decode())
        except KeyError:
            return ""

    def blobs(self, revision: str = "") -> dict[str, str]:
        """The committed files of the folder by their paths, each with its revision."""
        self.open()
        tree = self._tree(revision)
        return self._blobs(tree) if tree is not None else {}

    def text_at(self, path: str, revision: str = "") -> str | None:
        """What a file said at a commit, the last one without; None where it was not there. Bytes that are no UTF-8 are
        replaced."""
        blob = self.blob_of(path, revision)
        return self._repo[blob.encode()].data.decode("utf-8", "replace") if blob else None

    def blob_text(self, revision: str) -> str | None:
        """What a revision of a file says; None where it is not in the repository. Bytes that are no UTF-8 are
        replaced."""
        self.open()
        try:
            found = self._repo[revision.encode()]
        except KeyError:
            return None
        return found.data.decode("utf-8", "replace") if found.type_name == b"blob" else None

    def last_change(self, path: str, most: int = 2_000) -> tuple[str, str]:
        """Author and message of the commit that brought a file into its committed state; "" where that is more than
        ``most`` commits ago."""
        for _, author, message in self.changes_of(path, most):
            return author, message
        return "", ""

    def changes_of(self, path: str, most: int) -> Iterator[tuple[str, str, str]]:
        """The revisions that a file had, the latest first, each with author and message of its commit; looks at
        ``most`` commits. Quicker than ``log``, which compares whole trees."""
        number, now = self.head(), self.blob_of(path)
        for _ in range(most):
            if not number:
                return
            commit = self._repo[number.encode()]
            number = commit.parents[0].decode() if commit.parents else ""
            before = self.blob_of(path, number) if number else ""
            if before != now:
                author = commit.author.decode("utf-8", "replace").partition(" <")[0]
                yield now, author, commit.message.decode("utf-8", "replace")
            now = before

    def log(self, path: str = "", limit: int | None = None) -> list[KnowledgeCommit]:
        """The commits of the folder, or of a file or folder in it, the latest first."""
        self.open()
        if not self.head():
            return []
        place = f"{self._prefix}{plain_path(path)}" if path else self._prefix.rstrip("/")
        walker = self._repo.get_walker(paths=[place.encode()] if place else None, max_entries=limit)
        found = []
        for entry in walker:
            changed = {side.path.decode("utf-8", "replace") for side in _sides(entry.changes())}
            mine = sorted(name.removeprefix(self._prefix) for name in changed if name.startswith(self._prefix))
            one = entry.commit
            found.append(
                KnowledgeCommit(
                    one.id.decode(), one.author.decode("utf-8", "replace").partition(" <")[0],
                    datetime.fromtimestamp(one.commit_time, UTC), one.message.decode("utf-8", "replace").strip(),
                    tuple(mine),
                )
            )  # fmt: skip
        return found

    def versions(self, path: str) -> list[KnowledgeCommit]:
        """The last ten versions of a file, the latest first."""
        return self.log(path, MOST_VERSIONS)

    def resolve(self, revision: str) -> str:
        """The whole number of a commit that is named by its first digits. Raises OperatorError where none has them, or
        more than one."""
        self.open()
        wanted = revision.strip().lower()
        if len(wanted) >= 4 and all(char in "0123456789abcdef" for char in wanted):
            found = {entry.commit.id.decode() for entry in self._repo.get_walker()} if self.head() else set()
            matching = [number for number in found if number.startswith(wanted)]
            if len(matching) == 1:
                return str(matching[0])
        raise OperatorError(
            UserMessage("There is no version “{revision}”.", revision=revision),
            UserMessage("See `claudeops knowledge log`. The first four characters are enough where they are unique."),
        )

    def blob_of(self, path: str, revision: str = "") -> str:
        """The revision of a file in a commit, the last one without; "" where it is not in it."""
        from dulwich.object_store import tree_lookup_path

        self.open()
        tree = self._tree(revision)
        if tree is None:
            return ""
        try:
            _, blob = tree_lookup_path(self._repo.__getitem__, tree, f"{self._prefix}{plain_path(path)}".encode())
        except KeyError:
            return ""
        return str(blob.decode())

    def revision_of(self, path: str) -> str:
        """The revision of a file as it is on the disk, committed or not; "" where there is none."""
        from dulwich.objects import Blob

        file = inside(self.root, path)
        return str(Blob.from_string(file.read_bytes()).id.decode()) if file.is_file() else ""

    def changed_files(self) -> tuple[list[str], list[str]]:
        """Files on the disk that differ from the last commit, and files that are too large to be taken in. Links that
        lead out of the folder and hidden files are passed over; what has the size and time of its last commit is not
        read."""
        known, index, seen = self.blobs(), self._repo.open_index(), set[str]()
        changed, too_large = [], []
        for path, file in files_in(self.root):
            seen.add(path)
            about = file.stat()
            if about.st_size > LARGEST:
                too_large.append(path)
                continue
            name = f"{self._prefix}{path}".encode()
            entry: Any = index[name] if name in index else None  # noqa: SIM401
            same = entry is not None and (entry.size, _time_of(entry)) == (about.st_size, about.st_mtime_ns)
            revision = entry.sha.decode() if same else self.revision_of(path)
            if known.get(path) != revision:
                changed.append(path)
        return changed + sorted(path for path in known if path not in seen), too_large

    def _tree(self, revision: str = "") -> Any:
        number = revision or self.head()
        return self._repo[number.encode()].tree if number else None

    def _blobs(self, tree: Any) -> dict[str, str]:
        found = {}
        for entry in self._repo.object_store.iter_tree_contents(tree):
            name = entry.path.decode("utf-8", "replace")
            if name.startswith(self._prefix):
                found[name.removeprefix(self._prefix)] = str(entry.sha.decode())
        return found


def files_in(root: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder with their paths in it, in order, without hidden ones and links that lead out."""
    top = root.resolve()
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if not name.startswith(".") and not Path(folder, name).is_symlink())
        for name in sorted(files):
            file = Path(folder, name)
            if name.startswith(".") or (file.is_symlink() and not file.resolve().is_relative_to(top)):
                continue
            if file.is_file():
                yield file.relative_to(root).as_posix(), file


def _sides(changes: Iterable[Any]) -> list[Any]:
    """Both sides of the changes of a commit; of a merge there are several for each file."""
    each = [one for change in changes for one in (change if isinstance(change, list) else [change])]
    return [side for one in each for side in (one.old, one.new) if side and side.path]


def _time_of(entry: Any) -> int:
    """The time of an entry of git's index, in nanoseconds."""
    at = entry.mtime
    return int(at[0]) * 1_000_000_000 + int(at[1]) if isinstance(at, tuple) else int(at * 1_000_000_000)
