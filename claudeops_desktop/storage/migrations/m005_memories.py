"""The memories table, exactly as SPEC-0015 has it (Memories Table Schema)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``memories`` and its three indexes."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memories (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            service TEXT,
            category TEXT NOT NULL,
            observation TEXT NOT NULL,
            confidence REAL NOT NULL DEFAULT 0.7,
            active INTEGER NOT NULL DEFAULT 1,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            session_id INTEGER REFERENCES sessions(id),
            tier INTEGER NOT NULL DEFAULT 1
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_service ON memories(service, active)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_confidence ON memories(confidence, active)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memories_category ON memories(category)")
