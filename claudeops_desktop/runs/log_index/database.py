"""The index file: opening it, its tables, and what is done about one that is damaged or of another version.

The words lie in parts of some tens of megabytes of log each, every part a full-text table without a copy of the text.
A part is quick to search, to make anew and to throw away; to forget a log is to make its parts anew without it, and
what is thrown away is overwritten (``secure_delete``). A row is one log line: its number is session and line in one.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...core.paths import DataFolder

log = logging.getLogger(__name__)

VERSION = 1
LINE_BITS = 24
MOST_LINES = (1 << LINE_BITS) - 1
BUSY_MS = 5_000
HASH_BYTES = 16_000_000
DAMAGED = "The index of the logs was damaged and is made anew."

_TABLES = """
CREATE TABLE logs (
    session_id INTEGER PRIMARY KEY, name TEXT NOT NULL, offset INTEGER NOT NULL, lines INTEGER NOT NULL,
    first_at TEXT NOT NULL DEFAULT '', last_at TEXT NOT NULL DEFAULT '');
CREATE TABLE parts (id INTEGER PRIMARY KEY, size INTEGER NOT NULL, closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE pieces (
    part INTEGER NOT NULL, session_id INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, PRIMARY KEY (session_id, first_line)) WITHOUT ROWID;
CREATE INDEX pieces_of_part ON pieces (part);
CREATE TABLE marks (
    session_id INTEGER NOT NULL, line INTEGER NOT NULL, offset INTEGER NOT NULL,
    PRIMARY KEY (session_id, line)) WITHOUT ROWID;
CREATE TABLE notes (at TEXT NOT NULL, text TEXT NOT NULL);
"""


def index_file(folder: DataFolder) -> Path:
    """Where the index of a data folder is. It holds nothing that the logs do not."""
    return folder.root / "log-index.db"


def row_of(session_id: int, line: int) -> int:
    """The row number of a log line."""
    return session_id << LINE_BITS | line


def place_of(row: int) -> tuple[int, int]:
    """Session and log line of a row number."""
    return row >> LINE_BITS, row & MOST_LINES


@contextmanager
def open_for_writing(path: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    """The index open for writing, made where there is none; and a sentence where an old one had to go.

    Raises sqlite3.Error where the disk does not let us.
    """
    database, why = _opened(path)
    try:
        yield database, why
    finally:
        database.close()


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """The index open for questions; None where there is none yet, or one of another version."""
    if not path.exists():
        yield None
        return
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    try:
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        database.execute("PRAGMA query_only = ON")
        yield database if _version(database) == VERSION else None
    finally:
        database.close()


def remove_index(path: Path) -> None:
    """Throw the whole index away."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


def mark_damaged(path: Path, error: sqlite3.Error) -> None:
    """A reader met damage: the next pass makes the index anew, though it may look sound from where that looks."""
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        with contextlib.suppress(OSError):
            _doubted(path).touch(mode=0o600)


def part_table(part: int) -> str:
    """The full-text table of a part."""
    return f"part_{part:d}"


def make_part(database: sqlite3.Connection) -> int:
    """A new, empty part; its number."""
    cursor = database.execute("INSERT INTO parts (size) VALUES (0)")
    part = int(cursor.lastrowid or 0)
    name = part_table(part)
    database.execute(
        f"CREATE VIRTUAL TABLE {name} USING fts5(said, asked, answered, errors, content='', columnsize=0,"
        " tokenize='unicode61 remove_diacritics 2')"
    )
    database.execute(f"INSERT INTO {name} ({name}, rank) VALUES ('hashsize', {HASH_BYTES})")
    return part


def drop_part(database: sqlite3.Connection, part: int) -> None:
    """Throw a part away, overwriting what it held."""
    database.execute(f"DROP TABLE IF EXISTS {part_table(part)}")
    database.execute("DELETE FROM pieces WHERE part = ?", (part,))
    database.execute("DELETE FROM parts WHERE id = ?", (part,))


def _opened(path: Path) -> tuple[sqlite3.Connection, str]:
    try:
        database = _connected(path)
        try:
            why = DAMAGED if _doubted(path).exists() else _fault(database)
        except BaseException:
            database.close()
            raise
        if not why:
            return database, ""
        database.close()
    except sqlite3.OperationalError:
        raise  # the disk, the lock: not a damaged file
    except sqlite3.DatabaseError as error:
        log.warning("the log index is damaged: %s", error)
        why = DAMAGED
    remove_index(path)
    _doubted(path).unlink(missing_ok=True)
    return _connected(path), why


def _doubted(path: Path) -> Path:
    return path.with_name(f"{path.name}-damaged")


def _connected(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    database = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "auto_vacuum = INCREMENTAL",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "secure_delete = ON",
            "journal_size_limit = 4000000",
            "temp_store = MEMORY",
            "cache_size = -16000",
        ):
            database.execute(f"PRAGMA {pragma}")
        if _version(database) == 0 and not database.execute("SELECT 1 FROM sqlite_master").fetchone():
            database.execute("BEGIN IMMEDIATE")
            for statement in _TABLES.strip().split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {VERSION}")
            database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _version(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def _fault(database: sqlite3.Connection) -> str:
    """Why the index must be made anew; nothing where all is well. Raises sqlite3.DatabaseError where it is damaged."""
    if _version(database) != VERSION:
        return "The index of the logs was of another version and is made anew."
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for (part,) in database.execute("SELECT id FROM parts").fetchall():
        name = part_table(part)
        if name not in tables:
            return DAMAGED
        database.execute(f"SELECT rowid FROM {name} WHERE {name} MATCH ? LIMIT 1", ('"the"',)).fetchone()
    return ""
