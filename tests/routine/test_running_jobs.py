"""Each step of a job is done once: through failures, ends of the process between two steps, sessions, long sleep."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from routine_program import run_until_killed

from claudeops_desktop.core.errors import EnvironmentFault, UsageError
from claudeops_desktop.records.sessions import SessionStatus
from claudeops_desktop.records.telemetry.owners import process_owner
from claudeops_desktop.routine.control import is_session_live


class ProcessEnd(BaseException):
    """As a signal ends a process: no handler of ours sees it."""


def steps(run):
    return [(step.name, step.state) for step in run.steps]


def session(world, status="running", owner=None):
    def begin():
        run = world.book.sessions.begin_run(
            trigger="manual", agent="replay", max_tier=3, dry_run=False, services=[], now=world.now
        )
        number = world.book.sessions.begin(now=world.now, run_id=run, agent="replay", trigger="manual", tier=1)
        world.book.sessions.update(number, status=status, owner=owner or process_owner())
        return number

    return world.write(begin)


def test_nothing_is_due_at_the_first_start_and_everything_after_a_night(routine, acts):
    assert routine.runner.do_overdue() == []
    routine.forward(days=1)
    (run,) = routine.runner.do_overdue()
    assert (run.job, run.state, run.due_at) == ("nightly", "done", "2026-03-03T01:00:00.000Z")
    assert acts.done == ["a", "b", "c"]
    assert routine.runner.do_overdue() == []


def test_three_weeks_asleep_are_made_up_for_by_one_run_of_each(routine, acts):
    routine.forward(days=30)
    assert [run.job for run in routine.runner.do_overdue()] == ["nightly", "weekly", "monthly"]
    assert acts.done == ["a", "b", "c", "w", "m"]
    assert routine.runner.do_overdue() == []


@pytest.mark.parametrize("last", ["a", "b", "c"])
def test_a_process_that_ends_in_a_step_goes_on_with_that_step(routine, acts, last):
    routine.forward(days=1)
    acts.faults[last] = [ProcessEnd()]
    with pytest.raises(ProcessEnd):
        routine.runner.do_overdue()
    before = list(acts.done)
    assert last not in before
    (run,) = routine.runner.do_overdue()
    assert run.state == "done"
    assert acts.done == ["a", "b", "c"]
    assert {step.name: step.attempts for step in run.steps}[last] == 2


def test_a_step_that_failed_is_told_and_tried_again_and_keeps_no_other_from_running(routine, acts):
    routine.forward(days=1)
    acts.faults["a"] = [EnvironmentFault("The disk is full.", "Make room.")]
    (run,) = routine.runner.do_overdue()
    assert (run.state, acts.done) == ("running", ["b", "c"])
    assert (run.steps[0].state, run.steps[0].note) == ("failed", "The disk is full. Make room.")
    (run,) = routine.runner.do_overdue()
    assert (run.state, acts.done) == ("done", ["b", "c", "a"])


def test_a_step_is_tried_three_times_and_then_left(routine, acts):
    routine.forward(days=1)
    acts.faults["b"] = [ValueError("nonsense")] * 5
    for _ in range(3):
        (run,) = routine.runner.do_overdue()
    assert (run.state, steps(run)) == ("failed", [("a", "done"), ("b", "failed"), ("c", "done")])
    assert "ValueError: nonsense" in run.steps[1].note
    assert routine.runner.do_overdue() == []
    assert acts.done == ["a", "c"]
    routine.forward(days=1)
    acts.faults.clear()
    assert [run.state for run in routine.runner.do_overdue()] == ["done"]


def test_a_step_that_ends_the_process_three_times_is_given_up(routine, acts):
    routine.forward(days=1)
    acts.faults["b"] = [ProcessEnd()] * 3
    for _ in range(3):
        with pytest.raises(ProcessEnd):
            routine.runner.do_overdue()
    (run,) = routine.runner.do_overdue()
    assert (run.state, acts.done) == ("failed", ["a", "c"])
    assert "ended three times" in run.steps[1].note


def test_a_night_that_was_not_finished_is_replaced_by_the_next_one(routine, acts):
    routine.forward(days=1)
    acts.faults["b"] = [ProcessEnd()]
    with pytest.raises(ProcessEnd):
        routine.runner.do_overdue()
    routine.forward(days=1)
    (run,) = routine.runner.do_overdue()
    assert run.due_at == "2026-03-04T01:00:00.000Z"
    assert [one.state for one in routine.read(routine.runner.records.list)] == ["done", "replaced"]
    assert acts.done == ["a", "a", "b", "c"]


def test_a_session_that_begins_makes_the_rest_wait(routine, acts):
    routine.forward(days=1)
    acts.during["a"] = lambda _context: setattr(routine, "held", True)
    (run,) = routine.runner.do_overdue()
    assert (acts.done, run.state, run.owner) == (["a"], "running", "")
    assert routine.runner.do_overdue() == []
    routine.held = False
    routine.runner.do_overdue()
    assert acts.done == ["a", "b", "c"]


def test_a_session_is_live_only_while_its_process_is(routine):
    assert not routine.read(lambda: is_session_live(routine.book))
    gone = session(routine, owner="1:0.0")
    assert not routine.read(lambda: is_session_live(routine.book))
    number = session(routine)
    assert routine.read(lambda: is_session_live(routine.book))
    for one in (gone, number):
        routine.write(lambda one=one: routine.book.sessions.update(one, status=SessionStatus.COMPLETED))
    assert not routine.read(lambda: is_session_live(routine.book))


def test_a_step_that_is_stopped_loses_no_attempt(routine, acts):
    routine.forward(days=1)

    def stop(context):
        routine.stopped = True
        context.check_stopped()

    acts.during["b"] = stop
    (run,) = routine.runner.do_overdue()
    assert [(step.state, step.attempts) for step in run.steps] == [("done", 1), ("waiting", 0), ("waiting", 0)]
    acts.during.clear()
    routine.stopped = False
    routine.runner.do_overdue()
    assert acts.done == ["a", "b", "c"]


def test_each_step_goes_on_from_where_it_ended_last_time(routine):
    first = routine.runner.run_now("nightly")
    routine.forward(minutes=1)
    second = routine.runner.run_now("nightly")
    assert [step.note for step in first.steps] == ["after nothing"] * 3
    assert [step.note for step in second.steps] == ["after a1", "after b2", "after c3"]


def test_a_run_by_hand_settles_what_was_due_but_not_what_comes(routine, acts):
    routine.forward(days=1)
    assert routine.runner.run_now("nightly").by_operator
    assert routine.runner.do_overdue() == []
    routine.forward(days=1)
    assert len(routine.runner.do_overdue()) == 1
    assert acts.done == ["a", "b", "c"] * 2


def test_a_job_that_nobody_knows_is_refused(routine):
    with pytest.raises(UsageError, match="no routine job"):
        routine.runner.run_now("hourly")


def test_what_another_process_is_at_is_left_to_it(routine):
    routine.forward(days=1)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        owner = f"{other.pid}:{psutil.Process(other.pid).create_time():.2f}"
        due = routine.runner.overdue()[0]
        run = routine.write(lambda: routine.runner.records.begin(due.job, due.due_at, routine.now))
        sql = "UPDATE routine_runs SET owner = ? WHERE id = ?"
        routine.write(lambda: routine.store.database.execute_sql(sql, (owner, run.id)) and None)
        assert routine.runner.do_overdue() == []
        with pytest.raises(EnvironmentFault, match="running already"):
            routine.runner.run_now("nightly")
        other.kill()
    assert [run.state for run in routine.runner.do_overdue()] == ["done"]


def test_a_skipped_night_is_left_out_and_skipping_can_be_undone(routine, acts):
    routine.forward(days=1)
    skipped = routine.write(lambda: routine.control.skip("nightly"))
    assert routine.runner.do_overdue() == []
    routine.write(lambda: routine.control.undo_skip(skipped))
    assert len(routine.runner.do_overdue()) == 1
    skipped = routine.write(lambda: routine.control.skip("nightly"))
    assert skipped.due_at > routine.now
    routine.now = skipped.due_at + timedelta(minutes=1)
    assert routine.runner.do_overdue() == []
    assert acts.done == ["a", "b", "c"]


def test_a_paused_job_waits_and_makes_up_for_what_it_missed_once(routine, acts):
    routine.write(lambda: routine.control.set_paused("nightly", True))
    routine.forward(days=4)
    assert routine.runner.do_overdue() == []
    routine.write(lambda: routine.control.set_paused("nightly", False))
    assert len(routine.runner.do_overdue()) == 1
    assert acts.done == ["a", "b", "c"]


@pytest.mark.slow
@pytest.mark.parametrize("at_step", ["a", "b", "c"])
def test_a_process_that_is_killed_leaves_nothing_undone(tmp_path: Path, at_step):
    done = run_until_killed(tmp_path, at_step)
    assert done.returncode == -signal.SIGKILL
    again = run_until_killed(tmp_path, "")
    assert again.returncode == 0, again.stderr
    lines = (tmp_path / "done.txt").read_text().split()
    assert lines == ["a", "b", "c"]
