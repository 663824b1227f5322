"""The store: one file, one write worker, a few readers, and the hub that tells what changed."""

from __future__ import annotations

import contextvars
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from peewee import DatabaseError

from ..core.clock import utc_now
from ..core.errors import EnvironmentFault, is_bug
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.principals import acting_as
from . import migrate
from .change_events import ChangeHub, CommittedChange
from .database import DamagedDatabase, TrackedDatabase, connect, copy_to, told_plainly
from .integrity_repair import rebuild_words, words_astray
from .lost_database import check_for_loss
from .store_place import server_of

if TYPE_CHECKING:
    from .postgres.absence import StoreAbsence
    from .postgres.database import PostgresDatabase

log = logging.getLogger(__name__)
T = TypeVar("T")

BUSY_RETRIES = 3
PRESENCE = "store_server"
"""What the hub is told has changed when the server of the store goes away, or is back."""


class DataStore:
    """Every write of this process runs on one worker thread, in the order it was asked for, each in a transaction.

    Reads run on the caller's thread or, for callers that must not wait, on ``read``'s small pool.
    """

    def __init__(
        self, path: Path, database: TrackedDatabase | PostgresDatabase, only_read: EnvironmentFault | None = None
    ) -> None:
        """``only_read`` says why nothing can be written, where what the database holds is only read."""
        self.only_read = only_read
        self.path = path  # of the file, or where it would be: what lies beside it is on this machine
        self.database = database
        self.hub = ChangeHub()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="database-writer")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="database-reader")
        self._here = threading.local()
        self._closed = False
        self._explained: tuple[tuple[int, ...], DamagedDatabase | None] | None = None
        if isinstance(database, TrackedDatabase):
            return
        database.presence.changed = lambda: self.hub.publish(CommittedChange(PRESENCE))

    def write(self, operation: Callable[[], T]) -> Future[T]:
        """Run ``operation`` in an immediate transaction on the worker; its changes are told after the commit."""
        if getattr(self._here, "pending", None) is not None:  # already inside a write: part of the same transaction
            done: Future[T] = Future()
            done.set_result(operation())
            return done
        return self._writer.submit(self._transact, contextvars.copy_context(), operation)

    def read(self, question: Callable[[], T]) -> Future[T]:
        """Answer ``question`` on a reader thread with a connection of its own."""
        return self._readers.submit(self._answer, partial(contextvars.copy_context().run, question))

    def changed(self, table: str, *ids: int, what: str = "updated") -> None:
        """Inside a write: note what it changes."""
        self.note_change(CommittedChange(table, ids, what))

    def note_change(self, change: CommittedChange) -> None:
        """Inside a write: note a change that is more than ids."""
        self._here.pending.append(change)

    def noted_changes(self) -> Sequence[CommittedChange] | None:
        """What the write that goes on here has noted so far, one list a transaction; None outside of a write."""
        found: Sequence[CommittedChange] | None = getattr(self._here, "pending", None)
        return found

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Inside a write: what is done in here is taken back where it raises, and the rest of the write stands. Raises
        EnvironmentFault for what the machine refuses: then the rest does not stand either, and must not go on."""
        before = len(self._here.pending)
        fault: EnvironmentFault | None = None
        try:
            with self.database.atomic():
                try:
                    with told_plainly(self.path):
                        yield
                except EnvironmentFault as error:
                    fault = error
                    raise
        except BaseException as error:
            del self._here.pending[before:]
            if fault is None and not self.database.still_in_transaction():
                fault = EnvironmentFault(
                    UserMessage("The database took the whole write back."), UserMessage("It will be tried again.")
                )
            if fault is not None and error is not fault:  # SQLite gave up the transaction, and the savepoint with it
                raise fault from error
            raise

    def external_version(self) -> Future[int]:
        """A number that moves when another process wrote; asked on the worker's connection, which does our writes."""
        if self.database.is_server and self.database.hears_others():  # it need not be asked
            known: Future[int] = Future()
            known.set_result(self.database.external_version())
            return known
        return self._writer.submit(self._answer, lambda: int(self.database.external_version()))

    def quiet_mark(self, *names: str) -> tuple[int, ...] | None:
        """A mark that stays the same only where surely nobody wrote to these tables: ``INSERT memories`` names what
        this process does to one, ``OTHERS memories`` only what others do. None where that cannot be known unasked:
        of a file, and of a server that is not heard. Costs nothing."""
        if isinstance(self.database, TrackedDatabase):
            return None
        mark = self.database.mark_of(names)
        return mark if self.database.hears_others() else None

    def hear_others(self, told: Callable[[], None]) -> None:
        """Have ``told`` called, on a thread of the store's, when a server tells of another process's write. Of a file
        nobody tells: there ``external_version`` is asked now and then."""
        if self.database.is_server:
            self.database.changes().told = told

    def mark(self, *tables: str) -> tuple[int, ...]:
        """A mark that moves when anybody writes to the database; costs two system calls and wakes nobody. Of a server,
        only when anybody writes to ``tables``, where they are given."""
        if self.database.is_server:
            return self.database.mark_of(tables) if tables else self.database.mark()
        found: list[int] = []
        for path in (self.path, self.path.with_name(f"{self.path.name}-wal")):
            try:
                stat = path.stat()
            except OSError:
                found += (0, 0)
            else:
                found += (stat.st_mtime_ns, stat.st_size)
        return tuple(found)

    def certain_mark(self) -> tuple[int, ...]:
        """As ``mark``, but never late: a server tells of a write a moment after it, so it is asked. Waits for it."""
        if self.database.is_server:
            return (self.read(self.database.certain_version).result(),)
        return self.mark()

    def now(self) -> datetime:
        """The present moment by the clock that all who share the store go by: the server's, as far as it was asked."""
        return utc_now() + self.database.time_ahead()

    @property
    def absence(self) -> StoreAbsence | None:
        """What is to be said of a server that does not answer; None while it does, and for a file."""
        return None if isinstance(self.database, TrackedDatabase) else self.database.presence.absence

    def save_copy(self, target: Path) -> Future[Path]:
        """Copy what is open, though no file of its name may be left. The worker's connection still has it."""
        return self._writer.submit(copy_to, self.database, target)

    def drain(self) -> None:
        """Wait until every write asked for so far is done."""
        if not self._closed:
            self._writer.submit(lambda: None).result()

    def close(self) -> None:
        """Finish what was asked for, then let go of the file."""
        if self._closed:
            return
        self._closed = True
        self._writer.submit(lambda: None).result()  # who hears of the last writes may still ask the readers
        for pool in (self._readers, self._writer):
            pool.shutdown(wait=True)
        try:
            self.database.finish()
        except DatabaseError as error:  # a full disk: what was written stays in the log beside the file
            log.warning("the write-ahead log was not written back: %s", error)
        self.database.close()
        self.database.close_everywhere()

    def _answer(self, question: Callable[[], T]) -> T:
        try:
            with told_plainly(self.path):
                self.database.connect(reuse_if_open=True)
                return question()
        except Exception as error:
            damaged = self._explain(error)
            if damaged is not None:
                raise damaged from error
            raise

    def _explain(self, error: Exception) -> DamagedDatabase | None:
        """The damage that an unforeseen error came of; the file is read for it once for each of its states."""
        if self.database.is_server or not is_bug(error):
            return None
        from .diagnosis import explain_failure

        state = self.mark()
        if self._explained is None or self._explained[0] != state:
            self._explained = state, explain_failure(error, self.path)
        found = self._explained[1]
        return None if found is None else DamagedDatabase(str(found), found.remedy)

    def _transact(self, around: contextvars.Context, operation: Callable[[], T]) -> T:
        if self.only_read is not None:
            raise self.only_read
        for attempt in range(BUSY_RETRIES):
            self._here.pending = []
            try:
                with told_plainly(self.path):
                    self.database.connect(reuse_if_open=True)
                    self.database.check_same_file()
                    with self.database.atomic("immediate"):
                        result = around.run(operation)  # for whoever asked, as far as rows are concerned
                    self.database.check_same_file()
                for change in self._here.pending:
                    self.hub.publish(change)
                return result
            except DamagedDatabase:
                if attempt or not self._mend_words():
                    raise
            except EnvironmentFault as fault:
                if "in use" not in str(fault) or attempt == BUSY_RETRIES - 1:
                    raise
                log.warning("%s", fault)
            except Exception as error:
                damaged = self._explain(error)
                if damaged is not None:
                    raise damaged from error
                if is_bug(error):  # not everybody waits for what is written
                    log.error("a write failed", exc_info=error)
                raise
            finally:
                self._here.pending = None
        raise AssertionError("unreachable")

    def _mend_words(self) -> bool:
        """Make the word indexes anew where one is damaged: the tables they were made of are the truth.

        True where that was it. A second at 100,000 memories.
        """
        database = self.database.connection()
        try:
            astray = words_astray(database)
            if astray:
                log.warning("the word index %s is damaged and made anew", ", ".join(astray))
                with self.database.atomic("immediate"):
                    rebuild_words(database)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            log.warning("the word indexes cannot be made anew: %s", error)
            return False
        return bool(astray)


