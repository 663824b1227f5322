"""What M9 to M16 need beside the spec's columns: pins, links, decay bookkeeping, and every change ever made.

``decay_from`` is the ``updated_at`` that ``decay_weeks`` counts from: a memory that was refreshed since starts anew.
"""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add columns to ``memories``; make ``memory_versions`` and ``memory_links``."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(memories)")}
    for name, kind in (
        ("pinned", "INTEGER NOT NULL DEFAULT 0"),
        ("decay_from", "TEXT NOT NULL DEFAULT ''"),
        ("decay_weeks", "INTEGER NOT NULL DEFAULT 0"),
    ):
        if name not in columns:
            database.execute_sql(f"ALTER TABLE memories ADD COLUMN {name} {kind}")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_updated ON memories(active, updated_at)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_rank ON memories(confidence DESC, updated_at DESC, id)"
        " WHERE active = 1"
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_session ON memories(session_id)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_pinned ON memories(id) WHERE pinned = 1")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_versions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            action TEXT NOT NULL,
            by TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            service TEXT,
            category TEXT NOT NULL,
            observation TEXT NOT NULL,
            confidence REAL NOT NULL,
            active INTEGER NOT NULL,
            pinned INTEGER NOT NULL,
            session_id INTEGER REFERENCES sessions(id),
            marker_id INTEGER REFERENCES markers(id),
            other_id INTEGER,
            created_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_versions ON memory_versions(memory_id, id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_links (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            from_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            to_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            UNIQUE (from_id, to_id, kind)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_links_to ON memory_links(to_id)")
