"""What the operator said to a missed due time that waited for an answer (D5)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``answer`` to ``due_times`` ("" or run) and an index for the question which due times wait."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(due_times)")}
    if "answer" not in columns:
        database.execute_sql("ALTER TABLE due_times ADD COLUMN answer TEXT NOT NULL DEFAULT ''")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_due_times_state ON due_times(state)")
