"""The knowledge folder under git (C7, C13): every change is a commit with who, what and why.

dulwich reads and writes the repository: no git is needed on the machine. One process writes at a time, held by a lock
on a file beside the objects; what was written but not committed because of a crash is committed by the next one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from ..core.atomic_write import write_whole
from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError, OperatorError
from ..core.messages import UserMessage
from ..core.paths import KNOWLEDGE_LOCK
from .commit_making import make_commit, stage_blobs, store_object
from .folder_files import converted_paths, faults_in, files_in, refuse_odd_file
from .index_patch import stage_quickly
from .layout import LARGEST, inside, plain_path
from .new_repository import make_repository
from .repository_state import (
    INDEX_LOCK,
    RepositoryCondition,
    conditions_of_folder,
    conditions_of_repository,
    is_unmerged,
    plain_git_faults,
)
from .stale_locks import mark_as_held

MOST_VERSIONS = 10
_LOCK, _PENDING = KNOWLEDGE_LOCK, "claudeops-pending.json"
OPERATOR = "human:operator"
_FILE, _PROGRAM = stat.S_IFREG | 0o644, stat.S_IFREG | 0o755
_PATIENCE_S = 2.0
"""How long a command of the operator's git may hold its lock before a change is refused."""


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


class ChangedMeanwhile(Exception):
    """Somebody has changed a file since it was read; the message is its path."""


