"""The emergency stop with real processes: agents of several programs end, also on a full disk and a locked database."""

from __future__ import annotations

import json
import os
from pathlib import Path

import psutil
import pytest
from breaking import Program, left_of_talker, rows, words_of
from support.other_process import held_for_writing, other_connection
from support.processes import is_over

from claudeops_desktop.agents.running_agents import running_agents
from claudeops_desktop.core.emergency_stop_marker import is_stopped
from claudeops_desktop.core.errors import PolicyRefusal
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.emergency_stop import record_stop, resume_everything, stop_everything
from claudeops_desktop.runs.request import RunRequest

DEAF = """#!/usr/bin/env python3
import json, os, signal, subprocess, sys, time
if "--version" in sys.argv:
    print("2.1.330 (Claude Code)"); sys.exit()
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
child = "import signal,time\\nfor n in (2,15): signal.signal(n,signal.SIG_IGN)\\ntime.sleep(598)"
env = {name: value for name, value in os.environ.items() if not name.startswith("CLAUDEOPS")}
subprocess.Popen([sys.executable, "-c", child, "598.NUMBER"], start_new_session=True, env=env)
said = {"content": [{"type": "text", "text": "I do not listen."}]}
print(json.dumps({"type": "assistant", "message": said}), flush=True)
time.sleep(598)
"""


@pytest.fixture
def talking(folder, talker):
    made = Program(folder.root, path=f"{talker.parent}:{os.environ['PATH']}")
    yield made
    made.close()


def agents_of(talker):
    return [p for p in psutil.process_iter() if str(talker) in words_of(p)]


def sessions(folder):
    return rows(folder.database, "SELECT status FROM sessions ORDER BY id")


def begin(talking, folder, talker, qtbot, *, more):
    """A daemon-less window and ``more`` runs of terminals, each with its agent in mid-sentence."""
    started = [talking.start("--run-now")]
    qtbot.waitUntil(lambda: len(agents_of(talker)) >= 1)
    started += [talking.start("run", "--agent", "claude") for _ in range(more)]
    qtbot.waitUntil(lambda: len(agents_of(talker)) == 1 + more)
    qtbot.waitUntil(lambda: len(left_of_talker()) == 1 + more)
    return started


@pytest.mark.slow
def test_one_command_ends_the_agents_of_every_program_and_nothing_starts(folder, talking, talker, qtbot):
    window, first, second = begin(talking, folder, talker, qtbot, more=2)
    done = talking.ask("stop", "--all", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["stopped"], told["agents_ended"], told["processes_left"]) == (True, 3, [])
    assert (agents_of(talker), left_of_talker()) == ([], [])
    for terminal in (first, second):
        terminal.wait(90)
    qtbot.waitUntil(lambda: sessions(folder) == [("stopped",)] * 3)
    assert window.poll() is None
    refused = talking.ask("run", "--agent", "watch")
    assert refused.returncode == 3
    assert "claudeops resume" in refused.stderr
    qtbot.waitUntil(
        lambda: rows(folder.database, "SELECT count(*) FROM events WHERE message LIKE 'Emergency stop%'") == [(1,)]
    )
    assert talking.ask("resume").stdout.startswith("Resumed")
    assert talking.ask("run", "--agent", "watch").returncode != 3


@pytest.mark.slow
def test_an_agent_that_does_not_listen_is_ended_with_its_child(folder, talking, talker, qtbot):
    talker.write_text(DEAF.replace("NUMBER", str(os.getpid())))
    terminal = talking.start("run", "--agent", "claude")
    qtbot.waitUntil(lambda: len(agents_of(talker)) == 1 and len(left_of_talker()) == 1)
    done = talking.ask("stop", "--all")
    assert done.returncode == 0, done.stderr
    assert "1 agent ended" in done.stdout
    assert (agents_of(talker), left_of_talker()) == ([], [])
    terminal.wait(90)
    assert sessions(folder) == [("stopped",)]


@pytest.mark.slow
def test_it_works_while_the_database_is_locked(folder, talking, talker, qtbot):
    window, *_ = begin(talking, folder, talker, qtbot, more=0)
    qtbot.waitUntil(lambda: rows(folder.database, "SELECT count(*) FROM memories") == [(2,)])
    asked = (
        "INSERT INTO approvals (kind, tier, asked_at, expires_at, state) VALUES ('tier', 2, '2020', '2999', 'waiting')"
    )
    with other_connection(folder) as other:
        other.execute(asked)
    with held_for_writing(folder, exclusive=True):
        done = talking.ask("stop", "--all", "--json")
        told = json.loads(done.stdout)
        assert (done.returncode, told["agents_ended"], told["recorded"]) == (0, 1, False)
        assert "The records follow later" in done.stderr
        assert (agents_of(talker), left_of_talker()) == ([], [])
        assert talking.ask("run", "--agent", "watch").returncode != 0
    said = "SELECT state, note FROM approvals WHERE expires_at = '2999'"
    qtbot.waitUntil(lambda: rows(folder.database, said) == [("refused", "Stopped by the operator.")])
    qtbot.waitUntil(lambda: sessions(folder) == [("stopped",)])
    assert window.poll() is None


