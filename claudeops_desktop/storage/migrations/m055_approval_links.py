"""One-time links by which a question is answered from elsewhere (X7)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``approval_links``. A link itself is nowhere: only its SHA-256."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS approval_links (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            approval_id INTEGER NOT NULL,
            link_hash TEXT NOT NULL UNIQUE,
            question_hash TEXT NOT NULL,
            made_at TEXT NOT NULL,
            expires_at TEXT NOT NULL,
            used_at TEXT
        )
        """
    )
