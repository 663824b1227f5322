"""Opening a store on a server, with its schema brought up to date."""

from __future__ import annotations

from ...core.errors import is_bug
from ..database import proxy
from .address import StoreAddress
from .building import prepare_server
from .database import PostgresDatabase


def open_server(address: StoreAddress) -> PostgresDatabase:
    """Connect, migrate, and bind every model to it. Raises EnvironmentFault or OperatorError."""
    database = PostgresDatabase(address)
    try:
        database.connect()
        prepare_server(database)
    except Exception as error:
        fault = database.machine_fault(error) if is_bug(error) else None
        database.close()
        database.close_everywhere()
        if fault is not None:
            raise fault from error
        raise
    proxy.initialize(database)
    return database
