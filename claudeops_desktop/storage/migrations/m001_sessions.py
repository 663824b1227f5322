"""Runs and their sessions (S5)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``runs`` and ``sessions``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS runs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            trigger TEXT NOT NULL,
            agent TEXT NOT NULL,
            status TEXT NOT NULL,
            started_at TEXT NOT NULL,
            ended_at TEXT,
            cost_usd REAL NOT NULL DEFAULT 0,
            max_tier INTEGER NOT NULL DEFAULT 1,
            dry_run INTEGER NOT NULL DEFAULT 0,
            services TEXT NOT NULL DEFAULT '[]'
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            parent_session_id INTEGER REFERENCES sessions(id),
            run_id INTEGER NOT NULL REFERENCES runs(id),
            agent TEXT NOT NULL,
            agent_version TEXT NOT NULL DEFAULT '',
            tier INTEGER NOT NULL DEFAULT 1,
            model TEXT NOT NULL DEFAULT '',
            trigger TEXT NOT NULL,
            status TEXT NOT NULL,
            status_reason TEXT NOT NULL DEFAULT '',
            prompt_text TEXT NOT NULL DEFAULT '',
            appended_prompt TEXT NOT NULL DEFAULT '',
            started_at TEXT NOT NULL,
            ended_at TEXT,
            exit_code INTEGER,
            cost_usd REAL,
            num_turns INTEGER,
            duration_ms INTEGER,
            response TEXT NOT NULL DEFAULT '',
            summary TEXT NOT NULL DEFAULT '',
            dry_run INTEGER NOT NULL DEFAULT 0,
            log_file TEXT NOT NULL DEFAULT '',
            agent_session_id TEXT NOT NULL DEFAULT '',
            pid INTEGER,
            process_token TEXT NOT NULL DEFAULT '',
            owner TEXT NOT NULL DEFAULT ''
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_sessions_status ON sessions(status)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_sessions_run ON sessions(run_id)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_sessions_started ON sessions(started_at)")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_runs_started ON runs(started_at)")
