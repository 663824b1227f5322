"""What workstations share through a git remote: which fact is which, what became of it here, and how far a sync got
(X6)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``shared_records``, ``shared_deletions`` and ``sync_state``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS shared_records (
            uid TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            relation TEXT NOT NULL,
            entry_id INTEGER,
            revision INTEGER NOT NULL,
            state TEXT NOT NULL,
            digest BLOB NOT NULL,
            stored BLOB NOT NULL,
            noted_at TEXT NOT NULL
        ) WITHOUT ROWID
        """
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_shared_records_entry ON shared_records(kind, entry_id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS shared_deletions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL,
            workstation TEXT NOT NULL,
            kind TEXT NOT NULL,
            entry_id INTEGER NOT NULL,
            state TEXT NOT NULL,
            noted_at TEXT NOT NULL,
            answered_at TEXT NOT NULL DEFAULT '',
            UNIQUE (uid, workstation)
        )
        """
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_shared_deletions_open ON shared_deletions(id) WHERE state = 'open'"
    )
    database.execute_sql(
        "CREATE TABLE IF NOT EXISTS sync_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    )
