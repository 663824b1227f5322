"""The connection rules of ``claudeops.db``.

WAL, ``synchronous=NORMAL``, foreign keys on, five seconds of patience with other writers, and deleted content
overwritten: what an operator deletes is gone from the file. What SQLite needs for a moment stays in memory, so that
storing something depends on no other disk than the database's own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from peewee import DatabaseError, DatabaseProxy, Model, SqliteDatabase

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.principals import acting
from .row_visibility import as_seen_by

BUSY_TIMEOUT_S = 5
DAMAGED = (
    "Restore a backup with `claudeops restore FILE` (they lie in the backups folder beside it), or save what can be"
    " read with `claudeops maintenance salvage`."
)


class DamagedDatabase(EnvironmentFault):
    """The file is there, and is not what it should be."""


class ReplacedDatabase(EnvironmentFault):
    """The file that is open is no longer the one of its name: what is written there, nobody would find."""


proxy = DatabaseProxy()


class BaseTable(Model):
    """Base of all models: one process works on one database file at a time."""

    class Meta:
        """Bound when the store opens."""

        database = proxy


class TrackedDatabase(SqliteDatabase):
    """Knows the connection of every thread, so that all can be closed: a thread that ends leaves its own open."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._made: list[Any] = []
        self._file: tuple[int, int] | None = None  # device and inode
        super().__init__(*arguments, check_same_thread=False, **options)

    def _connect(self) -> Any:
        self.check_same_file()
        connection = super()._connect()
        self._made.append(connection)
        return connection

    def remember_file(self) -> None:
        """Hold on to which file was opened: its device and inode."""
        stat = Path(self.database).stat()
        self._file = stat.st_dev, stat.st_ino

    def check_same_file(self) -> None:
        """Raise ReplacedDatabase where the file was deleted or replaced since it was opened. One system call."""
        if self._file is None:
            return
        path = Path(self.database)
        try:
            stat = path.stat()
            if (stat.st_dev, stat.st_ino) == self._file:
                return
            sentence = UserMessage(
                "The database {path} was replaced while Claude Ops used it: nothing more is stored.", path=path
            )
        except FileNotFoundError:
            sentence = UserMessage(
                "The database {path} was deleted while Claude Ops used it: nothing more is stored.", path=path
            )
        except OSError:  # SQLite says what it is
            return
        raise ReplacedDatabase(
            sentence,
            UserMessage("End Claude Ops, put the right database there or restore a backup, and start it again."),
        )

    def _close(self, connection: Any) -> None:
        with suppress(ValueError):
            self._made.remove(connection)
        super()._close(connection)

    def close_everywhere(self) -> None:
        """Close what other threads have opened. They must be done with it."""
        while self._made:
            self._made.pop().close()

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        """Run a statement; for a principal, on the rows that it may see."""
        return super().execute_sql(as_seen_by(sql, acting(), "main"), params)

    # --- what the store asks of its database, which may be on a server too -------------------------------------------

    is_server = False

    def still_in_transaction(self) -> bool:
        """Tell whether the transaction of this thread's connection still stands: a full disk ends it."""
        return bool(self.connection().in_transaction)

    def external_version(self) -> int:
        """A number that moves when another process wrote."""
        return int(self.execute_sql("PRAGMA data_version").fetchone()[0])

    def take_lead(self) -> bool:
        """A file is one machine's: the lock of its folder decides alone."""
        return True

    def still_leads(self) -> bool:
        """As ``take_lead``."""
        return True

    def lead_was_lost(self) -> bool:
        """As ``take_lead``."""
        return False

    def time_ahead(self) -> timedelta:
        """This machine's clock is the only one."""
        return timedelta()

    def give_lead_up(self) -> None:
        """As ``take_lead``."""

    def quick_check(self) -> str:
        """The first thing that is wrong with the file, "ok" for none."""
        return str(self.execute_sql("PRAGMA quick_check(1)").fetchone()[0])

    def finish(self) -> None:
        """Write the log beside the file back into it."""
        self.connect(reuse_if_open=True)
        self.execute_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def rows_holding(
        self, columns: Sequence[str], table: str, words: Sequence[str], wanted: Callable[[str], bool], but: str = ""
    ) -> list[tuple[Any, ...]]:
        """The rows of which ``wanted`` says yes to one of the columns ``words``; ``but`` is one condition more."""
        self.connection().create_function("wanted", 1, lambda text: isinstance(text, str) and wanted(text))
        where = " OR ".join(f'wanted("{column}")' for column in words)
        names = ", ".join(f'"{column}"' for column in columns)
        rows: list[tuple[Any, ...]] = self.execute_sql(
            f'SELECT {names} FROM "{table}" WHERE ({where}) AND {but or "1"}'
        ).fetchall()
        return rows

    def keep_numbers_from(self, table: str, number: int) -> None:
        """New rows of a table get numbers above this one."""
        sql = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
        if not self.execute_sql(sql, (number, table)).rowcount:
            self.execute_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


