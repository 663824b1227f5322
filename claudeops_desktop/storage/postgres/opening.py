"""Opening a store on a server, with its schema brought up to date."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import is_bug
from ..database import proxy
from .address import StoreAddress
from .building import prepare_server
from .copy_file import is_readable
from .copying import open_server_database, told_as_fault
from .database import PostgresDatabase
from .faults import ServerAway
from .translation import StatementTranslator


def open_server(address: StoreAddress, copy: Path | None = None) -> PostgresDatabase:
    """Connect, migrate, and bind every model to it. Raises EnvironmentFault or OperatorError.

    With ``copy``, where the server is away and there is a copy on this machine, that is read until the server is back.
    """
    database = PostgresDatabase(address)
    try:
        database.connect()
        prepare_server(database)
    except Exception as error:
        fault = database.machine_fault(error) if is_bug(error) else error
        if isinstance(fault, ServerAway) and copy is not None and is_readable(copy):
            database.presence.copy = copy
            database.prepare = lambda: _prepare_later(address)
            database.presence.note_away()
            database.changes()
            proxy.initialize(database)
            return database
        database.close()
        database.close_everywhere()
        if isinstance(fault, Exception) and fault is not error:
            raise fault from error
        raise
    database.presence.copy = copy
    proxy.initialize(database)
    return database


def _prepare_later(address: StoreAddress) -> StatementTranslator:
    with open_server_database(address) as database, told_as_fault(database):
        prepare_server(database)
        return database.translator
