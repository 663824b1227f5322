"""Questions to the operator: what is not known about a service (R3)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``operator_questions``: one of a kind for each service, asked once."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS operator_questions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            service TEXT NOT NULL,
            kind TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'open',
            asked_at TEXT NOT NULL,
            answered_at TEXT NOT NULL DEFAULT '',
            memory_id INTEGER,
            UNIQUE (service, kind)
        )
        """
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_operator_questions_open ON operator_questions(id) WHERE state = 'open'"
    )
