"""What makes a database whole again after rows of it were saved: indexes of words, passages, pointers without a key.

The rules of the tables hold again afterwards: a memory points to a passage (E2), and is superseded only by one that is
there.
"""

from __future__ import annotations

import sqlite3

#: The first two records of an index that holds nothing: its averages and its structure (FTS5 file format).
_EMPTY = ((1, b""), (10, b"\x00" * 7))
_SHADOWS = ("", "_data", "_idx", "_content", "_docsize", "_config")


def word_indexes(database: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The word indexes (FTS5) of a database, each with all tables that hold it, its own name first."""
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    found = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'"
    )
    return {name: tuple(name + end for end in _SHADOWS if name + end in names) for (name,) in found.fetchall()}


def rebuild_words(database: sqlite3.Connection) -> int:
    """Make every word index anew from its table; how many there are. Raises sqlite3.DatabaseError."""
    indexes = word_indexes(database)
    for name, tables in indexes.items():
        if f"{name}_data" in tables and not _opens(database, name):
            database.executemany(f'INSERT OR REPLACE INTO "{name}_data" (id, block) VALUES (?, ?)', _EMPTY)
        database.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'rebuild\')')
    return len(indexes)


def _opens(database: sqlite3.Connection, name: str) -> bool:
    """Tell whether SQLite can read the records that an index begins with; without them it cannot even be dropped."""
    try:
        database.execute(f'SELECT rowid FROM "{name}" WHERE "{name}" MATCH \'"a"\' LIMIT 1').fetchall()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False
    return True


def words_astray(database: sqlite3.Connection) -> list[str]:
    """Word indexes that do not hold what their tables hold."""
    wrong = []
    for name in word_indexes(database):
        try:
            database.execute(f'INSERT INTO "{name}" ("{name}", rank) VALUES (\'integrity-check\', 1)')
        except sqlite3.OperationalError:  # busy or not writable: that is not the index's fault
            raise
        except sqlite3.DatabaseError:
            wrong.append(name)
    return wrong


def make_whole(database: sqlite3.Connection) -> None:
    """After rows were copied into a new database, its triggers being off: what they and the tables rely on."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "resources" in tables:
        _passages(database)
        _reopened(database)
    rebuild_words(database)


def _passages(database: sqlite3.Connection) -> None:
    """A memory whose passage was lost, or that is older than passages, gets its own words as one."""
    database.execute(
        "UPDATE memories SET valid_from = created_at,"
        " last_confirmed_at = CASE last_confirmed_at WHEN '' THEN updated_at ELSE last_confirmed_at END"
        " WHERE valid_from = ''"
    )
    rows = database.execute(
        "SELECT m.id, coalesce((SELECT k.line FROM markers k WHERE k.kind = 'memory' AND k.target_id = m.id"
        " AND k.line <> '' ORDER BY k.id LIMIT 1), m.observation),"
        " CASE WHEN m.session_id IS NULL THEN 'operator' ELSE 'marker' END, m.created_at,"
        " CASE WHEN m.session_id IS NULL THEN '' ELSE 'session:' || m.session_id END"
        " FROM memories m WHERE m.resource_id IS NULL OR m.resource_id NOT IN (SELECT id FROM resources)"
    ).fetchall()
    for memory_id, text, kind, at, conversation in rows:
        made = database.execute(
            "INSERT INTO resources (raw_content, content_type, content_at, conversation_id, created_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (text, kind, at, conversation, at),
        )
        database.execute("UPDATE memories SET resource_id = ? WHERE id = ?", (made.lastrowid, memory_id))


def _reopened(database: sqlite3.Connection) -> None:
    """What was superseded by a memory that was lost holds again: it is the last that is known."""
    database.execute(
        "UPDATE memories SET superseded_by = NULL, valid_until = ''"
        " WHERE superseded_by IS NOT NULL AND superseded_by NOT IN (SELECT id FROM memories)"
    )
