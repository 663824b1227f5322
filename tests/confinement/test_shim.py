"""The first program inside: it says hello, or nothing starts; signals reach the agent; nothing outlives it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from support.processes import is_over

from claudeops_desktop.confinement import shim

NUMBER = f"4{os.getpid()}.25"


def sleepers() -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cmdline", "status"])
        if NUMBER in (process.info["cmdline"] or []) and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def wait_until_over(processes: list[psutil.Process]) -> None:
    """Wait for their end; one that only waits to be reaped has ended."""
    deadline = time.monotonic() + 30
    while not all(is_over(process.pid) for process in processes):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def detached(then: str) -> str:
    return f"(setsid env -i sleep {NUMBER} >/dev/null 2>&1 &) ; {then}"


@pytest.fixture
def broker(confined):
    """Something that listens at the door, answers once and keeps what it was told."""

    class Broker:
        said = b""

        def __init__(self) -> None:
            door = confined.place / "door"
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(str(door / "socket"))
            (door / "socket").chmod(0o777)
            self.listener.listen()
            confined.door = str(door)

        def answer(self, answer: bytes) -> None:
            def serve() -> None:
                connection, _ = self.listener.accept()
                self.said = connection.recv(200)
                connection.sendall(answer)
                connection.close()

            threading.Thread(target=serve, daemon=True).start()

    found = Broker()
    yield found
    found.listener.close()


def test_it_says_hello_with_the_token(confined, broker):
    broker.answer(b"ok\n")
    assert confined.shell("echo began").stdout == "began\n"
    assert broker.said == b"token hello\n"


def test_without_an_answer_nothing_starts(confined, broker):
    broker.answer(b"no\n")
    done = confined.shell("echo began")
    assert (done.returncode, done.stdout) == (shim.REFUSED, "")
    assert done.stderr == "Claude Ops did not start the agent: the broker does not know this session.\n"


@pytest.mark.slow
def test_without_a_broker_nothing_starts(confined):
    confined.door = str(confined.place / "door")
    done = confined.shell("echo began")
    assert (done.returncode, done.stdout) == (shim.REFUSED, "")


@pytest.mark.slow
def test_the_exit_code_is_that_of_the_program(confined):
    assert confined.shell("exit 7").returncode == 7


def test_with_numbers_of_its_own_what_it_leaves_running_ends_with_it(confined):
    confined.own_pids = True
    assert confined.shell(detached("exit 0")).returncode == 0
    wait_until_over(sleepers())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_group_reaches_the_program(confined, number):
    text = "trap 'echo told; exit 9' INT TERM; echo up; sleep 20 >/dev/null 2>&1 & wait"
    with confined.popen("/bin/bash", "-c", text) as process:
        assert process.stdout.readline() == b"up\n"
        os.killpg(process.pid, number)
        assert process.stdout.read() == b"told\n"
        assert process.wait(30) == 9


def test_with_numbers_of_its_own_killing_the_group_ends_everything(confined):
    confined.own_pids = True
    text = detached("trap '' INT TERM; echo up; sleep 20 >/dev/null 2>&1 & wait")
    with confined.popen("/bin/bash", "-c", text) as process:
        assert process.stdout.readline() == b"up\n"
        found = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, signal.SIGKILL)
    wait_until_over(found)


def test_killing_what_makes_the_profile_ends_the_agent(confined):
    with confined.popen("/bin/bash", "-c", f"trap '' INT TERM; echo up; exec sleep {NUMBER}") as process:
        assert process.stdout.readline() == b"up\n"
        found = psutil.Process(process.pid).children(recursive=True)
        os.kill(process.pid, signal.SIGKILL)
        wait_until_over(found)


def test_a_kernel_without_landlock_starts_nothing(monkeypatch):
    class Kernel:
        def syscall(self, *words: object) -> int:
            return -1

    with pytest.raises(shim.CannotConfineError, match="no Landlock"):
        shim._enter_landlock(Kernel(), [])


def test_a_machine_whose_calls_are_not_known_starts_nothing(monkeypatch):
    monkeypatch.setattr(shim.os, "uname", lambda: os.uname_result(("Linux", "", "", "", "riscv64")))
    with pytest.raises(shim.CannotConfineError, match="riscv64"):
        shim._filter_calls(None)


@pytest.mark.parametrize("words", [[], ["-", "true"], ["-", "--"], ["-", "--read", "/", "--", "true"]])
def test_other_words_start_nothing(words):
    assert shim.main(words) == shim.REFUSED


def test_it_needs_the_standard_library_alone():
    words = [sys.executable, "-I", "-S", Path(shim.__file__), "-", "--", "true"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/")
    assert (done.returncode, done.stderr) == (0, "")


def test_limits_are_set(confined):
    assert confined.shell("ulimit -c; ulimit -f").stdout.split()[0] == "0"


def test_a_program_still_changes_how_it_runs_itself(confined):
    said = confined.shell("nice -n 5 nice; taskset -c 0 nproc; prlimit --nofile=9:9 sh -c 'ulimit -n'; chrt -b 0 id -u")
    assert (said.stdout, said.stderr) == (f"5\n1\n9\n{confined.user}\n", "")


@pytest.mark.skipif(os.geteuid() != 0, reason="the messages of the kernel are root's")
def test_root_reads_the_messages_of_the_kernel(confined):
    said = confined.shell("dmesg >/dev/null")
    assert (said.returncode == 0) == (confined.user == 0), said.stderr
