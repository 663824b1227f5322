"""The copy of a store on a server that each machine keeps, so that something can be read while the server is away.

Its time of change is the moment that it shows. Where nothing was written at the server since, only that is moved.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from ..archive import Report
from .absence import is_readable
from .address import StoreAddress
from .building import prepare_server
from .copying import fill_file, open_server_database, remove_file, table_plans, told_as_fault

MOST_ROWS = 3_000_000
"""A store of more rows is not copied: it would take minutes, over and over."""
AS_IT_WAS, TOO_LARGE = -1, -2
_NUMBERS = 2**31


def refresh_copy(address: StoreAddress, copy: Path, report: Report = lambda _: None) -> int:
    """Make the copy anew where anybody has written since; how many rows it has, ``AS_IT_WAS`` where nobody has, or
    ``TOO_LARGE``. Raises EnvironmentFault or OperatorError; then the copy of before stays."""
    part = copy.with_name(f".{copy.name}.part")
    with open_server_database(address) as database, told_as_fault(database):
        prepare_server(database)
        began = time.time()
        with database.atomic():
            database.native("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            number = int(database.native("SELECT number FROM lite_version").fetchone()[0]) % _NUMBERS
            if is_readable(copy) and _number_of(copy) == number:
                os.utime(copy, (began, began))
                return AS_IT_WAS
            plans = table_plans()
            if sum(int(database.native(f'SELECT count(*) FROM "{p.name}"').fetchone()[0]) for p in plans) > MOST_ROWS:
                return TOO_LARGE
            try:
                remove_file(part)
                sums = fill_file(part, database, plans, report)
                with closing(sqlite3.connect(part)) as file:
                    file.execute(f"PRAGMA user_version={number}")
                os.utime(part, (began, began))
                part.replace(copy)
            except BaseException:
                remove_file(part)
                raise
    return sum(each.rows for each in sums.values())


def _number_of(copy: Path) -> int:
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return int(file.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return -1
