"""The file of a copy of a store that is on a server: whether it can be read, what it was made from, and its end."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from ..migrate import newest_number

_SETTLED = "SELECT id FROM purges WHERE state <> 'going'"


def is_readable(copy: Path) -> bool:
    """Tell whether there is a copy that this version made."""
    try:
        if not copy.stat().st_size:
            return False
        found: Any = _read(copy, lambda execute: execute("SELECT max(number) FROM schema_migrations").fetchone())
    except (OSError, sqlite3.Error):
        return False
    return bool(found[0] == newest_number())


def version_of(copy: Path) -> int:
    """The number of the last write at the server that is in it, as ``keeping_copy.py`` left it there; -1 for none."""
    try:
        return int(_read(copy, lambda execute: execute("PRAGMA user_version").fetchone()[0]))
    except sqlite3.Error:
        return -1


def reader_of(copy: Path) -> int:
    """The number of whoever may see what is in it, as ``keeping_copy.py`` left it there; 0 for a copy of all rows."""
    try:
        return int(_read(copy, lambda execute: execute("PRAGMA application_id").fetchone()[0]))
    except sqlite3.Error:
        return 0


def settled_purges(execute: Callable[[str], Any]) -> frozenset[int]:
    """The numbers of the purges that came to their end, as the store behind ``execute`` knows them."""
    return frozenset(int(number) for (number,) in execute(_SETTLED).fetchall())


def is_behind_purges(copy: Path, settled: Collection[int]) -> bool:
    """Tell whether there is a copy from before the end of one of these purges: it may hold what was purged."""
    if not copy.exists():
        return False
    try:
        return not _read(copy, settled_purges) >= frozenset(settled)
    except sqlite3.Error:
        return True


def part_of(copy: Path) -> Path:
    """Where a copy is made before it takes its place."""
    return copy.with_name(f".{copy.name}.part")


def remove_copy(copy: Path) -> None:
    """Remove the copy, and what is left of one that did not come to its end."""
    remove_file(copy)
    remove_file(part_of(copy))


def remove_file(path: Path) -> None:
    """Remove a file of SQLite's with what lies beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _read(copy: Path, ask: Callable[[Callable[[str], Any]], Any]) -> Any:
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as file:
        return ask(file.execute)
