"""Earlier texts of files in the memory folders of the Claude CLI, which has no versions of its own (C5, C7)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the table."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS agent_file_versions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL,
        text TEXT NOT NULL,
        revision TEXT NOT NULL,
        saved_at TEXT NOT NULL,
        why TEXT NOT NULL DEFAULT '',
        refused INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_agent_file_versions_path ON agent_file_versions(path, id)",
)
