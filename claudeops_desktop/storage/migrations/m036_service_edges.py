"""Dependencies of services that were proposed (D12): each pair once, with what became of the proposal."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``service_edges``."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS service_edges (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_at TEXT NOT NULL,
        from_service TEXT NOT NULL,
        to_service TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'proposed',
        found_by TEXT NOT NULL,
        evidence TEXT NOT NULL DEFAULT '',
        updated_at TEXT NOT NULL,
        UNIQUE (from_service, to_service)
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_service_edges_to ON service_edges(to_service)",
)
