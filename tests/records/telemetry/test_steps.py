"""Durable steps (E20): killed anywhere, nothing is done twice and nothing is lost; two processes do not collide."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.telemetry.owners import is_alive, process_owner
from claudeops_desktop.records.telemetry.steps import (
    MOST_TRIES,
    DurableSteps,
    StepInProgressError,
    StepRecord,
    retry_after,
)
from claudeops_desktop.storage import DataStore, open_store

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

# A job of three steps: each notes outside the database that it was done (as a model is paid), the last inside too.
WORKER = """
import os, signal, sys
from pathlib import Path
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import proxy
from claudeops_desktop.records.telemetry.steps import DurableSteps

folder, die, ready = DataFolder(Path(sys.argv[1])), sys.argv[2], sys.argv[3:]
store = open_store(folder)
steps = DurableSteps(store)

def note(what):
    with (folder.root / "done").open("a") as file:
        file.write(what + "\\n")
        file.flush()
    return what

def at(moment):
    if die == moment:
        os.kill(os.getpid(), signal.SIGKILL)

def read():
    at("before read")
    note("read")
    if ready:
        print("ready", flush=True)
        sys.stdin.readline()
    return "text"

at("at first")
steps.compute_once("j", "read", read)
at("after read")
steps.compute_once("j", "extract", lambda: (at("in extract"), note("extract"))[1])
at("after extract")

def keep():
    proxy.execute_sql("INSERT INTO telemetry (at, component, action) VALUES ('x', 'observe', 'kept')")
    at("in store")

