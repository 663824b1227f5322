"""Resources are append-only against REPLACE too (E2): SQLite deletes the old row for it without a delete trigger."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Refuse a row with the number of one that is there, whatever the statement would do about the conflict."""
    database.execute_sql(
        "CREATE TRIGGER IF NOT EXISTS resources_keep_replace BEFORE INSERT ON resources"
        " WHEN EXISTS (SELECT 1 FROM resources WHERE id = NEW.id)"
        " BEGIN SELECT RAISE(ABORT, 'resources are append-only: a row is never replaced'); END"
    )
