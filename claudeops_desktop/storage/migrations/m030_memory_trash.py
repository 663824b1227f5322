"""Memories that were deleted on the command line, kept for thirty days (M14); and quick questions to the histories."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``memory_trash``: one JSON document for each memory. Index versions by time, and wishes to check."""
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
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_versions_at ON memory_versions(created_at)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memory_versions_check ON memory_versions(memory_id)"
        " WHERE action = 'check asked'"
    )
