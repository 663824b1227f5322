"""Moves a whole store: from the file to a server, and back (X3).

The source is held alone and only read. The target is filled, given its keys, read back and compared in one
transaction (or as a file of another name), so that a move that ends early leaves nothing. Only when every table has
the same rows does the application change over.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peewee import PeeweeException

from ...core.clock import utc_now
from ...core.errors import ClaudeOpsError, EnvironmentFault, OperatorError
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from ...core.settings import file as settings_file
from ..archive import BackupProgress, Report
from ..database import TrackedDatabase
from ..migrate import known_migrations
from ..restore import held_alone
from .address import StoreAddress
from .building import make_schema, migrated_sqlite, prepare_server
from .canonical_rows import RowSum, TablePlan, TableSum, passing
from .database import WRITERS, PostgresDatabase
from .schema import gives_numbers, plain_tables

_STEP = 1_000
_PART = ".claudeops.db.moving"


@dataclass(frozen=True, slots=True)
class MoveResult:
    """What was moved: the rows of each table; ``aside`` is where the file of before lies now."""

    source: str
    target: str
    tables: dict[str, int]
    aside: Path | None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"from": self.source, "to": self.target, "tables": self.tables, "verified": True}


def move_to_server(folder: DataFolder, address: StoreAddress, report: Report = lambda _: None) -> MoveResult:
    """Move the store from the file to an empty database of a server, and change over to it.

    Where a move before this one was killed after it had filled the server, it is compared and the rest is done.
    Raises OperatorError or EnvironmentFault; then nothing has changed.
    """
    _bring_up_to_date(folder)
    with _server(address) as database, held_alone(folder) as source:
        if source is None:
            raise OperatorError(
                UserMessage("There is no database in {root} that could be moved.", root=folder.root),
                UserMessage("Start the application once, or name another --data-dir."),
            )
        with _plainly(database):
            plans = table_plans()
            with database.atomic():
                database.native(f"SELECT pg_advisory_xact_lock({WRITERS})")
                if database.refresh_catalog().columns:
                    moved = _compare_full(source, database, plans, report)
                else:
                    moved = _fill_server(source, database, plans, report)
            database.refresh_catalog()
        settings_file.change(folder.settings_file, "store.url", address.text)
        aside = _put_aside(folder, source)
    return MoveResult(str(folder.database), address.text, {name: sum_.rows for name, sum_ in moved.items()}, aside)


def move_to_file(folder: DataFolder, address: StoreAddress, report: Report = lambda _: None) -> MoveResult:
    """Move the store from the server into the file of the data folder, and change over to it.

    What is on the server stays there. Raises OperatorError or EnvironmentFault; then nothing has changed.
    """
    if folder.database.exists():
        raise OperatorError(
            UserMessage("{path} is there already, so nothing was moved into it.", path=folder.database),
            UserMessage("Move it to another place, and start again."),
        )
    part = folder.root / _PART
    with held_alone(folder), _server(address) as database:
        _remove(part)
        try:
            with _plainly(database):
                prepare_server(database)
                with database.atomic():
                    database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    database.native(f"SELECT pg_advisory_xact_lock({WRITERS})")
                    moved = _fill_file(part, database, table_plans(), report)
            try:
                os.link(part, folder.database)
            except FileExistsError as error:
                raise OperatorError(
                    UserMessage("{path} was made while the store was moved.", path=folder.database),
                    UserMessage("Move it to another place, and start again."),
                ) from error
            except OSError:  # a file system without hard links
                part.replace(folder.database)
        finally:
            _remove(part)
        settings_file.change(folder.settings_file, "store.url", "")
    return MoveResult(address.text, str(folder.database), {name: sum_.rows for name, sum_ in moved.items()}, None)


def copy_to_file(address: StoreAddress, target: Path, report: Report = lambda _: None) -> dict[str, TableSum]:
    """A consistent copy of the store as a SQLite file of a free name, compared with the store row by row; where it
    cannot be whole, none. Nobody is kept waiting. Raises OperatorError or EnvironmentFault."""
    _remove(target)
    try:
        with _server(address) as database, _plainly(database):
            prepare_server(database)
            with database.atomic():
                database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                return _fill_file(target, database, table_plans(), report)
    except BaseException:
        _remove(target)
        raise


def table_plans() -> list[TablePlan]:
    """Every table of this version, and ``schema_migrations``, by name."""
    with migrated_sqlite() as model:
        model.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations"
            " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)"
        )
        return [_plan(model, name, sql) for name, sql in plain_tables(model).items()]


def _plan(model: sqlite3.Connection, name: str, sql: str) -> TablePlan:
    rows = sorted(model.execute(f'PRAGMA table_info("{name}")').fetchall(), key=lambda row: row[1])
    keys = [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]
    numbered = gives_numbers(rows, sql)
    return TablePlan(name, tuple(row[1] for row in rows), tuple(row[2].upper() for row in rows), tuple(keys), numbered)


# --- to the server ---------------------------------------------------------------------------------------------------


def _fill_server(
    source: sqlite3.Connection, database: PostgresDatabase, plans: list[TablePlan], report: Report
) -> dict[str, TableSum]:
    sums: dict[str, TableSum] = {}
    total = _total(source, plans)
    source.execute("BEGIN")

    def fill() -> None:
        done = _Counter(report, "Copying rows", total)
        for plan in plans:
            summed = RowSum()
            cursor = database.cursor()
            with cursor.copy(f'COPY "{plan.name}" ({plan.listed}) FROM STDIN') as copy:
                for row in passing(plan, source.execute(plan.select), summed, done):
                    copy.write_row(row)
            sums[plan.name] = summed.sum()
            if plan.numbered and (last := _last_number(source, plan.name)):
                database.keep_numbers_from(plan.name, last)

    report(BackupProgress("Making tables", 0, 0))
    make_schema(database, [], fill)
    source.execute("COMMIT")
    _require_same(sums, _sums(_server_rows(database), plans, report, total))
    return sums


def _last_number(source: sqlite3.Connection, table: str) -> int:
    """The highest number that a table ever gave, 0 for none."""
    given = source.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    there = source.execute(f'SELECT max(id) FROM "{table}"').fetchone()[0]
    return max(int(given[0]) if given else 0, int(there or 0))


def _compare_full(
    source: sqlite3.Connection, database: PostgresDatabase, plans: list[TablePlan], report: Report
) -> dict[str, TableSum]:
    """A server that holds a store already is right only where it is this one."""
    total = _total(source, plans)
    try:
        here = _sums(source.execute, plans, report, total)
        there = _sums(_server_rows(database), plans, report, total)
    except PeeweeException:
        there = {}
    if not there or here != there:
        raise OperatorError(
            UserMessage("The database {place} holds a store already: nothing was moved.", place=database.address.place),
            UserMessage(
                "Name an empty database, or use the store that is there: `claudeops settings set store.url URL`."
            ),
        )
    return here


# --- to the file -----------------------------------------------------------------------------------------------------


def _fill_file(part: Path, database: PostgresDatabase, plans: list[TablePlan], report: Report) -> dict[str, TableSum]:
    rows_of = _server_rows(database)
    total = sum(int(database.native(f'SELECT count(*) FROM "{plan.name}"').fetchone()[0]) for plan in plans)
    made = TrackedDatabase(str(part), pragmas={"journal_mode": "wal", "synchronous": "normal"})
    made.connect()
    try:
        part.chmod(0o600)
        for step in known_migrations():
            step.up(made)
        file: sqlite3.Connection = made.connection()
        file.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations"
            " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)"
        )
        sums = _fill_tables(file, rows_of, plans, _Counter(report, "Copying rows", total))
        _numbers_back(file, database, plans)
        broken = file.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise EnvironmentFault(
                UserMessage("Nothing was moved: {count} rows point nowhere.", count=len(broken)),
                UserMessage("Report this with `claudeops store status --json`."),
            )
        _require_same(sums, _sums(file.execute, plans, report, total))
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.execute("PRAGMA journal_mode=DELETE")
    finally:
        made.close()
        made.close_everywhere()
    with part.open("rb+") as stream:
        os.fsync(stream.fileno())
    return sums


def _fill_tables(
    file: sqlite3.Connection, rows_of: Callable[[str], Iterator[Any]], plans: list[TablePlan], done: _Counter
) -> dict[str, TableSum]:
    sums = {}
    triggers = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    file.execute("BEGIN")
    for name, _ in triggers:
        file.execute(f'DROP TRIGGER "{name}"')
    for plan in plans:
        summed = RowSum()
        file.execute(f'DELETE FROM "{plan.name}"')
        marks = ", ".join("?" for _ in plan.columns)
        file.executemany(
            f'INSERT INTO "{plan.name}" ({plan.listed}) VALUES ({marks})',
            passing(plan, rows_of(plan.select), summed, done),
        )
        sums[plan.name] = summed.sum()
    for index in ("memory_words", "case_words", "library_chunk_words"):
        file.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
    for _, sql in triggers:
        file.execute(sql)
    file.execute("COMMIT")
    return sums


def _numbers_back(file: sqlite3.Connection, database: PostgresDatabase, plans: list[TablePlan]) -> None:
    """New rows get numbers that were never given before, in the file as on the server."""
    for plan in plans:
        made = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (plan.name,)).fetchone()[0]
        if not plan.numbered or "AUTOINCREMENT" not in made.upper():
            continue
        sequence = database.native(
            f"SELECT pg_sequence_last_value(pg_get_serial_sequence('claudeops.\"{plan.name}\"', 'id'))"
        ).fetchone()[0]
        if sequence:
            file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (plan.name,))
            file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (plan.name, int(sequence)))


# --- both ------------------------------------------------------------------------------------------------------------


class _Counter:
    """Tells how many rows have passed, now and then."""

    def __init__(self, report: Report, what: str, total: int) -> None:
        self._report, self._what, self._total, self._done = report, what, total, 0

    def __call__(self) -> None:
        if self._done % _STEP == 0:
            self._report(BackupProgress(self._what, self._done, self._total))
        self._done += 1


def _total(source: sqlite3.Connection, plans: list[TablePlan]) -> int:
    return sum(int(source.execute(f'SELECT count(*) FROM "{plan.name}"').fetchone()[0]) for plan in plans)


def _server_rows(database: PostgresDatabase) -> Callable[[str], Iterator[Any]]:
    """Rows of a query as a stream: none of the tables is held whole. In a transaction."""

    def rows_of(sql: str) -> Iterator[Any]:
        with database.connection().cursor(name="claudeops_rows") as cursor:
            cursor.itersize = _STEP
            cursor.execute(sql)
            yield from cursor

    return rows_of


def _sums(rows_of: Callable[[str], Any], plans: list[TablePlan], report: Report, total: int) -> dict[str, TableSum]:
    done = _Counter(report, "Comparing rows", total)
    sums = {}
    for plan in plans:
        summed = RowSum()
        for _ in passing(plan, rows_of(plan.select), summed, done):
            pass
        sums[plan.name] = summed.sum()
    return sums


def _require_same(here: dict[str, TableSum], there: dict[str, TableSum]) -> None:
    different = sorted(name for name in here if here[name] != there.get(name))
    if different:
        raise EnvironmentFault(
            UserMessage("Nothing was moved: the rows of {table} came out differently.", table=different[0]),
            UserMessage("Report this with `claudeops store status --json`."),
        )


def _bring_up_to_date(folder: DataFolder) -> None:
    from ..store import open_store

    if folder.database.exists():
        open_store(folder).close()


def _put_aside(folder: DataFolder, source: sqlite3.Connection) -> Path:
    """The file of before, whole and under a name that nothing opens, beside the backups."""
    source.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    source.close()
    folder.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = folder.backups / f"moved-to-server-{utc_now():%Y%m%dT%H%M%SZ}.db"
    for suffix in ("", "-wal", "-shm"):
        path = folder.database.with_name(folder.database.name + suffix)
        if path.exists():
            path.replace(aside.with_name(aside.name + suffix))
    return aside


def _remove(part: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


@contextmanager
def _server(address: StoreAddress) -> Iterator[PostgresDatabase]:
    database = PostgresDatabase(address)
    try:
        with _plainly(database):
            database.connect()
        yield database
    finally:
        with closing(database):
            database.close_everywhere()


@contextmanager
def _plainly(database: PostgresDatabase) -> Iterator[None]:
    try:
        yield
    except ClaudeOpsError:
        raise
    except Exception as error:
        fault = database.machine_fault(error)
        if fault is None:
            raise
        raise fault from error
