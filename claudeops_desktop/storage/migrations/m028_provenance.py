"""Where a memory's words were first seen (E4): whether a second source or a check of ours agrees with it, and which
source said it first, without its words."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``memories.confirmed`` (0: only one log or file says it) and ``memories.source_key``."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(memories)")}
    if "confirmed" not in columns:
        database.execute_sql("ALTER TABLE memories ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1")
    if "source_key" not in columns:
        database.execute_sql("ALTER TABLE memories ADD COLUMN source_key TEXT NOT NULL DEFAULT ''")
