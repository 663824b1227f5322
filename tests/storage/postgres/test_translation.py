"""The application's SQL on both databases: the same rows come out, whatever the statement."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from claudeops_desktop.storage.postgres.building import migrated_sqlite
from claudeops_desktop.storage.postgres.database import PostgresDatabase

AT = "2026-03-01T10:00:00.000Z"
EVENTS = (
    ("info", "nginx", "nginx restarted 3 times", AT),
    ("warning", None, "Disk at 91% on /data", "2026-03-01T10:05:00.250Z"),
    ("critical", "db", "no answer", "2026-03-01T11:00:00.000Z"),
    ("info", "nginx", "nginx restarted 4 times", "2026-03-02T00:00:00.000Z"),
    ("info", "Äpfel", "ünder 100% %s ? :p0", "2026-03-02T00:00:00.000Z"),
)
STATEMENTS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("SELECT id, level FROM events WHERE service IS ? ORDER BY id", (None,)),
    ("SELECT id FROM events WHERE service IS NOT ? ORDER BY id", (None,)),
    ("SELECT id FROM events WHERE service IS ? AND (level IS ? OR id = 3) ORDER BY id", ("nginx", None)),
    ("SELECT id FROM events WHERE NOT (service IS ?) ORDER BY id", ("nginx",)),
    ("SELECT id, service IS ?, service IS NOT ? FROM events ORDER BY id", ("nginx", None)),
    (
        "SELECT a.id, b.id FROM events a LEFT JOIN events b ON b.id > a.id AND b.service IS ?"
        " ORDER BY a.id, b.level DESC, b.id",
        (None,),
    ),
    ("SELECT coalesce(service, 'm') AS level FROM events ORDER BY level DESC, id", ()),
    ("SELECT id FROM events WHERE service NOT IN () ORDER BY id", ()),
    ("SELECT id, service IN (), service NOT IN () FROM events WHERE NOT (level IN ()) ORDER BY id", ()),
    ("SELECT id, service FROM events ORDER BY service, id DESC", ()),
    ("SELECT id, service FROM events ORDER BY service DESC, id LIMIT -1", ()),
    (
        "SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ? OFFSET ?",
        ("[1,3,5]", 2, 1),
    ),
    ("SELECT id FROM events WHERE service IN (SELECT value FROM json_each(?)) ORDER BY id", ('["db","nginx"]',)),
    (
        "SELECT e.id, CAST(j.key AS INTEGER) FROM events e JOIN json_each(?) j ON j.value = e.service ORDER BY e.id",
        ('["db","x"]',),
    ),
    (
        "SELECT e.id FROM json_each(?) k JOIN events e ON e.id = json_extract(k.value, '$[0]') ORDER BY e.id",
        ("[[2],[4]]",),
    ),
    ("SELECT json_group_array(id) FROM (SELECT id FROM events ORDER BY id DESC)", ()),
    ("SELECT json_group_array(json_array(id, level)) FROM (SELECT id, level FROM events WHERE id < 3 ORDER BY id)", ()),
    ("SELECT json_group_array(id) FROM events WHERE id > 100", ()),
    ("SELECT group_concat(level, '/') FROM (SELECT level FROM events ORDER BY id)", ()),
    ("SELECT level, count(*), sum(service = 'nginx'), total(id) FROM events GROUP BY level ORDER BY level", ()),
    ("SELECT level, message, max(id) FROM events GROUP BY level ORDER BY 1", ()),
    ("SELECT message, min(created_at) FROM events", ()),
    ("SELECT count(*) n, level FROM events GROUP BY level HAVING n > 1", ()),
    ("SELECT DISTINCT level FROM events WHERE level <> 'info' ORDER BY created_at", ()),
    ("SELECT id, level = 'info', NOT (level = 'info'), service IS NULL FROM events ORDER BY id", ()),
    ("SELECT id FROM events WHERE fold AND NOT acknowledged_at IS NOT NULL ORDER BY id", ()),
    ("SELECT id FROM events WHERE message LIKE ? ESCAPE '\\' ORDER BY id", ("%NGINX%",)),
    ("SELECT id FROM events WHERE message LIKE ? ESCAPE '\\' ORDER BY id", ("%91\\%%",)),
    ("SELECT id FROM events WHERE message = 'ünder 100% %s ? :p0' AND level = ?", ("info",)),
    ("SELECT ?2, ?1, ?2", ("a", "b")),
    ("SELECT max(id, 3), min(id, 3), max(service, 'm') FROM events ORDER BY id", ()),
    ("SELECT round(2.5), round(1.2345, 2), round(-0.125, 2), 7 / 2, 7 % 3, 1 / 0", ()),
    (
        "SELECT CAST('12abc' AS INTEGER), CAST(3.9 AS INTEGER), CAST(-3.9 AS INTEGER), CAST(4 AS TEXT)",
        (),
    ),
    ("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-90 seconds') FROM events ORDER BY id", ()),
    ("SELECT strftime('%Y-%m-%dT%H:%M:00.000Z', created_at) FROM events ORDER BY id", ()),
    ("SELECT round(julianday(created_at) * 86400000.0) FROM events ORDER BY id", ()),
    ("SELECT instr(message, 'at'), length(message), substr(message, 1, 4), lower(level) FROM events ORDER BY id", ()),
    ("SELECT coalesce(service, 'none'), nullif(level, 'info'), ifnull(service, '') FROM events ORDER BY id", ()),
    ("SELECT service FROM events WHERE service IS NOT NULL ORDER BY service COLLATE NOCASE, id", ()),
    ("SELECT iif(level = 'info', 1, 2), CASE WHEN service = 'db' THEN 'd' ELSE level END FROM events ORDER BY id", ()),
    ("SELECT fold, count(*) FROM events GROUP BY fold ORDER BY fold", ()),
    ("SELECT json_valid(?), json_valid(?), json_array_length(?)", ("[1]", "{", "[1,2]")),
    ("SELECT value FROM json_each(?) ORDER BY CAST(key AS INTEGER)", ('["a","b"]',)),
    ("SELECT json_extract(?, '$.a.b'), json_extract(?, '$.list[1].x')", ('{"a":{"b":"c"}}', '{"list":[1,{"x":"y"}]}')),
    ("WITH RECURSIVE w(n) AS (SELECT 1 UNION SELECT n + 1 FROM w WHERE n < 5) SELECT n FROM w ORDER BY n", ()),
    ("SELECT (SELECT count(*) FROM events), EXISTS (SELECT 1 FROM events WHERE id = 3)", ()),
    ("SELECT row_number() OVER (PARTITION BY level ORDER BY id), id FROM events ORDER BY id", ()),
    ("SELECT id FROM events WHERE (level, id) > (?, ?) ORDER BY level, id", ("info", 1)),
    ("SELECT 'a' || id || NULL, 'b' || id FROM events WHERE id = 1", ()),
)


@pytest.fixture(scope="module")
def both() -> Any:
    """A file and a server with the same events."""
    from support import postgres_server

    from claudeops_desktop.storage.postgres.address import read_address

    database = PostgresDatabase(read_address(postgres_server.used_database()))
    database.connect()
    database.refresh_catalog()
    with migrated_sqlite() as file:
        insert = "INSERT INTO events (level, service, message, created_at) VALUES (?, ?, ?, ?)"
        for row in EVENTS:
            file.execute(insert, row)
            database.execute_sql(insert, row)
        yield file, database
    database.close()
    database.close_everywhere()


SERVED = (
    "SELECT id FROM memories WHERE service IS ? ORDER BY id LIMIT 8",
    "SELECT id FROM memories WHERE active = 1 ORDER BY confidence DESC, updated_at DESC, id LIMIT 8",
)


@pytest.mark.parametrize("sql", SERVED)
def test_an_index_serves_it_as_in_the_file(both: Any, sql: str) -> None:
    _, database = both
    found = database.translator.translate(sql)
    database.native(
        "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_incremental_sort = off"
    )
    try:
        plan = database.native(f"EXPLAIN {found.sql}", {"p0": "nginx"}).fetchall()
    finally:
        database.native("ROLLBACK")
    told = "\n".join(line for (line,) in plan)
    assert "Index" in told
    assert "Sort" not in told


@pytest.mark.parametrize(("sql", "values"), STATEMENTS, ids=[sql[:60] for sql, _ in STATEMENTS])
def test_a_question_has_the_same_answer(both: Any, sql: str, values: tuple[Any, ...]) -> None:
    file, database = both
    wanted = file.execute(sql, values).fetchall()
    found = [tuple(row) for row in database.execute_sql(sql, values).fetchall()]
    assert [tuple(map(_plain, row)) for row in found] == [tuple(map(_plain, row)) for row in wanted]


def test_a_question_says_nothing_that_only_version_16_knows(both: Any) -> None:
    def translated(sql: str) -> str:
        return str(both[1].translator.translate(sql).sql).lower()

    assert ") as lite_query_" in translated("SELECT count(*) FROM (SELECT id FROM events)").replace('"', "")
    assert "any_value" not in translated("SELECT DISTINCT level FROM events WHERE level <> 'info' ORDER BY created_at")


def test_a_number_that_no_column_holds_is_refused_as_by_the_file(both: Any) -> None:
    for store in both:
        for number in (2**63, -(2**63) - 1):
            with pytest.raises(OverflowError):
                (store.execute if store is both[0] else store.execute_sql)(
                    "SELECT id FROM events WHERE id = ?", (number,)
                )


def test_such_a_number_inside_of_json_is_refused_too(both: Any) -> None:
    _, database = both
    with pytest.raises(OverflowError):
        database.execute_sql("SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?))", (f"[{10**40}]",))
    assert database.execute_sql("SELECT 1").fetchone() == (1,)


def _plain(value: Any) -> Any:
    """JSON without the blanks that one of them writes; numbers by their value."""
    if isinstance(value, str) and value[:1] == "[":
        return value.replace(", ", ",").replace(" ,", ",").replace("\n", "")
    return float(value) if isinstance(value, (int, float)) else value


def test_rows_are_written_alike(server: PostgresDatabase) -> None:
    put = "INSERT OR REPLACE INTO service_rules (service, restarts, note, updated_at) VALUES (?, ?, ?, ?)"
    with migrated_sqlite() as file:
        for run in (file.execute, server.execute_sql):
            run(put, ("nginx", 1, "first", AT))
            run(put, ("nginx", 2, "second", AT))
            run(
                "INSERT OR IGNORE INTO service_rules (service, note, updated_at) VALUES (?, ?, ?)",
                ("nginx", "third", AT),
            )
            run(
                "INSERT INTO service_rules (service, updated_at) VALUES (?, ?) ON CONFLICT (service) DO UPDATE SET"
                " note = note || excluded.service, restarts = coalesce(excluded.restarts, restarts) WHERE restarts = 2",
                ("nginx", AT),
            )
            run("UPDATE service_rules SET maintenance_since = ? WHERE restarts", (AT,))
        sql = "SELECT * FROM service_rules"
        assert server.execute_sql(sql).fetchall() == file.execute(sql).fetchall()


def test_a_new_row_tells_its_number(server: PostgresDatabase) -> None:
    insert = "INSERT INTO events (level, message, created_at) VALUES (?, ?, ?)"
    assert [server.execute_sql(insert, ("info", "x", AT)).lastrowid for _ in range(2)] == [1, 2]
    assert server.execute_sql("DELETE FROM events").rowcount == 2


def test_a_text_with_a_zero_byte_is_kept_with_a_sign_for_it(server: PostgresDatabase) -> None:
    server.execute_sql("INSERT INTO events (level, message, created_at) VALUES ('info', ?, ?)", ("a\0b", AT))
    assert server.execute_sql("SELECT message FROM events").fetchone()[0] == "a\u2400b"


def test_words_are_found_and_weighed_as_by_fts5(server: PostgresDatabase) -> None:
    """The scores are FTS5's own, to the last digit that matters."""
    texts = (
        "Jellyfin listens on port 8096", "the café runs a backup every night", "backups of db-main run nightly",
        "restart nginx before the backup, then restart jellyfin", "foo_bar in /etc/hosts is 1.5 GB", "nothing of it",
    )  # fmt: skip
    with closing(sqlite3.connect(":memory:")) as file:
        file.execute(
            "CREATE VIRTUAL TABLE memory_words USING fts5(observation, service, category, tokenize='porter unicode61')"
        )
        for number, text in enumerate(texts, 1):
            service = "nginx" if number % 2 else None
            file.execute(
                "INSERT INTO memory_words (rowid, observation, service, category) VALUES (?, ?, ?, 'timing')",
                (number, text, service),
            )
            server.execute_sql(
                "INSERT INTO memories (id, observation, service, category, created_at, updated_at)"
                " VALUES (?, ?, ?, 'timing', ?, ?)",
                (number, text, service, AT, AT),
            )
        rank = "bm25(memory_words, 2.0, 1.0, 0.5)"
        sql = f"SELECT rowid, {rank} FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid"
        for asked in (
            '"backup"', '"nightly" OR "cafe"', '"db" AND "main"', '"restart" "nginx"', '"list"*',
            '"nginx" NOT "backup"',
            '("port" OR "hosts") AND "of"', 'NEAR("backup" "night", 2)', '"foo" OR "bar" OR "1"', '"absent"',
        ):  # fmt: skip
            wanted, found = (
                dict(file.execute(sql, (asked,)).fetchall()),
                dict(server.execute_sql(sql, (asked,)).fetchall()),
            )
            assert found.keys() == wanted.keys(), asked
            if "NEAR" not in asked and "*" not in asked:
                assert found == pytest.approx(wanted, abs=2e-6), asked
    server.execute_sql("UPDATE memories SET observation = 'moved to gitea' WHERE id = 1")
    server.execute_sql("DELETE FROM memories WHERE id = 2")
    left = "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid"
    assert server.execute_sql(left, ('"jellyfin"',)).fetchall() == [(4,)]
    assert server.execute_sql(left, ('"gitea" OR "cafe"',)).fetchall() == [(1,)]


