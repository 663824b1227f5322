"""Killed in the middle of a session and started again (S6): nothing is lost or stored twice, no process is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from support.other_process import other_connection, stored_rows
from support.processes import is_over

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.sessions import SessionStatus
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.runs.reconcile import reconcile_records
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.storage import CommittedChange
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.events import parse

SAYS = """#!/usr/bin/env python3
import json, os, subprocess, sys, time
if "--version" in sys.argv:
    print("2.1.197 (Claude Code)"); sys.exit()
def say(text):
    print(json.dumps({"type": "assistant", "message": {"content": [{"type": "text", "text": text}]}}), flush=True)
say("[MEMORY:timing:jellyfin] Takes 60s to start\\n[EVENT:warning:jellyfin] restarted twice")
child = subprocess.Popen(["sleep", "599.NUMBER"], start_new_session=True)
say("[MEMORY:dependency:caddy] Needs WireGuard [MEMORY:dependency:caddy] Needs the DNS server")
time.sleep(599)
"""


@pytest.fixture
def slow_agent(tmp_path: Path) -> Path:
    """A program that says three memories and an event, starts a child in a session of its own, and goes on."""
    place = tmp_path / "bin"
    place.mkdir()
    program = place / "claude"
    program.write_text(SAYS.replace("NUMBER", str(os.getpid())))
    program.chmod(0o755)
    return program


def memories(folder: DataFolder) -> int:
    return len(stored_rows(folder, "SELECT id FROM memories"))


@pytest.fixture
def killed(folder, slow_agent, qtbot, tmp_path) -> Callable[[], set[int]]:
    """Start the application, kill it in the middle of a session; the processes that it had started."""

    def run() -> set[int]:
        folder.create()
        environ = dict(os.environ) | {"PATH": f"{slow_agent.parent}:{os.environ['PATH']}"}
        arguments = ["--data-dir", str(folder.root), "run", "--agent", "claude"]
        application = subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", *arguments],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        qtbot.waitUntil(lambda: memories(folder) == 3, timeout=60_000)
        below = {child.pid for child in psutil.Process(application.pid).children(recursive=True)}
        application.send_signal(signal.SIGKILL)
        application.wait()
        return below | {p.pid for p in psutil.process_iter() if f"599.{os.getpid()}" in _arguments(p)}

    return run


def _arguments(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.mark.slow
def test_nothing_is_lost_nothing_is_doubled_and_no_process_is_left(folder, killed, qapp, qtbot):
    processes = killed()
    assert processes
    engine = ApplicationEngine(folder)
    said_before = engine.memory.search.list()
    # as if the crash had come before the last two were stored
    engine.store.write(lambda: engine.store.database.execute_sql("DELETE FROM memories WHERE id > 1")).result()
    engine.store.write(
        lambda: engine.store.database.execute_sql("DELETE FROM markers WHERE kind = 'memory' AND target_id > 1")
    ).result()
    recovered = engine.reconcile()
    (session,) = engine.book.sessions.list()
    assert (session.status, session.status_reason) == (
        SessionStatus.INTERRUPTED,
        "The application ended while this session was running.",
    )
    assert session.ended_at is not None
    assert engine.book.sessions.run(session.run_id).status == SessionStatus.INTERRUPTED
    assert [(m.service, m.observation, m.confidence) for m in engine.memory.search.list()] == [
        (m.service, m.observation, m.confidence) for m in said_before
    ]
    assert [e.message for e in engine.book.events.list()] == ["restarted twice"]
    assert recovered.memories == 2
    assert "2 memories" in recovered.sentence
    qtbot.waitUntil(lambda: all(map(is_over, processes)))
    engine.close()


@pytest.mark.slow
def test_any_command_after_a_crash_tells_the_truth(folder, killed):
    killed()

    def asked(*words: str) -> list[dict]:
        command = [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), *words, "--json"]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    assert [s["status"] for s in asked("sessions", "list")] == ["interrupted"]
    assert len(asked("memory", "list")) == 3


@pytest.mark.slow
def test_reading_the_log_again_changes_nothing_where_all_was_stored(folder, killed, qapp):
    killed()
    engine = ApplicationEngine(folder)
    before = engine.memory.search.list()
    recovered = engine.reconcile()
    assert recovered.memories == 0
    assert engine.memory.search.list() == before
    assert engine.reconcile().session_ids == ()
    engine.close()


def test_a_session_of_another_application_that_still_runs_is_left_alone(engine):
    def begin() -> int:
        now = engine.book.clock()
        run = engine.book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=[], now=now
        )
        parent = psutil.Process(os.getppid())
        return engine.book.sessions.begin(
            now=now, run_id=run, agent="watch", trigger="manual", owner=f"{parent.pid}:{parent.create_time():.2f}"
        )

    session = engine.store.write(begin).result()
    assert reconcile_records(engine.book, engine.memory, engine.folder.root).session_ids == ()
    assert engine.book.sessions.get(session).status == SessionStatus.RUNNING


@pytest.mark.slow
def test_quitting_in_the_middle_stops_the_agent_and_says_so(folder, slow_agent, qapp, qtbot, monkeypatch):
    from claudeops_desktop.runs.request import RunRequest

    monkeypatch.setenv("PATH", f"{slow_agent.parent}:{os.environ['PATH']}")
    engine = ApplicationEngine(folder)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 3, timeout=20_000)
    pid = engine.book.sessions.list()[0].pid
    engine.close()
    assert is_over(pid)
    with other_connection(folder) as connection:
        assert connection.execute("SELECT status FROM sessions").fetchone() == ("stopped",)


@pytest.mark.slow
@pytest.mark.file_only("a trigger of SQLite's stands for a full disk")
def test_what_could_not_be_stored_at_first_is_tried_again_at_the_end(engine, play):
    """A disk that was full for a while: the session's log may have a gap in the same place (S7)."""
    store = engine.store
    (session_id,) = play("I begin.").session_ids
    keeper = MarkerStore(engine.book, engine.memory, session_id, 1)
    said = parse(writing.assistant_text("[MEMORY:timing:a] Takes 60s to start", session_id="s", model="m"))
    store.write(
        lambda: store.database.execute_sql(
            "CREATE TRIGGER no_room BEFORE INSERT ON memories BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    ).result()
    keeper.store_line(100, "2026-01-01T00:00:00.000Z", said)
    store.write(lambda: store.database.execute_sql("DROP TRIGGER no_room")).result()
    harvest = keeper.wait_until_stored()
    assert [found.memory.observation for found in harvest.memories] == ["Takes 60s to start"]
    assert harvest.failures == []


@pytest.mark.slow
def test_the_last_line_of_a_burst_is_told_though_nothing_follows(engine, slow_agent, qtbot):
    """S7: shown as it is said. The agent says all of it at once and is silent then."""
    engine.settings.change("agent.claude_path", str(slow_agent))
    shown: list[int] = []

    def changed(change: CommittedChange) -> None:
        if change.table == "session_log":
            (log_file,) = [s.log_file for s in engine.book.sessions.list() if s.id in change.ids]
            shown.append(Path(log_file).read_bytes().count(b"\n"))

    with_end: list[object] = []
    engine.runs.on_ended(with_end.append)
    forget = engine.store.hub.listen(changed)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == 2, timeout=20_000)
    engine.runs.stop()
    qtbot.waitUntil(lambda: bool(with_end), timeout=20_000)
    forget()
