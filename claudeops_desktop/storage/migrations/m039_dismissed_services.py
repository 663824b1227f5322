"""Names that agents used for something that is no service, by the operator's word (D12)."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``dismissed_services``."""
    database.execute_sql(
        "CREATE TABLE IF NOT EXISTS dismissed_services (service TEXT PRIMARY KEY, dismissed_at TEXT NOT NULL)"
    )