def test_a_row_that_brings_its_number_moves_the_counter(server: PostgresDatabase) -> None:
    insert = "INSERT INTO events ({}) VALUES ({})"
    server.execute_sql(insert.format("id, level, message, created_at", "70, 'info', 'a', ?"), (AT,))
    server.execute_sql("DELETE FROM events")
    assert server.execute_sql(insert.format("level, message, created_at", "'info', 'b', ?"), (AT,)).lastrowid == 71


def test_a_change_that_meets_its_like_is_left_out(server: PostgresDatabase) -> None:
    """As where two cases become one, and the same voter has voted for both."""
    server.native("SET session_replication_role = replica")
    columns = [r[1] for r in server.execute_sql("PRAGMA table_info(case_votes)") if r[3] and r[1] != "id"]
    for case, voter in ((1, "a"), (2, "a"), (2, "b' %"), (2, "?")):
        given = {"case_id": case, "voter": voter}
        values = tuple(given.get(name, 1 if name == "vote" else AT) for name in columns)
        server.execute_sql(
            f"INSERT INTO case_votes ({', '.join(columns)}) VALUES ({', '.join('?' * len(values))})", values
        )
    sql = "UPDATE OR IGNORE case_votes SET case_id = ? WHERE case_id = ?"
    assert server.execute_sql(sql, (1, 2)).rowcount == 2
    found = server.execute_sql("SELECT case_id, voter FROM case_votes ORDER BY case_id, voter").fetchall()
    assert found == [(1, "?"), (1, "a"), (1, "b' %"), (2, "a")]


