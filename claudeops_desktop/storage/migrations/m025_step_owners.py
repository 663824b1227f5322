"""Whose a running step is (E20): one whose process is gone may be taken up again, another's is left alone."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``steps.owner``: process id and start time, empty where nobody is at it."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(steps)")}
    if "owner" not in columns:
        database.execute_sql("ALTER TABLE steps ADD COLUMN owner TEXT NOT NULL DEFAULT ''")
