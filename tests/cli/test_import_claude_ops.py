"""``claudeops import``: a claude-ops database comes in once, whole, and without doubles."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.other_process import stored_rows

from claudeops_desktop.records.claude_ops_reader import SkippedRowError, time_of

SCHEMA = """
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT, tier INTEGER NOT NULL, model TEXT NOT NULL, prompt_file TEXT,
        status TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT, exit_code INTEGER, log_file TEXT, context TEXT,
        response TEXT, cost_usd REAL, num_turns INTEGER, duration_ms INTEGER, trigger TEXT NOT NULL DEFAULT 'scheduled',
        prompt_text TEXT, parent_session_id INTEGER, summary TEXT);
    CREATE TABLE events (
        id INTEGER PRIMARY KEY AUTOINCREMENT, session_id INTEGER, level TEXT NOT NULL, service TEXT,
        message TEXT NOT NULL, created_at TEXT NOT NULL);
    CREATE TABLE memories (
        id INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT, category TEXT NOT NULL, observation TEXT NOT NULL,
        confidence REAL NOT NULL DEFAULT 0.7, active INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL, session_id INTEGER, tier INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE cooldown_actions (
        id INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, action_type TEXT NOT NULL, timestamp TEXT NOT NULL,
        success INTEGER NOT NULL, tier INTEGER NOT NULL, error TEXT, session_id INTEGER);
"""
GO = "2025-01-20 14:00:00.123456789 +0000 UTC"
RFC = "2025-01-20T14:05:00.5Z"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database as claude-ops leaves it: one chain of two tiers, two events, three memories, two actions."""
    path = tmp_path / "old" / "claudeops.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(SCHEMA)
        database.execute(
            "INSERT INTO sessions (id, tier, model, status, started_at, ended_at, cost_usd, trigger, response)"
            " VALUES (7, 1, 'haiku', 'escalated', ?, ?, 0.05, 'scheduled', 'jellyfin is down')",
            (GO, RFC),
        )
        database.execute(
            "INSERT INTO sessions (id, tier, model, status, started_at, ended_at, cost_usd, trigger, parent_session_id)"
            " VALUES (8, 2, 'sonnet', 'completed', ?, '2025-01-20T14:09:00Z', 0.40, 'escalation', 7)",
            (RFC,),
        )
        database.executemany(
            "INSERT INTO events (session_id, level, service, message, created_at) VALUES (?, ?, ?, ?, ?)",
            [(7, "critical", "jellyfin", "It is down", GO), (8, "info", None, "It is up again", RFC)],
        )
        database.executemany(
            "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at,"
            " session_id, tier) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                ("Jellyfin", "timing", "Takes 60s to start", 0.85, 1, GO, RFC, 8, 2),
                (None, "dependency", "WireGuard comes first", 0.7, 1, GO, GO, None, 1),
                ("caddy", "behavior", "Given up", 0.8, 0, GO, GO, 7, 1),
            ],
        )
        database.executemany(
            "INSERT INTO cooldown_actions (service, action_type, timestamp, success, tier, error, session_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [("jellyfin", "restart", GO, 1, 2, None, 8), ("gitea", "redeployment", RFC, 0, 3, "no space", 99)],
        )
    return path


def rows(data_dir: Path, sql: str) -> list[tuple[object, ...]]:
    return stored_rows(data_dir, sql)


def counts(answer):
    return {name: (found["found"], found["new"]) for name, found in answer.json["tables"].items()}


def test_everything_comes_in(claudeops, source):
    found = counts(claudeops("import", source, "--json"))
    assert found == {"sessions": (2, 2), "events": (2, 2), "cooldown_actions": (2, 2), "memories": (3, 3)}


def test_twice_adds_nothing(claudeops, source, data_dir):
    claudeops("import", source)
    before = rows(data_dir, "SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM memory_versions)")
    again = claudeops("import", source, "--json")
    assert {new for _, new in counts(again).values()} == {0}
    assert rows(data_dir, "SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM memory_versions)") == before


def test_a_preview_counts_the_same_and_changes_nothing(claudeops, source, data_dir):
    looked = claudeops("import", source, "--dry-run", "--json")
    assert looked.json["done"] is False
    assert rows(data_dir, "SELECT count(*) FROM sessions") == [(0,)]
    assert counts(looked) == counts(claudeops("import", source, "--json"))


