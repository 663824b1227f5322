"""Kill the application, the agent, the writer: nothing is lost, nothing is doubled, no process is left."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import psutil
import pytest
from breaking import Program, left_of_talker, rows, words_of

from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.storage import store_place

TOLD = "The application ended while this session was running."


@pytest.fixture
def talking(folder, talker):
    made = Program(folder.root, path=f"{talker.parent}:{os.environ['PATH']}")
    yield made
    made.close()


@pytest.mark.slow
def test_the_window_killed_in_a_session_is_told_of_at_the_next_start(folder, talking, qtbot):
    window = talking.start("--run-now")
    qtbot.waitUntil(lambda: len(rows(folder.database, "SELECT id FROM memories")) == 2, timeout=60_000)
    window.send_signal(signal.SIGKILL)
    window.wait()
    again = talking.start("--background")
    qtbot.waitUntil(
        lambda: rows(folder.database, "SELECT status, status_reason FROM sessions") == [("interrupted", TOLD)],
        timeout=60_000,
    )
    qtbot.waitUntil(lambda: not left_of_talker(), timeout=15_000)
    again.send_signal(signal.SIGTERM)
    assert again.wait(90) == 0
    assert rows(folder.database, "SELECT count(*) FROM memories") == [(2,)]
    assert rows(folder.database, "SELECT count(*) FROM events WHERE message = 'restarted twice'") == [(1,)]
    assert rows(folder.database, "SELECT DISTINCT status FROM runs") == [("interrupted",)]


@pytest.mark.slow
def test_the_agent_killed_ends_its_session_in_a_plain_sentence(folder, talker, qapp, qtbot, monkeypatch):
    monkeypatch.setenv("PATH", f"{talker.parent}:{os.environ['PATH']}")
    engine = ApplicationEngine(folder)
    ended: list[RunEnded] = []
    engine.runs.on_ended(ended.append)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 2, timeout=30_000)
    (agent,) = [p for p in psutil.process_iter() if str(talker) in words_of(p)]
    agent.kill()
    qtbot.waitUntil(lambda: bool(ended), timeout=30_000)
    (session,) = engine.book.sessions.list()
    assert session.status in ("failed", "interrupted")
    assert session.status_reason.endswith(".")
    assert "Traceback" not in session.status_reason
    assert len(engine.memory.search.list()) == 2
    qtbot.waitUntil(lambda: not left_of_talker(), timeout=15_000)
    engine.close()


WRITER = """
import sys, threading, time
from pathlib import Path
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
store = open_store(DataFolder(Path(sys.argv[1])))
book = RecordRepositories(store)
def event(text):
    book.events.add(level="info", message=text, service=None, session_id=None, now=utc_now())
store.write(lambda: event("before")).result()
def half():
    for number in range(500):
        event(f"half {number}")
    print("in the middle", flush=True)
    time.sleep(600)
store.write(half)
time.sleep(600)
"""


@pytest.mark.slow
def test_the_writer_killed_in_a_write_leaves_nothing_half_written(folder, program):
    words = [sys.executable, "-c", WRITER, str(folder.root)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout.readline().strip() == "in the middle"
        writer.kill()
    if store_place.server_of(folder) is None:
        with closing(sqlite3.connect(folder.database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert [event["message"] for event in program.json("events", "list")] == ["before"]


def test_a_write_that_fails_is_told_and_the_next_one_is_done(folder, qapp):
    engine = ApplicationEngine(folder)
    book, store = engine.book, engine.store
    now = book.clock()
    failed = store.write(lambda: 1 / 0)
    assert isinstance(failed.exception(), ZeroDivisionError)
    store.write(lambda: book.events.add(level="info", message="after", service=None, session_id=None, now=now)).result()
    assert [event.message for event in book.events.list()] == ["after"]
    engine.close()


@pytest.mark.slow
def test_a_command_killed_while_another_runs_leaves_the_others_session_alone(folder, talking, qtbot):
    one = talking.start("run", "--agent", "claude")
    qtbot.waitUntil(lambda: len(rows(folder.database, "SELECT id FROM memories")) == 2, timeout=60_000)
    other = talking.start("daemon")
    qtbot.waitUntil(lambda: bool(rows(folder.database, "SELECT id FROM schedules")), timeout=60_000)
    other.send_signal(signal.SIGKILL)
    other.wait()
    assert [s["status"] for s in talking.json("sessions", "list")] == ["running"]
    one.send_signal(signal.SIGINT)
    one.wait(90)
    assert [s["status"] for s in talking.json("sessions", "list")] == ["stopped"]
    assert left_of_talker() == []
