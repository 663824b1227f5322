"""Copies a store that is on a server into a SQLite file, and compares every row."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ...core.errors import ClaudeOpsError, EnvironmentFault
from ...core.messages import UserMessage
from ...core.principals import ActingPrincipal
from ..archive import BackupProgress, Report, Stopped
from ..backup_reader import report_step
from ..database import TrackedDatabase, told_plainly
from ..migrate import known_migrations
from ..row_visibility import as_seen_by
from .address import StoreAddress
from .building import migrated_sqlite, prepare_server
from .canonical_rows import RowSum, TablePlan, TableSum, passing
from .catalog import SCHEMA
from .copy_file import remove_file
from .database import PostgresDatabase
from .owner_names import AS_THEY_ARE, OwnerRenaming
from .schema import gives_numbers, plain_tables

STEP = 1_000


def copy_to_file(
    address: StoreAddress,
    target: Path,
    report: Report = lambda _: None,
    stopped: Stopped = lambda: False,
    reader: ActingPrincipal | None = None,
) -> dict[str, TableSum]:
    """A consistent copy of the store as a SQLite file of a free name, compared with the store row by row; where it
    cannot be whole, none. With ``reader``, of what he may see. Nobody is kept waiting. Raises OperatorError,
    EnvironmentFault or BackupCancelled."""
    remove_file(target)
    try:
        with open_server_database(address) as database, told_as_fault(database):
            prepare_server(database)
            with database.atomic():
                database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                return fill_file(
                    target, database, table_plans(), lambda progress: report_step(progress, report, stopped), reader
                )
    except BaseException:
        remove_file(target)
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


def fill_file(
    part: Path,
    database: PostgresDatabase,
    plans: list[TablePlan],
    report: Report,
    reader: ActingPrincipal | None = None,
    owners: OwnerRenaming = AS_THEY_ARE,
) -> dict[str, TableSum]:
    """Make the file, fill it, compare it, and have it on the disk. In a transaction of the server's.

    With ``reader`` it holds what he may see alone: a row may speak of another that is not there. ``owners`` says who is
    called otherwise in it. Raises EnvironmentFault, also for what the disk under the file refuses.
    """
    with told_plainly(part):
        sums = _fill(part, database, plans, report, reader, owners)
    with part.open("rb+") as stream:
        os.fsync(stream.fileno())
    return sums


def _fill(
    part: Path,
    database: PostgresDatabase,
    plans: list[TablePlan],
    report: Report,
    reader: ActingPrincipal | None,
    owners: OwnerRenaming,
) -> dict[str, TableSum]:
    rows_of = server_rows(database, reader)
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
        sums = _fill_tables(file, rows_of, plans, RowCounter(report, "Copying rows", total), owners)
        _numbers_back(file, database, plans)
        broken = file.execute("PRAGMA foreign_key_check").fetchall() if reader is None else []
        if broken:
            raise EnvironmentFault(
                UserMessage("Nothing was moved: {count} rows point nowhere.", count=len(broken)),
                UserMessage("Report this with `claudeops store status --json`."),
            )
        require_same(sums, sum_tables(file.execute, plans, report, total))
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.execute("PRAGMA journal_mode=DELETE")
    finally:
        made.close()
        made.close_everywhere()
    return sums


def _fill_tables(
    file: sqlite3.Connection,
    rows_of: Callable[[str], Iterator[Any]],
    plans: list[TablePlan],
    done: RowCounter,
    owners: OwnerRenaming,
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
            passing(plan, owners.rows(plan, rows_of(plan.select)), summed, done),
        )
        sums[plan.name] = summed.so_far()
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


class RowCounter:
    """Tells how many rows have passed, now and then."""

    def __init__(self, report: Report, what: str, total: int) -> None:
        self._report, self._what, self._total, self._done = report, what, total, 0

    def __call__(self) -> None:
        """One row more."""
        if self._done % STEP == 0:
            self._report(BackupProgress(self._what, self._done, self._total))
        self._done += 1


def count_rows(source: sqlite3.Connection, plans: list[TablePlan]) -> int:
    """How many rows a file has in all."""
    return sum(int(source.execute(f'SELECT count(*) FROM "{plan.name}"').fetchone()[0]) for plan in plans)


def server_rows(database: PostgresDatabase, reader: ActingPrincipal | None = None) -> Callable[[str], Iterator[Any]]:
    """Rows of a query as a stream: none of the tables is held whole. In a transaction. With ``reader``, those that he
    may see."""

    def rows_of(sql: str) -> Iterator[Any]:
        with database.connection().cursor(name="claudeops_rows") as cursor:
            cursor.itersize = STEP
            cursor.execute(as_seen_by(sql, reader, SCHEMA))
            yield from cursor

    return rows_of


def sum_tables(
    rows_of: Callable[[str], Any],
    plans: list[TablePlan],
    report: Report,
    total: int,
    owners: OwnerRenaming = AS_THEY_ARE,
) -> dict[str, TableSum]:
    """What the rows of every table sum up to, with the names of ``owners``."""
    done = RowCounter(report, "Comparing rows", total)
    sums = {}
    for plan in plans:
        summed = RowSum()
        for _ in passing(plan, owners.rows(plan, rows_of(plan.select)), summed, done):
            pass
        sums[plan.name] = summed.so_far()
    return sums


def require_same(here: dict[str, TableSum], there: dict[str, TableSum]) -> None:
    """Raise EnvironmentFault where a table came out differently."""
    different = sorted(name for name in here if here[name] != there.get(name))
    if different:
        raise EnvironmentFault(
            UserMessage("Nothing was moved: the rows of {table} came out differently.", table=different[0]),
            UserMessage("Report this with `claudeops store status --json`."),
        )


@contextmanager
def open_server_database(address: StoreAddress) -> Iterator[PostgresDatabase]:
    """A connection to a server, without its schema being looked at. Raises EnvironmentFault."""
    database = PostgresDatabase(address)
    try:
        with told_as_fault(database):
            database.connect()
        yield database
    finally:
        with closing(database):
            database.close_everywhere()


@contextmanager
def told_as_fault(database: PostgresDatabase) -> Iterator[None]:
    """What the server says of itself, as one of our sentences."""
    try:
        yield
    except ClaudeOpsError:
        raise
    except Exception as error:
        fault = database.machine_fault(error)
        if fault is None:
            raise
        raise fault from error
