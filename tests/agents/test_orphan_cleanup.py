"""Processes that outlive their agent (PRODUCT S3, S6)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from claudeops_desktop.agents.orphan_cleanup import end_leftovers, find_descendants
from claudeops_desktop.agents.types import TOKEN_VARIABLE

DEAF = "import signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(600)"


def start(token: str, *argv: str) -> subprocess.Popen:
    env = {"PATH": os.environ["PATH"], TOKEN_VARIABLE: token}
    return subprocess.Popen(argv, env=env, start_new_session=True, stdout=subprocess.PIPE)


def test_every_process_with_the_token_ends_and_no_other():
    mine, other = f"t-{time.monotonic_ns()}", f"u-{time.monotonic_ns()}"
    processes = [start(mine, "sleep", "600"), start(mine, "sleep", "600"), start(other, "sleep", "600")]
    try:
        assert len(end_leftovers(mine)) == 2
        assert [process.wait(90) for process in processes[:2]] == [-signal.SIGTERM] * 2
        assert processes[2].poll() is None
        assert len(end_leftovers(mine)) == 0
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def test_one_that_does_not_listen_is_killed():
    token = f"t-{time.monotonic_ns()}"
    process = start(token, sys.executable, "-c", DEAF)
    assert process.stdout.readline() == b"deaf\n"
    assert len(end_leftovers([token, "another"], wait_s=0.1)) == 1
    assert process.wait(90) == -signal.SIGKILL
    process.communicate()


def test_who_is_in_the_profile_of_a_session_ends_without_a_token_too(tmp_path):
    one, other = tmp_path / "a session", tmp_path / "another"
    processes = []
    for folder in (one, other):
        folder.mkdir()
        profile = ["bwrap", "--dev-bind", "/", "/", "--bind", str(folder), str(folder), "--clearenv"]
        processes.append(subprocess.Popen([*profile, "sh", "-c", "echo up; exec sleep 600"], stdout=subprocess.PIPE))
    try:
        assert [process.stdout.readline() for process in processes] == [b"up\n"] * 2
        assert end_leftovers((), mounted=[one]) == ("sleep 600",)
        assert processes[0].wait(90)
        assert processes[1].poll() is None
    finally:
        for process in processes:
            for each in find_descendants(process.pid):
                os.kill(each.pid, signal.SIGKILL)
            process.communicate()


def test_no_token_is_nobody():
    assert len(end_leftovers("")) == 0
    assert len(end_leftovers([])) == 0


def test_descendants_are_known_by_their_start():
    process = start("x", "sh", "-c", "sleep 600 & echo ready; wait")
    try:
        process.stdout.readline()
        found = find_descendants(process.pid)
        assert len(found) == 1
        assert len(end_leftovers("", known=found)) == 1
        assert find_descendants(process.pid) == frozenset()
    finally:
        process.kill()
        process.communicate()
