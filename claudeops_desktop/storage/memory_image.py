"""A database that is only read, from memory: for a disk that is full or cannot be written, where SQLite opens nothing.

SQLite needs a file beside the database before it reads one with a write-ahead log. What both hold is therefore put
together here. It is a moment of the database; nothing can be written to it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from peewee import PeeweeException

from ..core.errors import EnvironmentFault
from . import migrate
from .database import DamagedDatabase, TrackedDatabase, proxy
from .wal_file import read_wal, wal_of

_TRIES = 3
_VERSIONS = slice(18, 20)  # of the header: 2 where the database has a write-ahead log, 1 where it has none


class MemoryImage(TrackedDatabase):
    """Every connection has a copy of its own. Takes as much memory as the database is long, for each."""

    def __init__(self, image: bytes) -> None:
        super().__init__(":memory:", pragmas={"foreign_keys": 1})
        self._image = image

    def _connect(self) -> Any:
        connection = super()._connect()
        connection.deserialize(self._image)
        connection.execute("PRAGMA query_only = 1")
        return connection


def open_image(path: Path, fault: EnvironmentFault) -> MemoryImage:
    """Open what a database file and its log hold, and bind every model to it. Raises ``fault``, for which the file
    itself cannot be opened, where it is damaged or of another schema, too."""
    if isinstance(fault, DamagedDatabase):
        raise fault
    try:
        database = MemoryImage(_read_image(path))
        database.connect()
        seen = {number for (number,) in database.execute_sql("SELECT number FROM schema_migrations")}
    except (OSError, sqlite3.Error, PeeweeException) as error:
        raise fault from error
    if seen != {step.number for step in migrate.known_migrations()}:
        database.close_everywhere()
        raise fault
    proxy.initialize(database)
    return database


def _read_image(path: Path) -> bytes:
    """Both files as one, read again where somebody wrote meanwhile. Raises OSError."""
    for _ in range(_TRIES):
        before = _mark(path)
        image, log = bytearray(path.read_bytes()), wal_of(path)
        contents = read_wal(log)
        if contents is not None:
            data = log.read_bytes()
            size = contents.page_size
            image[contents.pages_after_commit * size :] = b""
            image.extend(bytes(contents.pages_after_commit * size - len(image)))
            for number, at in contents.offsets.items():
                image[(number - 1) * size : number * size] = data[at : at + size]
        if _mark(path) == before and image:
            image[_VERSIONS] = b"\x01\x01"
            return bytes(image)
    raise OSError("the database is being written")


def _mark(path: Path) -> list[tuple[int, int]]:
    files = [each.stat() for each in (path, wal_of(path)) if each.exists()]
    return [(stat.st_mtime_ns, stat.st_size) for stat in files]
