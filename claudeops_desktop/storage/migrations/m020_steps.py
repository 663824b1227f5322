"""What makes the pipeline durable and explains it: checkpoints of each turn (E1), steps (E20), telemetry (R5)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``checkpoints``, ``steps``, ``telemetry``, ``transcripts`` and ``gate_log``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS checkpoints (
            session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
            turn INTEGER NOT NULL,
            user_input TEXT NOT NULL DEFAULT '',
            tool_calls TEXT NOT NULL DEFAULT '[]',
            model_output TEXT NOT NULL DEFAULT '',
            internal_state TEXT NOT NULL DEFAULT '{}',
            created_at TEXT NOT NULL,
            PRIMARY KEY (session_id, turn)
        ) WITHOUT ROWID"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS steps (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            job TEXT NOT NULL,
            step TEXT NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            input TEXT NOT NULL DEFAULT '{}',
            result TEXT NOT NULL DEFAULT 'null',
            error TEXT NOT NULL DEFAULT '',
            session_id INTEGER,
            created_at TEXT NOT NULL,
            started_at TEXT NOT NULL DEFAULT '',
            ended_at TEXT NOT NULL DEFAULT '',
            UNIQUE (job, step)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_steps_waiting ON steps(state, id) WHERE state <> 'done'")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS telemetry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL,
            level TEXT NOT NULL DEFAULT 'info',
            component TEXT NOT NULL,
            action TEXT NOT NULL,
            success INTEGER NOT NULL DEFAULT 1,
            duration_ms REAL,
            session_id INTEGER,
            memory_id INTEGER,
            job TEXT NOT NULL DEFAULT '',
            detail TEXT NOT NULL DEFAULT '{}'
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_telemetry_at ON telemetry(at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_telemetry_action ON telemetry(action, at)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_telemetry_memory ON telemetry(memory_id) WHERE memory_id IS NOT NULL"
    )
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_telemetry_session ON telemetry(session_id) WHERE session_id IS NOT NULL"
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS transcripts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            path TEXT NOT NULL,
            conversation_id TEXT NOT NULL,
            session_id INTEGER,
            trigger TEXT NOT NULL,
            size INTEGER NOT NULL DEFAULT 0,
            offset INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL,
            turns INTEGER NOT NULL DEFAULT 0,
            facts INTEGER NOT NULL DEFAULT 0,
            error TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL,
            UNIQUE (conversation_id)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS gate_log (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            outcome TEXT NOT NULL,
            rule TEXT NOT NULL,
            why TEXT NOT NULL,
            text TEXT NOT NULL,
            source TEXT NOT NULL,
            gate_confidence REAL NOT NULL DEFAULT 1.0,
            session_id INTEGER,
            memory_id INTEGER,
            resource_id INTEGER,
            job TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_gate_log_created ON gate_log(created_at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_gate_log_session ON gate_log(session_id)")
