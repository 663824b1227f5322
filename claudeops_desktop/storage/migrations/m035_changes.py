"""What changed on the machine and around it (D12), and planned maintenance windows (S15)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``changes``, ``change_sources`` (where each source was read last) and ``maintenance_windows``."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS changes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        service TEXT NOT NULL DEFAULT '',
        subject TEXT NOT NULL,
        before TEXT NOT NULL DEFAULT '',
        after TEXT NOT NULL DEFAULT '',
        text TEXT NOT NULL DEFAULT '',
        UNIQUE (at, kind, service, subject, before, after)
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_changes_service ON changes(service, at)",
    """
    CREATE TABLE IF NOT EXISTS change_sources (
        source TEXT PRIMARY KEY,
        state TEXT NOT NULL DEFAULT '{}',
        problem TEXT NOT NULL DEFAULT '',
        checked_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS maintenance_windows (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        service TEXT NOT NULL,
        starts_at TEXT NOT NULL,
        ends_at TEXT NOT NULL,
        note TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_maintenance_windows ON maintenance_windows(service, ends_at)",
)
