"""Which facts of other programs were taken in already, by a fingerprint of what they say (X4)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``imported_facts``. A fact is not judged a second time, however its memory was changed since."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS imported_facts (
            fingerprint BLOB PRIMARY KEY,
            source TEXT NOT NULL,
            outcome TEXT NOT NULL,
            memory_id INTEGER,
            imported_at TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )
