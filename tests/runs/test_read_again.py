"""A session is completed only when all of its log is stored; what waits is read again until it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.read_again import store_waiting_markers
from claudeops_desktop.runs.request import RunEnded
from claudeops_desktop.runs.retention import remove_leftovers
from claudeops_desktop.storage.database import proxy

SAID = tuple(f"[MEMORY:timing:nginx{number}] Takes {number + 5}s to start" for number in range(3))
NO_ROOM = "CREATE TRIGGER no_room BEFORE INSERT ON markers BEGIN SELECT RAISE(ABORT, 'disk is full'); END"

pytestmark = pytest.mark.file_only("a trigger of SQLite's stands for a full disk")


def sql(engine: ApplicationEngine, words: str) -> None:
    engine.store.write(lambda: proxy.execute_sql(words)).result()


@pytest.fixture
def ended(engine, play, monkeypatch) -> RunEnded:
    """A run of which nothing could be stored, and which is not tried again by itself."""
    monkeypatch.setattr("claudeops_desktop.runs.session.keep_trying", lambda *_: None)
    sql(engine, NO_ROOM)
    return play(*SAID)


def only_session(engine):
    (session,) = engine.book.sessions.list()
    return session


def test_it_is_not_completed_and_says_how_many_wait(engine, ended):
    assert ended.status == "failed"
    assert ended.reason.startswith("3 markers or tool results of its log are not stored yet, and will be read from")
    session = only_session(engine)
    assert (session.status, session.status_reason, session.markers_waiting) == ("failed", ended.reason, 3)
    assert engine.book.sessions.run(ended.run_id).status == "failed"


def test_the_same_reason_is_said_once(ended):
    told = [warning for warning in ended.warnings if "disk is full" in warning.lower()]
    assert len(told) == 1, ended.warnings
    assert not any("It waits" in warning for warning in ended.warnings)


def test_it_is_completed_once_all_of_it_is_stored(engine, ended):
    sql(engine, "DROP TRIGGER no_room")
    assert store_waiting_markers(engine.book, engine.memory, engine.folder.root) == (1,)
    session = only_session(engine)
    assert (session.status, session.status_reason, session.markers_waiting) == ("completed", "", 0)
    assert engine.book.sessions.run(ended.run_id).status == "completed"
    assert len(engine.memory.search.list()) == 3
    told = [event.message for event in engine.book.events.list()]
    assert told[0] == "Everything in the log of session 1 is stored now."
    assert told[1].startswith("Session 1: 3 markers or tool results of its log are not stored yet")


@pytest.mark.usefixtures("ended")
def test_while_it_cannot_be_stored_it_waits(engine):
    assert store_waiting_markers(engine.book, engine.memory, engine.folder.root) == ()
    assert (only_session(engine).status, only_session(engine).markers_waiting) == ("failed", 3)


@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize("look", ["reconcile", "heartbeat"])
def test_every_start_and_every_heartbeat_read_it_again(engine, look):
    sql(engine, "DROP TRIGGER no_room")
    work: Callable[[], object] = engine.reconcile if look == "reconcile" else engine.heartbeat.look_at_store
    work()
    assert only_session(engine).markers_waiting == 0


def test_the_process_that_ran_it_stores_it_as_soon_as_it_can(engine, play, qtbot, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.retry_writes.EVERY_S", 0.05)
    sql(engine, NO_ROOM)
    assert play(*SAID).status == "failed"
    sql(engine, "DROP TRIGGER no_room")
    qtbot.waitUntil(lambda: only_session(engine).status == "completed", timeout=30_000)
    assert len(engine.memory.search.list()) == 3


@pytest.mark.usefixtures("ended")
def test_one_that_failed_for_another_reason_as_well_stays_failed(engine):
    """The log does not say that it was stopped for what it cost."""
    engine.store.write(lambda: engine.book.sessions.update(1, status_reason="It cost more than the limit.")).result()
    sql(engine, "DROP TRIGGER no_room")
    assert store_waiting_markers(engine.book, engine.memory, engine.folder.root) == (1,)
    session = only_session(engine)
    assert (session.status, session.status_reason, session.markers_waiting) == (
        "failed",
        "It cost more than the limit.",
        0,
    )


@pytest.mark.usefixtures("ended")
def test_a_log_that_is_gone_is_said_once_and_not_waited_for(engine):
    Path(only_session(engine).log_file).unlink()
    for _ in range(2):
        assert store_waiting_markers(engine.book, engine.memory, engine.folder.root) == ()
    gone = "The log of session 1 is gone, and with it 3 markers or tool results that could not be stored."
    session = only_session(engine)
    assert (session.status, session.status_reason, session.markers_waiting) == ("failed", gone, 0)
    assert [event.message for event in engine.book.events.list()].count(gone) == 1


def test_a_log_that_is_needed_is_not_removed_by_its_age(engine, ended):
    object.__setattr__(engine._around, "clock", lambda: utc_now() + timedelta(days=5000))
    remove_leftovers(engine._around, ended.session_ids)
    assert Path(only_session(engine).log_file).is_file()


def test_a_session_that_a_crash_left_is_read_again_until_all_is_stored(engine, ended):
    session = only_session(engine)
    engine.store.write(
        lambda: engine.book.sessions.update(session.id, status="running", markers_waiting=0, owner="1 gone")
    ).result()
    engine.reconcile()
    assert (only_session(engine).status, only_session(engine).markers_waiting) == ("failed", 3)
    sql(engine, "DROP TRIGGER no_room")
    engine.reconcile()
    assert (only_session(engine).status, only_session(engine).markers_waiting) == ("completed", 0)
    assert len(engine.memory.search.list()) == 3
