"""Moves a whole store: from the file to a server, and back (X3).

The source is held alone and only read. The target is filled, given its keys, read back and compared in one
transaction (or as a file of another name), so that a move that ends early leaves nothing. Only when every table has
the same rows does the application change over.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peewee import PeeweeException

from ...core.clock import utc_now
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from ...core.settings import file as settings_file
from ..archive import BackupProgress, Report
from ..restore import held_alone
from .address import StoreAddress
from .building import make_schema, prepare_server
from .canonical_rows import RowSum, TablePlan, TableSum, passing
from .copy_file import remove_copy, remove_file
from .copying import (
    RowCounter,
    count_rows,
    fill_file,
    open_server_database,
    require_same,
    server_rows,
    sum_tables,
    table_plans,
    told_as_fault,
)
from .database import WRITERS, PostgresDatabase
from .owner_names import OwnerRenaming

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


def move_to_server(
    folder: DataFolder, address: StoreAddress, operator: str, report: Report = lambda _: None
) -> MoveResult:
    """Move the store from the file to an empty database of a server, and change over to it. What is the operator's own
    in the file is so under his name there.

    Where a move before this one was killed after it had filled the server, it is compared and the rest is done.
    Raises OperatorError or EnvironmentFault; then nothing has changed.
    """
    _bring_up_to_date(folder)
    with open_server_database(address) as database, held_alone(folder) as source:
        if source is None:
            raise OperatorError(
                UserMessage("There is no database in {root} that could be moved.", root=folder.root),
                UserMessage("Start the application once, or name another --data-dir."),
            )
        with told_as_fault(database):
            plans, owners = table_plans(), OwnerRenaming("", operator)
            with database.atomic():
                database.native(f"SELECT pg_advisory_xact_lock({WRITERS})")
                if database.refresh_catalog().columns:
                    moved = _compare_full(source, database, plans, owners, report)
                else:
                    moved = _fill_server(source, database, plans, owners, report)
            database.refresh_catalog()
            for plan in plans:  # the server plans by what it knows of the rows, and looks by itself only a minute later
                database.native(f'ANALYZE "{plan.name}"')
        settings_file.change(folder.settings_file, "store.url", address.text)
        aside = _put_aside(folder, source)
    return MoveResult(str(folder.database), address.text, {name: sum_.rows for name, sum_ in moved.items()}, aside)


def move_to_file(
    folder: DataFolder, address: StoreAddress, operator: str, report: Report = lambda _: None
) -> MoveResult:
    """Move the store from the server into the file of the data folder, and change over to it.

    It is the whole store, with what is private to others; what is the operator's own is so without his name, as in any
    file. What is on the server stays there. Raises OperatorError or EnvironmentFault; then nothing has changed.
    """
    if folder.database.exists():
        raise OperatorError(
            UserMessage("{path} is there already, so nothing was moved into it.", path=folder.database),
            UserMessage("Move it to another place, and start again."),
        )
    part = folder.root / _PART
    with held_alone(folder), open_server_database(address) as database:
        remove_file(part)
        try:
            with told_as_fault(database):
                prepare_server(database)
                with database.atomic():
                    database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    database.native(f"SELECT pg_advisory_xact_lock({WRITERS})")
                    moved = fill_file(part, database, table_plans(), report, owners=OwnerRenaming(operator, ""))
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
            remove_file(part)
        settings_file.change(folder.settings_file, "store.url", "")
        remove_copy(folder.store_copy)
    return MoveResult(address.text, str(folder.database), {name: sum_.rows for name, sum_ in moved.items()}, None)


# --- to the server ---------------------------------------------------------------------------------------------------


def _fill_server(
    source: sqlite3.Connection,
    database: PostgresDatabase,
    plans: list[TablePlan],
    owners: OwnerRenaming,
    report: Report,
) -> dict[str, TableSum]:
    sums: dict[str, TableSum] = {}
    total = count_rows(source, plans)
    source.execute("BEGIN")

    def fill() -> None:
        done = RowCounter(report, "Copying rows", total)
        for plan in plans:
            summed = RowSum()
            cursor = database.cursor()
            with cursor.copy(f'COPY "{plan.name}" ({plan.listed}) FROM STDIN') as copy:
                for row in passing(plan, owners.rows(plan, source.execute(plan.select)), summed, done):
                    copy.write_row(row)
            sums[plan.name] = summed.so_far()
            if plan.numbered and (last := _last_number(source, plan.name)):
                database.keep_numbers_from(plan.name, last)

    report(BackupProgress("Making tables", 0, 0))
    make_schema(database, [], fill)
    source.execute("COMMIT")
    require_same(sums, sum_tables(server_rows(database), plans, report, total))
    return sums


def _last_number(source: sqlite3.Connection, table: str) -> int:
    """The highest number that a table ever gave, 0 for none."""
    given = source.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    there = source.execute(f'SELECT max(id) FROM "{table}"').fetchone()[0]
    return max(int(given[0]) if given else 0, int(there or 0))


def _compare_full(
    source: sqlite3.Connection,
    database: PostgresDatabase,
    plans: list[TablePlan],
    owners: OwnerRenaming,
    report: Report,
) -> dict[str, TableSum]:
    """A server that holds a store already is right only where it is this one."""
    total = count_rows(source, plans)
    try:
        here = sum_tables(source.execute, plans, report, total, owners)
        there = sum_tables(server_rows(database), plans, report, total)
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
