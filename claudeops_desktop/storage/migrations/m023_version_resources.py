"""A change of a memory leads to the passage that brought it about (E2): one that was confirmed from another source
leads to both."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Add ``resource_id`` to ``memory_versions``."""
    columns = {row[1] for row in database.execute_sql("PRAGMA table_info(memory_versions)")}
    if "resource_id" not in columns:
        database.execute_sql("ALTER TABLE memory_versions ADD COLUMN resource_id INTEGER REFERENCES resources(id)")
    database.execute_sql(
        "CREATE INDEX IF NOT EXISTS idx_memory_versions_resource ON memory_versions(resource_id)"
        " WHERE resource_id IS NOT NULL"
    )
