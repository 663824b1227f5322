"""Memories that were deleted on the command line, kept for thirty days (M14)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``memory_trash``: one JSON document for each deleted memory."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_trash (
            memory_id INTEGER PRIMARY KEY,
            deleted_at TEXT NOT NULL,
            restored_at TEXT NOT NULL DEFAULT '',
            document TEXT NOT NULL
        )
        """
    )
