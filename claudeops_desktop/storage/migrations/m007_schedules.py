"""Schedules, and every due time with what became of it (D5)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``schedules`` and ``due_times``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS schedules (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            rule TEXT NOT NULL,
            enabled INTEGER NOT NULL DEFAULT 1,
            jitter_s INTEGER NOT NULL DEFAULT 0,
            tier INTEGER NOT NULL DEFAULT 1,
            agent TEXT NOT NULL DEFAULT '',
            prompt TEXT NOT NULL DEFAULT '',
            services TEXT NOT NULL DEFAULT '[]',
            anchor_at TEXT NOT NULL,
            watched_from TEXT NOT NULL,
            created_at TEXT NOT NULL
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS due_times (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            schedule_id INTEGER NOT NULL REFERENCES schedules(id) ON DELETE CASCADE,
            due_at TEXT NOT NULL,
            state TEXT NOT NULL,
            why TEXT NOT NULL DEFAULT '',
            run_id INTEGER REFERENCES runs(id),
            started_at TEXT,
            ended_at TEXT,
            UNIQUE (schedule_id, due_at)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_due_times_due ON due_times(due_at)")
