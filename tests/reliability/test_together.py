"""Two applications on one data folder, a clock that goes back, and many sessions in a row."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest
import time_machine
from breaking import rows

from claudeops_desktop.core.schedule_lock import is_schedule_kept
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.runs.request import RunRequest

SESSIONS = 100


@pytest.fixture
def engine(qapp, folder, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    opened = ApplicationEngine(folder)
    yield opened
    opened.close()


@pytest.mark.slow
def test_the_window_and_commands_share_a_folder_and_lose_nothing(folder, program, recording, qtbot):
    window = program.start("--background")
    qtbot.waitUntil(lambda: bool(rows(folder.database, "SELECT id FROM schedules")), timeout=60_000)
    said = [f"[MEMORY:timing:service{number}] Takes {number}0s to start" for number in range(1, 9)]
    started = [program.start("run", "--agent", recording(*said[n : n + 2], name=f"r{n}")) for n in (0, 2, 4, 6)]
    for process in started:
        out, _ = process.communicate(timeout=200)
        assert process.returncode == 0, out
    window.send_signal(signal.SIGTERM)
    out, _ = window.communicate(timeout=90)
    assert (window.returncode, "Traceback" in out) == (0, False), out
    assert sorted(memory["observation"] for memory in program.json("memory", "list")) == sorted(
        text.partition("] ")[2] for text in said
    )
    assert Counter(session["status"] for session in program.json("sessions", "list")) == {"completed": 4}


@pytest.mark.slow
def test_a_second_window_hands_over_and_a_daemon_says_who_keeps_the_schedule(folder, program, qtbot):
    window = program.start("--background")
    qtbot.waitUntil(lambda: bool(rows(folder.database, "SELECT id FROM schedules")), timeout=60_000)
    second = program.start()
    out, _ = second.communicate(timeout=90)
    assert second.returncode == 0
    assert "runs already" in out
    qtbot.waitUntil(lambda: is_schedule_kept(folder.root))
    daemon = program.ask("daemon")
    assert daemon.returncode == 1
    assert "Another Claude Ops already keeps the schedule" in daemon.stderr
    window.send_signal(signal.SIGTERM)
    assert window.wait(90) == 0


@pytest.mark.slow
def test_a_clock_set_back_a_month_ends_nothing_and_doubles_nothing(engine, recording):
    agent = recording("[MEMORY:timing:jellyfin] Takes 60s to start\n[EVENT:info:jellyfin] well")
    again = recording("[MEMORY:timing:jellyfin] Takes 60s to start", name="again")
    with time_machine.travel(datetime(2026, 7, 31, 12, tzinfo=UTC)):
        assert engine.run_to_end(RunRequest(agent=agent)).status == "completed"
    with time_machine.travel(datetime(2026, 6, 30, 12, tzinfo=UTC)):
        assert engine.run_to_end(RunRequest(agent=again)).status == "completed"
        (memory,) = engine.memory.search.list()
        assert memory.confidence == 0.8, "a recording that is played was not given it"
        assert engine.memory.prompt.block(ContextRequest(2000, datetime.now(UTC))).text.count("Takes 60s") == 1
        assert engine.reconcile().session_ids == ()
    assert [session.status for session in engine.book.sessions.list()] == ["completed", "completed"]
    assert all((session.duration_ms or 0) >= 0 for session in engine.book.sessions.list())


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.slow
def test_a_hundred_sessions_in_a_row_leave_nothing_behind(engine, recording):
    agent = recording("[EVENT:info:jellyfin] well", "[MEMORY:timing:jellyfin] Takes 60s to start")
    for _ in range(5):  # all parts have run once
        engine.run_to_end(RunRequest(agent=agent))
    before = (descriptors(), threading.active_count(), len(psutil.Process().children(recursive=True)))
    for _ in range(SESSIONS):
        assert engine.run_to_end(RunRequest(agent=agent)).status == "completed"
    after = (descriptors(), threading.active_count(), len(psutil.Process().children(recursive=True)))
    # A session that left one thing behind would leave a hundred; a few come and go with what else the process does.
    assert all(now <= then + SESSIONS // 10 for now, then in zip(after, before, strict=True)), (before, after)
    assert len(engine.book.sessions.list(limit=1000)) == SESSIONS + 5
    assert len(engine.memory.search.list()) == 1
    assert len(engine.book.events.list(limit=1000)) == SESSIONS + 5
    assert not any(engine.folder.sessions.iterdir())
