"""What a model wrote of the facts of a summary, beside the list of them, and the list that it wrote it from."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add the columns. A text is shown only while the list is the one that it was written from."""
    there = {column.name for column in database.get_columns("memory_summaries")}
    for name in ("written", "written_from"):
        if name not in there:
            database.execute_sql(f"ALTER TABLE memory_summaries ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")
