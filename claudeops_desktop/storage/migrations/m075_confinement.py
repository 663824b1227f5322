"""How the operating system held a session (S10)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``sessions.confinement`` and the reason where a session was not confined."""
    there = {row[1] for row in database.execute_sql("PRAGMA table_info(sessions)")}
    for name in ("confinement", "confinement_reason"):
        if name not in there:
            database.execute_sql(f"ALTER TABLE sessions ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
