"""What reaches a prompt and what came of it (E12, E13, E15), doubts of the judge (E7), and what was purged (E19)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``injections``, ``forward_triggers``, ``lessons``, ``judge_doubts`` and ``purges``."""
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS injections (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
            memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            part TEXT NOT NULL,
            tokens INTEGER NOT NULL DEFAULT 0,
            used INTEGER,
            how TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            settled_at TEXT NOT NULL DEFAULT '',
            UNIQUE (session_id, memory_id)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_injections_memory ON injections(memory_id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS forward_triggers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            trigger_date TEXT NOT NULL,
            original_message TEXT NOT NULL,
            words TEXT NOT NULL DEFAULT '',
            memory_ids TEXT NOT NULL DEFAULT '[]',
            service TEXT,
            session_id INTEGER,
            resource_id INTEGER REFERENCES resources(id),
            state TEXT NOT NULL DEFAULT 'waiting',
            created_at TEXT NOT NULL,
            fired_at TEXT NOT NULL DEFAULT '',
            UNIQUE (trigger_date, original_message)
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_forward_due ON forward_triggers(state, trigger_date)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS lessons (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            text TEXT NOT NULL UNIQUE,
            why TEXT NOT NULL DEFAULT '',
            source TEXT NOT NULL,
            gate TEXT NOT NULL DEFAULT 'allow',
            active INTEGER NOT NULL DEFAULT 1,
            times INTEGER NOT NULL DEFAULT 1,
            session_id INTEGER,
            resource_id INTEGER REFERENCES resources(id),
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS judge_doubts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            new_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            old_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            verdict TEXT NOT NULL,
            score REAL NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting',
            answer TEXT NOT NULL DEFAULT '',
            why TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            settled_at TEXT NOT NULL DEFAULT '',
            UNIQUE (new_id, old_id)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS purges (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL,
            by TEXT NOT NULL,
            counts TEXT NOT NULL DEFAULT '{}',
            left_behind TEXT NOT NULL DEFAULT '[]',
            state TEXT NOT NULL DEFAULT 'done'
        )"""
    )
