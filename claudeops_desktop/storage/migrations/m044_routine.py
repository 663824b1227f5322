"""The routine (R1 to R4): when each job was last done, its runs step by step, and the weekly reports."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of the routine's jobs, runs and steps, and of the weekly reports."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS routine_jobs (
        job TEXT PRIMARY KEY,
        watched_from TEXT NOT NULL,
        settled_until TEXT NOT NULL DEFAULT '',
        paused INTEGER NOT NULL DEFAULT 0
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS routine_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        job TEXT NOT NULL,
        due_at TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'running',
        by_operator INTEGER NOT NULL DEFAULT 0,
        started_at TEXT NOT NULL,
        ended_at TEXT NOT NULL DEFAULT '',
        owner TEXT NOT NULL DEFAULT '',
        UNIQUE (job, due_at)
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_routine_runs_open ON routine_runs(job) WHERE state = 'running'",
    """
    CREATE TABLE IF NOT EXISTS routine_steps (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        routine_run_id INTEGER NOT NULL REFERENCES routine_runs(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'waiting',
        attempts INTEGER NOT NULL DEFAULT 0,
        count INTEGER NOT NULL DEFAULT 0,
        changed INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        note TEXT NOT NULL DEFAULT '',
        position TEXT NOT NULL DEFAULT '',
        ended_at TEXT NOT NULL DEFAULT '',
        UNIQUE (routine_run_id, name)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS weekly_reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        week TEXT NOT NULL UNIQUE,
        from_at TEXT NOT NULL,
        until_at TEXT NOT NULL,
        made_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS weekly_report_sentences (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        report_id INTEGER NOT NULL REFERENCES weekly_reports(id) ON DELETE CASCADE,
        section TEXT NOT NULL,
        sentence TEXT NOT NULL,
        kind TEXT NOT NULL DEFAULT '',
        target TEXT NOT NULL DEFAULT '',
        service TEXT
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_weekly_report_sentences ON weekly_report_sentences(report_id, id)",
)
