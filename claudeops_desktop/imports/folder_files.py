"""The Markdown files of a folder, in an order that stays the same. Links are not followed.

A link to a folder can lead in a circle, and any link can lead out of the folder: to files that the operator never meant
to hand over. What a link inside the folder leads to is read where it lies.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import EnvironmentFault, UsageError
from ..core.extensions.importer import UnreadablePart
from ..core.messages import UserMessage
from .moments import read_moment

LARGEST = 4 << 20  # bytes of one note
SKIPPED = frozenset((".git", ".obsidian", ".trash", "node_modules"))


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A file: its path within the folder, its text, and when it was last written to."""

    path: str
    text: str
    at: str


def read_notes(source: Path) -> Iterator[NoteFile | UnreadablePart]:
    """All Markdown files below a folder, or the one file that was named. Raises UsageError where there is none,
    EnvironmentFault where the folder cannot be read."""
    if source.is_file():
        yield _read(source, source.name)
        return
    if not source.is_dir():
        raise UsageError(
            UserMessage("There is no folder {source}.", source=source),
            UserMessage("Name a folder with Markdown files."),
        )
    root = source.resolve()
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            if folder == root:
                raise EnvironmentFault(
                    UserMessage("{source} cannot be read: {strerror}.", source=source, strerror=error.strerror),
                    UserMessage("Check its rights."),
                ) from error
            yield UnreadablePart(
                0, UserMessage("The folder cannot be read: {error}.", error=error.strerror), _shown(Path(folder), root)
            )
            continue
        deeper = []
        for entry in entries:
            path = Path(entry.path)
            if entry.is_symlink():
                if _leads_out(path, root):
                    yield UnreadablePart(
                        0, UserMessage("It is a link that leads out of the folder."), _shown(path, root)
                    )
            elif entry.is_dir(follow_symlinks=False):
                if entry.name not in SKIPPED:
                    deeper.append(path)
            elif entry.name.lower().endswith((".md", ".markdown")) and entry.is_file(follow_symlinks=False):
                yield _read(path, _shown(path, root))
        waiting += reversed(deeper)


def _leads_out(link: Path, root: Path) -> bool:
    """Tell whether a link leads out of the folder; one that leads nowhere or in a circle does not."""
    try:
        return not link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix().encode(errors="replace").decode()


def _read(path: Path, shown: str) -> NoteFile | UnreadablePart:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
            at = read_moment(os.fstat(file.fileno()).st_mtime)
    except OSError as error:
        return UnreadablePart(0, UserMessage("The file cannot be read: {error}.", error=error.strerror), shown)
    if len(raw) > LARGEST:
        return UnreadablePart(0, UserMessage("The file is larger than {size} MB.", size=LARGEST >> 20), shown)
    try:
        return NoteFile(shown, raw.decode("utf-8-sig"), at)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return UnreadablePart(line, UserMessage("The file is not text in UTF-8."), shown)
