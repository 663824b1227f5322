"""The SQLite database of another program, read without getting in its way.

The database is opened for reading only, and read in short questions of some hundred rows, so that a program that is at
work on it is never kept waiting. The file of a program that has it locked for itself is not read: that is said.
"""

from __future__ import annotations

import sqlite3
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
    """Whether a file is an SQLite database."""
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
        with closing(_connect(source)) as database:
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


def _connect(source: Path) -> sqlite3.Connection:
    """A connection that cannot write. Where SQLite may not even make the files that share its log, because the folder
    may not be written to, the file is read as one that nobody changes."""
    address = source.absolute().as_uri()
    database = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=WAIT_S)
    try:
        database.execute("SELECT 1 FROM sqlite_master").fetchone()
        return database
    except sqlite3.OperationalError as error:
        database.close()
        if "locked" in str(error) or "busy" in str(error) or source.with_name(f"{source.name}-wal").exists():
            raise
        return sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)


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
