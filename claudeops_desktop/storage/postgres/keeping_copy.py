"""The copy of a store on a server that each machine keeps, so that something can be read while the server is away.

It holds what this machine's operator may see, so that the file gives away nothing of others. Its time of change is the
moment that it shows. Where nothing was written at the server since, only that is moved.
"""

from __future__ import annotations

import os
import sqlite3
import time
import zlib
from contextlib import closing
from pathlib import Path

from ...core.principals import ActingPrincipal
from ..archive import Report
from .address import StoreAddress
from .building import prepare_server
from .copy_file import (
    is_behind_purges,
    is_readable,
    part_of,
    reader_of,
    remove_copy,
    remove_file,
    settled_purges,
    version_of,
)
from .copying import fill_file, open_server_database, table_plans, told_as_fault
from .database import PostgresDatabase

MOST_ROWS = 3_000_000
"""A store of more rows is not copied: it would take minutes, over and over."""
AS_IT_WAS, TOO_LARGE = -1, -2
_NUMBERS = 2**31


def refresh_copy(address: StoreAddress, copy: Path, reader: ActingPrincipal, report: Report = lambda _: None) -> int:
    """Make the copy anew for ``reader`` where anybody has written since, or it was made for another; how many rows it
    has, ``AS_IT_WAS`` where nothing is to be done, or ``TOO_LARGE``. Raises EnvironmentFault or OperatorError; then the
    copy of before stays.

    What was purged while the rows were read must not stay in the copy: then it is made once more.
    """
    with open_server_database(address) as database, told_as_fault(database):
        prepare_server(database)
        while True:
            rows = _refresh(database, copy, reader, report)
            if rows == TOO_LARGE or not is_behind_purges(copy, settled_purges(database.native)):
                return rows
            remove_copy(copy)


def _refresh(database: PostgresDatabase, copy: Path, reader: ActingPrincipal, report: Report) -> int:
    part, whose = part_of(copy), _number_of(reader)
    began = time.time()
    with database.atomic():
        database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        number = int(database.native("SELECT number FROM lite_version").fetchone()[0]) % _NUMBERS
        if is_readable(copy) and (version_of(copy), reader_of(copy)) == (number, whose):
            os.utime(copy, (began, began))
            return AS_IT_WAS
        plans = table_plans()
        if sum(int(database.native(f'SELECT count(*) FROM "{p.name}"').fetchone()[0]) for p in plans) > MOST_ROWS:
            return TOO_LARGE
        try:
            remove_file(part)
            sums = fill_file(part, database, plans, report, reader)
            with closing(sqlite3.connect(part)) as file:
                file.execute(f"PRAGMA user_version={number}")
                file.execute(f"PRAGMA application_id={whose}")
            os.utime(part, (began, began))
            part.replace(copy)
        except BaseException:
            remove_file(part)
            raise
    return sum(each.rows for each in sums.values())


def _number_of(reader: ActingPrincipal) -> int:
    """What tells the copy of one reader from that of another: never 0, as it is of one that holds all rows."""
    return zlib.crc32(" ".join((reader.name, *reader.audiences)).encode()) % (_NUMBERS - 1) + 1