class KnowledgeRepository:
    """The git repository of one folder. ``shared`` where the operator named the folder: then it may stand inside a
    repository of his, and its commits go there; else it always has one of its own."""

    def __init__(self, root: Path, *, shared: bool = False, clock: Clock = utc_now) -> None:
        self.root = root
        self._shared = shared
        self._clock = clock
        self._repo: Any = None
        self._prefix = ""

    # --- opening -----------------------------------------------------------------------------------------------------

    def open(self) -> KnowledgeRepository:
        """Make the folder and its repository where there is none. Raises OperatorError for a repository that cannot be
        written to, EnvironmentFault where the folder cannot be made."""
        if self._repo is None:
            with plain_git_faults(self.root):
                self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
                folder = os.open(self.root, os.O_RDONLY)
            try:  # one process makes the repository, the others find it whole
                fcntl.flock(folder, fcntl.LOCK_EX)
                if not self.open_existing():
                    with plain_git_faults(self.root):
                        self._take(make_repository(self.root))
            finally:
                os.close(folder)
        return self

    def open_existing(self) -> bool:
        """Tell whether there is a repository to read; makes none."""
        from dulwich.errors import NotGitRepository
        from dulwich.repo import Repo

        if self._repo is None and self.root.is_dir():
            with plain_git_faults(self.root), contextlib.suppress(NotGitRepository):
                self._take(Repo.discover(str(self.root)) if self._shared else Repo(str(self.root)))
        return self._repo is not None

    def _take(self, repo: Any) -> None:
        self._repo = repo
        top = Path(os.fsdecode(repo.path)).resolve()
        self._prefix = "" if self.own else f"{self.root.resolve().relative_to(top).as_posix()}/"

    def conditions(self, *, thorough: bool = True) -> list[RepositoryCondition]:
        """What is to be known about folder and repository before anything is written."""
        if not self.root.is_dir():
            return []
        found = [*conditions_of_folder(self.root)]
        try:
            if self.open_existing():
                found += conditions_of_repository(self._repo, self.root, thorough=thorough)
        except ClaudeOpsError as error:
            if not any(one.stops_writing for one in found):
                found.append(RepositoryCondition("damaged", error.sentence, error.remedy))
        return found

    def exists(self) -> bool:
        """Tell whether there is a repository, so that opening it makes none."""
        places = [self.root, *self.root.resolve().parents] if self._shared else [self.root]
        return any((place / ".git").exists() for place in places)

    @property
    def git(self) -> Any:
        """The repository of dulwich, open."""
        self.open()
        return self._repo

    @property
    def own(self) -> bool:
        """Tell whether the folder is the whole repository, so that its history may be rewritten."""
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
        self._refuse_if_stopped(besides="locked")
        control = Path(os.fsdecode(self._repo.controldir()))
        (control / _LOCK).touch()
        with (control / _LOCK).open("r+b") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with mark_as_held(lock, control, _PATIENCE_S):
                self._await_git(control)
                self._refuse_if_stopped()
                self._finish_pending(control)
                yield

    def _await_git(self, control: Path) -> None:
        """A command of the operator's git is mostly over in a moment."""
        until = time.monotonic() + _PATIENCE_S
        while os.path.lexists(control / INDEX_LOCK) and time.monotonic() < until:
            time.sleep(0.05)

    def _refuse_if_stopped(self, besides: str = "") -> None:
        for one in self.conditions(thorough=False):
            if one.stops_writing and one.name != besides:
                raise one.as_error()

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
        the next who holds the lock. Raises ChangedMeanwhile, before anything is written, where a file is not as it was
        committed last: an editor has no lock."""
        from dulwich.objects import Blob

        data = {plain_path(path): None if text is None else text.encode() for path, text in files.items()}
        for path in data:
            refuse_odd_file(inside(self.root, path), path, converted=self._is_converted(path))
            if self.revision_of(path) != self.blob_of(path):
                raise ChangedMeanwhile(path)
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

        tree = self._tree() or store_object(self._repo, Tree())
        changes: list[tuple[bytes, int | None, Any]] = []
        for path in dict.fromkeys(map(plain_path, paths)):
            file, name = self.root / path, f"{self._prefix}{path}".encode()
            if file.is_file():
                blob = Blob.from_string(file.read_bytes())
                if self.blob_of(path) != blob.id.decode():
                    self._repo.object_store.add_object(blob)
                    mode = _PROGRAM if file.stat().st_mode & stat.S_IXUSR else _FILE
                    changes.append((name, mode, blob.id))
            elif self.blob_of(path):
                changes.append((name, None, None))
        if not changes:
            return self.head()
        tree = commit_tree_changes(self._repo.object_store, tree, changes)
        number = make_commit(self._repo, tree, author, message, self._clock())
        staged = {name: blob for name, _, blob in changes}
        if not stage_quickly(self._repo, staged):
            stage_blobs(self._repo, staged)
        return number

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
            blobs = {path: self.blob_of(path) for path in done}
            stage_blobs(
                self._repo, {f"{self._prefix}{path}".encode(): blob.encode() or None for path, blob in blobs.items()}
            )
        file.unlink(missing_ok=True)

    # --- reading -----------------------------------------------------------------------------------------------------

    def head(self) -> str:
        """The number of the last commit; "" where there is none yet."""
        if not self.open_existing():
            return ""
        try:
            return str(self._repo.head().decode())
        except KeyError:
            return ""

    def blobs(self, revision: str = "") -> dict[str, str]:
        """The committed files of the folder by their paths, each with its revision."""
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

    def files_at(self, start: str, revision: str = "") -> Iterator[tuple[str, bytes]]:
        """The files of a commit, the last one without, whose paths begin like this, with what they hold; those that
        are too large for an entry are passed over."""
        for path, blob in self.blobs(revision).items():
            if path.startswith(start):
                data = self._repo[blob.encode()].data
                if len(data) <= LARGEST:
                    yield path, data

    def log(self, path: str = "", limit: int | None = None) -> list[KnowledgeCommit]:
        """The commits of the folder, or of a file or folder in it, the latest first."""
        from dulwich.walk import Walker

        if not self.head():
            return []
        place = f"{self._prefix}{plain_path(path)}" if path else self._prefix.rstrip("/")
        walker = Walker(
            self._repo.object_store, [self._repo.head()], paths=[place.encode()] if place else None, max_entries=limit,
            get_parents=self._parents_of,
        )  # fmt: skip
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

    def _parents_of(self, commit: Any) -> list[Any]:
        """The commits before one; those that are missing from a damaged history end it."""
        parents = self._repo.get_parents(commit.id, commit)
        return [one for one in parents if one in self._repo.object_store]

    def changes_in(self, number: str, path: str = "") -> list[tuple[str, str, str]]:
        """The files that a commit changed, each with what it said before and after; of one ``path`` only where it is
        given, which is quicker."""
        parents = self._parents_of(self._repo[number.encode()])
        before = parents[0].decode() if parents else ""
        if path:
            return [(path, (self.text_at(path, before) if before else "") or "", self.text_at(path, number) or "")]
        old, new = self.blobs(before) if before else {}, self.blobs(number)
        names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
        return [
            (name, self.blob_text(old.get(name, "")) or "", self.blob_text(new.get(name, "")) or "") for name in names
        ]

    def versions(self, path: str) -> list[KnowledgeCommit]:
        """The last ten versions of a file, the latest first."""
        return self.log(path, MOST_VERSIONS)

    def resolve(self, revision: str) -> str:
        """The whole number of a commit that is named by its first digits. Raises OperatorError where none has them, or
        more than one."""
        wanted = revision.strip().lower()
        if len(wanted) == 40 and self.open_existing() and wanted.encode() in self._repo.object_store:
            return wanted
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
        file = inside(self.root, path)
        return revision_of_text(file.read_bytes()) if file.is_file() else ""

    def changed_files(self) -> tuple[list[str], list[str]]:
        """Files on the disk that differ from the last commit, and files that are too large to be taken in. Links,
        hidden files and what git converts are passed over, and so is what cannot be read; what has the size and time
        of its last commit is not read."""
        if not self.open_existing():
            return sorted(path for path, file in files_in(self.root) if not file.is_symlink()), []
        if self._repo.bare:
            return [], []
        known, index, seen = self.blobs(), self._repo.open_index(), set[str]()
        changed, too_large, converts = list[str](), list[str](), self._converts()
        left = [one.path for one in faults_in(self.root)]
        for path, file in files_in(self.root):
            seen.add(path)
            if file.is_symlink() or (converts is not None and converts(f"{self._prefix}{path}")):
                continue
            about = file.stat()
            if about.st_size > LARGEST:
                too_large.append(path)
                continue
            name = f"{self._prefix}{path}".encode()
            entry: Any = index[name] if name in index else None  # noqa: SIM401
            clean = entry is not None and not is_unmerged(entry)
            same = clean and (entry.size, _time_of(entry)) == (about.st_size, about.st_mtime_ns)
            with contextlib.suppress(OSError):  # not to be read: a problem of its own
                revision = entry.sha.decode() if same else self.revision_of(path)
                if known.get(path) != revision:
                    changed.append(path)
        gone = (path for path in known if path not in seen)
        return changed + sorted(path for path in gone if not _is_under(path, left)), too_large

    def _converts(self) -> Any:
        return converted_paths(self.root, Path(os.fsdecode(self._repo.path)))

    def _is_converted(self, path: str) -> bool:
        converts = self._converts()
        return converts is not None and converts(f"{self._prefix}{path}")

    def _tree(self, revision: str = "") -> Any:
        number = revision or self.head()
        return self._repo[number.encode()].tree if number else None

    def _blobs(self, tree: Any) -> dict[str, str]:
        found = {}
        for entry in self._repo.object_store.iter_tree_contents(tree):
            if not stat.S_ISREG(entry.mode):  # a link or a submodule
                continue
            name = entry.path.decode("utf-8", "replace")
            if name.startswith(self._prefix):
                found[name.removeprefix(self._prefix)] = str(entry.sha.decode())
        return found


def revision_of_text(text: str | bytes) -> str:
    """The revision of a file that says this."""
    from dulwich.objects import Blob

    return str(Blob.from_string(text.encode() if isinstance(text, str) else text).id.decode())


def _is_under(path: str, places: Sequence[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _sides(changes: Iterable[Any]) -> list[Any]:
    """Both sides of the changes of a commit; of a merge there are several for each file."""
    each = [one for change in changes for one in (change if isinstance(change, list) else [change])]
    return [side for one in each for side in (one.old, one.new) if side and side.path]


def _time_of(entry: Any) -> int:
    """The time of an entry of git's index, in nanoseconds."""
    at = entry.mtime
    return int(at[0]) * 1_000_000_000 + int(at[1]) if isinstance(at, tuple) else int(at * 1_000_000_000)
