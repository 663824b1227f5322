"""Tokens of whoever uses the server, what they wrote, and answers that are kept for repeated requests (X1)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``server_tokens``, ``server_writes`` and ``server_replies``. A token itself is nowhere: only its SHA-256."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS server_tokens (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL DEFAULT 'agent',
            scopes TEXT NOT NULL,
            domain TEXT NOT NULL DEFAULT '',
            token_hash TEXT NOT NULL UNIQUE,
            previous_hash TEXT NOT NULL DEFAULT '',
            previous_until TEXT,
            origin TEXT NOT NULL DEFAULT 'operator',
            created_at TEXT NOT NULL,
            rotated_at TEXT,
            expires_at TEXT,
            revoked_at TEXT,
            last_used_at TEXT,
            last_used_from TEXT NOT NULL DEFAULT ''
        )
        """
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS server_writes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            written_at TEXT NOT NULL,
            token_id INTEGER NOT NULL,
            token_name TEXT NOT NULL,
            came_from TEXT NOT NULL DEFAULT '',
            interface TEXT NOT NULL,
            operation TEXT NOT NULL,
            target TEXT NOT NULL DEFAULT '',
            status INTEGER NOT NULL,
            detail TEXT NOT NULL DEFAULT ''
        )
        """
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS server_replies (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token_id INTEGER NOT NULL,
            key_hash TEXT NOT NULL,
            request_hash TEXT NOT NULL,
            status INTEGER NOT NULL DEFAULT 0,
            headers TEXT NOT NULL DEFAULT '{}',
            body TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            UNIQUE (token_id, key_hash)
        )
        """
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_server_replies_created ON server_replies(created_at)")
