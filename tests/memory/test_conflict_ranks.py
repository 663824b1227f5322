"""Who may overrule whose answer to a pair, and what each answer leaves of the confidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from memory_world import Desk

from claudeops_desktop.memory import conflicts
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState

OLD, NEW = "The scheduler checks health every 30 s", "The gateway drains its queue at night"
RANKS = {"operator": 3, "watcher": 2, "measurement": 2, "second look": 1, "judge": 0, "confirmation": 0}


def recorded(desk: Desk, kind: ConflictKind, by: str = "judge", certainty: float = 0.8, service: str = "box") -> int:
    old, new = desk.add(OLD, service=service), desk.add(NEW, service=service)
    return desk.write(lambda: conflicts.record(old, new, kind, "Why.", certainty, desk.clock(), by=by))


def found(desk: Desk, number: int) -> conflicts.MemoryConflict:
    one = desk.store.read(lambda: conflicts.get(number)).result()
    assert one is not None
    return one


@pytest.mark.parametrize("second", RANKS)
@pytest.mark.parametrize("first", RANKS)
def test_an_answer_stands_against_a_lower_rank(desk: Desk, first: str, second: str) -> None:
    number = recorded(desk, ConflictKind.UNSURE, first)
    done = desk.write(lambda: conflicts.settle(number, ConflictState.BOTH, second, desk.clock()))
    assert done is (RANKS[second] >= RANKS[first])
    assert found(desk, number).by == (second if done else first)


@pytest.mark.parametrize(
    ("kind", "state", "resolved"),
    [
        (ConflictKind.CERTAIN, ConflictState.REPLACED, True),
        (ConflictKind.LIKELY, ConflictState.OPEN, False),
        (ConflictKind.UNSURE, ConflictState.OPEN, False),
    ],
)
def test_only_a_certain_pair_is_resolved_from_the_start(
    desk: Desk, kind: ConflictKind, state: ConflictState, resolved: bool
) -> None:
    one = found(desk, recorded(desk, kind))
    assert (one.state, one.resolved_at != "", one.kind, one.certainty, one.why) == (state, resolved, kind, 0.8, "Why.")


@pytest.mark.parametrize(
    ("answer", "done"),
    [
        (ConflictState.OPEN, False),
        (ConflictState.BOTH, True),
        (ConflictState.REPLACED, True),
        (ConflictState.SAME, True),
    ],
)
def test_a_pair_is_answered_once_the_same_way(desk: Desk, answer: ConflictState, done: bool) -> None:
    number = recorded(desk, ConflictKind.LIKELY)
    for expected in (done, False):
        assert desk.write(lambda: conflicts.resolve(number, answer, "operator", desk.clock())) is expected
    assert found(desk, number).state is answer


@pytest.mark.parametrize("number", [0, 9_999])
def test_a_pair_that_is_gone_is_neither_answered_nor_undone(desk: Desk, number: int) -> None:
    now = desk.clock()
    assert desk.store.read(lambda: conflicts.get(number)).result() is None
    assert desk.write(lambda: conflicts.resolve(number, ConflictState.BOTH, "operator", now)) is False
    assert desk.write(lambda: conflicts.settle(number, ConflictState.BOTH, "operator", now)) is False
    assert desk.write(lambda: conflicts.undo(number, "operator", now)) is False


@pytest.mark.parametrize(
    ("kind", "confidence"),
    [(ConflictKind.LIKELY, 0.7), (ConflictKind.UNSURE, 0.5)],
)
def test_that_both_hold_gives_back_only_what_was_taken(desk: Desk, kind: ConflictKind, confidence: float) -> None:
    number = recorded(desk, kind)
    old = found(desk, number).old_id
    desk.edit(old, confidence=0.5)
    desk.write(lambda: conflicts.resolve(number, ConflictState.BOTH, "operator", desk.clock()))
    assert desk.get(old).confidence == pytest.approx(confidence)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("It waits 30 s", "It waits for 30 s", True),
        ("It waits 30 s", "It waits 40 s", False),
        ("It waits 30 s", "It waits", False),
        ("It waits", "It waits 30 s", False),
        ("It waits", "It rests", True),
    ],
)
def test_neither_has_a_value_that_the_other_lacks(desk: Desk, old: str, new: str, same: bool) -> None:
    one, other = desk.add(old, service="box"), desk.add("Some words of another kind", service="other")
    assert conflicts.same_values(one, replace(other, observation=new)) is same


@pytest.mark.parametrize(
    ("by", "done"), [("operator", True), ("watcher", False), ("second look", False), ("judge", False)]
)
def test_only_the_operator_calls_different_values_the_same(desk: Desk, by: str, done: bool) -> None:
    old, new = desk.add(OLD, service="box"), desk.add(OLD.replace("30", "40"), service="box")
    number = desk.write(lambda: conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.8, desk.clock(), by="judge"))
    assert desk.write(lambda: conflicts.settle(number, ConflictState.SAME, by, desk.clock())) is done


@pytest.mark.parametrize(
    ("kind", "later", "listed"),
    [
        (ConflictKind.LIKELY, -1, True),
        (ConflictKind.LIKELY, 0, True),
        (ConflictKind.LIKELY, 1, False),
        (ConflictKind.CERTAIN, 0, True),
        (ConflictKind.UNSURE, 0, False),
    ],
)
def test_recent_pairs_are_those_that_changed_something(
    desk: Desk, kind: ConflictKind, later: int, listed: bool
) -> None:
    number = recorded(desk, kind)
    since = desk.clock() + timedelta(seconds=later)
    rows = desk.store.read(lambda: conflicts.list_recent(since)).result()
    assert [one.id for one in rows] == ([number] if listed else [])


@pytest.mark.parametrize(("limit", "listed"), [(0, 0), (1, 1), (2, 1)])
def test_open_pairs_are_listed_up_to_the_limit_and_all_counted(desk: Desk, limit: int, listed: int) -> None:
    recorded(desk, ConflictKind.LIKELY)
    assert len(desk.store.read(lambda: conflicts.list_open(limit)).result()) == listed
    assert desk.store.read(conflicts.count_open).result() == 1


@pytest.mark.parametrize(
    ("by", "kind", "listed"),
    [
        ("judge", ConflictKind.LIKELY, True),
        ("judge", ConflictKind.UNSURE, True),
        ("watcher", ConflictKind.LIKELY, False),
    ],
)
def test_what_only_the_judge_decided_deserves_a_second_look(
    desk: Desk, by: str, kind: ConflictKind, listed: bool
) -> None:
    number = recorded(desk, kind, by)
    rows = desk.store.read(conflicts.list_unchecked).result()
    assert [one.id for one in rows] == ([number] if listed else [])


@pytest.mark.parametrize(
    ("kind", "closed"), [(ConflictKind.LIKELY, True), (ConflictKind.UNSURE, False), (ConflictKind.CERTAIN, False)]
)
def test_a_proof_of_the_newer_fact_closes_what_it_likely_contradicted(
    desk: Desk, kind: ConflictKind, closed: bool
) -> None:
    one = found(desk, recorded(desk, kind))
    rows = desk.write(lambda: conflicts.close_contradicted(one.new_id, "measurement", desk.clock(), "Shown."))
    assert [memory.id for memory in rows] == ([one.old_id] if closed else [])
    assert desk.get(one.old_id).superseded_by == (one.new_id if closed else None)


@pytest.mark.parametrize(("certainty", "listed"), [(0.89, True), (0.9, False), (1.0, False)])
def test_a_closing_deserves_a_second_look_below_nine_tenths(desk: Desk, certainty: float, listed: bool) -> None:
    old, new = desk.add(OLD, service="box"), desk.add(NEW, service="box")

    def close() -> int:
        number = conflicts.record(old, new, ConflictKind.CERTAIN, "Why.", certainty, desk.clock())
        conflicts.tables.update(old.id, superseded_by=new.id)
        return number

    number = desk.write(close)
    rows = desk.store.read(conflicts.list_unchecked).result()
    assert [one.id for one in rows] == ([number] if listed else [])