def connect(path: Path) -> TrackedDatabase:
    """Open (or make) the file and bind every model to it."""
    database = TrackedDatabase(
        str(path),
        timeout=BUSY_TIMEOUT_S,
        pragmas={
            "journal_mode": "wal",
            "synchronous": "normal",
            "foreign_keys": 1,
            "secure_delete": 1,
            "cache_size": -16_000,
            "temp_store": "memory",
        },
    )
    try:
        with told_plainly(path):
            _create(path)
            database.connect(reuse_if_open=True)
            database.remember_file()
    except BaseException:
        database.close_everywhere()
        raise
    proxy.initialize(database)
    return database


def _create(path: Path) -> None:
    """Make a database that holds nothing yet where there is none, in one step.

    A file of zero bytes of that name is therefore never a beginning, but always a loss. It is the operator's alone; the
    files beside it take over its rights.
    """
    if path.exists():
        return
    part = path.with_name(f".{path.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        with closing(sqlite3.connect(part)) as fresh:
            fresh.execute("PRAGMA user_version=0")
            fresh.execute("VACUUM")  # writes the first page
        part.chmod(0o600)
        try:
            os.link(part, path)  # unlike a rename it does not replace what another process has just made
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            part.replace(path)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("The database {path} cannot be made: {strerror}.", path=path, strerror=error.strerror),
            UserMessage("Make its folder writable, or name another one."),
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the machine into one plain sentence. Our own mistakes in SQL pass unchanged."""
    try:
        yield
    except (DatabaseError, sqlite3.DatabaseError) as error:
        fault = machine_fault(error, path)
        if fault is not None:
            raise fault from error
        raise


def machine_fault(error: BaseException, path: Path) -> EnvironmentFault | None:
    """What SQLite says of the machine or of the file ``path``, in one plain sentence; None for a mistake in our SQL.

    Of a store on a server: what that says.
    """
    bound = proxy.obj
    if bound is not None and bound.is_server and bound.is_of_server(error):
        fault: EnvironmentFault | None = bound.machine_fault(error)
        return fault
    text = _all_told(error)
    if any(sign in text for sign in _OF_ANY_DISK) and not is_full(path.parent):
        temporary = _temporary_fault()
        if temporary is not None:
            return temporary
    elif "disk i/o error" in text:  # the files beside the database could not grow
        text = "disk is full"
    for sign, sentence, remedy in _MACHINE:
        if sign in text:
            kind = DamagedDatabase if remedy is DAMAGED else EnvironmentFault
            return kind(sentence.format(path=path), remedy.format(path=path))
    return None


_ROOM = 64 * 1024  # bytes; the shared memory file alone takes 32 KB
_OF_ANY_DISK = ("disk is full", "disk i/o error", "unable to open")
"""What SQLite says alike of the database's disk and of the temporary folder's."""


def is_full(folder: Path) -> bool:
    """Tell whether the disk under a folder has no room left for the files beside a database."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < _ROOM
    return False


def _temporary_fault() -> EnvironmentFault | None:
    """Return what keeps SQLite from using the temporary folder, which compacting needs; None where nothing does."""
    named = [os.environ[name] for name in ("SQLITE_TMPDIR", "TMPDIR") if os.environ.get(name)]
    folders = [*named, "/var/tmp", "/usr/tmp", "/tmp"]  # noqa: S108 — in SQLite's own order
    folder = next((path for path in map(Path, folders) if path.is_dir() and os.access(path, os.W_OK | os.X_OK)), None)
    if folder is None:
        return EnvironmentFault(
            UserMessage("There is no temporary folder that can be written."),
            UserMessage("Make one, and name it in TMPDIR."),
        )
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * _ROOM)
            probe.flush()
    except OSError as error:
        return EnvironmentFault(
            UserMessage(
                "The temporary folder {folder} cannot be used: {strerror}.", folder=folder, strerror=error.strerror
            ),
            UserMessage("Free some space there, or name another folder in TMPDIR."),
        )
    return None


def _all_told(error: BaseException | None) -> str:
    """What this error says, and those that it came of: after a full disk "cannot rollback" is the last of three."""
    told = []
    while error is not None:
        told.append(str(error).lower())
        error = error.__context__
    return "\n".join(told)


def copy_to(database: SqliteDatabase, target: Path) -> Path:
    """A consistent copy of the whole database, the operator's alone; where it cannot be whole, none.

    Raises EnvironmentFault where a file of that name exists.
    """
    if target.exists():
        raise EnvironmentFault(
            UserMessage("{target} exists already, so the copy was not made.", target=target),
            UserMessage("Name another file."),
        )
    try:
        database.execute_sql("VACUUM INTO ?", (str(target),))
    except DatabaseError:
        target.unlink(missing_ok=True)
        raise
    target.chmod(0o600)
    return target


_MACHINE = (
    ("locked", "The database is in use by another program for too long.", "It will be tried again."),
    ("disk is full", "The disk is full: nothing more can be stored in {path}.", "Free some space."),
    ("readonly", "The database {path} cannot be written.", "Make it and its folder writable."),
    ("unable to open", "The database {path} cannot be opened.", "Make its folder writable, or name another one."),
    ("not a database", "{path} is not a database, or is damaged.", DAMAGED),
    ("malformed", "The database {path} is damaged.", DAMAGED),
    ("could not decode to utf-8", "The database {path} is damaged: a text in it cannot be read.", DAMAGED),
    ("vtable constructor failed", "A word index of the database {path} is damaged.", DAMAGED),
    ("disk i/o error", "The disk under {path} failed to read or write.", "Check the disk."),
)
