"""Which process asks a question, so that one whose asker was killed does not wait for an answer (S10)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``approvals.asker``: id, start and boot of the process that waits; "" for the application itself."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(approvals)")}
    if "asker" not in columns:
        database.execute_sql("ALTER TABLE approvals ADD COLUMN asker TEXT NOT NULL DEFAULT ''")
