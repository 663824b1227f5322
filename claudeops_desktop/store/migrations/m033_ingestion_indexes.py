"""Indexes by which a new fact finds what it is compared with, and what was said in the same moment; and by which the
list of closings is read without the rest of the histories."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Index the texts that a fact is compared with by service and category, and passages by when they were said."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_compared ON memories(service, category, id, observation)"
        " WHERE gate <> 'hold' AND state <> 'cold'"
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_resources_said ON resources(content_at)")
