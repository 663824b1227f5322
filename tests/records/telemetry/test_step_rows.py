"""The rows of durable steps: what each way through a step writes, and which are told, due, retried and pruned."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.process_owner import this_machine
from claudeops_desktop.records.telemetry.owners import belongs_here, is_alive, process_owner
from claudeops_desktop.records.telemetry.steps import DurableSteps, StepInProgressError, StepRecord, retry_after

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
GONE = "1:1.00"
"""A process that runs no more: the number is another's by now."""


class Clock:
    """Stands still until it is moved."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def steps(book, clock):
    return DurableSteps(book.store, clock)


@pytest.fixture
def rows(book, steps):
    """All steps, oldest first."""
    return lambda: book.store.read(lambda: steps.list(limit=1000)).result()[::-1]


@pytest.fixture
def stand(book, write):
    """Writes a step as another process left it; its id."""

    def put(job, step="s", state="running", **columns):
        columns = {"job": job, "step": step, "state": state, "created_at": to_text(NOW)} | columns
        marks = ", ".join("?" * len(columns))
        sql = f"INSERT INTO steps ({', '.join(columns)}) VALUES ({marks}) RETURNING id"
        return write(lambda: book.store.database.execute_sql(sql, (*columns.values(),)).fetchone()[0])

    return put


def row(number, job="j", step="s", state="done", **fields):
    at = to_text(NOW)
    return replace(StepRecord(number, job, step, state, 1, "{}", "null", "", None, at, at, at), **fields)


def planned(number, job="j", step="s", **fields):
    return row(number, job, step, "waiting", attempts=0, started_at="", ended_at="", **fields)


def test_planned_steps_wait_and_those_that_are_there_stay(steps, write, rows, clock):
    write(lambda: steps.plan("j", "a", "b", session_id=7, turn=3))
    clock.now += MINUTE
    write(lambda: steps.plan("j", "b", "c"))
    told = rows()
    assert told[:2] == [
        planned(1, step=step, id=place, input='{"turn":3}', session_id=7) for place, step in ((1, "a"), (2, "b"))
    ]
    assert told[2:] == [planned(told[2].id, step="c", created_at=to_text(clock.now))]
    assert not told[0].left_behind


def test_a_step_that_is_done_is_its_result(steps, rows, book, clock):
    def work():
        (going_on,) = rows()
        assert going_on == row(1, state="running", session_id=7, ended_at="", owner=process_owner())
        clock.now += MINUTE
        return {"facts": [1, 2]}

    assert steps.compute_once("j", "s", work, session_id=7) == {"facts": [1, 2]}
    done = row(1, session_id=7, result='{"facts":[1,2]}', ended_at=to_text(NOW + MINUTE))
    assert rows() == [done]
    assert steps.compute_once("j", "s", lambda: pytest.fail("done twice")) == {"facts": [1, 2]}
    assert book.store.read(lambda: steps.result("j", "s")).result() == (True, {"facts": [1, 2]})
    assert done.as_json() == {
        "id": 1,
        "job": "j",
        "step": "s",
        "state": "done",
        "attempts": 1,
        "error": "",
        "session_id": 7,
        "created_at": to_text(NOW),
        "started_at": to_text(NOW),
        "ended_at": to_text(NOW + MINUTE),
        "owner": "",
        "left_behind": False,
    }


@pytest.mark.parametrize("state", ["waiting", "running", "failed"])
def test_a_step_that_is_not_done_has_no_result(steps, book, stand, state):
    stand("j", state=state, result="7")
    assert book.store.read(lambda: steps.result("j", "s")).result() == (False, None)
    assert book.store.read(lambda: steps.result("j", "other")).result() == (False, None)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (EnvironmentFault("The model did not answer.", "Try again."), "The model did not answer. Try again."),
        (ValueError("no number"), "ValueError: no number"),
    ],
)
def test_a_step_that_fails_says_why_and_is_tried_again(steps, rows, clock, error, told):
    def fail():
        raise error

    with pytest.raises(type(error)):
        steps.compute_once("j", "s", fail)
    assert rows() == [row(1, state="failed", error=told)]
    clock.now += MINUTE
    assert steps.compute_once("j", "s", lambda: 7) == 7
    later = to_text(clock.now)
    assert rows() == [row(1, attempts=2, result="7", started_at=later, ended_at=later)]


def test_a_change_and_its_record_are_one(steps, rows, write):
    def work():
        assert rows_here() == [row(1, state="running", session_id=7, ended_at="", owner=process_owner())]
        return [1]

    def rows_here():
        return steps.of_job("j")

    assert write(lambda: steps.apply_once("j", "s", work, session_id=7)) == [1]
    assert rows() == [row(1, session_id=7, result="[1]")]
    assert write(lambda: steps.apply_once("j", "s", lambda: pytest.fail("done twice"))) == [1]


def test_a_change_that_was_taken_back_is_written_down_as_failed(steps, rows, write):
    write(lambda: steps.fail("j", "s", "The disk is full.", session_id=7))
    assert rows() == [row(1, state="failed", error="The disk is full.", session_id=7)]
    write(lambda: steps.fail("j", "s", "The disk is full."))
    assert rows()[0].attempts == 2


def test_what_runs_no_more_or_is_our_own_is_taken_up(steps, rows, stand):
    stand("gone", owner=GONE, attempts=1)
    stand("ours", owner=process_owner(), attempts=1)
    assert [one.left_behind for one in rows()] == [True, False]
    assert steps.compute_once("gone", "s", lambda: 1) == 1
    assert steps.compute_once("ours", "s", lambda: 2) == 2
    assert [(one.job, one.state, one.attempts, one.result) for one in rows()] == [
        ("gone", "done", 2, "1"),
        ("ours", "done", 2, "2"),
    ]


def test_a_running_step_of_a_living_process_cannot_be_begun(steps, stand, rows, book, write):
    import psutil

    parent = psutil.Process().parent()
    living = f"{parent.pid}:{parent.create_time():.2f}:{this_machine()}"
    stand("j", owner=living)
    before = rows()
    with pytest.raises(StepInProgressError, match="Another Claude Ops is at this already: j, s"):
        steps.compute_once("j", "s", lambda: pytest.fail("done twice"))
    assert rows() == before
    assert book.store.read(steps.due).result() == []
    assert write(steps.retry) == []


def test_what_was_taken_from_us_meanwhile_is_as_the_other_left_it(steps, rows, book, write):
    def taken(state, result):
        def work():
            sql = "UPDATE steps SET owner = ?, state = ?, result = ? WHERE state = 'running'"
            write(lambda: book.store.database.execute_sql(sql, (GONE, state, result)))
            return "mine"

        return work

    assert steps.compute_once("j", "done", taken("done", '"theirs"')) == "theirs"
    assert steps.compute_once("j", "going on", taken("running", "null")) == "mine"
    assert [(one.state, one.result) for one in rows()] == [("done", '"theirs"'), ("running", "null")]


def test_one_thread_at_a_time_is_at_a_step(steps):
    def within():
        with pytest.raises(StepInProgressError, match="Claude Ops is at this already: j, s"):
            steps.compute_once("j", "s", lambda: "twice")
        assert steps.compute_once("j", "other", lambda: "other") == "other"
        return "once"

    assert steps.compute_once("j", "s", within) == "once"


# --- which ones there are --------------------------------------------------------------------------------------------


@pytest.fixture
def several(stand):
    """Steps in each state, numbered from 1."""
    ended = to_text(NOW - 10 * MINUTE)
    stand("a:1", "x", "done", ended_at=ended, session_id=7)
    stand("a:1", "y", "waiting")
    stand("a:2", "x", "running", owner=GONE, session_id=7)
    stand("b:1", "x", "running", owner=process_owner())
    stand("b:1", "y", "failed", attempts=1, ended_at=ended)
    stand("b:2", "x", "failed", attempts=2, ended_at=ended)
    stand("b:2", "y", "failed", attempts=4, ended_at=ended)
    stand("b:3", "x", "failed", attempts=1, ended_at="soon")


@pytest.mark.parametrize(
    ("ask", "found"),
    [
        (lambda steps: steps.unfinished(), [2, 3, 4, 5, 6, 7, 8]),
        (lambda steps: steps.unfinished(2), [2, 3]),
        (lambda steps: steps.due(), [2, 3, 5, 8]),
        (lambda steps: steps.due("b"), [5, 8]),
        (lambda steps: steps.due("b:1"), [5]),
        (lambda steps: steps.due("", 2), [2, 3]),
        (lambda steps: steps.of_job("b:1"), [4, 5]),
        (lambda steps: steps.of_job("b"), []),
        (lambda steps: steps.list(), [8, 7, 6, 5, 4, 3, 2, 1]),
        (lambda steps: steps.list(state="failed"), [8, 7, 6, 5]),
        (lambda steps: steps.list(job="a"), [3, 2, 1]),
        (lambda steps: steps.list(job="%"), []),
        (lambda steps: steps.list(session_id=7), [3, 1]),
        (lambda steps: steps.list(state="failed", job="b:2", limit=1), [7]),
        (lambda steps: steps.list(limit=0), []),
    ],
)
def test_steps_are_found(steps, several, book, ask, found):
    assert [one.id for one in book.store.read(lambda: ask(steps)).result()] == found


def test_steps_are_counted_by_state(steps, several, book):
    counts = book.store.read(steps.counts).result()
    assert counts == {"done": 1, "failed": 4, "running": 2, "waiting": 1}


def test_two_hundred_steps_are_told_unless_more_are_asked_for(steps, write, book):
    write(lambda: steps.plan("j", *map(str, range(201))))
    told = book.store.read(steps.list).result()
    assert [one.id for one in told] == list(range(201, 1, -1))


@pytest.mark.parametrize(("attempts", "minutes"), [(0, 10), (1, 10), (2, 30), (3, 90), (4, None), (5, None)])
def test_a_failed_step_waits_three_times_as_long_each_time(steps, stand, book, clock, attempts, minutes):
    wait = None if minutes is None else minutes * MINUTE
    assert retry_after(attempts) == wait
    stand("j", state="failed", attempts=attempts, ended_at=to_text(NOW))
    clock.now = NOW + (wait or timedelta(days=400)) - timedelta(milliseconds=1)
    assert book.store.read(steps.due).result() == []
    clock.now += timedelta(milliseconds=1)
    assert len(book.store.read(steps.due).result()) == (0 if wait is None else 1)


@pytest.mark.parametrize(("ids", "changed"), [((), [3, 5, 6, 7, 8]), ((1, 2, 3, 4, 5, 99), [3, 5]), ((1,), [])])
def test_what_failed_or_was_left_behind_waits_again(steps, several, rows, write, ids, changed):
    before = {one.id: one for one in rows()}
    assert write(lambda: steps.retry(ids)) == changed
    anew = {"state": "waiting", "attempts": 0, "error": "", "owner": "", "ended_at": ""}
    assert rows() == [replace(one, **anew) if one.id in changed else one for one in before.values()]


def test_jobs_that_were_wholly_done_before_a_time_go(steps, stand, rows, write):
    old, new = to_text(NOW - timedelta(milliseconds=1)), to_text(NOW)
    for job, step, state, ended in [
        ("half", "x", "done", old),
        ("half", "y", "waiting", ""),
        ("late", "x", "done", old),
        ("late", "y", "done", new),
        ("counted:anew", "x", "done", old),
        ("over", "x", "done", old),
        ("over", "y", "done", old),
        ("gone", "x", "done", old),
    ]:
        stand(job, step, state, ended_at=ended)
    assert write(lambda: steps.prune(NOW, 2)) == 2
    assert [one.job for one in rows()] == ["half", "half", "late", "late", "counted:anew", "gone"]
    assert [write(lambda: steps.prune(NOW)) for _ in range(2)] == [1, 0]
    assert [one.job for one in rows()] == ["half", "half", "late", "late", "counted:anew"]


# --- whose they are --------------------------------------------------------------------------------------------------


def test_of_a_file_all_that_was_left_open_belongs_here(book):
    birth = process_owner().rpartition(":")[0]
    for name, alive in [
        (process_owner(), True),
        (birth, True),
        (f"{birth}:another", False),
        (GONE, False),
        ("", False),
    ]:
        assert (belongs_here(name), is_alive(name)) == (True, alive)
