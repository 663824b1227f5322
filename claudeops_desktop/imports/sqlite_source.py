"""The SQLite database of another program, read without getting in its way.

The database is opened for reading only, and read in short questions of some hundred rows, so that a program that is at
work on it is never kept waiting. The file of a program that has it locked for itself is not read: that is said.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ..core.errors import EnvironmentFault, OperatorError, UsageError
from ..core.messages import UserMessage

AT_ONCE = 500
WAIT_S = 5.0
_HEADER = b"SQLite format 3\0"
Row = dict[str, Any]


def is_database(source: Path) -> bool:
    """Tell whether a file is an SQLite database."""
    try:
        with source.open("rb") as file:
            return file.read(len(_HEADER)) == _HEADER
    except OSError:
        return False


@contextmanager
def open_source(source: Path, program: str) -> Iterator[sqlite3.Connection]:
    """Open the database of ``program``. Raises UsageError where it is none, OperatorError where it is damaged or
    locked, EnvironmentFault where it may not be read."""
    if not source.exists():
        raise UsageError(UserMessage("There is no file {source}.", source=source), UserMessage("Check its name."))
    if not is_database(source):
        raise UsageError(
            UserMessage("{source} is not an SQLite database.", source=source),
            UserMessage("Name the database of {program}.", program=program),
        )
    try:
        with _opened(source) as database:
            database.text_factory = lambda raw: raw.decode(errors="replace")
            yield database
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise OperatorError(
                UserMessage("{source} is in use: another program has locked it.", source=source),
                UserMessage("Quit {program}, or try again in a moment.", program=program),
            ) from error
        raise EnvironmentFault(UserMessage("{source} cannot be read: {error}.", source=source, error=error)) from error
    except sqlite3.DatabaseError as error:
        raise OperatorError(
            UserMessage("{source} is damaged: {error}.", source=source, error=error),
            UserMessage("Read a copy that is whole, such as one of a backup."),
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{source} cannot be read: {error}.", source=source, error=error.strerror)
        ) from error


@contextmanager
def _opened(source: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, not even the files that share a write-ahead log, which SQLite makes beside a
    database that keeps such a log, and which a reader leaves behind.

    Where these are there, a program is at work, and the log is read as it reads it. Where there is a log alone, it was
    left by a crash or a copy: that is read from a copy. Where there is none, the file says all of it; that it was not
    written to meanwhile is looked at in the end.
    """
    log, shared = source.with_name(f"{source.name}-wal"), source.with_name(f"{source.name}-shm")
    address = source.absolute().as_uri()
    if not _keeps_log(source) or shared.exists():
        with closing(sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=WAIT_S)) as database:
            yield database
    elif log.exists():
        with tempfile.TemporaryDirectory(prefix="claudeops-import-") as place:
            copy = Path(place) / "source.db"
            shutil.copyfile(source, copy)
            shutil.copyfile(log, copy.with_name("source.db-wal"))
            with closing(sqlite3.connect(copy)) as database:
                yield database
    else:
        before = source.stat()
        with closing(sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)) as database:
            yield database
        after = source.stat()
        if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
            raise OperatorError(
                UserMessage("{source} was written to while it was read.", source=source),
                UserMessage("Import it again: what is there already is not imported twice."),
            )


def _keeps_log(source: Path) -> bool:
    """Tell whether a database is in the mode of a write-ahead log, by its header."""
    with source.open("rb") as file:
        return file.read(20)[18:20] == b"\x02\x02"


def tables_of(database: sqlite3.Connection) -> set[str]:
    """The names of its tables."""
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def rows_of(database: sqlite3.Connection, table: str, wanted: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """The rows of a table with their numbers, in the order of these. Of ``wanted`` the columns that it has are read;
    names of tables and columns are ours, never those of the file."""
    there = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
    names = [name for name in wanted if name in there]
    columns = ", ".join(["rowid", *names])
    last = -(2**62)
    while True:
        sql = f"SELECT {columns} FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT ?"
        found = database.execute(sql, (last, AT_ONCE)).fetchall()
        for number, *values in found:
            yield number, dict(zip(names, values, strict=True))
        if not found:
            return
        last = found[-1][0]
