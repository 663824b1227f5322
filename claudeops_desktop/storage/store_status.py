"""Where the store is, of which schema, and how much it holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .database import told_plainly
from .migrate import newest_number
from .store_place import server_of
from .store_state import FILE, StoreStatus


def store_status(folder: DataFolder) -> StoreStatus:
    """Look at the store; nothing is changed. Raises EnvironmentFault or OperatorError."""
    address = server_of(folder)
    if address is not None:
        from .postgres.looking import server_status

        return server_status(address)
    if not folder.database.exists():
        raise EnvironmentFault(
            UserMessage("There is no database {path}.", path=folder.database),
            UserMessage("Start the application once."),
        )
    with (
        told_plainly(folder.database),
        closing(sqlite3.connect(f"{folder.database.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as database,
    ):
        names = [
            name
            for (name,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                " AND name NOT LIKE '%\\_words%' ESCAPE '\\' ORDER BY name"
            )
        ]
        schema = int(database.execute("SELECT max(number) FROM schema_migrations").fetchone()[0])
        tables = {name: int(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in names}
    return StoreStatus(FILE, str(folder.database), "", schema, newest_number(), 0, tables)
