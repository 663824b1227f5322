"""Rows that a principal may not see are not there for its statements, and each table says who may see what it holds."""

from __future__ import annotations

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.core.principals import (
    EVERYONE,
    ActingPrincipal,
    acting_as,
    audience_here,
    check_principal_name,
    is_operator_here,
    make_operator,
    make_principal,
    owner_here,
    private_audience,
)
from claudeops_desktop.memory import MemoryCandidate, MemoryQuery, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.row_visibility import OPERATOR, VISIBLE_ROWS, as_seen_by

ANNA, BEN = make_principal("anna", ["web"]), make_principal("ben")
OPERATOR_ANNA = make_operator("anna", ["web"], ["claude"])
OPERATOR_BEN = make_operator("ben", [], ["claude"])


@pytest.fixture
def store(folder):
    made = open_store(folder)
    yield made
    made.close()


@pytest.fixture
def memory(store):
    made = MemoryService(RecordRepositories(store))
    yield made
    made.recall.close()


def keep(store, memory, principal, text, audience=EVERYONE, service="nginx"):
    with acting_as(principal.writing_to(audience) if principal else None):
        done = store.write(lambda: memory.edits.add_judged(MemoryCandidate("timing", service, text))).result()
    return done.after[-1].memory


def tables_of(store):
    sql = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        " AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%\\_words\\_%' ESCAPE '\\'"
    )
    return {name for (name,) in store.database.execute_sql(sql)}


def test_every_table_says_who_may_see_its_rows(store):
    assert tables_of(store) == set(VISIBLE_ROWS)


@pytest.mark.both_stores
@pytest.mark.parametrize("principal", [ANNA, OPERATOR_ANNA], ids=["a principal", "an operator"])
def test_every_answer_is_sql_that_the_database_takes(store, principal):
    with acting_as(principal):
        for table in VISIBLE_ROWS:
            store.database.execute_sql(f"SELECT count(*) FROM {table}").fetchone()


@pytest.mark.both_stores
def test_a_statement_sees_what_its_principal_may_see(store, memory):
    shown = keep(store, memory, None, "nginx reloads in 2 seconds.")
    own = keep(store, memory, ANNA, "The nginx of anna waits 40 seconds.", private_audience("anna"))
    team = keep(store, memory, ANNA, "The web pool has 12 workers.", "project:web", "pool")

    def seen(principal):
        with acting_as(principal):
            ids = store.read(lambda: memory.search.ids(MemoryQuery())).result()
            counted = store.read(lambda: memory.search.facets(MemoryQuery())).result()
            one = store.read(lambda: memory.search.get(own.id)).result()
            versions = store.read(lambda: memory.history.versions(own.id)).result()
        assert counted.total == len(ids)
        assert sum(counted.services.values()) == len(ids)
        assert (one is None) is (not versions) is (own.id not in ids)
        return set(ids)

    assert seen(None) == {shown.id, own.id, team.id}
    assert seen(ANNA) == {shown.id, own.id, team.id}
    assert seen(BEN) == {shown.id}
    assert seen(make_principal("cleo", ["web"])) == {shown.id, team.id}
    assert (own.owner, own.audience) == ("anna", "private:anna")


def test_a_write_reaches_the_table_itself(store):
    now = "2026-03-01T12:00:00.000Z"
    with acting_as(BEN):
        for sql in (
            f"INSERT INTO memories (category, observation, created_at, updated_at) VALUES ('timing', 'x', '{now}', '')",
            "UPDATE memories SET tier = 2 WHERE id IN (SELECT id FROM memories)",
            "INSERT OR REPLACE INTO sync_state (key, value) SELECT 'a', observation FROM memories",
            "UPDATE OR IGNORE memories SET tier = 3 WHERE id = (SELECT max(id) FROM memories)",
            "DELETE FROM memories WHERE id IN (SELECT id FROM memories WHERE tier = 1)",
        ):
            store.write(lambda sql=sql: store.database.execute_sql(sql)).result()
        rows = store.database.execute_sql("SELECT tier, (SELECT value FROM sync_state) FROM memories").fetchall()
    assert rows == [(3, "x")]


def test_the_operator_s_own_statements_stay_as_they_are():
    sql = "SELECT id FROM memories INDEXED BY idx_memories_told"
    assert as_seen_by(sql, None, "main") is sql
    assert as_seen_by("PRAGMA table_info(memories)", BEN, "main") == "PRAGMA table_info(memories)"
    assert as_seen_by("SELECT 1 FROM sync_state", BEN, "main") == "SELECT 1 FROM sync_state"
    assert "INDEXED" not in as_seen_by(sql, BEN, "main")


