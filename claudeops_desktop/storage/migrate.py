"""Numbered migrations: each runs once, in order, in a transaction of its own, and is recorded by number and name.

The database is copied first. A database that a newer version has written is refused: opening it could lose what
this version does not know of.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from peewee import SqliteDatabase

from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from . import migrations
from .upgrade_copies import UpgradeCopies

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SchemaMigration:
    """One step of the schema: module ``mNNN_name`` with a function ``up(database)``, loaded where the step is due."""

    number: int
    name: str
    up: Callable[[SqliteDatabase], None]


def known_migrations() -> list[SchemaMigration]:
    """All migrations that this version ships, by number."""
    found = []
    for module in iter_modules(migrations.__path__):
        number, _, name = module.name.removeprefix("m").partition("_")
        found.append(SchemaMigration(int(number), name, partial(_up, module.name)))
    return sorted(found, key=lambda migration: migration.number)


def newest_number() -> int:
    """The schema of this version."""
    return max(migration.number for migration in known_migrations())


def _up(module: str, database: SqliteDatabase) -> None:
    import_module(f"{migrations.__name__}.{module}").up(database)


def applied_migrations(database: SqliteDatabase) -> set[int]:
    """Numbers that the file has seen."""
    database.execute_sql(
        "CREATE TABLE IF NOT EXISTS schema_migrations"
        " (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)"
    )
    return {row[0] for row in database.execute_sql("SELECT number FROM schema_migrations")}


def apply_migrations(database: SqliteDatabase, path: Path, backups: Path) -> list[int]:
    """Run what is missing and return its numbers. Raises OperatorError for a database of a newer version."""
    steps, seen = known_migrations(), applied_migrations(database)
    if seen and max(seen) > steps[-1].number:
        raise OperatorError(
            UserMessage(
                "{path} was written by a newer version of Claude Ops (schema {seen}, this one knows {number}).",
                path=path,
                seen=max(seen),
                number=steps[-1].number,
            ),
            UserMessage(
                "Update the application, restore a copy from {backups}, or start afresh with --data-dir.",
                backups=backups,
            ),
        )
    missing = [step for step in steps if step.number not in seen]
    copies = UpgradeCopies(backups)
    if missing and seen:
        copies.make(database, max(seen))
    for step in missing:
        with database.atomic("immediate"):
            if step.number in applied_migrations(database):  # another process was quicker
                continue
            step.up(database)
            database.execute_sql(
                "INSERT INTO schema_migrations (number, name, applied_at) VALUES (?, ?, ?)",
                (step.number, step.name, to_text(utc_now())),
            )
    if missing:
        broken = database.execute_sql("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise EnvironmentFault(
                UserMessage(
                    "{path} has {broken} rows that point nowhere after the migration.", path=path, broken=len(broken)
                ),
                UserMessage("Restore the copy from {backups} and report this.", backups=backups),
            )
        log.info("schema brought to %d", steps[-1].number)
    if seen:
        copies.release()
    return [step.number for step in missing]
