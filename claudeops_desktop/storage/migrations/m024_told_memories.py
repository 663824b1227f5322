"""An index of what prompts may hold: active, valid and not laid away, best first (M7)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``idx_memories_told``; the judge's doubts that wait get an index too."""
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memories_told ON memories(confidence DESC, updated_at DESC, id)"
        " WHERE active = 1 AND superseded_by IS NULL AND state IN ('active', 'stale')"
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_judge_doubts_waiting ON judge_doubts(id) WHERE state = 'waiting'"
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_judge_doubts_old ON judge_doubts(old_id)")
