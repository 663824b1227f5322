"""Incidents (D11): what was out of order on a service, from the first bad measurement to the second good one."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``incidents``, their time line, the runs about them, and the states of checks that are not well."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS incidents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        service TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'open',
        source TEXT NOT NULL DEFAULT 'check',
        started_at TEXT NOT NULL,
        opened_at TEXT NOT NULL,
        acknowledged_at TEXT,
        resolved_at TEXT,
        resolved_by TEXT NOT NULL DEFAULT '',
        worst TEXT NOT NULL DEFAULT 'down',
        cause TEXT NOT NULL DEFAULT '',
        folded_into INTEGER REFERENCES incidents(id) ON DELETE SET NULL,
        snoozed_until TEXT,
        investigation TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_incidents_live ON incidents(service) WHERE state <> 'resolved'",
    "CREATE INDEX IF NOT EXISTS idx_incidents_service ON incidents(service, id)",
    "CREATE INDEX IF NOT EXISTS idx_incidents_opened ON incidents(opened_at)",
    "CREATE INDEX IF NOT EXISTS idx_incidents_folded ON incidents(folded_into) WHERE folded_into IS NOT NULL",
    """
    CREATE TABLE IF NOT EXISTS incident_entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        incident_id INTEGER NOT NULL REFERENCES incidents(id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        run_id INTEGER
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_incident_entries ON incident_entries(incident_id, id)",
    """
    CREATE TABLE IF NOT EXISTS incident_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        incident_id INTEGER NOT NULL REFERENCES incidents(id) ON DELETE CASCADE,
        run_id INTEGER NOT NULL,
        linked_at TEXT NOT NULL,
        UNIQUE (incident_id, run_id)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS check_states (
        key TEXT PRIMARY KEY,
        service TEXT NOT NULL,
        check_type TEXT NOT NULL DEFAULT '',
        status TEXT NOT NULL,
        bad_since TEXT NOT NULL,
        bad_count INTEGER NOT NULL DEFAULT 0,
        good_count INTEGER NOT NULL DEFAULT 0,
        confirmed INTEGER NOT NULL DEFAULT 0,
        dismissed INTEGER NOT NULL DEFAULT 0,
        detail TEXT NOT NULL DEFAULT '',
        seen_at TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "CREATE INDEX IF NOT EXISTS idx_check_states_service ON check_states(service)",
)
