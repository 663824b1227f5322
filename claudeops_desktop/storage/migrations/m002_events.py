"""Events, and the marks they come from (S7, S8).

A mark's key is the session, the line of its log, the block and the place in the block: storing one twice is
impossible. ``line`` is a copy of the line as it was said, so that the source outlives the log.
"""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``events`` and ``markers``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id INTEGER REFERENCES sessions(id),
            level TEXT NOT NULL,
            service TEXT,
            message TEXT NOT NULL,
            created_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_events_created ON events(created_at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_events_session ON events(session_id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS markers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id INTEGER NOT NULL REFERENCES sessions(id),
            log_line INTEGER NOT NULL,
            block INTEGER NOT NULL,
            place INTEGER NOT NULL,
            kind TEXT NOT NULL,
            line TEXT NOT NULL DEFAULT '',
            said TEXT NOT NULL DEFAULT '',
            action TEXT NOT NULL DEFAULT '',
            why TEXT NOT NULL DEFAULT '',
            target_id INTEGER,
            created_at TEXT NOT NULL,
            UNIQUE (session_id, log_line, block, place)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_markers_target ON markers(kind, target_id)")
