"""An index by length: the prompt asks for "the best of those that still fit" among very many memories (M7)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Index active memories by the length of their observation."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_length ON memories(length(observation)) WHERE active = 1"
    )
