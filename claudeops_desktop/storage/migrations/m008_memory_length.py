"""Two indexes for very many memories.

By length: a prompt asks for "the best of those that still fit" (M7). By what the page filters by: its boxes count.
"""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Index active memories by the length of their observation, and all by service, category and state."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_length ON memories(length(observation)) WHERE active = 1"
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_facets ON memories(service, category, active, pinned)"
    )
