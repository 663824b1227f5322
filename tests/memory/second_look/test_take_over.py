"""Doubts that an older version noted are taken over, and an older trash does not trip over their table (E7, M14)."""

from __future__ import annotations

from memory_world import Desk
from oracle import NEW, OLD, Looker, Oracle

from claudeops_desktop.memory import derived_data
from claudeops_desktop.storage.migrations import m022_injection, m032_second_looks


def test_doubts_of_an_older_version_wait_on_and_settled_ones_are_kept(desk: Desk) -> None:
    looker = Looker(desk)
    for text in (OLD, NEW, "The gate hangs", "The gate is stuck"):
        desk.add(text, service="plex")

    def as_before() -> None:
        database = desk.store.database
        database.execute_sql("DROP TABLE second_looks")
        m022_injection.up(database)
        database.execute_sql(
            "INSERT INTO judge_doubts (new_id, old_id, verdict, score, state, answer, why, created_at, settled_at)"
            " VALUES (2, 1, 'different', 0.6, 'waiting', '', 'No word in common.', '2026-02-01T00:00:00.000Z', ''),"
            " (4, 3, 'different', 0.6, 'corrected', 'contradiction', 'It is stuck.', '2026-02-01T00:00:00.000Z', 'x')"
        )
        m032_second_looks.up(database)
        m032_second_looks.up(database)

    desk.write(as_before)
    assert looker.waiting() == 1
    (settled,) = looker.latest()
    assert (settled.look.state, settled.look.answer, settled.look.answer_why) == ("changed", "replaced", "It is stuck.")
    model = Oracle("both")
    assert looker.ask_model(model).agreed == 1
    assert [(pair["older"], pair["newer"]) for pair in model.pairs()] == [(OLD, NEW)]
    tables = desk.store.database.get_tables()
    assert "judge_doubts" not in tables


def test_a_row_of_a_table_that_is_gone_is_passed_over(desk: Desk) -> None:
    assert desk.write(lambda: derived_data.bring_back([("judge_doubts", {"id": 1, "new_id": 2, "old_id": 1})])) == []
