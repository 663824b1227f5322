"""Pairs of facts that may contradict one another (E11): what was closed or lowered by which fact, why and how surely,
and those that stand side by side until somebody says which of the two holds."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``memory_conflicts``. ``before`` is how both facts stood before the last change, as JSON, for its undo."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_conflicts (
            id INTEGER PRIMARY KEY,
            old_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            new_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            certainty REAL NOT NULL,
            state TEXT NOT NULL DEFAULT 'open',
            created_at TEXT NOT NULL,
            resolved_at TEXT NOT NULL DEFAULT '',
            by TEXT NOT NULL DEFAULT '',
            before TEXT NOT NULL DEFAULT '',
            UNIQUE (old_id, new_id)
        )
        """
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_conflicts_new ON memory_conflicts(new_id)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_conflicts_created ON memory_conflicts(created_at)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memory_conflicts_open ON memory_conflicts(id) WHERE state = 'open'"
    )
