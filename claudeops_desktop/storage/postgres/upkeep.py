"""Looking after a store on a server: is it whole, how large is what, and giving unused room back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...core.errors import ClaudeOpsError
from ...core.messages import UserMessage
from ..archive import BackupCancelled, Stopped
from .address import StoreAddress, connect
from .faults import server_fault

_TABLES = """
    SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c
    WHERE c.relnamespace = 'claudeops'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'lite\\_%'
    ORDER BY c.relname
"""


def read_everything(address: StoreAddress) -> list[str]:
    """Read every table from end to end, so that the server checks what it reads; what it says is wrong."""
    problems = []
    with _connected(address) as connection:
        for name, _ in connection.execute(_TABLES).fetchall():
            try:
                connection.execute(f'SELECT count(t.*) FROM "{name}" t').fetchone()
            except Exception as error:
                if getattr(error, "sqlstate", "") not in ("XX000", "XX001", "XX002"):
                    raise
                problems.append(f"{name}: {error}")
    return problems


def measure_tables(address: StoreAddress) -> tuple[int, list[tuple[str, int, int]]]:
    """Bytes of the database, and of each table its name, rows and bytes with its indexes."""
    with _connected(address) as connection:
        whole = int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])
        return whole, [
            (name, int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]), int(size))
            for name, size in connection.execute(_TABLES).fetchall()
        ]


def write_anew(address: StoreAddress, stopped: Stopped = lambda: False) -> tuple[int, int]:
    """Write every table anew, so that what was deleted is gone from its files; bytes before and after.

    Raises BackupCancelled between two tables: each is whole, whether it was written anew or not.
    """
    with _connected(address) as connection:
        before = int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])
        for name, _ in connection.execute(_TABLES).fetchall():
            if stopped():
                raise BackupCancelled(UserMessage("Cancelled: nothing was changed."))
            connection.execute(f'VACUUM (FULL, ANALYZE) "{name}"')
        return before, int(connection.execute("SELECT pg_database_size(current_database())").fetchone()[0])


@contextmanager
def _connected(address: StoreAddress) -> Iterator[Any]:
    try:
        with connect(address) as connection:
            yield connection
    except ClaudeOpsError:
        raise
    except Exception as error:
        fault = server_fault(error, address)
        if fault is None:
            raise
        raise fault from error
