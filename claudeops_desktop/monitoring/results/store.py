"""The one door to the check results. One writer, the process that keeps the schedule; any number of readers."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from ...core.clock import Clock, utc_now
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.trusted_time import is_time_trusted
from ...records.health import CellCount
from . import names, reading, rollups
from .database import is_damage, is_marked, mark_damaged, open_for_reading, open_for_writing
from .types import CheckResult, SeriesPoint, UptimeSummary
from .writing import ResultWriter, to_ms

log = logging.getLogger(__name__)
T = TypeVar("T")
KEEP_DAYS = 7
MOST_UNSAVED = 50_000


class CheckResultStore:
    """Results of continuous checks, and what they add up to. Thread-safe; opens nothing before it is asked.

    ``keep_days`` says how long every result is kept whole. ``opened_note`` is a sentence where a file that could not be
    used was set aside. Every method raises EnvironmentFault for what the disk or another process does.
    """

    def __init__(self, path: Path, keep_days: int = KEEP_DAYS, clock: Clock = utc_now) -> None:
        self.path = path
        self.keep_days = keep_days
        self.opened_note = ""
        self._clock = clock
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._writing: tuple[sqlite3.Connection, ResultWriter] | None = None
        self._reading: tuple[sqlite3.Connection, int] | None = None
        self._unsaved: list[CheckResult] = []
        self._dropped = 0

    def __enter__(self) -> CheckResultStore:
        """For a few questions: closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # --- writing -----------------------------------------------------------------------------------------------

    def add(self, results: Sequence[CheckResult]) -> None:
        """Write these, in one transaction.

        Where that fails they are kept, and written with the next ones; the error says how many wait. Past
        MOST_UNSAVED the oldest are dropped, and the error says that too.
        """
        with self._write_lock:
            waiting = [*self._unsaved, *results]
            try:
                self._write(lambda _database, writer: writer.add(waiting))
            except EnvironmentFault as error:
                self._dropped += max(0, len(waiting) - MOST_UNSAVED)
                self._unsaved = waiting[-MOST_UNSAVED:]
                lost = f" {self._dropped:,} older ones are lost." if self._dropped else ""
                raise EnvironmentFault(
                    UserMessage(
                        "{error} {unsaved} results wait to be written.{lost}",
                        error=error,
                        unsaved=f"{len(self._unsaved):,}",
                        lost=lost,
                    ),
                    error.remedy,
                ) from error
            if self._dropped:
                log.warning("check results can be written again; %d were lost", self._dropped)
            self._unsaved, self._dropped = [], 0

    @property
    def unsaved(self) -> int:
        """How many results wait to be written."""
        return len(self._unsaved)

    def roll_up(self, now: datetime) -> None:
        """Bring the totals up to date with every hour that is over, and delete what is too old. Doing it twice
        changes nothing."""

        def work(database: sqlite3.Connection, writer: ResultWriter) -> None:
            writer.forget()  # names and texts may go
            rollups.roll_up_hours(database, to_ms(now))
            if is_time_trusted():
                rollups.prune(database, to_ms(now), self.keep_days)

        with self._write_lock:
            if self._writing is not None or self.path.exists():
                self._write(work, by_parts=True)

    def rename(self, old: str, new: str) -> int:
        """Give a service another name in all of its results; how many checks it had."""
        return self._change(lambda database: names.rename_service(database, old, new))

    def remove(self, service: str) -> int:
        """Delete everything of a service; how many checks it had."""
        return self._change(lambda database: names.remove_service(database, service))

    def clean_details(self, becomes: Callable[[str], str]) -> int:
        """Put what ``becomes`` says in the place of each text that it changes; how many results had such a text."""
        return self._change(lambda database: names.clean_details(database, becomes))

    # --- reading -----------------------------------------------------------------------------------------------

    def latest(self, service: str | None = None) -> list[CheckResult]:
        """The last result of each check, by service and key."""
        return self._read(lambda database: reading.read_latest(database, service), [])

    def of_service(self, service: str, *, since: datetime | None = None, limit: int = 100) -> list[CheckResult]:
        """The results of one service that are kept whole, newest first."""
        return self._read(lambda database: reading.read_of_service(database, service, since, limit), [])

    def services(self) -> list[str]:
        """The names of all services that there are results of."""
        return self._read(reading.read_services, [])

    def uptime(
        self, since: datetime, until: datetime, services: Iterable[str] | None = None
    ) -> dict[str, UptimeSummary]:
        """How each service stood from ``since`` up to ``until``; those that were not checked are left out."""
        return self._read(lambda database: reading.read_uptime(database, since, until, services), {})

    def series(self, service: str, since: datetime, until: datetime, buckets: int) -> list[SeriesPoint]:
        """How a service stood in ``buckets`` stretches of the same length."""
        step = (until - since) / max(1, buckets)
        return self.series_between(service, [*(since + step * n for n in range(max(1, buckets))), until])

    def series_between(self, service: str, edges: Sequence[datetime]) -> list[SeriesPoint]:
        """How a service stood between each two neighbours of these moments."""
        return self.series_of_all(edges, [service]).get(service, [])

    def series_of_all(
        self, edges: Sequence[datetime], services: Iterable[str] | None = None
    ) -> dict[str, list[SeriesPoint]]:
        """The same for many services at once; all that were ever checked where none are named."""
        return self._read(lambda database: reading.read_all_series(database, edges, services), {})

    def cells(self, edges: Sequence[datetime]) -> list[CellCount]:
        """How often each service stood how between each two neighbours of these moments; what was in maintenance has
        that as its status."""
        return self._read(lambda database: reading.read_cells(database, edges), [])

    def count_details(self, touches: Callable[[str], bool]) -> int:
        """How many results have a text that is touched."""
        return self._read(lambda database: names.count_details(database, touches), 0)

    def find_names(self, touches: Callable[[str], bool]) -> list[str]:
        """The services whose own names, or the keys of whose checks, are touched."""
        return self._read(lambda database: names.find_names(database, touches), [])

    def close(self) -> None:
        """Close the file. It is opened again when it is needed."""
        with self._write_lock:
            self._close_writing()
        with self._read_lock:
            self._close_reading()

    # --- connections -------------------------------------------------------------------------------------------

    def _change(self, work: Callable[[sqlite3.Connection], int]) -> int:
        """A change that leaves nothing of the old behind: in the tables, the free pages, the write-ahead log."""

        def change(database: sqlite3.Connection, writer: ResultWriter) -> int:
            writer.forget()
            return work(database)

        with self._write_lock:
            if self._writing is None and not self.path.exists():
                return 0
            changed = self._write(change)
            if changed:
                self._write(lambda database, _writer: _empty_log(database), by_parts=True)
            return changed

    def _write(self, work: Callable[[sqlite3.Connection, ResultWriter], T], *, by_parts: bool = False) -> T:
        """One transaction (``by_parts``: the work makes its own). A damaged file is set aside, and a new one begun."""
        try:
            return self._write_once(work, by_parts)
        except sqlite3.DatabaseError as error:
            self._close_writing()
            if isinstance(error, sqlite3.OperationalError):  # a full disk, a lock, rights
                raise self._fault("written", error) from error
            if not is_damage(error):
                raise
            log.warning("the check results are damaged: %s", error)
            mark_damaged(self.path)
        except OSError as error:
            raise self._fault("written", error) from error
        try:
            return self._write_once(work, by_parts)
        except (sqlite3.OperationalError, OSError) as error:
            self._close_writing()
            raise self._fault("written", error) from error

    def _write_once(self, work: Callable[[sqlite3.Connection, ResultWriter], T], by_parts: bool) -> T:
        if self._writing is not None and (is_marked(self.path) or not self.path.exists()):
            self._close_writing()
        if self._writing is None:
            database, note = open_for_writing(self.path, self._clock())
            self.opened_note = note or self.opened_note
            self._writing = (database, ResultWriter(database))
        database, writer = self._writing
        if by_parts:
            return work(database, writer)
        database.execute("BEGIN IMMEDIATE")
        try:
            done = work(database, writer)
            database.execute("COMMIT")
        except BaseException:
            writer.forget()
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
        return done

    def _read(self, work: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        with self._read_lock:
            try:
                database = self._reader()
                if database is None:
                    return nothing
                database.execute("BEGIN")  # one state of the file for all questions of one answer
                try:
                    return work(database)
                finally:
                    database.execute("COMMIT")
            except sqlite3.DatabaseError as error:
                self._close_reading()
                if is_damage(error):
                    mark_damaged(self.path)
                elif not isinstance(error, sqlite3.OperationalError):
                    raise
                raise self._fault("read", error) from error
            except OSError as error:
                raise self._fault("read", error) from error

    def _reader(self) -> sqlite3.Connection | None:
        """The connection for questions; None where there is no file yet. One that was set aside is let go."""
        try:
            file = self.path.stat().st_ino
        except FileNotFoundError:
            self._close_reading()
            return None
        if self._reading is not None and self._reading[1] != file:
            self._close_reading()
        if self._reading is None:
            database = open_for_reading(self.path)
            self._reading = (database, file)
        return self._reading[0]

    def _close_writing(self) -> None:
        if self._writing is not None:
            self._writing[0].close()
            self._writing = None

    def _close_reading(self) -> None:
        if self._reading is not None:
            self._reading[0].close()
            self._reading = None

    def _fault(self, done: str, error: sqlite3.Error | OSError) -> EnvironmentFault:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        remedy = "Make room on the disk and the folder writable; the checks themselves go on."
        if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
            remedy = "The file is set aside, and a new one begun, when the next results are written."
        return EnvironmentFault(
            UserMessage("The check results in {path} cannot be {done}: {why}.", path=self.path, done=done, why=why),
            remedy,
        )


def _empty_log(database: sqlite3.Connection) -> None:
    rollups.give_room_back(database, whole=True)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
