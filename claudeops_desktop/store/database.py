"""The connection rules of ``claudeops.db``.

WAL, ``synchronous=NORMAL``, foreign keys on, five seconds of patience with other writers, and deleted content
overwritten: what an operator deletes is gone from the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from peewee import DatabaseError, DatabaseProxy, Model, OperationalError, SqliteDatabase

from ..errors import EnvironmentFault

BUSY_TIMEOUT_S = 5

proxy = DatabaseProxy()


class Table(Model):
    """Base of all models: one process works on one database file at a time."""

    class Meta:
        """Bound when the store opens."""

        database = proxy


def connect(path: Path) -> SqliteDatabase:
    """Open (or make) the file and bind every model to it."""
    database = SqliteDatabase(
        str(path),
        timeout=BUSY_TIMEOUT_S,
        pragmas={
            "journal_mode": "wal",
            "synchronous": "normal",
            "foreign_keys": 1,
            "secure_delete": 1,
            "cache_size": -16_000,
        },
    )
    with suppress(OSError):  # what it holds is the operator's alone; the files beside it take over its rights
        path.touch(mode=0o600)
    with told_plainly(path):
        database.connect(reuse_if_open=True)
    proxy.initialize(database)
    return database


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the machine into one plain sentence. Our own mistakes in SQL pass unchanged."""
    try:
        yield
    except (OperationalError, DatabaseError) as error:
        text = str(error).lower()
        for sign, sentence, remedy in _MACHINE:
            if sign in text:
                raise EnvironmentFault(sentence.format(path=path), remedy.format(path=path)) from error
        raise


_MACHINE = (
    ("locked", "The database is in use by another program for too long.", "It will be tried again."),
    ("disk is full", "The disk is full: nothing more can be stored in {path}.", "Free some space; nothing is lost."),
    ("readonly", "The database {path} cannot be written.", "Make it and its folder writable."),
    ("unable to open", "The database {path} cannot be opened.", "Make its folder writable, or name another one."),
    ("not a database", "{path} is not a database, or is damaged.", "Move it away, or restore a copy from backups."),
    ("malformed", "The database {path} is damaged.", "Restore a copy from the backups folder beside it."),
    ("disk i/o error", "The disk under {path} failed to read or write.", "Check the disk."),
)