store.write(lambda: steps.apply_once("j", "store", keep)).result()
at("after store")
store.close()
"""
MOMENTS = ("at first", "before read", "after read", "in extract", "after extract", "in store", "after store")


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data").create()


@pytest.fixture
def store(folder: DataFolder) -> Iterator[DataStore]:
    opened = open_store(folder)
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def steps(store: DataStore, clock: Clock) -> DurableSteps:
    return DurableSteps(store, clock)


def worker(folder: DataFolder, die: str = "never", *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder.root), die, *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ) | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )


def all_of(store: DataStore, ask: Callable[[], list[StepRecord]]) -> list[StepRecord]:
    return store.read(ask).result()


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_anywhere_nothing_is_done_twice_and_nothing_is_lost(folder: DataFolder, moment: str) -> None:
    """A real process is killed at that moment; the next one does the rest, and only the rest."""
    open_store(folder).close()
    with worker(folder, moment) as first:
        first.communicate(timeout=90)
        assert first.returncode == -signal.SIGKILL
    with worker(folder) as second:
        _, err = second.communicate(timeout=90)
        assert second.returncode == 0, err
    assert (folder.root / "done").read_text().split() == ["read", "extract"]
    opened = open_store(folder)
    try:
        steps = DurableSteps(opened)
        rows = all_of(opened, lambda: steps.of_job("j"))
        kept = opened.read(
            lambda: opened.database.execute_sql("SELECT count(*) FROM telemetry WHERE action = 'kept'").fetchone()[0]
        ).result()
    finally:
        opened.close()
    assert [(row.step, row.state) for row in rows] == [("read", "done"), ("extract", "done"), ("store", "done")]
    assert kept == 1


@pytest.mark.slow
def test_of_two_processes_at_once_one_does_a_step(folder: DataFolder, store: DataStore, steps: DurableSteps) -> None:
    with worker(folder, "never", "ready") as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"  # it is in the middle of it
        (row,) = all_of(store, steps.unfinished)
        assert (row.state, row.left_behind) == ("running", False)
        with pytest.raises(StepInProgressError, match="Another Claude Ops is at this already"):
            steps.compute_once("j", "read", lambda: pytest.fail("done twice"))
        assert store.write(steps.retry).result() == []  # nor can it be taken from it
        other.communicate("go on\n", timeout=90)
    assert steps.compute_once("j", "read", lambda: pytest.fail("done twice")) == "text"


@pytest.mark.slow
def test_what_a_process_left_behind_is_due_and_is_taken_up(
    folder: DataFolder, store: DataStore, steps: DurableSteps
) -> None:
    with worker(folder, "in extract") as other:
        other.communicate(timeout=90)
    (row,) = all_of(store, steps.due)
    assert (row.step, row.state, row.left_behind, row.attempts) == ("extract", "running", True, 1)
    assert steps.compute_once("j", "extract", lambda: "again") == "again"
    assert all_of(store, steps.due) == []


def test_two_threads_are_not_at_one_step(steps: DurableSteps) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def work() -> str:
        inside.set()
        assert go_on.wait(90)
        return "once"

    thread = threading.Thread(target=lambda: steps.compute_once("j", "s", work))
    thread.start()
    assert inside.wait(90)
    with pytest.raises(StepInProgressError):
        steps.compute_once("j", "s", lambda: "twice")
    go_on.set()
    thread.join()
    assert steps.compute_once("j", "s", lambda: "twice") == "once"


def fail() -> None:
    raise EnvironmentFault("The model did not answer.", "Try again.")


def test_a_failed_step_waits_longer_each_time_and_at_last_for_the_operator(
    store: DataStore, steps: DurableSteps, clock: Clock
) -> None:
    waited = []
    for number in range(1, MOST_TRIES + 1):
        with pytest.raises(EnvironmentFault):
            steps.compute_once("observe:session:1:0", "extract:model:0", fail)
        wait = retry_after(number)
        waited.append(wait)
        assert all_of(store, steps.due) == []
        if wait is not None:
            clock.now += wait
            assert [row.step for row in all_of(store, steps.due)] == ["extract:model:0"]
    assert waited == [timedelta(minutes=10), timedelta(minutes=30), timedelta(minutes=90), None]
    clock.now += timedelta(days=400)
    assert all_of(store, steps.due) == []
    (row,) = all_of(store, lambda: steps.list(state="failed"))
    assert row.error == "The model did not answer. Try again."
    assert store.write(lambda: steps.retry([row.id])).result() == [row.id]
    (again,) = all_of(store, steps.due)
    assert (again.state, again.attempts, again.error) == ("waiting", 0, "")


def test_only_what_failed_is_retried(store: DataStore, steps: DurableSteps) -> None:
    steps.compute_once("a", "1", lambda: 1)
    store.write(lambda: steps.plan("a", "2")).result()
    with pytest.raises(EnvironmentFault):
        steps.compute_once("a", "3", fail)
    rows = {row.step: row.id for row in all_of(store, lambda: steps.of_job("a"))}
    assert store.write(lambda: steps.retry([rows["1"], rows["2"]])).result() == []
    assert store.write(steps.retry).result() == [rows["3"]]
    assert store.read(steps.counts).result() == {"done": 1, "waiting": 2}
    assert [row.step for row in all_of(store, lambda: steps.due("a"))] == ["2", "3"]
    assert all_of(store, lambda: steps.due("b")) == []


def test_a_change_that_fails_leaves_no_trace_and_can_be_made(store: DataStore, steps: DurableSteps) -> None:
    with pytest.raises(EnvironmentFault):
        store.write(lambda: steps.apply_once("a", "1", fail)).result()
    assert all_of(store, lambda: steps.of_job("a")) == []
    assert store.write(lambda: steps.apply_once("a", "1", lambda: 7)).result() == 7
    assert store.write(lambda: steps.apply_once("a", "1", lambda: 8)).result() == 7


def test_old_jobs_go_once_they_are_wholly_done(store: DataStore, steps: DurableSteps, clock: Clock) -> None:
    steps.compute_once("old", "1", lambda: 1)
    steps.compute_once("half", "1", lambda: 1)
    store.write(lambda: steps.plan("half", "2")).result()
    steps.compute_once("observe:x:anew", "1", lambda: None)  # counted for ever
    clock.now += timedelta(days=10)
    steps.compute_once("new", "1", lambda: 1)
    before = clock.now - timedelta(days=5)
    assert store.write(lambda: steps.prune(before)).result() == 1
    assert {row.job for row in all_of(store, steps.list)} == {"half", "observe:x:anew", "new"}
    assert store.write(lambda: steps.prune(before)).result() == 0


def test_a_step_says_nothing_of_what_it_drew(steps: DurableSteps, store: DataStore) -> None:
    steps.compute_once("j", "s", lambda: "words of a transcript")
    (row,) = all_of(store, steps.list)
    assert "words of" not in json.dumps(row.as_json())


def test_this_process_lives_and_one_that_is_no_more_does_not() -> None:
    assert is_alive(process_owner())
    assert not is_alive(f"{os.getpid()}:1.00")  # the number is another's now


@given(st.text() | st.integers().map(lambda n: f"{n}:{n}"))
def test_a_spoiled_name_is_nobody(name: str) -> None:
    assert not is_alive(name)


@given(st.text(max_size=30))
def test_a_spoiled_time_does_not_keep_a_step_from_being_tried(ended: str) -> None:
    try:
        from_text(ended)
    except ValueError:
        from claudeops_desktop.records.telemetry.steps import _ripe

        row = StepRecord(1, "j", "s", "failed", 1, "{}", "null", "", None, "", "", ended)
        assert _ripe(row, NOW)
