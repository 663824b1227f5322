"""The library (C14, C15): documents, their chunks with an index of words and vectors, watched folders and feeds."""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make the tables of the library, the index of words, and the triggers that keep it."""
    for statement in _SCHEMA:
        database.execute_sql(statement)


_PUT = (
    "INSERT INTO library_chunk_words (rowid, title, headings, text) VALUES (NEW.id, NEW.title, NEW.headings, NEW.text);"
)
_TAKE = (
    "INSERT INTO library_chunk_words (library_chunk_words, rowid, title, headings, text)"
    " VALUES ('delete', OLD.id, OLD.title, OLD.headings, OLD.text);"
)
_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS library_folders (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL UNIQUE,
        tags TEXT NOT NULL DEFAULT '[]',
        added_at TEXT NOT NULL,
        updated_at TEXT
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS library_feeds (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        url TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL DEFAULT '',
        etag TEXT NOT NULL DEFAULT '',
        last_modified TEXT NOT NULL DEFAULT '',
        allow_private INTEGER NOT NULL DEFAULT 0,
        tags TEXT NOT NULL DEFAULT '[]',
        added_at TEXT NOT NULL,
        polled_at TEXT
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS library_documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        source TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        title TEXT NOT NULL DEFAULT '',
        titled_by_operator INTEGER NOT NULL DEFAULT 0,
        format TEXT NOT NULL,
        tags TEXT NOT NULL DEFAULT '[]',
        tagged_by_operator INTEGER NOT NULL DEFAULT 0,
        content_hash TEXT NOT NULL,
        stamp TEXT NOT NULL DEFAULT '',
        size INTEGER NOT NULL,
        chunks INTEGER NOT NULL DEFAULT 0,
        folder_id INTEGER REFERENCES library_folders(id) ON DELETE SET NULL,
        added_at TEXT NOT NULL,
        read_at TEXT NOT NULL,
        missing_at TEXT
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_library_documents_folder ON library_documents(folder_id)",
    """
    CREATE TABLE IF NOT EXISTS library_chunks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document_id INTEGER NOT NULL REFERENCES library_documents(id) ON DELETE CASCADE,
        chunk_index INTEGER NOT NULL,
        title TEXT NOT NULL DEFAULT '',
        headings TEXT NOT NULL DEFAULT '',
        page INTEGER,
        first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL,
        text TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS idx_library_chunks ON library_chunks(document_id, chunk_index)",
    "CREATE VIRTUAL TABLE IF NOT EXISTS library_chunk_words USING fts5(title, headings, text,"
    " content='library_chunks', content_rowid='id', tokenize='porter unicode61')",
    f"CREATE TRIGGER IF NOT EXISTS library_chunk_words_in AFTER INSERT ON library_chunks BEGIN {_PUT} END",
    f"CREATE TRIGGER IF NOT EXISTS library_chunk_words_out AFTER DELETE ON library_chunks BEGIN {_TAKE} END",
    "CREATE TRIGGER IF NOT EXISTS library_chunk_words_changed AFTER UPDATE OF title, headings, text ON library_chunks"
    f" BEGIN {_TAKE} {_PUT} DELETE FROM library_vectors WHERE chunk_id = NEW.id; END",
    """
    CREATE TABLE IF NOT EXISTS library_vectors (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chunk_id INTEGER NOT NULL UNIQUE REFERENCES library_chunks(id) ON DELETE CASCADE,
        model TEXT NOT NULL,
        size INTEGER NOT NULL,
        vector BLOB NOT NULL
    )
    """,
)