def test_words_near_each_other_are_those_of_fts5(server: PostgresDatabase) -> None:
    """Two to four words or phrases in any order, over all short texts of a few words."""
    chosen = random.Random(7)
    texts = [
        " ".join(chosen.choices(["kilo", "lima", "mike", "oscar", "papa"], k=chosen.randint(2, 9))) for _ in range(150)
    ]
    with closing(sqlite3.connect(":memory:")) as file:
        file.execute(
            "CREATE VIRTUAL TABLE memory_words USING fts5(observation, service, category, tokenize='porter unicode61')"
        )
        file.executemany("INSERT INTO memory_words (rowid, observation) VALUES (?, ?)", enumerate(texts, 1))
        for number, text in enumerate(texts, 1):
            server.execute_sql(
                "INSERT INTO memories (id, observation, category, created_at, updated_at)"
                " VALUES (?, ?, 'timing', ?, ?)",
                (number, text, AT, AT),
            )
        sql = "SELECT rowid FROM memory_words WHERE memory_words MATCH ? ORDER BY rowid"
        for words in (
            '"kilo" "mike"', '"kilo" "lima" "mike"', '"kilo lima" "mike"', '"oscar" "kilo lima"',
            '"kilo" "lima" "mike" "oscar"', '"papa oscar" "kilo" "lima"',
        ):  # fmt: skip
            for apart in range(5):
                asked = f"NEAR({words}, {apart})"
                found = server.execute_sql(sql, (asked,)).fetchall()
                assert found == file.execute(sql, (asked,)).fetchall(), asked
    with pytest.raises(ValueError, match="NEAR has too many"):
        server.execute_sql(sql, ('NEAR("a" "b" "c" "d" "e" "f", 10)',))
