"""The files of a folder that are documents (C15).

Symbolic links are not followed: what they lead to within the folder is found anyway, and what lies outside is none of
it. What is hidden is passed over, and with it .git.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..core.messages import UserMessage

MOST_FILES = 20_000
MOST_KINDS = 8
_PASSED_OVER = frozenset(("node_modules", "__pycache__"))


@dataclass(frozen=True, slots=True)
class FolderListing:
    """The files below a folder that can be read, by name, and what was passed over: the numbers of files of other kinds
    by the ending of their names, of links, of what is hidden, and of folders that may not be entered."""

    documents: tuple[Path, ...] = ()
    other: Mapping[str, int] = field(default_factory=dict)
    links: int = 0
    hidden: int = 0
    closed: int = 0
    too_many: bool = False

    def passed_over(self, folder: Path) -> tuple[UserMessage, ...]:
        """Return what was passed over, a sentence for each reason."""
        counts = sorted(self.other.items(), key=lambda item: (-item[1], item[0]))
        kinds = ", ".join(f"{ending} {count}" for ending, count in counts[:MOST_KINDS])
        if len(counts) > MOST_KINDS:
            kinds += ", …"
        number = sum(self.other.values())
        said = (
            (number, UserMessage("Files in {folder} that are no documents: {number} ({kinds}).",
                                 folder=folder, number=number, kinds=kinds)),
            (self.links, UserMessage("Links in {folder}: {number}. They are not followed.",
                                     folder=folder, number=self.links)),
            (self.hidden, UserMessage("Hidden files and folders in {folder}: {number}.",
                                      folder=folder, number=self.hidden)),
            (self.closed, UserMessage("Folders in {folder} that may not be entered: {number}.",
                                      folder=folder, number=self.closed)),
            (self.too_many, UserMessage("{folder} has more than {most} documents; the rest is left out.",
                                        folder=folder, most=MOST_FILES)),
        )  # fmt: skip
        return tuple(sentence for count, sentence in said if count)


def find_documents(folder: Path, can_read: Callable[[str], bool]) -> FolderListing:
    """List the documents below a folder, ``MOST_FILES`` of them at the most."""
    found: list[Path] = []
    other: Counter[str] = Counter()
    links = hidden = 0
    closed: list[OSError] = []
    for place, folders, files in os.walk(folder.resolve(), onerror=closed.append):
        hidden += sum(name.startswith(".") for name in (*folders, *files))
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _PASSED_OVER)
        links += sum(Path(place, name).is_symlink() for name in folders)
        for name in sorted(name for name in files if not name.startswith(".")):
            path = Path(place, name)
            if path.is_symlink():
                links += 1
            elif not can_read(name):
                other[path.suffix.lower() or name] += 1
            elif len(found) == MOST_FILES:
                return FolderListing(tuple(found), other, links, hidden, len(closed), too_many=True)
            else:
                found.append(path)
    return FolderListing(tuple(found), other, links, hidden, len(closed))


def is_gone(path: Path) -> bool:
    """Tell whether a file is gone, or is a link now. One that cannot be looked at at the moment is not."""
    try:
        return not stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


def stamp_of(path: Path) -> str:
    """What changes when a file is written or replaced, also where its time was set back: its times in nanoseconds, its
    size and its number on the disk. Raises OSError."""
    about = path.stat()
    return f"{about.st_mtime_ns}:{about.st_ctime_ns}:{about.st_size}:{about.st_ino}"
