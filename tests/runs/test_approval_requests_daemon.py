"""A scheduled run asks while nobody looks: the daemon waits, the command line answers, the due time tells of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.occurrences import Schedule

WISH = {
    "summary": "jellyfin is down",
    "services_checked": [],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": "tried twice"},
}


@pytest.fixture
def daemon(engine, folder, recording, qtbot):
    """An application without a window, whose schedule missed a run that asks for tier 2; it waits for the answer."""
    now = engine.book.clock()
    then = to_text(now - timedelta(minutes=90))
    agent = f"replay:{recording('down', structured=WISH)}"
    schedule = Schedule(0, "hourly", "interval", "3600", 1, 0, 1, agent, "", (), then, then, then)
    engine.store.write(lambda: engine.book.schedules.save(schedule)).result()
    process = subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), "daemon"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ) | {"CLAUDEOPS_APPROVALS_TIER2": "ask", "CLAUDEOPS_APPROVALS_TIER3": "never"},
    )
    with process:
        try:
            qtbot.waitUntil(lambda: bool(engine.book.approvals.waiting(engine.book.clock())))
            yield process
        finally:
            process.kill()


def due(engine):
    (found,) = [row for row in engine.book.schedules.due_times() if row.run_id is not None]
    return found


def answer(folder, *words):
    command = [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), "approvals", *words]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.slow
def test_the_due_time_is_running_until_the_run_really_ends(engine, folder, daemon, qtbot):
    assert due(engine).state == "running"
    answer(folder, "approve", "1", "--note", "go on")
    qtbot.waitUntil(lambda: due(engine).state == "ran", timeout=30_000)
    second, first = engine.book.sessions.list()
    assert (first.trigger, first.status, second.tier) == ("catch-up", "escalated", 2)
    assert "> go on" in second.prompt_text


@pytest.mark.slow
def test_a_no_from_elsewhere_ends_it_too(engine, folder, daemon, qtbot):
    answer(folder, "refuse", "1")
    qtbot.waitUntil(lambda: due(engine).state == "ran", timeout=30_000)
    assert [s.status for s in engine.book.sessions.list()] == ["completed"]


@pytest.mark.slow
def test_ended_while_it_waits_the_question_is_withdrawn(engine, daemon):
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(90) == 0
    assert [a.state for a in engine.book.approvals.list()] == ["withdrawn"]
    assert engine.book.sessions.open_runs() == []
