"""The schedule with the real run queue and real agent processes: a due time is answered by a session on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from pytestqt.qtbot import QtBot

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.occurrences import ScheduleOccurrence
from claudeops_desktop.scheduler import edit
from claudeops_desktop.storage import CommittedChange

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
RECORDINGS = Path(__file__).parents[1] / "recordings"


@pytest.fixture
def engine(data_dir: Path, qapp: object) -> Iterator[ApplicationEngine]:
    """All parts of one data folder, at nine on a Monday."""
    with time_machine.travel(START):
        made = ApplicationEngine(DataFolder(data_dir))
        yield made
        made.close()


def schedule(engine: ApplicationEngine, recording: str) -> None:
    new = replace(edit.new_schedule("Replay", "interval", "1800"), agent=f"replay:{RECORDINGS / recording}")
    engine.store.write(lambda: edit.save_schedule(engine.book, new, datetime.now(UTC))).result()


def rows(engine: ApplicationEngine) -> list[ScheduleOccurrence]:
    return engine.store.read(engine.book.schedules.due_times).result()


def wake_after(engine: ApplicationEngine, qtbot: QtBot, span: timedelta, state: str) -> ScheduleOccurrence:
    """Start, let time pass at once, and wait for the latest due time to end so."""
    assert engine.keep_time()
    qtbot.waitUntil(lambda: engine.schedule.acts and engine.schedule.next_due() is not None)
    with time_machine.travel(START + span):
        engine.schedule.tick()
        qtbot.waitUntil(lambda: bool(rows(engine)) and rows(engine)[0].state == state, timeout=30_000)
    return rows(engine)[0]


def test_a_due_time_becomes_a_run_and_its_row_says_that_it_ran(engine: ApplicationEngine, qtbot: QtBot) -> None:
    schedule(engine, "success_plain-2.1.330.ndjson")
    row = wake_after(engine, qtbot, timedelta(minutes=30, seconds=1), "ran")
    run = engine.book.sessions.run(row.run_id or 0)
    assert run is not None
    assert (run.trigger, run.status, row.why) == ("scheduled", "completed", "")
    assert row.due_at == "2026-03-02T09:30:00.000Z"


def test_who_shows_what_comes_next_hears_when_it_is_known(engine: ApplicationEngine, qtbot: QtBot) -> None:
    schedule(engine, "success_plain-2.1.330.ndjson")
    shown: list[int] = []

    def ask(change: CommittedChange) -> None:
        if change.table == "due_times":
            shown.append(len(engine.upcoming(3)))

    engine.store.hub.listen(ask)
    assert engine.keep_time()
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == 3)


@pytest.mark.slow
@pytest.mark.both_stores
def test_what_was_missed_is_a_catch_up_run(engine: ApplicationEngine, qtbot: QtBot) -> None:
    schedule(engine, "success_plain-2.1.330.ndjson")
    row = wake_after(engine, qtbot, timedelta(hours=2, minutes=12), "ran")
    run = engine.book.sessions.run(row.run_id or 0)
    assert run is not None
    assert (run.trigger, row.due_at) == ("catch-up", "2026-03-02T11:00:00.000Z")
    assert row.why.startswith("missed at 11:00: ")
    assert [missed.state for missed in rows(engine)[1:]] == ["missed"] * 3


def test_claude_code_73927_an_overloaded_service_is_a_failure_in_words(engine: ApplicationEngine, qtbot: QtBot) -> None:
    schedule(engine, "api_error_529-2.1.330.ndjson")
    row = wake_after(engine, qtbot, timedelta(minutes=30, seconds=1), "failed")
    assert row.run_id is not None
    assert "overloaded" in row.why.lower()


def test_a_recording_that_is_gone_is_a_failure_in_words(engine: ApplicationEngine, qtbot: QtBot) -> None:
    schedule(engine, "none.ndjson")
    row = wake_after(engine, qtbot, timedelta(minutes=30, seconds=1), "failed")
    assert row.run_id is None
    assert "There is no recording" in row.why
