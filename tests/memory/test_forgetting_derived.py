"""M14: what was reckoned from a deleted memory, and what is kept about it, goes with it; undo brings it back."""

from __future__ import annotations

import sqlite3

import peewee
import pytest
from support.other_process import other_connection
from test_forgetting import delete, in_tables, in_the_files, undo

from claudeops_desktop.records.telemetry.steps import DurableSteps

FACT = "The quagga host takes 40s to start"


@pytest.fixture
def known(desk):
    """Memory 1 with everything that the engine keeps of a memory."""
    desk.says(f"[MEMORY:timing:plex] {FACT}")
    desk.says("[MEMORY:behavior:caddy] Answers 302 when it is healthy")
    run = desk.store.database.execute_sql

    def fill():
        run("INSERT INTO entities (id, kind, name) VALUES (1, 'host', 'quagga'), (2, 'service', 'caddy')")
        run("INSERT INTO memory_entities (memory_id, entity_id) VALUES (1, 1), (1, 2), (2, 2)")
        run("INSERT INTO memory_vectors (memory_id, model, vector) VALUES (1, 'm', x'00')")
        run("INSERT INTO memory_indexed (memory_id, version) VALUES (1, 1)")
        run(
            "INSERT INTO memory_summaries (kind, name, text, memory_ids, built_at)"
            " VALUES ('category', 'timing', 'quagga is slow', '[1]', 'x'), ('category', 'behavior', 'fine', '[2]', 'x')"
        )
        run(
            "INSERT INTO injections (session_id, memory_id, part, created_at) VALUES (2, 1, 'session', 'x'),"
            " (2, 2, 'session', 'x')"
        )
        run(
            "INSERT INTO second_looks (new_id, old_id, reason, verdict, score, created_at)"
            " VALUES (2, 1, 'unsure', 'different', 0.5, 'x')"
        )
        steps = DurableSteps(desk.store, desk.clock)
        facts = [{"text": FACT}, {"text": "another fact"}]
        steps.apply_once("observe:session:1", "extract", lambda: facts)
        steps.apply_once("observe:session:1:200", "extract", lambda: [FACT])
        steps.apply_once("observe:session:12", "extract", lambda: ["of another session"])

    desk.write(fill)
    return desk


def rows(desk, table):
    return desk.store.database.execute_sql(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()


def test_vectors_entities_and_summaries_go_with_it(known):
    delete(known, 1)
    assert not in_tables(known, "quagga")
    assert rows(known, "memory_vectors") == rows(known, "memory_indexed") == []
    assert [name for _, _, name in rows(known, "entities")] == ["caddy"], "what others speak of stays"
    assert [row[2] for row in rows(known, "memory_summaries")] == ["behavior"]


def test_a_step_keeps_what_else_was_extracted(known):
    delete(known, 1)
    results = [row[0] for row in known.store.database.execute_sql("SELECT result FROM steps ORDER BY id")]
    assert results == ['[{"text":"(deleted)"},{"text":"another fact"}]', '["(deleted)"]', '["of another session"]']


def test_undo_brings_back_the_records_about_it(known):
    before = {table: rows(known, table) for table in ("injections", "second_looks", "steps", "resources")}
    change = delete(known, 1)
    assert len(rows(known, "injections")) == 1
    assert rows(known, "second_looks") == []
    undo(known, change)
    assert {table: rows(known, table) for table in before} == before


def test_a_second_look_between_two_that_were_deleted_returns_with_the_second(known):
    before = rows(known, "second_looks")
    first, second = delete(known, 1), delete(known, 2)
    undo(known, first)
    assert rows(known, "second_looks") == []
    undo(known, second)
    assert rows(known, "second_looks") == before


def test_no_word_is_left_in_the_files(known):
    delete(known, 1)
    known.store.close()
    assert in_the_files(known.store.path.parent, "quagga") == []


def test_its_passage_is_a_tombstone(known):
    (number,) = known.store.database.execute_sql("SELECT resource_id FROM memories WHERE id = 1").fetchone()
    change = delete(known, 1)
    kept = known.store.database.execute_sql("SELECT raw_content, content_type FROM resources WHERE id = ?", (number,))
    assert kept.fetchone() == ("", "tombstone")
    undo(known, change)
    kept = known.store.database.execute_sql("SELECT raw_content FROM resources WHERE id = ?", (number,)).fetchone()
    assert FACT in kept[0]


def test_a_passage_of_two_memories_in_other_words_than_theirs_is_blanked(known):
    def share():
        run = known.store.database.execute_sql
        run(
            "INSERT INTO resources (id, raw_content, content_type, content_at, conversation_id, created_at)"
            " VALUES (99, 'That machine needs long, and the proxy redirects.', 'passage', 'x', 'session:1', 'x')"
        )
        run("UPDATE memories SET resource_id = 99")

    known.write(share)
    change = delete(known, 1)
    passage = "SELECT raw_content, content_type FROM resources WHERE id = 99"
    assert known.store.database.execute_sql(passage).fetchone() == ("", "tombstone")
    undo(known, change)
    assert known.store.database.execute_sql(passage).fetchone()[1] == "passage"


def test_nobody_else_may_change_a_passage(known):
    for sql in ("UPDATE resources SET raw_content = 'x'", "DELETE FROM resources"):
        with (
            pytest.raises((sqlite3.IntegrityError, peewee.IntegrityError), match="append-only"),
            other_connection(known.store) as connection,
        ):
            connection.execute(sql)
