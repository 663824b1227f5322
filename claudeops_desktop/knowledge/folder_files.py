"""The files of the folder, and those that are left alone because they are none of its own: links that lead out,
repositories inside it, and what is too large. Reads the disk, changes nothing."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from .entry_checks import ERROR, WARNING, EntryProblem
from .layout import LARGEST

_ATTRIBUTES = ".gitattributes"
_CONVERTS = (b"filter", b"working-tree-encoding")


def files_in(root: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder with their paths in it, in order, without hidden ones, links that lead out, and what lies
    in a repository inside it."""
    for path, file, fault in _walk(root):
        if not fault:
            yield path, file


def faults_in(root: Path) -> list[EntryProblem]:
    """What is left alone, each with a sentence that says why."""
    found = []
    for path, file, fault in _walk(root):
        if not fault and _size_of(file) > LARGEST:
            found.append(EntryProblem(path, WARNING, TOO_LARGE))
        elif fault:
            found.append(EntryProblem(path, WARNING if fault is INNER_REPOSITORY else ERROR, fault))
    return found


TOO_LARGE = UserMessage("It is larger than 2 MB and is left alone.")
LEADS_OUT = UserMessage("It is a link that leads out of the folder, or nowhere, and is not followed.")
INNER_REPOSITORY = UserMessage("It is a git repository of its own, such as a submodule, and is left alone.")
UNREADABLE = UserMessage("This folder may not be read.")
NO_FILE = UserMessage("It is not a file that can be read, such as a pipe, and is left alone.")


def read_text(file: Path, path: str) -> str:
    """What a file says. Raises OperatorError for what is too large or no text in UTF-8, EnvironmentFault where it
    cannot be read."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise OperatorError(
                UserMessage("{path} is larger than 2 MB and is left alone.", path=path),
                UserMessage("Move it out of the knowledge folder, or cut it into several files."),
            )
        return data.decode()
    except UnicodeDecodeError as error:
        raise OperatorError(
            UserMessage("{path} is not text in UTF-8.", path=path), UserMessage("Convert it, or move it away.")
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {error}.", path=path, error=error.strerror or error)
        ) from error


def why_unreadable(file: Path, path: str) -> str:
    """The sentence on a file that ``read_text`` refuses."""
    try:
        read_text(file, path)
    except ClaudeOpsError as error:
        return error.sentence
    return UserMessage("It was being changed while it was read.")


def refuse_odd_file(file: Path, path: str, *, converted: bool = False) -> None:
    """Raise OperatorError for what is no plain file of ours: it is not written over."""
    if os.path.lexists(file) and (file.is_symlink() or not file.is_file()):
        raise OperatorError(
            UserMessage("{path} is a link, a folder or a device, not a file.", path=path),
            UserMessage("Nothing was changed. Move it away, or choose another name."),
        )
    if _size_of(file) > LARGEST:
        raise OperatorError(
            UserMessage("{path} is larger than 2 MB and is left alone.", path=path),
            UserMessage("Move it out of the knowledge folder, or cut it into several files."),
        )
    if converted:
        raise OperatorError(
            UserMessage("Git converts {path} when it is committed, by .gitattributes.", path=path),
            UserMessage("Change it with git, or take the line out of .gitattributes."),
        )


def converted_paths(root: Path, top: Path) -> Any:
    """A question whether git converts a file when it is committed, by ``.gitattributes``: such a file is not on the
    disk what it is in a commit (Git LFS is one), so that it is left to git. Paths are relative to the repository at
    ``top``."""
    from dulwich.attrs import GitAttributes, parse_gitattributes_file

    patterns = []
    for folder in dict.fromkeys((top, root)):
        file = folder / _ATTRIBUTES
        if file.is_file() and _size_of(file) <= LARGEST and (folder == top or top in folder.parents):
            patterns += list(parse_gitattributes_file(str(file)))
    if not any(values.get(name) for _, values in patterns for name in _CONVERTS):
        return None
    attributes = GitAttributes(patterns)

    def converts(path: str) -> bool:
        values = attributes.match_path(path.encode())
        return any(values.get(name) not in (None, False) for name in _CONVERTS)

    return converts


def _walk(root: Path) -> Iterator[tuple[str, Path, str]]:
    """Paths, files and what keeps one out, in order. With the names of the folders alone, as there may be thousands."""
    top = os.path.realpath(root)
    yield from _walk_folder(root, os.fspath(root), "", top)


def _walk_folder(root: Path, folder: str, path: str, top: str) -> Iterator[tuple[str, Path, str]]:
    try:
        with os.scandir(folder) as found:
            rows = sorted((one for one in found if not one.name.startswith(".")), key=lambda one: one.name)
    except OSError:
        if path:
            yield path, root / path, UNREADABLE
        return
    for one in rows:
        name = f"{path}/{one.name}" if path else one.name
        if one.is_symlink():
            if not _stays_in(Path(one.path), top):
                yield name, root / name, LEADS_OUT
            elif one.is_file():
                yield name, root / name, ""
        elif one.is_file():
            yield name, root / name, ""
        elif not one.is_dir():
            yield name, root / name, NO_FILE
    for one in rows:
        if one.is_dir(follow_symlinks=False):
            name = f"{path}/{one.name}" if path else one.name
            if os.path.lexists(f"{one.path}/.git"):
                yield name, root / name, INNER_REPOSITORY
            else:
                yield from _walk_folder(root, one.path, name, top)


def _stays_in(place: Path, top: str) -> bool:
    """Tell whether a link leads to something inside. One that leads nowhere, or in a circle, does not."""
    real = os.path.realpath(place)
    try:
        place.stat()
    except OSError:
        return False
    return real == top or real.startswith(f"{top}{os.sep}")


def _size_of(file: Path) -> int:
    try:
        about = file.stat()
    except OSError:
        return 0
    return about.st_size if stat.S_ISREG(about.st_mode) else 0
