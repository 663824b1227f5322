"""When an allowed tool call began, when it ended and how; and what a session reports of cause and cure (L6)."""

from __future__ import annotations

from peewee import SqliteDatabase

_CALLS = {
    "began_at": "TEXT",
    "ended_at": "TEXT",
    "result": "TEXT NOT NULL DEFAULT ''",
    "outside": "INTEGER NOT NULL DEFAULT 0",
    "processes": "TEXT NOT NULL DEFAULT '{}'",
}


def up(database: SqliteDatabase) -> None:
    """Add the columns. Of the calls that are there, the allowed ones began when they were allowed; how they ended was
    not recorded."""
    there = {row[1] for row in database.execute_sql("PRAGMA table_info(tool_calls)")}
    for name, kind in _CALLS.items():
        if name not in there:
            database.execute_sql(f"ALTER TABLE tool_calls ADD COLUMN {name} {kind}")
    if "began_at" not in there:
        database.execute_sql("UPDATE tool_calls SET began_at = answered_at WHERE verdict = 'allow'")
    if "report" not in {row[1] for row in database.execute_sql("PRAGMA table_info(sessions)")}:
        database.execute_sql("ALTER TABLE sessions ADD COLUMN report TEXT NOT NULL DEFAULT ''")
