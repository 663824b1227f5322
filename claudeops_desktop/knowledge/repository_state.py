"""How the git repository of the folder stands: what must be finished in it before anything is written, and what else
the operator should know. Looks, changes nothing.

Claude Ops commits to a branch of its own accord only where nobody else is in the middle of something: a commit during a
merge would end that merge, one without a branch would be lost with the next checkout.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from .entry_checks import ERROR, WARNING, EntryProblem

GIT_FOLDER = ".git"
INDEX_LOCK = "index.lock"
_UNDER_WAY = (
    ("MERGE_HEAD", "merge", "git merge"),
    ("rebase-merge", "rebase", "git rebase"),
    ("rebase-apply", "rebase", "git rebase"),
    ("CHERRY_PICK_HEAD", "cherry-pick", "git cherry-pick"),
    ("REVERT_HEAD", "revert", "git revert"),
)


@dataclass(frozen=True, slots=True)
class RepositoryCondition:
    """Something to know about the repository: its ``name`` (merge, rebase, cherry-pick, revert, unmerged, detached,
    bare, shallow, damaged, locked, read-only, unreadable, owner), one ``sentence``, what to do (``remedy``, "" where
    nothing), and whether nothing is written until it is over."""

    name: str
    sentence: str
    remedy: str = ""
    stops_writing: bool = True

    def as_problem(self) -> EntryProblem:
        """The condition among the problems of the folder."""
        said = UserMessage("{sentence} {remedy}", sentence=self.sentence, remedy=self.remedy)
        return EntryProblem(
            GIT_FOLDER, ERROR if self.stops_writing else WARNING, said if self.remedy else self.sentence
        )

    def as_error(self) -> OperatorError:
        """The error of a change that is refused because of it."""
        return OperatorError(self.sentence, self.remedy)


def conditions_of_folder(root: Path) -> Iterator[RepositoryCondition]:
    """What concerns the folder itself, with or without a repository."""
    if not _may(root, os.R_OK | os.X_OK):
        yield RepositoryCondition(
            "unreadable",
            UserMessage("The knowledge folder {root} may not be read.", root=root),
            UserMessage("Give yourself the right to read it."),
        )
        return
    if not _may(root, os.W_OK):
        yield RepositoryCondition(
            "read-only",
            UserMessage("The knowledge folder {root} is read-only.", root=root),
            UserMessage("Make it writable, or set knowledge.folder to another one."),
        )
    if root.stat().st_uid != os.geteuid():
        yield RepositoryCondition(
            "owner",
            UserMessage("The knowledge folder {root} belongs to another user.", root=root),
            UserMessage("Whoever owns it can change what your agent reads."),
            stops_writing=False,
        )


def conditions_of_repository(repository: Any, root: Path, *, thorough: bool = True) -> Iterator[RepositoryCondition]:
    """What concerns the repository, a dulwich ``Repo``. Without ``thorough``
    only what stops writing is looked for, and not every folder of the last commit is opened."""
    control = Path(os.fsdecode(repository.controldir()))
    if repository.bare:
        yield RepositoryCondition(
            "bare",
            UserMessage("The repository of {root} is bare: it holds no files.", root=root),
            UserMessage("Set knowledge.folder to a clone of it."),
        )
        return
    if _may(root, os.W_OK) and not _may(control, os.W_OK):
        yield RepositoryCondition(
            "read-only",
            UserMessage("The git repository of {root} is read-only.", root=root),
            UserMessage("Make its folder .git writable."),
        )
    for file, name, command in _UNDER_WAY:
        if os.path.lexists(control / file):
            yield RepositoryCondition(
                name,
                UserMessage("A {name} is under way in the repository of {root}.", name=name, root=root),
                UserMessage(
                    "Finish it with `{command} --continue`, or stop it with `{command} --abort`.", command=command
                ),
            )
            break
    if os.path.lexists(control / INDEX_LOCK):
        yield RepositoryCondition(
            "locked",
            UserMessage("Git is working in the repository of {root}: there is an index.lock.", root=root),
            UserMessage("Wait until it is done. Where no git is running, delete {file}.", file=control / INDEX_LOCK),
        )
    yield from _what_head_says(repository, root, thorough)
    if (control / "shallow").is_file():
        yield RepositoryCondition(
            "shallow",
            UserMessage("The repository of {root} is a shallow clone: older versions are not in it.", root=root),
            UserMessage("`git fetch --unshallow` brings them."),
            stops_writing=False,
        )


def _what_head_says(repository: Any, root: Path, thorough: bool) -> Iterator[RepositoryCondition]:
    try:
        with plain_git_faults(root, reading=True):
            head = repository.refs.read_ref(b"HEAD") or b""
            if head and not head.startswith(b"ref:"):
                yield RepositoryCondition(
                    "detached",
                    UserMessage("The repository of {root} is on no branch (detached HEAD).", root=root),
                    UserMessage("Go back to a branch, such as with `git switch main`."),
                )
            try:
                number = repository.head()
            except KeyError:  # no commit yet
                number = None
            if number is not None:
                tree = repository[repository[number].tree]
                for _ in repository.object_store.iter_tree_contents(tree.id) if thorough else ():
                    pass
            index = repository.open_index().items() if thorough else ()
            unmerged = [os.fsdecode(path) for path, entry in index if is_unmerged(entry)]
    except OperatorError as error:
        yield RepositoryCondition("damaged", error.sentence, error.remedy)
        return
    if unmerged:
        yield RepositoryCondition(
            "unmerged",
            UserMessage(
                "Git could not merge {paths}.", paths=", ".join(unmerged[:3]) + (" …" if len(unmerged) > 3 else "")
            ),
            UserMessage("Edit these files, then `git add` them."),
            stops_writing=False,
        )


def is_unmerged(entry: Any) -> bool:
    """Tell whether an entry of git's index holds several sides of a merge."""
    return not hasattr(entry, "sha")


@contextmanager
def plain_git_faults(root: Path, *, reading: bool = False) -> Iterator[None]:
    """What git or the disk say, in a plain sentence: OperatorError for the repository, EnvironmentFault for the disk.
    ``reading`` where nothing but the repository is read: then an object that is missing or makes no sense is damage,
    and no bug of ours."""
    from dulwich import errors
    from dulwich.file import FileLocked
    from dulwich.index import UnsupportedIndexFormat
    from dulwich.repo import UnsupportedExtension, UnsupportedVersion

    damage: tuple[type[Exception], ...] = (
        errors.ChecksumMismatch, errors.FileFormatException, errors.MissingCommitError, errors.NotGitRepository,
        errors.WrongObjectException, errors.RefFormatError, UnsupportedExtension, UnsupportedIndexFormat,
        UnsupportedVersion, zlib.error,
    )  # fmt: skip
    if reading:
        damage = (*damage, AssertionError, EOFError, KeyError, ValueError, struct.error)
    try:
        yield
    except (FileLocked, errors.CommitError) as error:
        raise OperatorError(
            UserMessage("Git is working in the repository of {root}.", root=root),
            UserMessage("Nothing was changed. Try again when it is done."),
        ) from error
    except damage as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
        raise OperatorError(
            UserMessage("The git repository of {root} is damaged: {error}.", root=root, error=why.rstrip(".")),
            UserMessage("Your files are not touched. Repair it with git, or move .git away: a new history begins."),
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "The knowledge folder {root} cannot be used: {error}.", root=root, error=error.strerror or error
            ),
            UserMessage("Nothing was changed."),
        ) from error


def _may(place: Path, mode: int) -> bool:
    return os.access(place, mode, effective_ids=os.access in os.supports_effective_ids)
