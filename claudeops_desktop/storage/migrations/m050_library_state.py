"""The library's state (C14, C15): faults, what is unread, the judgement of a page and its note, when a feed is polled,
sources that were held once, and addresses that agents suggest."""

from __future__ import annotations

from peewee import SqliteDatabase

_COLUMNS = {
    "library_documents": (
        "fault TEXT NOT NULL DEFAULT ''",
        "fault_stamp TEXT NOT NULL DEFAULT ''",
        "unread INTEGER NOT NULL DEFAULT 0",
        "context TEXT NOT NULL DEFAULT ''",
        "relevance TEXT NOT NULL DEFAULT ''",
        "judgement TEXT NOT NULL DEFAULT ''",
        "judged_by TEXT NOT NULL DEFAULT ''",
        "note_path TEXT NOT NULL DEFAULT ''",
        "feed_id INTEGER REFERENCES library_feeds(id) ON DELETE SET NULL",
    ),
    "library_folders": ("fault TEXT NOT NULL DEFAULT ''",),
    "library_feeds": (
        "every_hours REAL NOT NULL DEFAULT 6",
        "next_at TEXT",
        "failures INTEGER NOT NULL DEFAULT 0",
        "fault TEXT NOT NULL DEFAULT ''",
    ),
}
_SCHEMA = (
    # A hash alone: what was removed or purged is not taken in again by itself, and no word of it is kept.
    """
    CREATE TABLE IF NOT EXISTS library_sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        source_hash TEXT NOT NULL UNIQUE,
        tries INTEGER NOT NULL DEFAULT 0,
        seen_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS library_suggestions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        address TEXT NOT NULL UNIQUE,
        reason TEXT NOT NULL DEFAULT '',
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL,
        state TEXT NOT NULL DEFAULT 'open',
        suggested_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_library_suggestions_session ON library_suggestions(session_id)",
    "CREATE INDEX IF NOT EXISTS idx_library_documents_feed ON library_documents(feed_id)",
    "CREATE INDEX IF NOT EXISTS idx_library_documents_missing ON library_documents(missing_at)"
    " WHERE missing_at IS NOT NULL",
)


def up(database: SqliteDatabase) -> None:
    """Add what is missing."""
    for table, columns in _COLUMNS.items():
        known = {row[1] for row in database.execute_sql(f"PRAGMA table_info({table})")}
        for column in columns:
            if column.partition(" ")[0] not in known:
                database.execute_sql(f"ALTER TABLE {table} ADD COLUMN {column}")
    for statement in _SCHEMA:
        database.execute_sql(statement)
