"""What was audited and mined, what the auditor found, and what sessions said that may be worth keeping (C8, C9)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of positions, of findings and of signals."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS knowledge_positions (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL DEFAULT '',
        updated_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS audit_findings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        path TEXT NOT NULL,
        line INTEGER NOT NULL,
        finding TEXT NOT NULL,
        found_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS discovery_signals (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        place TEXT NOT NULL,
        kind TEXT NOT NULL,
        principle TEXT NOT NULL,
        about TEXT NOT NULL DEFAULT '',
        quote TEXT NOT NULL,
        said_by TEXT NOT NULL,
        lasting INTEGER NOT NULL DEFAULT 0,
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL,
        said_at TEXT NOT NULL DEFAULT '',
        found_at TEXT NOT NULL,
        UNIQUE (place, principle)
    )
    """,
)
