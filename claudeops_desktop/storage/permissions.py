"""The data folder is for the operator's eyes alone: files that are 600 and folders that are 700, also old ones.

Only what we make ourselves is touched: a data folder that was named may hold files of others. Links are left alone.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..core.errors import UsageError
from ..core.paths import DataFolder
from .store_place import server_of

_FOLDERS = ("logs", "sessions", "backups", "crashes", "stop", ".restore")
_FILES = re.compile(
    r"(claudeops(-salvaged)?|store-copy)\.db(-wal|-shm|-journal)?|log-index\.db.*|checks\.db.*|(settings|services)\.toml|keys\.html"
    r"|(ui-state|agents|model-spend|usage-window|clock)\.json|id_ed25519(\.pub)?|watch-history\.json(\.lock)?"
    r"|(window|schedule|restore|observe|log-index|model-spend)\.lock|\.claudeops.*\.part"
)
_UNFINISHED = re.compile(r"\..{1,60}\.(\d+)-[0-9a-f]{8}(?:\.part)?")  # what `atomic_write.replacing` writes first


def make_private(folder: DataFolder) -> int:
    """Take everybody else's rights away from our files and folders, and sweep up what a killed process left half
    written. How many had other rights. Files of somebody else are left as they are.
    """
    changed = 0
    if _is_ours(folder):
        changed += _restrict(folder.root, 0o700)
    for path in _our_files(folder):
        changed += _restrict(path, 0o700 if path.is_dir() else 0o600)
    _sweep(folder.root)
    return changed


def _is_ours(folder: DataFolder) -> bool:
    """Tell whether the folder itself is a data folder, not one of the operator's that holds one by chance."""
    return folder.root not in (Path.home(), Path(folder.root.anchor)) and _has_store(folder)


def _has_store(folder: DataFolder) -> bool:
    with suppress(UsageError):  # of a URL that is none
        return folder.database.exists() or server_of(folder) is not None
    return False


def _our_files(folder: DataFolder) -> Iterator[Path]:
    with suppress(OSError):
        for path in folder.root.iterdir():
            if _FILES.fullmatch(path.name) or (path.name in _FOLDERS and path.is_dir()):
                yield path
    for name in _FOLDERS:
        for place, folders, files in os.walk(folder.root / name):
            yield from (Path(place) / each for each in (*folders, *files))


def _restrict(path: Path, rights: int) -> bool:
    with suppress(OSError):
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & stat.S_ISVTX:
            return False
        if found.st_mode & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & rights)
            return True
    return False


def _sweep(root: Path) -> None:
    """Halves of files whose writer is gone; the name says which process that was."""
    with suppress(OSError):
        for path in root.iterdir():
            found = _UNFINISHED.fullmatch(path.name)
            if found is not None and path.is_file() and not process_runs(int(found[1])):
                path.unlink(missing_ok=True)


def process_runs(process: int) -> bool:
    """Tell whether there is a process of that number."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