@pytest.mark.both_stores
def test_recursive_statements_keep_their_own_tables(store):
    sql = (
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3)"
        " SELECT x, (SELECT count(*) FROM memories) FROM n"
    )
    with acting_as(BEN):
        assert store.database.execute_sql(sql).fetchall() == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.file_only("a query plan of SQLite's")
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM memories WHERE service IS 'nginx' ORDER BY id DESC",
        "SELECT id FROM memories ORDER BY confidence DESC, updated_at DESC, id LIMIT 100",
        "SELECT id, observation FROM memories WHERE service IS 'nginx' AND category = 'timing'",
        "SELECT service, category, active, count(*) FROM memories GROUP BY service, category, active",
    ],
)
def test_lists_of_a_principal_begin_with_the_audience(store, sql):
    plan = store.database.execute_sql(f"EXPLAIN QUERY PLAN {as_seen_by(sql, ANNA, 'main')}").fetchall()
    assert "(audience=?" in " ".join(row[-1] for row in plan)


@pytest.mark.file_only("a query plan of SQLite's")
def test_who_may_not_read_a_session_is_looked_up_in_a_small_index(store):
    plan = store.database.execute_sql(
        f"EXPLAIN QUERY PLAN {as_seen_by('SELECT * FROM events ORDER BY id DESC LIMIT 50', BEN, 'main')}"
    ).fetchall()
    told = " ".join(row[-1] for row in plan)
    assert "idx_sessions_limited" in told
    assert "TEMP B-TREE" not in told


def test_names_and_audiences_are_checked():
    assert check_principal_name(" Anna ") == "anna"
    for wrong in ("", "everyone", "a b", "x" * 41, "o'neil", "project:web"):
        with pytest.raises(UsageError):
            check_principal_name(wrong)
    with pytest.raises(ValueError, match="no audiences"):
        ActingPrincipal("x", ("private:x' OR 1 = 1 --",))


def test_who_acts_goes_along_into_the_threads_of_the_store(store):
    with acting_as(ANNA.writing_to("private:anna")):
        assert store.read(owner_here).result() == "anna"
        assert store.write(audience_here).result() == "private:anna"
    assert store.write(audience_here).result() == EVERYONE
    assert utc_now()


@pytest.mark.both_stores
def test_an_operator_of_a_shared_store_sees_what_is_his_and_of_his_agents(store, memory):
    shown = keep(store, memory, None, "nginx reloads in 2 seconds.")
    own = keep(store, memory, ANNA, "The nginx of anna waits 40 seconds.", private_audience("anna"))
    agents = keep(
        store, memory, make_principal("claude"), "The backup runs at 3.", private_audience("claude"), "backup"
    )
    team = keep(store, memory, ANNA, "The web pool has 12 workers.", "project:web", "pool")
    before = keep(store, memory, None, "The mail server is at port 26.", private_audience(""), "mail")

    def seen(principal):
        with acting_as(principal):
            return set(store.read(lambda: memory.search.ids(MemoryQuery())).result())

    assert seen(OPERATOR_ANNA) == {shown.id, own.id, agents.id, team.id, before.id}
    assert seen(OPERATOR_BEN) == {shown.id, agents.id, before.id}


@pytest.mark.both_stores
def test_tables_of_operators_are_seen_by_operators_and_by_no_token(store, memory):
    own = keep(store, memory, ANNA, "The nginx of anna waits 40 seconds.", private_audience("anna"))
    now = "2026-03-01T12:00:00.000Z"
    for ids in ("[]", f"[{own.id}]"):
        store.write(
            lambda ids=ids: store.database.execute_sql(
                "INSERT INTO recalls (at, asked_by, question, rewritten, profile, tier, memory_ids, duration_ms,"
                f" cost_usd, detail) VALUES ('{now}', 'operator', ?, '', '', '', ?, 1, 0, '{{}}')",
                (ids, ids),
            )
        ).result()

    def asked(principal):
        with acting_as(principal):
            return [row[0] for row in store.database.execute_sql("SELECT question FROM recalls ORDER BY id")]

    assert asked(ANNA) == []
    assert asked(OPERATOR_BEN) == ["[]"]
    assert asked(OPERATOR_ANNA) == asked(None) == ["[]", f"[{own.id}]"]
    shared = {table for table, answer in VISIBLE_ROWS.items() if answer.kind == OPERATOR}
    assert shared == {"saved_prompts", "notifications", "recalls", "second_look_calls", "telemetry"}


def test_who_is_an_operator():
    assert is_operator_here()
    with acting_as(OPERATOR_ANNA):
        assert is_operator_here()
        assert owner_here() == "anna"
    with acting_as(ANNA):
        assert not is_operator_here()
