"""Reading the database of claude-ops: its rows in our words, and what makes no sense counted with its reason."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.records.claude_ops_reader import (
    ImportContents,
    OldAction,
    OldEvent,
    OldMemory,
    OldSession,
    SkippedRowError,
    SkippedRows,
    read_database,
    time_of,
)

AT = "2026-03-01T12:00:00.000Z"


@pytest.fixture
def read(tmp_path):
    """Writes tables of rows into a database and reads it: the columns are those that any row of the table names."""

    def written(**tables):
        path = tmp_path / "claudeops.db"
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("PRAGMA synchronous = off")
            for table, rows in tables.items():
                columns = list(dict.fromkeys(name for row in rows for name in row)) or ["id"]
                database.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
                for row in rows:
                    marks = ", ".join("?" * len(row))
                    database.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()])
        return read_database(path)

    return written


# --- times ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("2026-03-01 12:00:05", "2026-03-01T12:00:05.000Z"),
        ("2026-03-01T12:00:05Z", "2026-03-01T12:00:05.000Z"),
        ("  2026-03-01 12:00:05 UTC ", "2026-03-01T12:00:05.000Z"),
        ("2026-03-01T12:00:05.25Z", "2026-03-01T12:00:05.250Z"),
        ("2026-03-01T12:00:05.1234567Z", "2026-03-01T12:00:05.123Z"),
        ("2026-03-01T12:00:05+02:30", "2026-03-01T09:30:05.000Z"),
        ("2026-03-01T12:00:05-0230", "2026-03-01T14:30:05.000Z"),
        ("2026-03-01 12:00:05.123456789 +0100 CET", "2026-03-01T11:00:05.123Z"),
        ("2026-03-01 12:00:05.5 +0000 UTC m=+0.001", "2026-03-01T12:00:05.500Z"),
        ("2026-03-01 12:00:05 -0300 -03 m=-12.5", "2026-03-01T15:00:05.000Z"),
        ("0001-01-01 00:00:00 +0000 UTC", "0001-01-01T00:00:00.000Z"),  # a time that Go never set
        (0, "1970-01-01T00:00:00.000Z"),
        (1772366405, "2026-03-01T12:00:05.000Z"),
        (1772366405.25, "2026-03-01T12:00:05.250Z"),
    ],
)
def test_a_time_is_read_in_each_form_that_was_ever_written(written, stored):
    assert time_of(written) == stored


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "soon",
        "2026-03-01",
        "2026-13-01 12:00:05",
        "2026-03-01 25:00:05",
        "2026-03-01T12:00:05Z and more",
        "0001-01-01T00:00:00+05:00",
        "2026-03-01T12:00:05+24:00",
        True,
        1e300,
        float("nan"),
    ],
)
def test_a_time_that_is_none_cannot_be_read(written):
    with pytest.raises(SkippedRowError, match="its time cannot be read"):
        time_of(written)


# --- which databases -----------------------------------------------------------------------------------------------


def test_tables_that_are_missing_are_named(read):
    assert read(events=[], sessions=[]) == ImportContents(missing=("memories", "cooldown_actions"))


def test_a_database_without_any_of_its_tables_is_none_of_claude_ops(read):
    with pytest.raises(OperatorError, match="has none of the tables sessions, events, memories, cooldown_actions"):
        read(songs=[], runs=[])


def test_a_database_of_our_own_is_refused(read):
    ours = {"runs": [], "schema_migrations": [], "service_rules": []}
    with pytest.raises(OperatorError, match="is a database of Claude Ops Desktop"):
        read(sessions=[], **ours)
    with pytest.raises(OperatorError, match="is a database of Claude Ops Desktop"):
        read(**ours)
    assert read(sessions=[], runs=[], schema_migrations=[]).missing == ("events", "memories", "cooldown_actions")


def test_what_is_no_database_is_said_to_be_none(tmp_path):
    with pytest.raises(OperatorError, match="There is no file"):
        read_database(tmp_path / "nothing.db")
    with pytest.raises(OperatorError, match="There is no file"):
        read_database(tmp_path)
    text = tmp_path / "notes.db"
    text.write_text("this is no database " * 100)
    with pytest.raises(OperatorError, match="is not a database"):
        read_database(text)


def test_what_stands_only_in_the_log_beside_the_file_is_read_and_nothing_is_changed(tmp_path):
    path = tmp_path / "claudeops.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = wal")
        with database:
            database.execute("CREATE TABLE events (message, created_at)")
            database.execute("INSERT INTO events VALUES ('Down', '2026-03-01 12:00:00')")
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
        assert read_database(path).events == (OldEvent(None, "info", None, "Down", AT),)
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_database_that_contradicts_itself_is_damaged(tmp_path):
    path = tmp_path / "claudeops.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE events (message, created_at)")
        database.execute("INSERT INTO events VALUES (NULL, '2026-03-01 12:00:00')")
        database.execute("PRAGMA writable_schema = on")
        database.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE events (message NOT NULL, created_at)'")
    with pytest.raises(OperatorError, match="is damaged, or was written to while it was read"):
        read_database(path)


def test_a_file_that_cannot_be_copied_cannot_be_read(tmp_path):
    (tmp_path / "claudeops.db").touch()
    (tmp_path / "claudeops.db-wal").mkdir()
    with pytest.raises(EnvironmentFault, match="cannot be read: Is a directory"):
        read_database(tmp_path / "claudeops.db")


# --- sessions ------------------------------------------------------------------------------------------------------

SESSION = OldSession(
    7, 5, 2, "opus", "scheduled", "completed", "", "look", "more", AT, AT, 0, 0.5, 12, 900, "Fine.", "All well."
)
SESSION_ROW = {
    "id": 7,
    "parent_session_id": 5,
    "tier": 2,
    "model": "opus",
    "trigger": "Scheduled",
    "status": "COMPLETED",
    "status_reason": "",
    "prompt_text": "look",
    "context": "more",
    "started_at": AT,
    "ended_at": AT,
    "exit_code": 0,
    "cost_usd": 0.5,
    "num_turns": 12,
    "duration_ms": 900,
    "response": "Fine.",
    "summary": "All well.",
}


def test_a_session_is_taken_over_column_by_column(read):
    assert read(sessions=[SESSION_ROW]).sessions == (SESSION,)


def test_a_session_with_a_number_and_a_time_alone_is_enough(read):
    found = read(sessions=[{"id": 7, "created_at": AT, "completed_at": "2026-03-01 13:00:00"}]).sessions
    assert found == (
        OldSession(
            7,
            None,
            1,
            "",
            "manual",
            "failed",
            "claude-ops called this “nothing”.",
            "",
            "",
            AT,
            "2026-03-01T13:00:00.000Z",
            None,
            None,
            None,
            None,
            "",
            "",
        ),
    )


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        ("completed", "completed", "as it was"),
        ("Timed_Out", "timed_out", "as it was"),
        ("escalated", "escalated", "as it was"),
        ("running", "interrupted", "It was still running when it was imported."),
        ("crashed", "failed", "claude-ops called this “crashed”."),
        (None, "failed", "claude-ops called this “nothing”."),
    ],
)
def test_a_status_that_is_none_of_ours_is_told(read, said, status, reason):
    (one,) = read(sessions=[SESSION_ROW | {"status": said, "status_reason": "as it was"}]).sessions
    assert (one.status, one.status_reason) == (status, reason)


@pytest.mark.parametrize(
    ("field", "written", "taken"),
    [
        ("trigger", "api", "api"),
        ("trigger", "cron", "manual"),
        ("tier", 3, 3),
        ("tier", "2", 2),
        ("tier", 4, 1),
        ("tier", 0, 1),
        ("tier", "high", 1),
        ("exit_code", -9, -9),
        ("exit_code", "x", None),
        ("num_turns", 12.9, 12),
        ("num_turns", 2**62 - 2**10, 2**62 - 2**10),
        ("num_turns", 2**62, None),
        ("num_turns", -(2**62), None),
        ("cost_usd", "0.25", 0.25),
        ("cost_usd", float("inf"), None),
        ("cost_usd", "-inf", None),
        ("cost_usd", "nan", None),
        ("cost_usd", None, None),
        ("prompt_text", b"by\xfftes", "by�tes"),
        ("prompt_text", 12, "12"),
        ("ended_at", "never", None),
        ("ended_at", "", None),
    ],
)
def test_what_a_column_of_a_session_means(read, field, written, taken):
    (one,) = read(sessions=[SESSION_ROW | {field: written}]).sessions
    assert getattr(one, field) == taken


def test_what_looks_like_a_secret_is_not_taken_over(read):
    key = "sk-ant-api03-" + "a1B2" * 24
    found = read(
        sessions=[SESSION_ROW | {"response": f"the key is {key}"}], events=[{"message": f"x {key}", "created_at": AT}]
    )
    assert key not in found.sessions[0].response + found.events[0].message


def test_sessions_come_in_the_order_of_time_and_then_of_their_numbers(read):
    later = "2026-03-01T12:00:01.000Z"
    rows = [SESSION_ROW | {"id": number, "started_at": at} for number, at in [(9, AT), (1, later), (4, AT)]]
    assert [one.id for one in read(sessions=rows).sessions] == [4, 9, 1]


# --- events, memories, actions -------------------------------------------------------------------------------------


def test_an_event_is_taken_over_column_by_column(read):
    found = read(
        events=[
            {"session_id": 3, "level": "ERR", "service": " Caddy\n Web ", "message": " Down ", "timestamp": AT},
            {"created_at": "2026-03-01T11:00:00Z", "message": "Fine", "service": "General"},
        ]
    ).events
    assert found == (
        OldEvent(None, "info", None, "Fine", "2026-03-01T11:00:00.000Z"),
        OldEvent(3, "critical", "caddy web", "Down", AT),
    )


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("info", "info"),
        ("Warn", "warning"),
        ("degraded", "warning"),
        ("fatal", "critical"),
        ("odd", "info"),
        (None, "info"),
    ],
)
def test_a_level_is_one_of_ours(read, said, level):
    assert read(events=[{"level": said, "message": "x", "created_at": AT}]).events[0].level == level


MEMORY_ROW = {
    "id": 1,
    "session_id": 3,
    "service": "DB",
    "category": " Timing ",
    "observation": " Slow at night ",
    "confidence": 0.4,
    "active": 0,
    "tier": 2,
    "created_at": "2026-03-01T11:00:00Z",
    "updated_at": AT,
}


def test_a_memory_is_taken_over_column_by_column(read):
    plain = {"category": "behavior", "observation": "x", "updated_at": AT}
    assert read(memories=[plain | {"id": 2}, MEMORY_ROW]).memories == (
        OldMemory(3, "db", "timing", "Slow at night", 0.4, 0, 2, "2026-03-01T11:00:00.000Z", AT),
        OldMemory(None, None, "behavior", "x", 0.7, 1, 1, AT, AT),
    )


@pytest.mark.parametrize(
    ("field", "written", "taken"),
    [
        ("confidence", 1.5, 1.0),
        ("confidence", -0.5, 0.0),
        ("confidence", 0, 0.0),
        ("confidence", 1, 1.0),
        ("confidence", "sure", 0.7),
        ("active", 1, 1),
        ("active", 5, 1),
        ("active", "no", 0),
        ("active", None, 1),
        ("observation", "x" * 4000, "x" * 4000),
    ],
)
def test_what_a_column_of_a_memory_means(read, field, written, taken):
    (one,) = read(memories=[MEMORY_ROW | {field: written}]).memories
    assert getattr(one, field) == taken


def test_an_action_is_taken_over_column_by_column(read):
    found = read(
        cooldown_actions=[
            {"session_id": 3, "service": "Web", "action_type": " Redeploy ", "success": 0, "message": "no", "tier": 3}
            | {"created_at": AT},
            {"service": "db", "action": "restart", "error": "it broke", "timestamp": "2026-03-01T11:00:00Z"},
        ]
    ).actions
    assert found == (
        OldAction(None, "db", "restart", 1, "it broke", 1, "2026-03-01T11:00:00.000Z"),
        OldAction(3, "web", "redeployment", 0, "no", 3, AT),
    )


@pytest.mark.parametrize(("said", "success"), [(0, 0), (1, 1), (2, 1), ("x", 1), (None, 1)])
def test_an_action_helped_unless_it_is_said_that_it_did_not(read, said, success):
    row = {"service": "db", "action_type": "restart", "created_at": AT, "success": said}
    assert read(cooldown_actions=[row]).actions[0].success == success


# --- what makes no sense -------------------------------------------------------------------------------------------

ACTION_ROW = {"id": 1, "service": "db", "action_type": "restart", "created_at": AT}


@pytest.mark.parametrize(
    ("table", "row", "why"),
    [
        ("sessions", SESSION_ROW | {"id": None}, "it has no number"),
        ("sessions", SESSION_ROW | {"started_at": "soon"}, "its time cannot be read"),
        ("events", {"id": 1, "message": "  ", "created_at": AT}, "it says nothing"),
        ("events", {"id": 1, "message": "x", "created_at": None}, "its time cannot be read"),
        ("memories", MEMORY_ROW | {"observation": " "}, "it says nothing"),
        ("memories", MEMORY_ROW | {"observation": "x" * 4001}, "it is longer than 4,000 characters"),
        ("memories", MEMORY_ROW | {"category": "gossip"}, "its category is none of ours"),
        ("cooldown_actions", ACTION_ROW | {"action_type": "reboot"}, "it is neither a restart nor a redeployment"),
        ("cooldown_actions", ACTION_ROW | {"service": "general"}, "it names no service"),
    ],
)
def test_a_row_that_makes_no_sense_is_passed_over_with_its_reason(read, table, row, why):
    example = "?" if row.get("id", "?") == "?" else str(row["id"])
    found = read(**{table: [row]})
    assert (found.sessions, found.events, found.memories, found.actions) == ((), (), (), ())
    assert found.garbage == (SkippedRows(table, why, 1, (example,)),)


@pytest.mark.parametrize(("rows", "examples"), [(4, 4), (5, 5), (6, 5), (7, 5)])
def test_no_more_than_five_rows_are_named_of_one_reason(read, rows, examples):
    found = read(
        events=[{"id": number, "message": "", "created_at": AT} for number in range(rows)],
        sessions=[{"id": None, "started_at": AT}],
    )
    assert found.garbage == (
        SkippedRows("sessions", "it has no number", 1, ("None",)),
        SkippedRows("events", "it says nothing", rows, tuple(str(number) for number in range(examples))),
    )


def test_a_row_without_a_number_of_its_own_is_named_by_a_question_mark(read):
    found = read(events=[{"message": "", "created_at": AT}])
    assert found.garbage == (SkippedRows("events", "it says nothing", 1, ("?",)),)
