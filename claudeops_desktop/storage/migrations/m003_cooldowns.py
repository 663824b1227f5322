"""What was done to a service, for the cooldown rules (S11)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``cooldown_actions``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS cooldown_actions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            service TEXT NOT NULL,
            action_type TEXT NOT NULL,
            success INTEGER NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            session_id INTEGER REFERENCES sessions(id),
            tier INTEGER NOT NULL DEFAULT 1,
            cleared_at TEXT,
            cleared_why TEXT NOT NULL DEFAULT ''
        )"""
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_cooldown_service ON cooldown_actions(service, action_type, created_at)"
    )