def test_a_chain_is_one_run_with_its_links(claudeops, source, data_dir):
    claudeops("import", source)
    assert rows(data_dir, "SELECT status, max_tier, round(cost_usd, 2), started_at, ended_at FROM runs") == [
        ("completed", 2, 0.45, "2025-01-20T14:00:00.123Z", "2025-01-20T14:09:00.000Z")
    ]
    ((first, _), (_, parent)) = rows(data_dir, "SELECT id, parent_session_id FROM sessions ORDER BY id")
    assert parent == first


def test_events_cooldowns_and_memories_belong_to_the_sessions_as_they_are_numbered_here(
    claudeops, source, data_dir, written
):
    with written() as books:
        books.write(
            lambda: books.book.sessions.begin_run(
                trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(), now=books.book.clock()
            )
        )
    claudeops("import", source)
    sessions = dict(rows(data_dir, "SELECT tier, id FROM sessions"))
    assert rows(data_dir, "SELECT session_id FROM events ORDER BY created_at") == [(sessions[1],), (sessions[2],)]
    assert rows(data_dir, "SELECT session_id FROM memories WHERE service = 'jellyfin'") == [(sessions[2],)]
    assert rows(data_dir, "SELECT service, session_id FROM cooldown_actions ORDER BY created_at") == [
        ("jellyfin", sessions[2]),
        ("gitea", None),
    ]


def test_confidence_is_kept_and_the_history_says_imported(claudeops, source, data_dir):
    claudeops("import", source)
    assert rows(data_dir, "SELECT service, confidence, active, updated_at FROM memories ORDER BY id") == [
        ("jellyfin", 0.85, 1, "2025-01-20T14:05:00.500Z"),
        (None, 0.7, 1, "2025-01-20T14:00:00.123Z"),
        ("caddy", 0.8, 0, "2025-01-20T14:00:00.123Z"),
    ]
    assert rows(data_dir, "SELECT DISTINCT why FROM memory_versions") == [("Imported from claudeops.db.",)]


def test_a_memory_that_the_agent_has_learned_here_already_is_not_doubled(claudeops, source):
    claudeops("memory", "add", "Takes 60s to start", "--category", "timing", "--service", "jellyfin")
    assert counts(claudeops("import", source, "--json"))["memories"] == (3, 2)


def test_old_events_do_not_ask_for_attention(claudeops, source, data_dir):
    claudeops("import", source)
    assert rows(data_dir, "SELECT count(*) FROM events WHERE acknowledged_at IS NULL") == [(0,)]


def test_what_was_written_since_comes_in_with_the_next_import(claudeops, source, data_dir):
    claudeops("import", source)
    with closing(sqlite3.connect(source)) as database, database:
        database.execute(
            "INSERT INTO sessions (id, tier, model, status, started_at, trigger, parent_session_id, cost_usd)"
            " VALUES (9, 3, 'opus', 'failed', '2025-01-20T14:10:00Z', 'escalation', 8, 1.0)"
        )
    assert counts(claudeops("import", source, "--json"))["sessions"] == (3, 1)
    assert rows(data_dir, "SELECT status, max_tier, round(cost_usd, 2) FROM runs") == [("failed", 3, 1.45)]


def test_the_log_beside_the_database_is_read_and_the_source_is_left_alone(claudeops, source, tmp_path):
    """claude-ops is at work: its last words are in the write-ahead log only."""
    writer = sqlite3.connect(source)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("INSERT INTO events (level, message, created_at) VALUES ('info', 'In the log', ?)", (RFC,))
    writer.commit()
    elsewhere = tmp_path / "copy"
    shutil.copytree(source.parent, elsewhere)
    writer.close()
    (elsewhere / "claudeops.db-shm").unlink()
    before = {path.name: path.read_bytes() for path in elsewhere.iterdir()}
    assert counts(claudeops("import", elsewhere / "claudeops.db", "--json"))["events"] == (3, 3)
    assert {path.name: path.read_bytes() for path in elsewhere.iterdir()} == before


