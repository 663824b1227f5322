"""Pairs in conflict: recorded once, listed while both stand, resolved in three ways, and every step undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from memory_world import Desk

from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import conflicts, resources, tables
from claudeops_desktop.memory.confirm_by_evidence import confirm_measured
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.tool_evidence import ShownOutput
from claudeops_desktop.memory.types import GateDecision, MemoryCandidate


def pair(desk: Desk, kind: ConflictKind = ConflictKind.LIKELY) -> tuple[int, int, int]:
    old = desk.add("The scheduler checks health every 30 s", service="box")
    new = desk.add("The gateway drains its queue at night", service="box")
    number = desk.write(lambda: conflicts.record(old, new, kind, "Why.", 0.8, desk.clock()))
    return number, old.id, new.id


def memory(desk: Desk, number: int):
    return desk.store.read(lambda: tables.get_memory(number)).result()


def test_an_open_pair_is_listed_until_it_is_resolved(desk: Desk) -> None:
    number, old, new = pair(desk)
    assert [one.id for one in desk.store.read(conflicts.list_open).result()] == [number]
    assert desk.store.read(lambda: conflicts.contradicting_among([old, new])).result() == [(old, new)]
    assert desk.write(lambda: conflicts.resolve(number, ConflictState.BOTH, "operator", desk.clock()))
    assert desk.store.read(conflicts.list_open).result() == []
    assert desk.store.read(lambda: conflicts.get(number)).result().state is ConflictState.BOTH


def test_the_answer_that_the_new_one_replaces_closes_the_old_one_and_is_undone(desk: Desk) -> None:
    number, old, new = pair(desk, ConflictKind.UNSURE)
    before = memory(desk, old)
    desk.write(lambda: conflicts.resolve(number, ConflictState.REPLACED, "operator", desk.clock()))
    assert memory(desk, old).superseded_by == new
    assert desk.write(lambda: conflicts.undo(number, "operator", desk.clock()))
    assert memory(desk, old) == before
    assert [one.id for one in desk.store.read(conflicts.list_open).result()] == [number]


def test_the_answer_that_both_say_the_same_closes_the_repetition_and_is_undone(desk: Desk) -> None:
    number, old, new = pair(desk, ConflictKind.UNSURE)
    confidence = memory(desk, old).confidence
    desk.write(lambda: conflicts.resolve(number, ConflictState.SAME, "operator", desk.clock()))
    assert memory(desk, new).superseded_by == old
    assert memory(desk, old).confidence == pytest.approx(min(1.0, confidence + 0.1))
    desk.write(lambda: conflicts.undo(number, "operator", desk.clock()))
    assert memory(desk, new).superseded_by is None
    assert memory(desk, old).confidence == confidence


def test_a_pair_is_recorded_once_and_never_over_an_answer(desk: Desk) -> None:
    number, old, new = pair(desk, ConflictKind.UNSURE)
    again = desk.write(
        lambda: conflicts.record(memory_now(old), memory_now(new), ConflictKind.LIKELY, "Again.", 0.7, desk.clock())
    )
    assert again == number
    assert desk.store.read(lambda: conflicts.get(number)).result().kind is ConflictKind.LIKELY
    desk.write(lambda: conflicts.resolve(number, ConflictState.BOTH, "operator", desk.clock()))
    desk.write(
        lambda: conflicts.record(memory_now(old), memory_now(new), ConflictKind.CERTAIN, "Once more.", 1, desk.clock())
    )
    assert desk.store.read(lambda: conflicts.get(number)).result().state is ConflictState.BOTH


def memory_now(number: int):
    found = tables.get_memory(number)
    assert found is not None
    return found


def test_closings_and_lowerings_since_a_moment_are_listed_newest_first(desk: Desk) -> None:
    unsure, *_ = pair(desk, ConflictKind.UNSURE)
    desk.clock.forward(days=1)
    likely, *_ = pair(desk)
    desk.clock.forward(days=1)
    certain, *_ = pair(desk, ConflictKind.CERTAIN)
    found = desk.store.read(lambda: conflicts.list_recent(desk.clock.now.replace(year=2020))).result()
    assert [one.id for one in found] == [certain, likely]
    assert unsure not in {one.id for one in found}


def test_a_deleted_fact_takes_its_conflicts_along_and_brings_them_back(desk: Desk) -> None:
    number, old, _ = pair(desk)
    change = desk.write(lambda: desk.memory.edits.delete([old]))
    assert desk.store.read(lambda: conflicts.get(number)).result() is None
    desk.write(lambda: desk.memory.edits.undo(change))
    assert desk.store.read(lambda: conflicts.get(number)).result() is not None


def kinds(desk: Desk) -> list[tuple[str, str]]:
    rows = desk.store.database.execute_sql("SELECT kind, state FROM memory_conflicts ORDER BY id")
    return [(kind, state) for kind, state in rows]


def test_a_certain_contradiction_closes_and_is_recorded(desk: Desk) -> None:
    desk.says("[MEMORY:timing:box] The crawler retries after 11 s")
    desk.says("[MEMORY:timing:box] The crawler retries after 37 s")
    assert kinds(desk) == [("certain", "replaced")]
    assert memory(desk, 1).superseded_by == 2


def test_an_unsure_one_changes_nothing_and_is_recorded(desk: Desk) -> None:
    desk.says("[MEMORY:behavior:box] Retention is 7 days")
    desk.says("[MEMORY:behavior:box] Retention is 30 days in staging")
    assert kinds(desk) == [("unsure", "open")]
    assert [(m.confidence, m.active, m.superseded_by) for m in desk.all()] == [(0.7, 1, None), (0.7, 1, None)]


def test_a_likely_one_lowers_and_a_later_confirmation_closes(desk: Desk) -> None:
    desk.says("[MEMORY:timing] The crawler retries after 11 s")
    desk.says("[MEMORY:timing] The crawler retries after 37 s")
    assert kinds(desk) == [("likely", "open")]
    assert (memory(desk, 1).confidence, memory(desk, 1).superseded_by) == (0.5, None)
    desk.says("[MEMORY:timing] The crawler retries after 37 s.")
    assert kinds(desk) == [("likely", "replaced")]
    assert memory(desk, 1).superseded_by == 2


def test_the_prompt_holds_both_marked_the_newer_first(desk: Desk) -> None:
    desk.says("[MEMORY:timing] The crawler retries after 11 s")
    desk.edit(1, confidence=1.0)
    desk.says("[MEMORY:timing] The crawler retries after 37 s")
    lines = [line for line in desk.context().text.splitlines() if line.startswith("- ")]
    assert lines == [
        "- [timing] The crawler retries after 37 s (in conflict) (confidence: 0.7) [#2, 1 Mar]",
        "- [timing] The crawler retries after 11 s (in conflict) (confidence: 0.8) [#1, 1 Mar]",
    ]


def unchecked(desk: Desk) -> list[int]:
    return [one.id for one in desk.store.read(conflicts.list_unchecked).result()]


def settle(desk: Desk, number: int, answer: ConflictState, by: str) -> bool:
    return desk.write(lambda: conflicts.settle(number, answer, by, desk.clock(), "Looked again."))


def test_a_second_look_is_due_for_open_pairs_and_for_doubtful_closings(desk: Desk) -> None:
    desk.says("[MEMORY:timing:box] The crawler retries after 11 s")
    desk.says("[MEMORY:timing:box] The crawler retries after 37 s")
    sure = desk.store.read(lambda: conflicts.get(1)).result()
    assert unchecked(desk) == ([1] if sure.certainty < 0.9 else [])
    likely, *_ = pair(desk)
    assert unchecked(desk)[0] == likely
    assert settle(desk, likely, ConflictState.BOTH, conflicts.SECOND_LOOK)
    assert likely not in unchecked(desk)


def test_a_closing_without_a_service_is_due_for_a_second_look_however_sure(desk: Desk) -> None:
    desk.says("[MEMORY:timing] The crawler retries after 11 s")
    desk.says("[MEMORY:timing] The crawler retries after 37 s")
    desk.says("[MEMORY:timing] The crawler retries after 37 s.")
    desk.write(lambda: desk.store.database.execute_sql("UPDATE memory_conflicts SET certainty = 1, by = 'judge'"))
    assert unchecked(desk) == [1]


def test_a_second_look_opens_a_closing_and_is_undone(desk: Desk) -> None:
    desk.says("[MEMORY:timing:box] The crawler retries after 11 s")
    desk.says("[MEMORY:timing:box] The crawler retries after 37 s")
    assert settle(desk, 1, ConflictState.BOTH, conflicts.SECOND_LOOK)
    assert (memory(desk, 1).superseded_by, memory(desk, 1).confidence) == (None, 0.7)
    assert desk.write(lambda: conflicts.undo(1, "operator", desk.clock()))
    assert not settle(desk, 1, ConflictState.REPLACED, conflicts.SECOND_LOOK)  # the operator undid it


def test_a_second_look_never_overrules_the_operator(desk: Desk) -> None:
    number, old, _ = pair(desk)
    assert settle(desk, number, ConflictState.BOTH, "operator")
    assert not settle(desk, number, ConflictState.REPLACED, conflicts.SECOND_LOOK)
    assert memory(desk, old).superseded_by is None
    assert settle(desk, number, ConflictState.REPLACED, "operator")


def test_a_second_look_never_merges_two_values(desk: Desk) -> None:
    old = desk.add("The crawler retries after 11 s", service="box")
    new = desk.add("The crawler retries after 37 s in staging", service="box")
    number = desk.write(lambda: conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.5, desk.clock()))
    assert not settle(desk, number, ConflictState.SAME, conflicts.SECOND_LOOK)
    assert memory(desk, new.id).superseded_by is None


def test_what_no_longer_stands_as_the_pair_says_is_not_settled(desk: Desk) -> None:
    number, old, _ = pair(desk)
    desk.write(lambda: tables.update(old, active=0))
    assert not settle(desk, number, ConflictState.REPLACED, conflicts.SECOND_LOOK)
    assert unchecked(desk) == []


def test_what_is_measured_again_closes_what_it_had_likely_contradicted(desk: Desk) -> None:
    desk.says("[MEMORY:timing] The crawler retries after 11 s")
    desk.says("[MEMORY:timing] The crawler retries after 37 s")
    desk.write(lambda: tables.update(2, service="crawler"))  # what is measured is measured of a service
    answers = [ShownOutput("docker logs crawler", "crawler retries after 37 s")]
    session = desk.session()
    found = desk.write(lambda: confirm_measured(desk.book, desk.clock(), session, [2], answers))
    assert 2 in found
    one = desk.store.read(lambda: conflicts.get(1)).result()
    assert (one.state, one.by) == (ConflictState.REPLACED, conflicts.MEASUREMENT)
    assert memory(desk, 1).superseded_by == 2
    assert not settle(desk, 1, ConflictState.BOTH, conflicts.SECOND_LOOK)


OLD, NEW = "The crawler retries after 11 s", "The crawler retries after 37 s"


def by_marker(desk: Desk) -> None:
    desk.says(f"[MEMORY:timing:box] {NEW}")


def by_remember(desk: Desk) -> None:
    session = desk.session()
    desk.write(lambda: desk.memory.ingest.agent_fact(ExtractedFact(NEW, "timing", "box"), session, 1))


def by_observation(desk: Desk) -> None:
    allowed = GateDecision("allow", "test", "Said by the test.", 0.9)

    def take() -> None:
        passage = resources.add(NEW, "passage", "", "talk:1", desk.clock())
        desk.memory.ingest.fact(ExtractedFact(NEW, "timing", "box"), allowed, source="observed", resource_id=passage)

    desk.write(take)


def by_hand(desk: Desk) -> None:
    desk.write(lambda: desk.memory.edits.add_judged(MemoryCandidate("timing", "box", NEW)))


def by_a_second_look(desk: Desk) -> None:
    desk.says("[MEMORY:timing:box] The crawler keeps its queue on disk")
    old, new = memory(desk, 1), memory(desk, 2)
    number = desk.write(lambda: conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.5, desk.clock()))
    assert settle(desk, number, ConflictState.REPLACED, conflicts.SECOND_LOOK)


@pytest.mark.parametrize("way", [by_marker, by_remember, by_observation, by_hand, by_a_second_look])
def test_every_way_of_closing_is_listed_with_its_reason_and_undone(desk: Desk, way: Callable[[Desk], None]) -> None:
    desk.says(f"[MEMORY:timing:box] {OLD}")
    desk.clock.forward(hours=1)
    way(desk)
    since = desk.clock.now - timedelta(days=30)
    (row,) = [row for row in desk.memory.review.closings(since) if row.memory.id == 1]
    assert (row.kind, row.standing) == ("closed", True)
    assert row.why
    assert row.other is not None
    assert row.certainty is not None
    desk.write(lambda: desk.memory.review.reopen([1]))
    assert (memory(desk, 1).superseded_by, memory(desk, 1).active, memory(desk, 1).confidence) == (None, 1, 0.7)
    (row,) = [row for row in desk.memory.review.closings(since) if row.memory.id == 1]
    assert not row.standing


def test_a_lowering_is_listed_with_its_reason_and_undone(desk: Desk) -> None:
    desk.says(f"[MEMORY:timing] {OLD}")
    desk.says(f"[MEMORY:timing] {NEW}")
    since = desk.clock.now - timedelta(days=30)
    (row,) = desk.memory.review.closings(since)
    assert (row.memory.id, row.kind, row.standing) == (1, "lowered", True)
    desk.write(lambda: desk.memory.review.reopen([1]))
    assert memory(desk, 1).confidence == 0.7
    assert desk.memory.review.conflicts() == []
    assert not desk.memory.review.closings(since)[0].standing
