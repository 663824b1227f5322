"""The indexes of recall (E8, E9): words, vectors, entities, summaries, and what each recall cost.

Triggers keep the words right whoever writes, and drop what was reckoned from a text that changed: the indexer finds
what is missing and makes it anew.
"""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the index tables and their triggers, and index the words of what is there."""
    there = database.execute_sql("SELECT 1 FROM sqlite_master WHERE name = 'memory_words'").fetchone()
    database.execute_sql(
        "CREATE VIRTUAL TABLE IF NOT EXISTS memory_words USING fts5(observation, service, category,"
        " content='memories', content_rowid='id', tokenize='porter unicode61')"
    )
    if not there:
        database.execute_sql("INSERT INTO memory_words (memory_words) VALUES ('rebuild')")
    put = (
        "INSERT INTO memory_words (rowid, observation, service, category)"
        " VALUES (NEW.id, NEW.observation, NEW.service, NEW.category);"
    )
    take = (
        "INSERT INTO memory_words (memory_words, rowid, observation, service, category)"
        " VALUES ('delete', OLD.id, OLD.observation, OLD.service, OLD.category);"
    )
    words = "memories_words"
    database.execute_sql(f"CREATE TRIGGER IF NOT EXISTS {words}_in AFTER INSERT ON memories BEGIN {put} END")
    database.execute_sql(f"CREATE TRIGGER IF NOT EXISTS {words}_out AFTER DELETE ON memories BEGIN {take} END")
    database.execute_sql(
        f"CREATE TRIGGER IF NOT EXISTS {words}_changed AFTER UPDATE OF observation, service, category ON memories"
        f" BEGIN {take} {put}"
        " DELETE FROM memory_vectors WHERE memory_id = NEW.id AND NEW.observation <> OLD.observation;"
        " DELETE FROM memory_entities WHERE memory_id = NEW.id;"
        " DELETE FROM memory_indexed WHERE memory_id = NEW.id; END"
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_vectors (
            memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            model TEXT NOT NULL,
            vector BLOB NOT NULL,
            PRIMARY KEY (memory_id, model)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS entities (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            UNIQUE (kind, name)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_entities (
            memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
            entity_id INTEGER NOT NULL REFERENCES entities(id) ON DELETE CASCADE,
            PRIMARY KEY (memory_id, entity_id)
        ) WITHOUT ROWID"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_memory_entities ON memory_entities(entity_id, memory_id)")
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_indexed (
            memory_id INTEGER PRIMARY KEY REFERENCES memories(id) ON DELETE CASCADE,
            version INTEGER NOT NULL
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS memory_summaries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            memory_ids TEXT NOT NULL DEFAULT '[]',
            built_at TEXT NOT NULL,
            UNIQUE (kind, name)
        )"""
    )
    database.execute_sql(
        """
        CREATE TABLE IF NOT EXISTS recalls (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            at TEXT NOT NULL,
            session_id INTEGER,
            asked_by TEXT NOT NULL,
            question TEXT NOT NULL,
            rewritten TEXT NOT NULL DEFAULT '',
            profile TEXT NOT NULL,
            tier TEXT NOT NULL,
            memory_ids TEXT NOT NULL DEFAULT '[]',
            duration_ms REAL NOT NULL DEFAULT 0,
            cost_usd REAL NOT NULL DEFAULT 0,
            detail TEXT NOT NULL DEFAULT '{}'
        )"""
    )
    database.execute_sql("CREATE INDEX IF NOT EXISTS idx_recalls_at ON recalls(at)")
