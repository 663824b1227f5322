"""One index for the texts that a new fact is compared with, whether those that were laid away belong to them or not."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Put ``idx_memories_texts`` in the place of ``idx_memories_compared``, which left out what is laid away: markers
    are compared with that as well. ``gate`` is a column too, or SQLite looks it up in each row."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_texts ON memories(service, category, id, observation, state, gate)"
        " WHERE gate <> 'hold'"
    )
    database.execute_sql("DROP INDEX IF EXISTS idx_memories_compared")
