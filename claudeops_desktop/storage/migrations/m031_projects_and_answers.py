"""The folder that a transcript was about, and the operator's answers on pairs of facts as labelled pairs (M10)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``transcripts.folder`` and make ``memory_answers``: one row for each pair that the operator answered.

    The frames are the texts without their figures, by which a pair of the same wording is found again.
    """
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(transcripts)")}
    if "folder" not in columns:
        database.execute_sql("ALTER TABLE transcripts ADD COLUMN folder TEXT NOT NULL DEFAULT ''")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_answers (
            conflict_id INTEGER PRIMARY KEY,
            service TEXT,
            category TEXT NOT NULL,
            old_text TEXT NOT NULL,
            new_text TEXT NOT NULL,
            old_frame TEXT NOT NULL,
            new_frame TEXT NOT NULL,
            answer TEXT NOT NULL,
            answered_at TEXT NOT NULL
        )
        """
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_answers_frames ON memory_answers(old_frame, new_frame)")
