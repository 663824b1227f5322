"""Cases (L6): what was out of order on a service, what was tried, what ended it, and how often that helped again."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of cases, and the index of their words with its triggers."""
    for statement in _SCHEMA:
        database.execute_sql(statement)
    put = f"INSERT INTO case_words (rowid, {_WORDS}) VALUES (NEW.id, {_prefixed('NEW')});"
    take = f"INSERT INTO case_words (case_words, rowid, {_WORDS}) VALUES ('delete', OLD.id, {_prefixed('OLD')});"
    database.execute_sql(f"CREATE TRIGGER IF NOT EXISTS case_words_in AFTER INSERT ON cases BEGIN {put} END")
    database.execute_sql(f"CREATE TRIGGER IF NOT EXISTS case_words_out AFTER DELETE ON cases BEGIN {take} END")
    database.execute_sql(
        f"CREATE TRIGGER IF NOT EXISTS case_words_changed AFTER UPDATE OF {_WORDS} ON cases BEGIN {take} {put} END"
    )


_WORDS = "service, symptom, shown, cause, words"


def _prefixed(row: str) -> str:
    return ", ".join(f"{row}.{name}" for name in _WORDS.split(", "))


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS cases (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        service TEXT NOT NULL,
        faulty_service TEXT NOT NULL DEFAULT '',
        host TEXT NOT NULL DEFAULT '',
        project TEXT NOT NULL DEFAULT '',
        trigger TEXT NOT NULL DEFAULT '',
        signature TEXT NOT NULL,
        symptom TEXT NOT NULL DEFAULT '',
        shown TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL DEFAULT 'open',
        cause TEXT NOT NULL DEFAULT '',
        cure TEXT NOT NULL DEFAULT '',
        held INTEGER,
        afterwards TEXT NOT NULL DEFAULT '',
        uncertain TEXT NOT NULL DEFAULT '',
        words TEXT NOT NULL DEFAULT '',
        seen INTEGER NOT NULL DEFAULT 1,
        opened_at TEXT NOT NULL,
        closed_at TEXT,
        edited_at TEXT,
        retired_at TEXT,
        merged_into INTEGER REFERENCES cases(id) ON DELETE SET NULL,
        created_at TEXT NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_cases_signature ON cases(signature, service)",
    "CREATE INDEX IF NOT EXISTS idx_cases_opened ON cases(opened_at)",
    """
    CREATE TABLE IF NOT EXISTS case_services (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
        service TEXT NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_case_services ON case_services(service, case_id)",
    "CREATE INDEX IF NOT EXISTS idx_case_services_case ON case_services(case_id)",
    """
    CREATE TABLE IF NOT EXISTS case_occurrences (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
        key TEXT NOT NULL UNIQUE,
        source TEXT NOT NULL,
        end TEXT NOT NULL DEFAULT 'open',
        opened_at TEXT NOT NULL,
        closed_at TEXT,
        held INTEGER,
        uncertain TEXT NOT NULL DEFAULT '',
        checks INTEGER NOT NULL DEFAULT 0,
        from_case INTEGER,
        incident_id INTEGER REFERENCES incidents(id) ON DELETE SET NULL,
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_case_occurrences ON case_occurrences(case_id, opened_at)",
    "CREATE INDEX IF NOT EXISTS idx_case_occurrences_incident ON case_occurrences(incident_id)",
    "CREATE INDEX IF NOT EXISTS idx_case_occurrences_session ON case_occurrences(session_id)",
    """
    CREATE TABLE IF NOT EXISTS case_attempts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        occurrence_id INTEGER NOT NULL REFERENCES case_occurrences(id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        action TEXT NOT NULL,
        action_key TEXT NOT NULL,
        generic_key TEXT NOT NULL DEFAULT '',
        effect TEXT NOT NULL DEFAULT '',
        ordered_by TEXT NOT NULL DEFAULT '',
        at TEXT NOT NULL,
        result TEXT NOT NULL,
        seconds_to_recovery REAL,
        evidence TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_case_attempts ON case_attempts(occurrence_id, place)",
    """
    CREATE TABLE IF NOT EXISTS case_timeline (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        occurrence_id INTEGER NOT NULL REFERENCES case_occurrences(id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        evidence TEXT NOT NULL DEFAULT ''
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_case_timeline ON case_timeline(occurrence_id, id)",
    """
    CREATE TABLE IF NOT EXISTS case_offers (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
        session_id INTEGER REFERENCES sessions(id) ON DELETE SET NULL,
        offered_at TEXT NOT NULL,
        confidence REAL NOT NULL DEFAULT 0,
        bar TEXT NOT NULL DEFAULT 'hint',
        symptom TEXT NOT NULL DEFAULT '',
        cure_key TEXT NOT NULL DEFAULT '',
        outcome TEXT NOT NULL DEFAULT '',
        settled_at TEXT,
        from_case INTEGER
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_case_offers ON case_offers(case_id)",
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_case_offers_session ON case_offers(session_id, case_id)",
    """
    CREATE TABLE IF NOT EXISTS case_votes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
        voter TEXT NOT NULL,
        vote TEXT NOT NULL,
        at TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_case_votes ON case_votes(case_id, voter)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS case_words USING fts5(service, symptom, shown, cause, words,"
    " content='cases', content_rowid='id', tokenize='porter unicode61')",
)
