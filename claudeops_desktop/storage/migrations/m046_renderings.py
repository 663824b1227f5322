"""What was rendered last into the knowledge folder (C2)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of renderings."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS renderings (
        path TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL DEFAULT '',
        entry_id INTEGER NOT NULL DEFAULT 0,
        revision TEXT NOT NULL DEFAULT '',
        pending TEXT NOT NULL DEFAULT '',
        stamp TEXT NOT NULL DEFAULT '',
        kept TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_renderings_entry ON renderings(kind, entry_id)",
    """
    CREATE TABLE IF NOT EXISTS rendering_state (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    )
    """,
)
