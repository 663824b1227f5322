"""What sessions reported of cause and cure, with each occurrence of a case; several cases of one symptom (L6)."""

from __future__ import annotations

from peewee import SqliteDatabase

_OCCURRENCES = {
    "from_ledger": "INTEGER NOT NULL DEFAULT 0",
    "cause": "TEXT NOT NULL DEFAULT ''",
    "cause_evidence": "TEXT NOT NULL DEFAULT ''",
    "cause_session": "INTEGER",
    "cure": "TEXT NOT NULL DEFAULT ''",
    "verified_by": "TEXT NOT NULL DEFAULT ''",
    "cure_session": "INTEGER",
}


def up(database: SqliteDatabase) -> None:
    """Add the columns, and an index of when calls began. What was filed before is not ``from_ledger``."""
    there = {row[1] for row in database.execute_sql("PRAGMA table_info(case_occurrences)")}
    for name, kind in _OCCURRENCES.items():
        if name not in there:
            database.execute_sql(f"ALTER TABLE case_occurrences ADD COLUMN {name} {kind}")
    if "variant" not in {row[1] for row in database.execute_sql("PRAGMA table_info(cases)")}:
        database.execute_sql("ALTER TABLE cases ADD COLUMN variant INTEGER NOT NULL DEFAULT 0")
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_tool_calls_began ON tool_calls(began_at)")
