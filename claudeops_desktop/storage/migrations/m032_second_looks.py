"""Pairs of facts that a model looks at after the judge (E7): what was sent, what it answered, and what came of it.

They take the place of ``judge_doubts``. The words that were sent stand with the pair, so that they go with its
memories; what the model answered to a whole call goes with the first pair of that call that does.
"""

from __future__ import annotations

from peewee import SqliteDatabase


def up(database: SqliteDatabase) -> None:
    """Make ``second_looks`` and ``second_look_calls``; take over what ``judge_doubts`` held."""
    for statement in _SCHEMA:
        database.execute_sql(statement)
    if "judge_doubts" in database.get_tables():
        database.execute_sql(_TAKE_OVER)
        database.execute_sql("DROP TABLE judge_doubts")


_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS second_looks (
        id INTEGER PRIMARY KEY,
        old_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        new_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        merged_text TEXT NOT NULL DEFAULT '',
        reason TEXT NOT NULL,
        verdict TEXT NOT NULL,
        score REAL NOT NULL,
        why TEXT NOT NULL DEFAULT '',
        state TEXT NOT NULL DEFAULT 'waiting',
        tries INTEGER NOT NULL DEFAULT 0,
        call_id INTEGER,
        place INTEGER NOT NULL DEFAULT 0,
        sent TEXT NOT NULL DEFAULT '',
        scored REAL,
        answer TEXT NOT NULL DEFAULT '',
        answer_why TEXT NOT NULL DEFAULT '',
        outcome TEXT NOT NULL DEFAULT '',
        conflict_id INTEGER,
        prior TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL,
        settled_at TEXT NOT NULL DEFAULT '',
        UNIQUE (old_id, new_id, merged_text)
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_second_looks_waiting ON second_looks(id) WHERE state = 'waiting'",
    "CREATE INDEX IF NOT EXISTS idx_second_looks_new ON second_looks(new_id)",
    "CREATE INDEX IF NOT EXISTS idx_second_looks_call ON second_looks(call_id)",
    "CREATE INDEX IF NOT EXISTS idx_second_looks_settled ON second_looks(settled_at)",
    """
    CREATE TABLE IF NOT EXISTS second_look_calls (
        id INTEGER PRIMARY KEY,
        asked_at TEXT NOT NULL,
        model TEXT NOT NULL,
        pairs INTEGER NOT NULL,
        system TEXT NOT NULL DEFAULT '',
        answered_at TEXT NOT NULL DEFAULT '',
        answer TEXT NOT NULL DEFAULT '',
        fault TEXT NOT NULL DEFAULT '',
        cost_usd REAL NOT NULL DEFAULT 0,
        duration_ms REAL NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX IF NOT EXISTS idx_second_look_calls_asked ON second_look_calls(asked_at)",
    """
    CREATE TRIGGER IF NOT EXISTS second_looks_forget AFTER DELETE ON second_looks WHEN OLD.call_id IS NOT NULL
    BEGIN UPDATE second_look_calls SET answer = '' WHERE id = OLD.call_id; END
    """,
)
_TAKE_OVER = """
    INSERT OR IGNORE INTO second_looks
        (old_id, new_id, reason, verdict, score, why, state, answer, answer_why, created_at, settled_at)
    SELECT old_id, new_id, 'unsure', verdict, score, CASE state WHEN 'waiting' THEN why ELSE '' END,
        CASE state WHEN 'corrected' THEN 'changed' ELSE state END,
        CASE answer WHEN 'different' THEN 'both' WHEN 'contradiction' THEN 'replaced' ELSE answer END,
        CASE state WHEN 'waiting' THEN '' ELSE why END, created_at, settled_at
    FROM judge_doubts
"""
