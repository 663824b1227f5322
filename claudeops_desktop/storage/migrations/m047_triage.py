"""How far a proposal has come in triage, the words that were written, and what a model was asked (C3, C4)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add the columns and make ``proposal_calls`` and ``proposal_positions``."""
    known = {column.name for column in database.get_columns("proposals")}
    for name, kind in (("written", "TEXT NOT NULL DEFAULT ''"), ("tier", "INTEGER NOT NULL DEFAULT 0"),
                       ("tries", "INTEGER NOT NULL DEFAULT 0")):  # fmt: skip
        if name not in known:
            database.execute_sql(f"ALTER TABLE proposals ADD COLUMN {name} {kind}")
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS proposal_calls (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        purpose TEXT NOT NULL,
        asked_at TEXT NOT NULL,
        answered_at TEXT NOT NULL DEFAULT '',
        model TEXT NOT NULL,
        sent INTEGER NOT NULL,
        cost_usd REAL NOT NULL DEFAULT 0,
        fault TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_proposal_calls_asked ON proposal_calls(asked_at)",
    """
    CREATE TABLE IF NOT EXISTS proposal_positions (
        name TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        at TEXT NOT NULL
    )
    """,
)
