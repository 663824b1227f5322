"""What needs the operator's attention, and what does not: acknowledged events, mutes, alerts in, notifications out."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add acknowledgement to ``events``; make ``mutes``, ``alerts`` and ``notifications``."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(events)")}
    if "acknowledged_at" not in columns:
        database.execute_sql("ALTER TABLE events ADD COLUMN acknowledged_at TEXT")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS mutes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            service TEXT,
            level TEXT,
            text TEXT NOT NULL DEFAULT '',
            until TEXT,
            reason TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            ended_at TEXT
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS alerts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL,
            key TEXT NOT NULL DEFAULT '',
            title TEXT NOT NULL,
            services TEXT NOT NULL DEFAULT '[]',
            payload TEXT NOT NULL DEFAULT '',
            state TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            run_id INTEGER REFERENCES runs(id),
            received_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_alerts_key ON alerts(key, received_at)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS notifications (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL DEFAULT '',
            place TEXT NOT NULL DEFAULT '{}',
            count INTEGER NOT NULL DEFAULT 1,
            desktop TEXT NOT NULL DEFAULT '',
            outward TEXT NOT NULL DEFAULT '',
            first_at TEXT NOT NULL,
            last_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_notifications_key ON notifications(key, last_at)")
