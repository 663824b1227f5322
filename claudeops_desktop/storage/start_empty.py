"""A new, empty database where there was one: only ever because the operator says so."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from . import migrate
from .database import connect, proxy, told_plainly
from .lost_database import put_aside
from .restore import held_alone
from .store_place import require_file


def begin_empty(folder: DataFolder) -> Path | None:
    """Put aside what is left of the database and make a new one; where the old one is now.

    Raises OperatorError where an application is at work on the folder, and EnvironmentFault.
    """
    require_file(folder)
    folder.create()
    with held_alone(folder) as held:
        if held is not None:
            held.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            held.close()
        try:
            kept = put_aside(folder)
        except OSError as error:
            raise EnvironmentFault(
                UserMessage(
                    "{database} cannot be moved to {backups}: {strerror}.",
                    database=folder.database,
                    backups=folder.backups,
                    strerror=error.strerror,
                ),
                UserMessage("Make both writable."),
            ) from error
        bound = proxy.obj
        database = connect(folder.database)
        try:
            with told_plainly(folder.database):
                migrate.apply_migrations(database, folder.database, folder.backups)
        finally:
            database.close()
            if bound is not None:
                proxy.initialize(bound)
    return kept
