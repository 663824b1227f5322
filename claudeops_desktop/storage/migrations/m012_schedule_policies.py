"""A policy for each schedule (D5), and prompts worth keeping."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add the policies to ``schedules``; make ``saved_prompts``.

    ``catch_up`` "" and ``max_age_s`` NULL mean what the settings say.
    """
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(schedules)")}
    for name, kind in (
        ("catch_up", "TEXT NOT NULL DEFAULT ''"),
        ("max_age_s", "INTEGER"),
        ("wait_network", "INTEGER NOT NULL DEFAULT 0"),
        ("keep_awake", "INTEGER NOT NULL DEFAULT 0"),
    ):
        if name not in columns:
            database.execute_sql(f"ALTER TABLE schedules ADD COLUMN {name} {kind}")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS saved_prompts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            prompt TEXT NOT NULL,
            tier INTEGER NOT NULL DEFAULT 1,
            services TEXT NOT NULL DEFAULT '[]',
            agent TEXT NOT NULL DEFAULT '',
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL
        )"""
    )