def open_store(folder: DataFolder, *, from_copy: bool = False, to_read: bool = False) -> DataStore:
    """Make the folder, open the database, bring its schema up to date. Raises EnvironmentFault or OperatorError.

    LostDatabase where there was a database and there is none now. With ``from_copy`` a store whose server is away is
    read from the copy on this machine until the server is back. With ``to_read`` a database on a disk that is full or
    cannot be written is open for reading all the same: ``only_read`` of the store says why.
    """
    with acting_as(None):  # the schema is brought up to date for everybody
        try:
            return _opened(folder, from_copy)
        except EnvironmentFault as fault:
            if not to_read or server_of(folder) is not None:
                raise
            from .memory_image import open_image

            return DataStore(folder.database, open_image(folder.database, fault), fault)


def _opened(folder: DataFolder, from_copy: bool) -> DataStore:
    folder.create()
    address = server_of(folder)
    if address is not None:
        from .postgres.opening import open_server

        return DataStore(folder.database, open_server(address, folder.store_copy if from_copy else None))
    if folder.restoring.exists():  # a restore is going on, or was killed
        from .restore import finish_restore

        finish_restore(folder)
    check_for_loss(folder)
    database = connect(folder.database)
    try:
        with told_plainly(folder.database):
            migrate.apply_migrations(database, folder.database, folder.backups)
    except BaseException as error:
        database.close()
        if is_bug(error):
            from .diagnosis import explain_failure

            damaged = explain_failure(error, folder.database)
            if damaged is not None:
                raise damaged from error
        raise
    return DataStore(folder.database, database)
