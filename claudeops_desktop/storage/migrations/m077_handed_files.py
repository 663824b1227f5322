"""What a session's own files held that an allowed command names (S10)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``approvals.files``, a text, and ``tool_calls.files``, texts by path as JSON."""
    for table, empty in (("approvals", ""), ("tool_calls", "{}")):
        if "files" not in {row[1] for row in database.execute_sql(f"PRAGMA table_info({table})")}:
            database.execute_sql(f"ALTER TABLE {table} ADD COLUMN files TEXT NOT NULL DEFAULT '{empty}'")
