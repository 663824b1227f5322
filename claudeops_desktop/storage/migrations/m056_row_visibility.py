"""Who may see a row: its owner and its audience, and the people, agents and projects that there are (X2)."""

from __future__ import annotations

from peewee import SqliteDatabase

_COLUMNS = {
    "memories": {"owner": "''", "audience": "'everyone'"},
    "memory_versions": {"audience": "'everyone'"},
    "memory_trash": {"audience": "'everyone'"},
    "sessions": {"principal": "''", "audience": "'everyone'"},
    "gate_log": {"audience": "'everyone'"},
    "forward_triggers": {"audience": "'everyone'"},
    "server_tokens": {"principal": "''", "projects": "''"},
}


def up(database: SqliteDatabase) -> None:
    """Add the columns. What is there is everybody's, as it was. Indexes of principals begin with the audience; the
    partial ones say at once whether there is anything that not everybody may see."""
    for table, columns in _COLUMNS.items():
        there = {row[1] for row in database.execute_sql(f"PRAGMA table_info({table})")}
        for name, value in columns.items():
            if name not in there:
                database.execute_sql(f"ALTER TABLE {table} ADD COLUMN {name} TEXT NOT NULL DEFAULT {value}")
    for table in ("principals", "projects"):
        database.execute_sql(
            f"""
            CREATE TABLE IF NOT EXISTS {table} (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL DEFAULT '',
                created_at TEXT NOT NULL,
                removed_at TEXT
            )
            """
        )
    for index in (
        "idx_memories_audience_service ON memories(audience, service, category, active)",
        "idx_memories_audience_told ON memories(audience, confidence DESC, updated_at DESC, id)",
        "idx_memories_limited ON memories(audience) WHERE audience <> 'everyone'",
        "idx_sessions_limited ON sessions(audience, run_id) WHERE audience <> 'everyone'",
    ):
        database.execute_sql(f"CREATE INDEX IF NOT EXISTS {index}")
