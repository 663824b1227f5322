"""Indexes by which a new fact finds what it is compared with and what was said in the same moment, and by which those
are found that age is about to silence."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Index the texts that a fact is compared with by service and category, passages by when they were said, and
    memories by domain and when they were last seen (an expression: queries must say it in these words)."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_compared ON memories(service, category, id, observation)"
        " WHERE gate <> 'hold' AND state <> 'cold'"
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_resources_said ON resources(content_at)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_seen"
        " ON memories(domain, max(last_confirmed_at, last_recalled_at, updated_at))"
    )