@pytest.fixture
def engine(qapp, small_disk):
    opened = ApplicationEngine(small_disk.folder)
    yield opened
    small_disk.free()
    opened.close()


@pytest.mark.slow
@pytest.mark.file_only("the file is on the disk that is full")
def test_it_works_on_a_full_disk_and_the_records_follow(engine, talker, program, small_disk, qtbot, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.retry_writes.EVERY_S", 0.2)
    engine.settings.change("agent.claude_path", str(talker))
    engine.runs.enqueue(RunRequest(agent="claude"))
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 2)
    small_disk.fill()
    stopping = program.start("stop", "--all", "--data-dir", str(small_disk.folder.root))
    qtbot.waitUntil(lambda: stopping.poll() is not None)
    said = stopping.stdout.read()
    assert (stopping.returncode, "1 agent ended" in said, "records follow later" in said) == (0, True, True), said
    assert "Traceback" not in said
    assert left_of_talker() == []
    qtbot.waitUntil(lambda: not engine.runs.busy)
    small_disk.free()
    qtbot.waitUntil(lambda: [s.status for s in engine.book.sessions.list()] == ["stopped"])
    qtbot.waitUntil(lambda: sum(event.message.startswith("Emergency stop") for event in engine.book.events.list()) == 1)


@pytest.mark.slow
def test_what_waits_and_what_asks_goes_with_it_and_resuming_brings_the_queue_back(engine, recording, small_disk, qtbot):
    root, ended = small_disk.folder.root, []
    engine.runs.on_ended(ended.append)
    engine.settings.change("approvals.tier2", "ask")
    asks = {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": ""}
    file = recording("down", name="asks")
    path = Path(file.removeprefix("replay:"))
    lines = path.read_bytes().splitlines()
    result = json.loads(lines[-1]) | {"structured_output": {"summary": "down", "escalation": asks}}
    path.write_bytes(b"\n".join([*lines[:-1], json.dumps(result).encode()]) + b"\n")
    engine.runs.enqueue(RunRequest(agent=file))
    qtbot.waitUntil(lambda: bool(engine.runs.state.parked))
    assert stop_everything(root).again is False
    qtbot.waitUntil(lambda: bool(ended))  # heard of by the watch on the marker
    assert not engine.runs.busy
    (asked,) = engine.book.approvals.list()
    assert (asked.state, asked.note) in (
        ("withdrawn", "Stopped by the operator."),
        ("refused", "Stopped by the operator."),
    )
    assert engine.runs.state.stopped and engine.runs.state.paused
    with pytest.raises(PolicyRefusal, match="emergency stop") as refusal:
        engine.runs.enqueue(RunRequest(agent=file))
    assert "claudeops resume" in refusal.value.full_text
    assert stop_everything(root).again is True
    record_stop(engine.book, root)
    record_stop(engine.book, root)
    assert resume_everything(engine.book, root) is True
    assert resume_everything(engine.book, root) is False
    assert not engine.runs.state.paused
    assert sum(event.message.startswith("Emergency stop") for event in engine.book.events.list()) == 1
    assert engine.run_to_end(RunRequest(agent=recording("well"))).status == "completed"


@pytest.mark.slow
def test_agents_of_another_data_folder_go_on(folder, talking, talker, tmp_path, qtbot):
    terminal = talking.start("run", "--agent", "claude")
    qtbot.waitUntil(lambda: len(left_of_talker()) == 1)
    other = tmp_path / "other"
    other.mkdir()
    assert stop_everything(other).agents.ended == 0
    assert is_stopped(other)
    assert not is_stopped(folder.root)
    (agent,) = running_agents(folder.root)
    assert not is_over(agent.pid)
    stop_everything(folder.root)
    terminal.wait(90)


@pytest.mark.slow
def test_stop_needs_to_be_told_what_and_a_session_may_not_resume(folder, program):
    folder.create()
    assert program.ask("stop").returncode == 2
    program.ask("stop", "--all")
    program.environ["CLAUDEOPS_SESSION_TOKEN"] = "x"
    assert program.ask("resume").returncode == 3
    assert is_stopped(folder.root)
    del program.environ["CLAUDEOPS_SESSION_TOKEN"]
    assert "Nothing starts" in program.ask("stop", "--all").stdout
    assert "claudeops resume" in program.ask("pause", "off").stdout
    assert program.ask("resume").stdout.startswith("Resumed")
    assert program.ask("resume").stdout.startswith("Nothing was stopped")
