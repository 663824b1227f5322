"""The file of the check results: opening it, its tables, and what is done about one that cannot be used.

Results stand in the order of their time, so that a batch is written to the end of the file and not all over it. Names
and texts stand once, in tables of their own; the numbers within a text ("HTTP 200 in 34 ms") stand with the result, so
that a week of results has a few texts and not millions. Deleted rows are overwritten (``secure_delete``).
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from datetime import datetime
from pathlib import Path

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage

log = logging.getLogger(__name__)

VERSION = 1
BUSY_MS = 5_000
HOUR_MS = 3_600_000
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

_TOTALS = """
    healthy INTEGER NOT NULL, degraded INTEGER NOT NULL, down INTEGER NOT NULL, unknown INTEGER NOT NULL,
    maintenance INTEGER NOT NULL, histogram BLOB NOT NULL"""
_TABLES = f"""
CREATE TABLE checks (
    id INTEGER PRIMARY KEY, service TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
    last_at INTEGER NOT NULL DEFAULT 0, UNIQUE (service, key, name));
CREATE TABLE details (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, last_hour INTEGER NOT NULL);
CREATE TABLE results (
    at INTEGER NOT NULL, check_id INTEGER NOT NULL, state INTEGER NOT NULL, microseconds INTEGER,
    detail INTEGER NOT NULL, numbers TEXT, PRIMARY KEY (at, check_id)) WITHOUT ROWID;
CREATE TABLE open_hours (hour INTEGER PRIMARY KEY);
CREATE TABLE pruned_hours (hour INTEGER PRIMARY KEY);
CREATE TABLE hours (check_id INTEGER NOT NULL, hour INTEGER NOT NULL,{_TOTALS},
    PRIMARY KEY (check_id, hour)) WITHOUT ROWID;
CREATE TABLE days (check_id INTEGER NOT NULL, day INTEGER NOT NULL,{_TOTALS},
    PRIMARY KEY (check_id, day)) WITHOUT ROWID;
CREATE TABLE kept (what TEXT PRIMARY KEY, first_hour INTEGER NOT NULL);
"""


def open_for_writing(path: Path, now: datetime) -> tuple[sqlite3.Connection, str]:
    """The file open for writing, made where there is none; and a sentence where one had to be set aside.

    Raises sqlite3.OperationalError where the disk does not let us, OSError where it cannot be set aside.
    """
    why = ""
    if path.exists():
        why = _fault(path)
        if why:
            why = f"{why} It was set aside as {set_aside(path, now).name}, and new ones are kept from now on."
            log.warning("%s", why)
    return _connected(path), why


def open_for_reading(path: Path) -> sqlite3.Connection:
    """The file open for questions. Raises sqlite3.Error; EnvironmentFault where it is of another version."""
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        database.execute("PRAGMA query_only = ON")
        if _version(database) != VERSION:
            raise EnvironmentFault(
                UserMessage("The check results in {path} were written by another version of Claude Ops.", path=path),
                UserMessage("Start the application: it sets them aside and begins new ones."),
            )
    except BaseException:
        database.close()
        raise
    return database


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether it says that the file itself is broken; a full disk or a lock does not."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _DAMAGE


def mark_damaged(path: Path) -> None:
    """A reader met damage: who writes next sets the file aside, though it may look sound from where that looks."""
    with contextlib.suppress(OSError):
        _mark(path).touch(mode=0o600)


def is_marked(path: Path) -> bool:
    """Tell whether a reader met damage."""
    return _mark(path).exists()


def set_aside(path: Path, now: datetime) -> Path:
    """Move a file that cannot be used out of the way; where it is now. Only the last one is kept."""
    for old in path.parent.glob(f"{path.name}.aside-*"):
        old.unlink(missing_ok=True)
    target = path.with_name(f"{path.name}.aside-{now:%Y%m%d-%H%M%S}")
    path.replace(target)
    log_file = path.with_name(f"{path.name}-wal")
    if log_file.exists():
        log_file.replace(target.with_name(f"{target.name}-wal"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    _mark(path).unlink(missing_ok=True)
    return target


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}-suspect")


def _fault(path: Path) -> str:
    """Why the file cannot be used; "" where all is well. Raises OperationalError for what the machine does."""
    damaged = "The check results were damaged."
    if is_marked(path):
        return damaged
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables and not _version(database):
                return ""  # made, and not filled before the power went
            if _version(database) != VERSION:
                return "The check results were written by another version of Claude Ops."
            for name in ("checks", "details", "results", "open_hours", "pruned_hours", "hours", "days", "kept"):
                if name not in tables:
                    return damaged
                database.execute(f"SELECT * FROM {name} LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        log.warning("the check results are damaged: %s", error)
        return damaged
    return ""


def _connected(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for pragma in (
            f"busy_timeout = {BUSY_MS}",
            "auto_vacuum = INCREMENTAL",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "secure_delete = ON",
            "journal_size_limit = 4000000",
            "temp_store = MEMORY",
            "cache_size = -8000",
        ):
            database.execute(f"PRAGMA {pragma}")
        if not _version(database):
            database.execute("BEGIN IMMEDIATE")
            if not _version(database):  # another process may have made them meanwhile
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
