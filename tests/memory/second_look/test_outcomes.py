"""What a model's answer does to a pair, and the way back (E7, M10)."""

from __future__ import annotations

import pytest
from memory_world import Desk
from oracle import NEW, OLD, OTHER, Looker, Oracle

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.memory import tables
from claudeops_desktop.memory.conflicts import ConflictState

CLOSED = {"verdict": "contradiction", "certainty": "certain"}
LIKELY = {"verdict": "contradiction", "certainty": "likely"}


def test_both_hold_takes_a_closing_back_and_the_closing_can_be_had_again(desk: Desk, looker: Looker) -> None:
    old, new = looker.judged(**CLOSED, new=OTHER)
    found = looker.ask_model(Oracle("both"))
    assert (found.changed, found.calls, found.cost_usd) == (1, 1, 0.01)
    assert looker.facts(old, new) == [(0.7, None), (0.7, None)]
    assert sorted(entry.memory.observation for entry in desk.context().included) == sorted([OLD, OTHER])
    assert (desk.memory.history.versions(old)[-1].action, desk.memory.history.versions(old)[-1].by) == (
        "reopened",
        "second look",
    )
    (row,) = looker.latest()
    looker.undo(row.look.id)
    assert looker.facts(old) == [(0.5, new)]
    assert looker.latest()[0].look.state == "undone"


def test_both_hold_gives_back_what_a_likely_contradiction_took(looker: Looker) -> None:
    old, new = looker.judged(**LIKELY, new=OTHER)
    assert looker.facts(old) == [(0.5, None)]
    looker.ask_model(Oracle("both"))
    assert (looker.facts(old, new), looker.conflicts()) == ([(0.7, None), (0.7, None)], [])
    looker.undo(looker.latest()[0].look.id)
    assert (looker.facts(old), len(looker.conflicts())) == ([(0.5, None)], 1)


def test_another_value_turns_likely_into_certain_and_back(looker: Looker) -> None:
    old, new = looker.judged(**LIKELY)
    looker.ask_model(Oracle("replaced"))
    assert looker.facts(old) == [(0.5, new)]
    looker.undo(looker.latest()[0].look.id)
    assert (looker.facts(old), len(looker.conflicts())) == ([(0.5, None)], 1)


def test_what_the_judge_left_alone_becomes_likely_and_no_more(looker: Looker) -> None:
    old, _ = looker.judged("different")
    looker.ask_model(Oracle("replaced"))
    assert looker.facts(old) == [(0.5, None)]
    (conflict,) = looker.conflicts()
    assert (conflict.kind, conflict.by, conflict.certainty) == ("likely", "second look", 0.5)
    looker.undo(looker.latest()[0].look.id)
    assert (looker.facts(old), looker.conflicts()) == ([(0.7, None)], [])


def test_the_same_said_twice_is_merged_and_parted_again(looker: Looker) -> None:
    old, new = looker.judged("different")
    looker.ask_model(Oracle("same"))
    assert looker.facts(old, new) == [(0.8, None), (0.7, old)]
    looker.undo(looker.latest()[0].look.id)
    assert looker.facts(old, new) == [(0.7, None), (0.7, None)]


def test_a_value_that_only_one_names_parts_no_two_that_say_the_same(looker: Looker) -> None:
    old, new = looker.judged(
        "different", "Every night the dump of shop is written", "The dump of shop is written nightly at 02:00"
    )
    assert looker.ask_model(Oracle("same")).changed == 1
    assert looker.facts(old, new) == [(0.8, None), (0.7, old)]


def test_no_model_can_have_different_values_merged(looker: Looker) -> None:
    old, new = looker.judged("different", "Takes 60s to start", "Takes 10s to start")
    assert looker.ask_model(Oracle("same")).unclear == 1
    assert looker.facts(old, new) == [(0.7, None), (0.7, None)]


