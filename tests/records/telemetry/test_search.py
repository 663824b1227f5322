"""Telemetry is found by part, action, memory, session and time, counted by day, and goes with its age (R5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, timezone
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.folders import used_folder

from claudeops_desktop.records.telemetry import search
from claudeops_desktop.records.telemetry.recording import emit_event
from claudeops_desktop.records.telemetry.search import DayCount, GateCounts, TelemetryRow, TraceQuery
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage.database import proxy

T = TypeVar("T")
NOW = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    opened = open_store(used_folder(tmp_path / "data"))
    yield opened
    opened.close()


@pytest.fixture
def filled(store: DataStore) -> DataStore:
    def write() -> None:
        emit_event("observe", "memory.observe.completed", now=NOW, session_id=4, job="observe:session:4:0", turns=7)
        emit_event("gate", "memory.gate.discarded", now=NOW, session_id=4, rule="too short")
        emit_event("gate", "memory.gate.discarded", now=NOW - timedelta(days=1), session_id=3)
        emit_event("gate", "memory.gate.held", now=NOW, memory_id=9)
        emit_event("observe", "memory.observe.failed", now=NOW + timedelta(hours=1), level="error", success=False)
        for outcome, rule in (("discard", "too short"), ("discard", "too short"), ("hold", "permissions")):
            proxy.execute_sql(
                "INSERT INTO gate_log (outcome, rule, why, text, source, created_at) VALUES (?, ?, 'w', 't', 's', ?)",
                (outcome, rule, "2026-03-02T09:00:00.000000Z"),
            )

    store.write(write).result()
    return store


def ask(store: DataStore, question: Callable[[], T]) -> T:
    return store.read(question).result()


def actions(store: DataStore, **query: object) -> list[str]:
    return [one.action.removeprefix("memory.") for one in ask(store, lambda: search.find_events(TraceQuery(**query)))]


def test_each_filter_finds_its_own(filled: DataStore) -> None:
    assert actions(filled, component="gate") == ["gate.held", "gate.discarded", "gate.discarded"]
    assert actions(filled, action="memory.gate.d") == ["gate.discarded"] * 2
    assert actions(filled, session_id=4) == ["gate.discarded", "observe.completed"]
    assert actions(filled, memory_id=9) == ["gate.held"]
    assert actions(filled, failed=True) == ["observe.failed"]
    assert actions(filled, job="observe:session:4") == ["observe.completed"]
    assert actions(filled, component="gate", since=NOW - timedelta(hours=1)) == ["gate.held", "gate.discarded"]
    assert actions(filled, until=NOW) == ["gate.discarded"]
    assert actions(filled, component="nothing") == []
    assert ask(filled, lambda: search.count_events(TraceQuery(component="gate"))) == 3


def test_the_newest_come_first_and_only_so_many(filled: DataStore) -> None:
    (one,) = ask(filled, lambda: search.find_events(TraceQuery(), 1))
    assert (one.action, one.success, one.level) == ("memory.observe.failed", False, "error")
    told = ask(filled, lambda: search.find_events(TraceQuery(), None))[-1].as_json()
    assert (told["detail"], told["job"]) == ({"turns": 7}, "observe:session:4:0")


def test_days_are_the_operators(filled: DataStore) -> None:
    """23:30 and 00:30 in UTC are one day two hours further east."""
    east = timezone(timedelta(hours=2))
    days = ask(filled, lambda: search.by_day(TraceQuery(component="observe"), east))
    assert [(one.day, one.action, one.times, one.failed) for one in days] == [
        ("2026-03-03", "memory.observe.completed", 1, 0),
        ("2026-03-03", "memory.observe.failed", 1, 1),
    ]
    days = ask(filled, lambda: search.by_day(TraceQuery(component="gate"), UTC))
    assert [(one.day, one.action, one.times) for one in days] == [
        ("2026-03-02", "memory.gate.discarded", 1),
        ("2026-03-02", "memory.gate.held", 1),
        ("2026-03-01", "memory.gate.discarded", 1),
    ]


def test_how_many_were_discarded_this_week_has_an_answer(filled: DataStore) -> None:
    counts = ask(filled, lambda: search.gate_counts(NOW - timedelta(days=7)))
    assert (counts.count_for("discard"), counts.count_for("hold")) == (2, 1)
    assert counts.by_rule["discard", "too short"] == 2
    assert ask(filled, lambda: search.gate_counts(NOW)).count_for("discard") == 0


def test_old_events_go_some_at_a_time(filled: DataStore) -> None:
    prune = search.prune_events
    assert filled.write(lambda: prune(NOW)).result() == 1
    assert filled.write(lambda: prune(NOW + timedelta(days=1), 2)).result() == 2
    assert ask(filled, lambda: search.count_events(TraceQuery())) == 2


@pytest.mark.parametrize("detail", ["", "{", "[1]", "null", '"x"'])
def test_a_spoiled_row_is_told_all_the_same(store: DataStore, detail: str) -> None:
    store.write(
        lambda: proxy.execute_sql(
            "INSERT INTO telemetry (at, component, action, detail) VALUES ('soon', 'x', 'y', ?)", (detail,)
        )
    ).result()
    (one,) = ask(store, lambda: search.find_events(TraceQuery()))
    assert one.detail == {}
    assert [day.day for day in ask(store, lambda: search.by_day(TraceQuery()))] == ["soon"]


@given(st.text(max_size=20))
def test_whatever_is_looked_for_is_a_search(text: str) -> None:
    where, values = search._where(TraceQuery(component=text, action=text, job=text))
    assert where.count("?") == len(values)


# --- whole rows, and each filter on both sides -----------------------------------------------------------------------

TICK = timedelta(milliseconds=1)


def test_an_event_is_its_row(store: DataStore) -> None:
    def write() -> None:
        emit_event("gate", "memory.gate.held", now=NOW)
        emit_event(
            "judge",
            "memory.judge.failed",
            now=NOW,
            level="error",
            success=False,
            duration_ms=1.5,
            session_id=4,
            memory_id=9,
            job="judge:4",
            pairs=2,
        )

    store.write(write).result()
    full = TelemetryRow(
        2,
        "2026-03-02T23:30:00.000Z",
        "error",
        "judge",
        "memory.judge.failed",
        False,
        1.5,
        4,
        9,
        "judge:4",
        {"pairs": 2},
    )
    assert ask(store, lambda: search.find_events(TraceQuery())) == [
        full,
        TelemetryRow(1, "2026-03-02T23:30:00.000Z", "info", "gate", "memory.gate.held", True, None, None, None, "", {}),
    ]
    assert full.as_json() == asdict(full)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [5, 4, 3, 2, 1]),
        ({"component": "gat"}, []),
        ({"action": "memory.gate"}, [4, 3, 2]),
        ({"action": "gate"}, []),
        ({"job": "observe:"}, [1]),
        ({"job": "session"}, []),
        ({"session_id": 0}, []),
        ({"session_id": 3}, [3]),
        ({"memory_id": 0}, []),
        ({"since": NOW}, [5, 4, 2, 1]),
        ({"since": NOW + TICK}, [5]),
        ({"until": NOW}, [3]),
        ({"until": NOW + TICK}, [4, 3, 2, 1]),
        ({"failed": True, "component": "gate"}, []),
        ({"component": "gate", "session_id": 4, "since": NOW, "until": NOW + TICK}, [2]),
    ],
)
def test_a_query_finds_and_counts_the_same(filled: DataStore, query: dict[str, object], found: list[int]) -> None:
    assert [one.id for one in ask(filled, lambda: search.find_events(TraceQuery(**query)))] == found
    assert ask(filled, lambda: search.count_events(TraceQuery(**query))) == len(found)


def test_a_hundred_events_are_told_unless_more_are_asked_for(store: DataStore) -> None:
    def write() -> None:
        for _ in range(101):
            emit_event("gate", "memory.gate.held", now=NOW)

    store.write(write).result()
    for limit, told in ((0, 0), (99, 99), (None, 101)):
        assert len(ask(store, lambda limit=limit: search.find_events(TraceQuery(), limit))) == told
    assert [one.id for one in ask(store, lambda: search.find_events(TraceQuery()))] == list(range(101, 1, -1))


def test_a_day_counts_all_of_its_hours_the_most_frequent_action_first(store: DataStore) -> None:
    def write() -> None:
        for hours, action, success in [
            (0, "b", True),
            (-1, "b", False),
            (-2, "b", False),
            (-2, "c", True),
            (-3, "a", True),
            (-3, "c", True),
            (-3, "c", True),
            (-24, "z", False),
            (-48, "a", True),
        ]:
            emit_event("gate", action, now=NOW + timedelta(hours=hours), success=success)

    store.write(write).result()
    days = ask(store, lambda: search.by_day(TraceQuery(), UTC))
    assert days == [
        DayCount("2026-03-02", "b", 3, 2),
        DayCount("2026-03-02", "c", 3, 0),
        DayCount("2026-03-02", "a", 1, 0),
        DayCount("2026-03-01", "z", 1, 1),
        DayCount("2026-02-28", "a", 1, 0),
    ]
    assert days[0].as_json() == {"day": "2026-03-02", "action": "b", "times": 3, "failed": 2}


def test_without_a_zone_days_are_those_of_this_machine(filled: DataStore, in_zone: Callable[[str], None]) -> None:
    in_zone("Europe/Berlin")
    days = ask(filled, lambda: search.by_day(TraceQuery(component="observe")))
    assert {one.day for one in days} == {"2026-03-03"}


@pytest.mark.parametrize(("at", "day"), [("2026-03-02", "2026-03-02"), ("never at all", "never at a")])
def test_a_time_that_cannot_be_read_is_told_as_it_is(store: DataStore, at: str, day: str) -> None:
    store.write(
        lambda: proxy.execute_sql("INSERT INTO telemetry (at, component, action) VALUES (?, 'x', 'y')", (at,))
    ).result()
    assert ask(store, lambda: search.by_day(TraceQuery(), UTC)) == [DayCount(day, "y", 1, 0)]


def test_the_gate_s_outcomes_are_counted_by_rule_most_first(filled: DataStore) -> None:
    written = datetime(2026, 3, 2, 9, tzinfo=UTC)
    counts = GateCounts({("discard", "too short"): 2, ("hold", "permissions"): 1})
    for since in (None, written - TICK):
        found = ask(filled, lambda since=since: search.gate_counts(since))
        assert found == counts
        assert list(found.by_rule) == list(counts.by_rule)
    assert ask(filled, lambda: search.gate_counts(written + TICK)) == GateCounts()
    assert [counts.count_for(outcome) for outcome in ("discard", "hold", "allow")] == [2, 1, 0]
    assert counts.as_json() == [
        {"outcome": "discard", "rule": "too short", "times": 2},
        {"outcome": "hold", "rule": "permissions", "times": 1},
    ]


def test_the_parts_that_left_anything_are_in_order(filled: DataStore) -> None:
    assert ask(filled, search.list_components) == ["gate", "observe"]


def test_the_oldest_events_go_first(store: DataStore) -> None:
    def write() -> None:
        for minutes in (2, 0, 1, 3):
            emit_event("gate", "x", now=NOW + timedelta(minutes=minutes))

    store.write(write).result()
    end = NOW + timedelta(minutes=3)
    assert [store.write(lambda most=most: search.prune_events(end, most)).result() for most in (0, 2)] == [0, 2]
    assert [one.id for one in ask(store, lambda: search.find_events(TraceQuery()))] == [4, 1]
    assert [store.write(lambda: search.prune_events(end)).result() for _ in range(2)] == [1, 0]


@pytest.mark.both_stores
def test_what_became_of_observations_is_summed_since_a_time(store: DataStore) -> None:
    def write() -> None:
        for days, counts in ((0, (2, 3, 1)), (1, (1, 0, 3)), (9, (50, 0, 0))):
            allowed, held, discarded = counts
            emit_event(
                "observe", "memory.observe.completed", now=NOW - timedelta(days=days),
                allowed=allowed, held=held, discarded=discarded,
            )  # fmt: skip
        emit_event("observe", "memory.observe.completed", now=NOW)  # of a version that counted nothing

    store.write(write).result()
    found = ask(store, lambda: search.observed_counts(NOW - timedelta(days=7)))
    assert (found.allowed, found.held, found.discarded) == (3, 3, 4)
    assert (found.total, found.kept_out) == (10, 0.7)
    assert ask(store, lambda: search.observed_counts(NOW + TICK)).kept_out == 0.0
