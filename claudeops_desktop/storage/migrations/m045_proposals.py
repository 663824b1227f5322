"""Proposed changes of the knowledge folder and what they rest on (C3, C4)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of proposals and of their evidence."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS proposals (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        fingerprint TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        title TEXT NOT NULL,
        path TEXT NOT NULL,
        section TEXT NOT NULL DEFAULT '',
        before TEXT NOT NULL DEFAULT '',
        after TEXT NOT NULL DEFAULT '',
        revision TEXT NOT NULL DEFAULT '',
        reason TEXT NOT NULL DEFAULT '',
        confidence REAL NOT NULL DEFAULT 0.7,
        trusted INTEGER NOT NULL DEFAULT 1,
        memory_ids TEXT NOT NULL DEFAULT '[]',
        state TEXT NOT NULL DEFAULT 'waiting',
        created_at TEXT NOT NULL,
        merged INTEGER NOT NULL DEFAULT 0,
        decided_by TEXT NOT NULL DEFAULT '',
        decided_at TEXT NOT NULL DEFAULT '',
        why TEXT NOT NULL DEFAULT '',
        commit_number TEXT NOT NULL DEFAULT '',
        review_week TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_proposals_state ON proposals(state, id)",
    "CREATE INDEX IF NOT EXISTS idx_proposals_review_week ON proposals(review_week) WHERE review_week <> ''",
    """
    CREATE TABLE IF NOT EXISTS proposal_evidence (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        proposal_id INTEGER NOT NULL REFERENCES proposals(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        ref TEXT NOT NULL,
        quote TEXT NOT NULL DEFAULT '',
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL,
        UNIQUE (proposal_id, kind, ref)
    )
    """,
)
