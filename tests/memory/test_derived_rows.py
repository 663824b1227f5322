"""Rows derived from memories, and rows about them: they are found, removed and restored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from memory_world import Desk

from claudeops_desktop.memory import conflicts, derived_data
from claudeops_desktop.memory.conflicts import ConflictKind
from claudeops_desktop.storage.database import proxy

AT = "2026-03-01T12:00:00.000Z"


def sql(desk: Desk, statement: str, *values: object) -> list[tuple[Any, ...]]:
    return desk.write(lambda: proxy.execute_sql(statement, values).fetchall())


def read(desk: Desk, what: Callable[[], Any]) -> Any:
    return desk.store.read(what).result()


@pytest.fixture
def pair(desk: Desk) -> tuple[int, int, int]:
    """A pair in conflict: its number, the old fact and the new one."""
    old, new = desk.add("The scheduler checks health every 30 s"), desk.add("The gateway drains its queue at night")
    number = desk.write(lambda: conflicts.record(old, new, ConflictKind.LIKELY, "Why.", 0.8, desk.clock()))
    return number, old.id, new.id


@pytest.mark.parametrize(("whose", "found"), [("old", 1), ("new", 1), ("both", 1), ("another", 0), ("nobody", 0)])
def test_a_record_is_found_from_either_end_and_once(
    desk: Desk, pair: tuple[int, int, int], whose: str, found: int
) -> None:
    number, old, new = pair
    ids = {"old": [old], "new": [new], "both": [old, new], "another": [new + 1], "nobody": []}[whose]
    rows = read(desk, lambda: derived_data.records_of(ids))
    assert [(table, row["id"]) for table, row in rows] == [("memory_conflicts", number)] * found


def test_a_record_comes_back_as_it_was_and_once(desk: Desk, pair: tuple[int, int, int]) -> None:
    rows = read(desk, lambda: derived_data.records_of([pair[1]]))
    sql(desk, "DELETE FROM memory_conflicts")
    for _ in range(2):
        assert desk.write(lambda: derived_data.bring_back(rows)) == []
        assert read(desk, lambda: derived_data.records_of([pair[1]])) == rows


@pytest.mark.parametrize("missing", ["old_id", "new_id"])
def test_a_record_waits_for_the_other_memory(desk: Desk, pair: tuple[int, int, int], missing: str) -> None:
    ((table, row),) = read(desk, lambda: derived_data.records_of([pair[1]]))
    sql(desk, "DELETE FROM memory_conflicts")
    waiting = (table, {**row, missing: 9_999})
    assert desk.write(lambda: derived_data.bring_back([waiting])) == [waiting]
    assert sql(desk, "SELECT count(*) FROM memory_conflicts") == [(0,)]


def test_a_row_of_an_unknown_table_is_passed_over(desk: Desk) -> None:
    assert desk.write(lambda: derived_data.bring_back([("memories", {"id": 7}), ("gone", {"id": 7})])) == []
    assert sql(desk, "SELECT count(*) FROM memories") == [(0,)]


def test_the_latest_purge_and_whether_one_was_since(desk: Desk) -> None:
    assert read(desk, derived_data.latest_purge) == 0
    assert not read(desk, lambda: derived_data.purged_since(""))
    for _ in range(2):
        sql(desk, "INSERT INTO purges (at, by) VALUES (?, 'operator')", AT)
    assert read(desk, derived_data.latest_purge) == 2


@pytest.mark.parametrize(
    ("since", "found"),
    [("2026-03-01T11:59:59.999Z", True), (AT, True), ("2026-03-01T12:00:00.001Z", False)],
    ids=["before", "at that moment", "after"],
)
def test_a_purge_counts_from_its_moment_on(desk: Desk, since: str, found: bool) -> None:
    sql(desk, "INSERT INTO purges (at, by) VALUES (?, 'operator')", AT)
    assert read(desk, lambda: derived_data.purged_since(since)) is found


def test_names_go_with_the_last_memory_that_speaks_of_them(desk: Desk) -> None:
    one, two = desk.add("The scheduler checks health every 30 s"), desk.add("The gateway drains its queue at night")
    sql(desk, "DELETE FROM memory_entities")
    sql(desk, "DELETE FROM entities")
    sql(desk, "INSERT INTO entities (id, kind, name) VALUES (1, 'host', 'a'), (2, 'host', 'b'), (3, 'host', 'c')")
    sql(desk, "INSERT INTO memory_entities VALUES (?, 1), (?, 2), (?, 2)", one.id, one.id, two.id)
    assert sorted(read(desk, lambda: derived_data.entities_of([one.id]))) == [1, 2]
    assert sorted(read(desk, lambda: derived_data.entities_of([two.id, one.id, 9_999]))) == [1, 2]
    assert read(desk, lambda: derived_data.entities_of([])) == []
    sql(desk, "DELETE FROM memory_entities WHERE memory_id = ?", one.id)
    desk.write(lambda: derived_data.drop_orphans([1, 2]))
    assert sql(desk, "SELECT id FROM entities ORDER BY id") == [(2,), (3,)]


@pytest.mark.parametrize(
    ("written_from", "ids", "stays"),
    [
        ("[1, 2]", [2], False),
        ("[1, 2]", [1, 2], False),
        ("[1, 2]", [3], True),
        ("[12]", [1], True),
        ("[]", [1], True),
        ("[1]", [], True),
        ("no json", [3], False),
        ("", [], False),
    ],
)
def test_a_summary_goes_with_any_of_its_memories(desk: Desk, written_from: str, ids: list[int], stays: bool) -> None:
    sql(
        desk,
        "INSERT INTO memory_summaries (kind, name, text, memory_ids, built_at) VALUES ('host', 'a', 't', ?, ?)",
        written_from,
        AT,
    )
    desk.write(lambda: derived_data.drop_summaries(ids))
    assert sql(desk, "SELECT count(*) FROM memory_summaries") == [(int(stays),)]


def step(desk: Desk, job: str, **documents: object) -> int:
    texts = [json.dumps(documents.get(name)) for name in ("input", "result")]
    statement = "INSERT INTO steps (job, step, state, input, result, created_at) VALUES (?, 's', 'done', ?, ?, ?)"
    sql(desk, statement, job, *texts, AT)
    return sql(desk, "SELECT max(id) FROM steps")[0][0]


@pytest.mark.parametrize(
    ("job", "taken"),
    [
        ("observe:session:1", True),
        ("observe:session:1:2", True),
        ("observe:session:12", False),
        ("observe:session:1-2", False),
        ("observe:session:", False),
        ("other:session:1", False),
    ],
)
def test_only_the_steps_of_the_conversation_are_reworded(desk: Desk, job: str, taken: bool) -> None:
    number = step(desk, job, input={"text": "my pin is 12"}, result=["pin", "12"])
    before = desk.write(lambda: derived_data.take_out_of_steps(["session:1", "", "session:1"], ["12", ""], "…"))
    assert [(one.column, json.loads(one.text)) for one in before] == (
        [("input", {"text": "my pin is 12"}), ("result", ["pin", "12"])] if taken else []
    )
    ((input_, result),) = sql(desk, "SELECT input, result FROM steps WHERE id = ?", number)
    assert json.loads(input_) == {"text": "my pin is …" if taken else "my pin is 12"}
    assert json.loads(result) == ["pin", "…" if taken else "12"]


@pytest.mark.parametrize(
    ("document", "becomes"),
    [
        ('{"a": "x"}', '{"a":"-"}'),
        ('{"x": 1}', '{"x": 1}'),
        ('["x", ["xx", {"k": "ax"}]]', '["-",["--",{"k":"a-"}]]'),
        ('"y"', '"y"'),
        ("[1, null, true]", "[1, null, true]"),
        ("no x json", "no x json"),
        ("", ""),
    ],
)
def test_a_text_is_taken_out_of_the_values_of_a_document(document: str, becomes: str) -> None:
    assert derived_data._without(document, ["x", ""], "-") == becomes


@pytest.mark.parametrize(("column", "there"), [("input", True), ("result", True), ("input", False)])
def test_a_step_is_reworded_where_it_is_there(desk: Desk, column: str, there: bool) -> None:
    number = step(desk, "observe:session:1")
    target = number if there else number + 1
    assert desk.write(lambda: derived_data.reword_step(target, **{column: "new"})) == int(there)
    found = sql(desk, f"SELECT input, result FROM steps WHERE id = {number}")[0]
    expected = {"input": "null", "result": "null"} | ({column: "new"} if there else {})
    assert found == (expected["input"], expected["result"])