def test_rows_that_make_no_sense_are_counted_and_told(claudeops, source):
    with closing(sqlite3.connect(source)) as database, database:
        database.execute("INSERT INTO events (level, message, created_at) VALUES ('info', '', ?)", (RFC,))
        database.execute("INSERT INTO events (level, message, created_at) VALUES ('info', 'When?', 'yesterday')")
        database.execute("INSERT INTO events (level, message, created_at) VALUES ('info', x'ff00fe', ?)", (RFC,))
        database.execute(
            "INSERT INTO memories (category, observation, created_at, updated_at) VALUES ('gossip', 'x', ?, ?)",
            (GO, GO),
        )
        database.execute(
            "INSERT INTO cooldown_actions (service, action_type, timestamp, success, tier) VALUES ('x','dance',?,1,1)",
            (GO,),
        )
        database.execute("INSERT INTO sessions (id, tier, model, status, started_at) VALUES (20, 9, 'm', 'odd', '')")
    answer = claudeops("import", source, "--json")
    assert answer.code == 0
    assert {(g["table"], g["why"], g["count"]) for g in answer.json["passed_over"]} == {
        ("sessions", "its time cannot be read", 1),
        ("events", "it says nothing", 1),
        ("events", "its time cannot be read", 1),
        ("memories", "its category is none of ours", 1),
        ("cooldown_actions", "it is neither a restart nor a redeployment", 1),
    }
    assert counts(answer)["events"] == (3, 3)
    assert "Passed over in memories: 1 row, its category is none of ours" in claudeops("import", source).out


def test_a_session_that_never_ended_is_interrupted(claudeops, source, data_dir):
    with closing(sqlite3.connect(source)) as database, database:
        database.execute("INSERT INTO sessions (tier, model, status, started_at) VALUES (1, 'm', 'running', ?)", (RFC,))
    claudeops("import", source)
    assert rows(data_dir, "SELECT status_reason FROM sessions WHERE status = 'interrupted'") == [
        ("It was still running when it was imported.",)
    ]


def test_an_old_database_without_some_tables_and_columns(claudeops, tmp_path):
    path = tmp_path / "early.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE sessions (id INTEGER PRIMARY KEY, status TEXT, started_at TEXT)")
        database.execute("INSERT INTO sessions VALUES (1, 'completed', ?)", (GO,))
    answer = claudeops("import", path, "--json")
    assert counts(answer)["sessions"] == (1, 1)
    assert answer.json["missing_tables"] == ["events", "memories", "cooldown_actions"]


def test_a_circle_of_parents_does_not_hang(claudeops, source):
    with closing(sqlite3.connect(source)) as database, database:
        database.execute("UPDATE sessions SET parent_session_id = 8 WHERE id = 7")
    assert counts(claudeops("import", source, "--json"))["sessions"] == (2, 2)


def test_the_same_words_twice_at_the_same_moment_are_both_kept(claudeops, source):
    with closing(sqlite3.connect(source)) as database, database:
        database.execute("INSERT INTO events (level, service, message, created_at) SELECT level, service, message,"
                         " created_at FROM events")  # fmt: skip
    assert counts(claudeops("import", source, "--json"))["events"] == (4, 4)
    assert counts(claudeops("import", source, "--json"))["events"] == (4, 0)


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100])
def test_something_else_is_refused_plainly(claudeops, tmp_path, content):
    (tmp_path / "other.db").write_bytes(content)
    answer = claudeops("import", tmp_path / "other.db")
    assert answer.code == 1
    assert "is not a database" in answer.err


@pytest.mark.file_only("there is no file")
def test_a_database_of_our_own_is_refused(claudeops, data_dir):
    claudeops("memory", "add", "x", "--category", "timing")
    answer = claudeops("import", data_dir / "claudeops.db")
    assert (answer.code, answer.out) == (1, "")
    assert "is a database of Claude Ops Desktop, not of claude-ops. `claudeops restore`" in answer.err


def test_a_file_that_is_not_there_is_said_so(claudeops, tmp_path):
    assert "There is no file" in claudeops("import", tmp_path / "none.db").err


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2006-01-02 15:04:05.999999999 +0000 UTC", "2006-01-02T15:04:05.999Z"),
        ("2006-01-02 15:04:05 +0100 CET", "2006-01-02T14:04:05.000Z"),
        ("2006-01-02 15:04:05.5 -0330 -0330", "2006-01-02T18:34:05.500Z"),
        ("2006-01-02 15:04:05.1 +0000 UTC m=+0.000012345", "2006-01-02T15:04:05.100Z"),
        ("2006-01-02T15:04:05Z", "2006-01-02T15:04:05.000Z"),
        ("2006-01-02T15:04:05.123456789+02:00", "2006-01-02T13:04:05.123Z"),
        ("2006-01-02 15:04:05", "2006-01-02T15:04:05.000Z"),
        (1136214245, "2006-01-02T15:04:05.000Z"),
    ],
)
def test_both_forms_of_time_and_their_kin_are_read(text, stored):
    assert time_of(text) == stored


@pytest.mark.parametrize("text", ["", None, "yesterday", "2006-13-40 99:99:99 +0000 UTC", "0000-00-00 00:00:00", True])
def test_what_is_no_time_is_said_so(text):
    with pytest.raises(SkippedRowError):
        time_of(text)
