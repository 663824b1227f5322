"""A vector is reckoned from a fact with its service's name: it goes where the service changes (E8)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the trigger; the indexer finds what is missing then."""
    database.execute_sql(
        "CREATE TRIGGER IF NOT EXISTS memories_service_changed AFTER UPDATE OF service ON memories"
        " WHEN NEW.service IS NOT OLD.service BEGIN DELETE FROM memory_vectors WHERE memory_id = NEW.id; END"
    )
