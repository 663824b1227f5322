"""The files of a folder that are documents (C15).

Symbolic links are not followed: what they lead to within the folder is found anyway, and what lies outside is none of
it. What is hidden is passed over, and with it .git.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

MOST_FILES = 20_000
_PASSED_OVER = frozenset(("node_modules", "__pycache__"))


def find_documents(folder: Path, can_read: Callable[[str], bool]) -> Iterator[Path]:
    """The files below a folder that can be read, by name, ``MOST_FILES`` of them at the most. A folder that may not be
    entered is passed over."""
    count = 0
    for place, folders, files in os.walk(folder.resolve()):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _PASSED_OVER)
        for name in sorted(files):
            path = Path(place, name)
            if name.startswith(".") or not can_read(name) or path.is_symlink():
                continue
            count += 1
            if count > MOST_FILES:
                return
            yield path


def is_gone(path: Path) -> bool:
    """Whether a file is gone, or is a link now. One that cannot be looked at at the moment is not."""
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
