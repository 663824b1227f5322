"""Findings (L7): one kind of message over runs and services, and aliases of their signatures."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of findings and of aliases."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS findings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        signature TEXT NOT NULL,
        service TEXT NOT NULL DEFAULT '',
        title TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL DEFAULT 'seen',
        sightings INTEGER NOT NULL DEFAULT 0,
        first_seen_at TEXT NOT NULL,
        last_seen_at TEXT NOT NULL,
        fixed_at TEXT,
        fixed_by TEXT NOT NULL DEFAULT '',
        fixed_version TEXT NOT NULL DEFAULT '',
        attempted_at TEXT,
        attempted_by TEXT NOT NULL DEFAULT '',
        attempts_from TEXT,
        regressed_at TEXT,
        notified_at TEXT
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_findings_signature ON findings(signature, service)",
    "CREATE INDEX IF NOT EXISTS idx_findings_state ON findings(state, last_seen_at)",
    """
    CREATE TABLE IF NOT EXISTS finding_sightings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        finding_id INTEGER NOT NULL REFERENCES findings(id) ON DELETE CASCADE,
        key TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        version TEXT NOT NULL DEFAULT '',
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_finding_sightings ON finding_sightings(finding_id, at)",
    """
    CREATE TABLE IF NOT EXISTS signature_aliases (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        signature TEXT NOT NULL UNIQUE,
        alias_of TEXT NOT NULL,
        messages INTEGER NOT NULL DEFAULT 1,
        state TEXT NOT NULL DEFAULT 'proposed',
        example TEXT NOT NULL DEFAULT '',
        other_example TEXT NOT NULL DEFAULT '',
        proposed_at TEXT NOT NULL,
        answered_at TEXT
    )
    """,
)