def test_words_that_were_merged_by_mistake_become_a_fact_of_their_own(desk: Desk, looker: Looker) -> None:
    old = desk.add(OLD, service="plex")
    from claudeops_desktop.language.types import PairJudgement, Verdict
    from claudeops_desktop.memory.apply_verdict import ChangeCause
    from claudeops_desktop.memory.lifecycle import JudgedMemory

    session = desk.session()
    judged = JudgedMemory(old, PairJudgement(Verdict.SAME, 0.7, "Nearly the same words."))
    desk.write(lambda: looker.queue.note([judged], old, ChangeCause(OTHER, "agent", desk.clock(), session)))
    model = Oracle("both")
    looker.ask_model(model)
    assert [(pair["older"], pair["newer"]) for pair in model.pairs()] == [(OLD, OTHER)]
    (_, new) = desk.all()
    assert (new.observation, new.service, new.session_id, new.superseded_by) == (OTHER, "plex", session, None)
    assert looker.conflicts() == []
    looker.undo(looker.latest()[0].look.id)
    assert desk.get(new.id).superseded_by == old.id


def test_a_pinned_fact_is_not_touched(desk: Desk, looker: Looker) -> None:
    old, _ = looker.judged("different")
    desk.edit(old, pinned=True)
    assert looker.ask_model(Oracle("replaced")).unclear == 1
    assert looker.facts(old) == [(0.7, None)]


def test_an_answer_of_the_operator_stands_above_the_model(desk: Desk, looker: Looker) -> None:
    old, _ = looker.judged(**LIKELY)
    (conflict,) = looker.conflicts()
    desk.write(lambda: desk.memory.review.resolve(conflict.id, ConflictState.BOTH))
    looker.ask_model(Oracle("replaced"))
    assert looker.facts(old) == [(0.7, None)]


def test_what_the_operator_has_answered_since_is_not_taken_back(desk: Desk, looker: Looker) -> None:
    _old, _ = looker.judged(**CLOSED)
    looker.ask_model(Oracle("both"))
    (row,) = looker.latest()
    desk.write(lambda: desk.memory.review.resolve(row.look.conflict_id, ConflictState.REPLACED))
    with pytest.raises(OperatorError, match="nothing to take back"):
        looker.undo(row.look.id)


def test_a_closing_by_the_model_is_listed_and_reopened_like_any_other(desk: Desk, looker: Looker) -> None:
    from datetime import timedelta

    old, _ = looker.judged(**LIKELY)
    looker.ask_model(Oracle("replaced"))
    (closing,) = list(looker.ask(lambda: desk.memory.review.closings(desk.clock() - timedelta(days=1))))
    assert (closing.memory.id, closing.by, closing.standing) == (old, "second look", True)
    assert "It says so." in closing.why
    desk.write(lambda: desk.memory.review.reopen([old]))
    assert looker.facts(old)[0][1] is None
    looker.ask_model(Oracle("replaced"))
    assert looker.facts(old)[0][1] is None, "it is not asked again"


def test_where_the_model_agrees_nothing_changes_and_it_is_asked_once(desk: Desk, looker: Looker) -> None:
    looker.judged("different")
    model, before = Oracle("both"), desk.all()
    assert looker.ask_model(model).agreed == 1
    assert looker.ask_model(model).calls == 0
    assert (desk.all(), len(model.asked)) == (before, 1)


def test_a_memory_that_went_takes_what_was_sent_with_it(desk: Desk, looker: Looker) -> None:
    old, _ = looker.judged(**CLOSED, old="The quagga unit restarts at noon", new=NEW)
    looker.ask_model(Oracle("both", data={"answers": [{"pair": 1, "answer": "both", "why": "quagga is another unit"}]}))
    desk.write(lambda: desk.memory.edits.delete([old]))
    for table in ("second_looks", "second_look_calls"):
        assert "quagga" not in str(desk.store.database.execute_sql(f"SELECT * FROM {table}").fetchall())
    assert tables.get_memory(old) is None
    assert looker.latest() == []
