"""Which spend caps the operator was warned of: once for each period, cap and height of it (S3)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``spend_warnings``; let the cost of a day be added up without reading every session."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS spend_warnings (
            period TEXT NOT NULL,
            starts TEXT NOT NULL,
            cap_usd REAL NOT NULL,
            reached INTEGER NOT NULL,
            told_at TEXT NOT NULL,
            PRIMARY KEY (period, starts, cap_usd, reached)
        )"""
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_sessions_cost ON sessions(started_at, cost_usd) WHERE cost_usd > 0"
    )
