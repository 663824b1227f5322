"""What the memory engine knows of a memory beside the spec's columns (E2 to E7, E10; Lifetimes).

``gate`` held facts and ``superseded_by`` keep a memory out of prompts; ``active`` stays what M8 made it.
"""

from __future__ import annotations

from peewee import SqliteDatabase

COLUMNS = (
    ("domain", "TEXT NOT NULL DEFAULT 'operations'"),
    ("category_confidence", "REAL NOT NULL DEFAULT 1.0"),
    ("taxonomy_version", "TEXT NOT NULL DEFAULT 'v1'"),
    ("source", "TEXT NOT NULL DEFAULT 'marker'"),
    ("strength", "TEXT NOT NULL DEFAULT 'explicit'"),
    ("sentiment", "TEXT NOT NULL DEFAULT 'neutral'"),
    ("priority", "TEXT NOT NULL DEFAULT 'medium'"),
    ("gate", "TEXT NOT NULL DEFAULT 'allow'"),
    ("gate_why", "TEXT NOT NULL DEFAULT ''"),
    ("gate_confidence", "REAL NOT NULL DEFAULT 1.0"),
    ("resource_id", "INTEGER"),
    ("merged_count", "INTEGER NOT NULL DEFAULT 0"),
    ("recall_count", "INTEGER NOT NULL DEFAULT 0"),
    ("retrieval_priority", "REAL NOT NULL DEFAULT 0.0"),
    ("last_confirmed_at", "TEXT NOT NULL DEFAULT ''"),
    ("last_recalled_at", "TEXT NOT NULL DEFAULT ''"),
    ("superseded_by", "INTEGER"),
    ("valid_from", "TEXT NOT NULL DEFAULT ''"),
    ("valid_until", "TEXT NOT NULL DEFAULT ''"),
    ("state", "TEXT NOT NULL DEFAULT 'active'"),
)


def up(database: SqliteDatabase) -> None:
    """Make ``resources``; add the columns; give every memory that is there the passage it came from."""
    _resources(database)
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(memories)")}
    for name, kind in COLUMNS:
        if name not in columns:
            database.execute_sql(f"ALTER TABLE memories ADD COLUMN {name} {kind}")
    database.execute_sql(
        "UPDATE memories SET last_confirmed_at = updated_at, valid_from = created_at WHERE valid_from = ''"
    )
    database.execute_sql("UPDATE memories SET source = 'operator' WHERE session_id IS NULL AND source = 'marker'")
    _passages(database)
    _superseded(database)
    for index in (
        "idx_memories_superseded ON memories(superseded_by) WHERE superseded_by IS NOT NULL",
        "idx_memories_held ON memories(id) WHERE gate = 'hold'",
        "idx_memories_resource ON memories(resource_id)",
        "idx_memories_domain ON memories(domain, state)",
    ):
        database.execute_sql(f"CREATE INDEX IF NOT EXISTS {index}")


def _resources(database: SqliteDatabase) -> None:
    """Append-only in the database itself (E2). Only a purge, which says so in ``resource_purge``, may blank one."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS resources (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            raw_content TEXT NOT NULL,
            content_type TEXT NOT NULL,
            content_at TEXT NOT NULL,
            conversation_id TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_resources_created ON resources(created_at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_resources_conversation ON resources(conversation_id)")
    database.execute_sql("CREATE TABLE IF NOT EXISTS resource_purge (going_on INTEGER NOT NULL)")
    database.execute_sql(
        "CREATE TRIGGER IF NOT EXISTS resources_keep_update BEFORE UPDATE ON resources"
        " WHEN NOT EXISTS (SELECT 1 FROM resource_purge)"
        " BEGIN SELECT RAISE(ABORT, 'resources are append-only: only a purge may blank one'); END"
    )
    database.execute_sql(
        "CREATE TRIGGER IF NOT EXISTS resources_keep_delete BEFORE DELETE ON resources"
        " BEGIN SELECT RAISE(ABORT, 'resources are append-only: a purge blanks, nothing deletes'); END"
    )


def _passages(database: SqliteDatabase) -> None:
    """A resource for each memory without one: the line that said it, or the operator's own words."""
    latest = database.execute_sql("SELECT coalesce(max(id), 0) FROM resources").fetchone()[0]
    database.execute_sql(
        "INSERT INTO resources (id, raw_content, content_type, content_at, conversation_id, created_at)"
        f" SELECT {int(latest)} + m.id, coalesce((SELECT k.line FROM markers k WHERE k.kind = 'memory'"
        " AND k.target_id = m.id AND k.line <> '' ORDER BY k.id LIMIT 1), m.observation),"
        " CASE WHEN m.session_id IS NULL THEN 'operator' ELSE 'marker' END, m.created_at,"
        " CASE WHEN m.session_id IS NULL THEN '' ELSE 'session:' || m.session_id END, m.created_at"
        " FROM memories m WHERE m.resource_id IS NULL"
    )
    database.execute_sql(f"UPDATE memories SET resource_id = {int(latest)} + id WHERE resource_id IS NULL")


def _superseded(database: SqliteDatabase) -> None:
    """What was contradicted, and nobody raised since, is no longer valid."""
    newer = (
        "(SELECT l.from_id FROM memory_links l WHERE l.kind = 'contradicts' AND l.to_id = memories.id"
        " ORDER BY l.id DESC LIMIT 1)"
    )
    database.execute_sql(
        f"UPDATE memories SET superseded_by = {newer}, valid_until = (SELECT l.created_at FROM memory_links l"
        " WHERE l.kind = 'contradicts' AND l.to_id = memories.id ORDER BY l.id DESC LIMIT 1)"
        f" WHERE superseded_by IS NULL AND {newer} IS NOT NULL AND pinned = 0"
        " AND (SELECT v.action FROM memory_versions v WHERE v.memory_id = memories.id"
        " ORDER BY v.id DESC LIMIT 1) IN ('lowered', 'decayed')"
    )
