"""When the age of a fact that a session relied on is counted from (M12)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``memories.ages_from``: empty until a session relies on the fact."""
    if "ages_from" not in {row[1] for row in database.execute_sql("PRAGMA table_info(memories)")}:
        database.execute_sql("ALTER TABLE memories ADD COLUMN ages_from TEXT NOT NULL DEFAULT ''")
