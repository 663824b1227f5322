"""How many markers of a session's log are not stored yet (S6)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``sessions.markers_waiting``: what is not stored is read from the log again until it is."""
    if "markers_waiting" not in {row[1] for row in database.execute_sql("PRAGMA table_info(sessions)")}:
        database.execute_sql("ALTER TABLE sessions ADD COLUMN markers_waiting INTEGER NOT NULL DEFAULT 0")
