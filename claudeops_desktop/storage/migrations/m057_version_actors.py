"""Who made a change of a memory, by name, where several operators share a store (X2, M16)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add the column. What is there was done by the operator of the file, who has no name."""
    there = {row[1] for row in database.execute_sql("PRAGMA table_info(memory_versions)")}
    if "actor" not in there:
        database.execute_sql("ALTER TABLE memory_versions ADD COLUMN actor TEXT NOT NULL DEFAULT ''")
