"""Which indexes of vectors hold all memories: recall searches such a one, whoever made it (E8)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add the table. An index that was made before is not named: the static model's serves without."""
    database.execute_sql(
        "CREATE TABLE IF NOT EXISTS complete_indexes"
        " (name TEXT NOT NULL PRIMARY KEY, completed_at TEXT NOT NULL, memories INTEGER NOT NULL)"
    )
