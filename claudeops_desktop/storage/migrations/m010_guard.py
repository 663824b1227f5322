"""What the guard saw and decided, what waits for the operator's yes, and what a service may have (S10, S11)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``tool_calls``, ``approvals`` and ``service_rules``; let a cooldown action be an attempt first."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(cooldown_actions)")}
    for name, kind in (
        ("state", "TEXT NOT NULL DEFAULT 'completed'"),
        ("tool_use_id", "TEXT NOT NULL DEFAULT ''"),
        ("completed_at", "TEXT"),
    ):
        if name not in columns:
            database.execute_sql(f"ALTER TABLE cooldown_actions ADD COLUMN {name} {kind}")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS approvals (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            run_id INTEGER REFERENCES runs(id),
            session_id INTEGER REFERENCES sessions(id),
            tier INTEGER NOT NULL,
            action TEXT NOT NULL DEFAULT '',
            services TEXT NOT NULL DEFAULT '[]',
            command TEXT NOT NULL DEFAULT '',
            reason TEXT NOT NULL DEFAULT '',
            context TEXT NOT NULL DEFAULT '',
            may TEXT NOT NULL DEFAULT '',
            cost_usd REAL,
            asked_at TEXT NOT NULL,
            expires_at TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting',
            answered_at TEXT,
            answered_by TEXT NOT NULL DEFAULT '',
            note TEXT NOT NULL DEFAULT ''
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_approvals_waiting ON approvals(id) WHERE state = 'waiting'")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_approvals_run ON approvals(run_id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS tool_calls (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id INTEGER NOT NULL REFERENCES sessions(id),
            tool_use_id TEXT NOT NULL,
            tool_name TEXT NOT NULL,
            input TEXT NOT NULL DEFAULT '',
            kind TEXT NOT NULL DEFAULT '',
            services TEXT NOT NULL DEFAULT '[]',
            verdict TEXT NOT NULL,
            by TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            approval_id INTEGER REFERENCES approvals(id),
            asked_at TEXT NOT NULL,
            answered_at TEXT,
            UNIQUE (session_id, tool_use_id)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS service_rules (
            service TEXT PRIMARY KEY,
            restarts INTEGER,
            restart_hours REAL,
            redeployments INTEGER,
            redeployment_hours REAL,
            maintenance_since TEXT,
            maintenance_until TEXT,
            note TEXT NOT NULL DEFAULT '',
            updated_at TEXT NOT NULL
        )"""
    )
