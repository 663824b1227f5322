"""Deliberations (L1) and patterns (L2 to L5): every verdict with its answer, and the rules drawn from them."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of deliberations and of patterns."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS deliberations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        role TEXT NOT NULL,
        verdict TEXT NOT NULL,
        summary TEXT NOT NULL DEFAULT '',
        response TEXT NOT NULL DEFAULT '',
        tokens INTEGER NOT NULL DEFAULT 0,
        project TEXT NOT NULL DEFAULT '',
        services TEXT NOT NULL DEFAULT '[]',
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL,
        run_id INTEGER,
        case_id INTEGER REFERENCES cases(id) ON DELETE SET NULL,
        key TEXT,
        created_at TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_deliberations_key ON deliberations(key) WHERE key IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS idx_deliberations_session ON deliberations(session_id)",
    "CREATE INDEX IF NOT EXISTS idx_deliberations_created ON deliberations(created_at)",
    """
    CREATE TABLE IF NOT EXISTS deliberation_vectors (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        deliberation_id INTEGER NOT NULL REFERENCES deliberations(id) ON DELETE CASCADE,
        model TEXT NOT NULL,
        vector BLOB NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_deliberation_vectors ON deliberation_vectors(deliberation_id, model)",
    """
    CREATE TABLE IF NOT EXISTS patterns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        role TEXT NOT NULL,
        project TEXT NOT NULL DEFAULT '',
        text TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        kind TEXT NOT NULL DEFAULT 'observation',
        services TEXT NOT NULL DEFAULT '[]',
        state TEXT NOT NULL DEFAULT 'observed',
        sightings INTEGER NOT NULL DEFAULT 1,
        success INTEGER NOT NULL DEFAULT 0,
        ignored REAL NOT NULL DEFAULT 0,
        ignored_times INTEGER NOT NULL DEFAULT 0,
        ignored_by_failed_runs INTEGER NOT NULL DEFAULT 0,
        injected INTEGER NOT NULL DEFAULT 0,
        approved_by TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL,
        last_seen_at TEXT NOT NULL,
        last_used_at TEXT NOT NULL,
        why TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_patterns_text ON patterns(text_hash, role, project)",
    "CREATE INDEX IF NOT EXISTS idx_patterns_role ON patterns(role, project, state)",
    """
    CREATE TABLE IF NOT EXISTS pattern_contexts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pattern_id INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        successes INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_pattern_contexts ON pattern_contexts(pattern_id, kind, name)",
    """
    CREATE TABLE IF NOT EXISTS pattern_sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pattern_id INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        source_id INTEGER NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_pattern_sources ON pattern_sources(pattern_id, kind, source_id)",
    """
    CREATE TABLE IF NOT EXISTS pattern_history (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pattern_id INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        what TEXT NOT NULL,
        from_state TEXT NOT NULL DEFAULT '',
        to_state TEXT NOT NULL DEFAULT '',
        evidence TEXT NOT NULL DEFAULT '',
        session_id INTEGER
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_pattern_history ON pattern_history(pattern_id, id)",
    """
    CREATE TABLE IF NOT EXISTS pattern_edges (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        from_pattern INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        to_pattern INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        times INTEGER NOT NULL DEFAULT 1,
        last_at TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_pattern_edges ON pattern_edges(from_pattern, to_pattern)",
    """
    CREATE TABLE IF NOT EXISTS pattern_injections (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        pattern_id INTEGER NOT NULL REFERENCES patterns(id) ON DELETE CASCADE,
        session_id INTEGER NOT NULL,
        at TEXT NOT NULL,
        outcome TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_pattern_injections ON pattern_injections(session_id, pattern_id)",
    "CREATE INDEX IF NOT EXISTS idx_pattern_injections_pattern ON pattern_injections(pattern_id)",
    """
    CREATE TABLE IF NOT EXISTS verifications (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
        verified_session_id INTEGER NOT NULL,
        passed INTEGER,
        failed INTEGER,
        unsure INTEGER,
        settled_at TEXT
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_verifications ON verifications(session_id)",
    "CREATE INDEX IF NOT EXISTS idx_verifications_of ON verifications(verified_session_id)",
    """
    CREATE TABLE IF NOT EXISTS pattern_summaries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        role TEXT NOT NULL,
        project TEXT NOT NULL DEFAULT '',
        text TEXT NOT NULL,
        made_of TEXT NOT NULL,
        made_at TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_pattern_summaries ON pattern_summaries(role, project)",
)
