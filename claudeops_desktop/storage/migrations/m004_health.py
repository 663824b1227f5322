"""What was checked, when, and how it stood (S13)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``health_checks``. ``measured`` is 1 where we measured it, 0 where the agent said so."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS health_checks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id INTEGER REFERENCES sessions(id),
            service TEXT NOT NULL,
            check_type TEXT NOT NULL DEFAULT '',
            status TEXT NOT NULL,
            detail TEXT NOT NULL DEFAULT '',
            response_ms REAL,
            measured INTEGER NOT NULL DEFAULT 0,
            checked_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_health_service ON health_checks(service, checked_at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_health_session ON health_checks(session_id)")
