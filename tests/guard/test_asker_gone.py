"""A question whose asker has ended does not wait: the broker takes it back; of a broker that was killed others do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.process_identity import describe_process, still_runs


@pytest.fixture
def asking(guarded):
    """A hook that waits for the operator, as a process, with a broker."""
    with guarded.broker():
        process = subprocess.Popen(guarded.client("hook"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        process.stdin.write(guarded.payload("Bash", command="rm -rf /srv/x"))
        process.stdin.close()
        until(guarded.book.approvals.unanswered)
        yield process
        process.kill()
        process.wait()
        process.stdout.close()


def until(condition, seconds=60.0):
    """Wait for a condition, which must come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come"
        os.sched_yield()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_a_hook_that_ends_refuses_the_call_and_its_question_is_taken_back(guarded, asking, number):
    asking.send_signal(number)
    assert asking.wait(60) == (-9 if number == signal.SIGKILL else 2), "the CLI takes 2 as a refusal"
    until(lambda: guarded.book.approvals.list()[0].state == "withdrawn")
    assert guarded.book.approvals.list()[0].answered_by == "guard"


@pytest.mark.slow
def test_a_broker_that_is_killed_leaves_a_question_that_is_shown_to_nobody_and_withdrawn(guarded, asking):
    approvals = guarded.book.approvals
    (waiting,) = approvals.waiting(utc_now())
    os.kill(int(waiting.asker.split()[0]), signal.SIGKILL)
    assert asking.wait(60) == 2, "the CLI takes that as a refusal"
    assert approvals.waiting(utc_now()) == []
    assert approvals.orphans() == [waiting.id]
    assert not guarded.book.store.write(
        lambda: approvals.answer(waiting.id, "approved", "window", utc_now())
    ).result(), "nobody would act on it"
    assert approvals.get(waiting.id).state == "withdrawn"


def test_a_process_is_told_from_a_later_one_with_its_number():
    own = describe_process(os.getpid())
    pid, started, boot = own.split()
    assert still_runs(own)
    assert not still_runs(f"{pid} {int(started) + 1} {boot}")
    assert not still_runs(f"{pid} {started} 00000000")
    assert still_runs(""), "the application asks for itself"


def test_one_that_only_waits_to_be_collected_has_ended():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    described = describe_process(process.pid)
    assert still_runs(described)
    process.kill()
    until(lambda: not still_runs(described))
    process.wait()
    assert process.stdin is not None
    process.stdin.close()
