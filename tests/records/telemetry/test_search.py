"""Telemetry is found by part, action, memory, session and time, counted by day, and goes with its age (R5)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.folders import used_folder

from claudeops_desktop.records.telemetry import search
from claudeops_desktop.records.telemetry.recording import emit_event
from claudeops_desktop.records.telemetry.search import TraceQuery
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
