"""Processes that an agent detaches twice and empties of every sign: they come to us, and end with the session."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from claudeops_desktop.agents.orphan_cleanup import started
from claudeops_desktop.agents.process import AgentProcess
from claudeops_desktop.agents.subreaper import adopt_orphans, orphans, reap_adopted
from claudeops_desktop.agents.types import TOKEN_VARIABLE, ProcessLaunch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux hands orphans over")

DETACHES = """
import os, subprocess, sys, time
quick = "(setsid env -i sleep 0.01 &)"
subprocess.run(["sh", "-c", "(setsid env -i sleep NUMBER </dev/null >/dev/null 2>&1 &); " + quick])
print("detached", flush=True)
if sys.argv[1] == "stay":
    time.sleep(600)
"""


def alive(number: str) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if number in (process.info["cmdline"] or []) and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


@pytest.mark.parametrize("how", ["stay", "go"])
def test_a_process_detached_twice_with_an_empty_environment_ends_with_the_session(how, qtbot, tmp_path):
    number = f"597.{os.getpid()}{how == 'stay':d}"
    adopt_orphans()  # our own sign is in the environment from here on, and must not reach the agent
    said, endings = bytearray(), []
    token = f"adoption-{time.monotonic_ns()}"
    env = dict(os.environ) | {TOKEN_VARIABLE: token}
    code = DETACHES.replace("NUMBER", number)
    launch = ProcessLaunch(sys.executable, ("-c", code, how), env, str(tmp_path), b"", token)
    process = AgentProcess(launch, lambda _, chunk: said.extend(chunk), time_limit_s=60)
    process.ended.connect(endings.append)
    process.start()
    qtbot.waitUntil(lambda: b"detached\n" in said, timeout=20_000)
    if how == "stay":
        qtbot.waitUntil(lambda: bool(alive(number)))
        process.stop()
    qtbot.waitUntil(lambda: bool(endings), timeout=20_000)
    assert alive(number) == []


def test_what_we_start_ourselves_is_no_orphan(qtbot):
    adopt_orphans()
    since = started(os.getpid())
    ours = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    probe = subprocess.Popen(["sleep", "600"], start_new_session=True, env=dict(os.environ) | {TOKEN_VARIABLE: "probe"})
    child = subprocess.Popen(["sleep", "600"])
    opened = f"596.{os.getpid()}"
    subprocess.run(["sh", "-c", f"(setsid sleep {opened} </dev/null >/dev/null 2>&1 &)"], check=True)  # as a browser
    try:
        qtbot.waitUntil(lambda: len(alive(opened)) == 1)
        (browser,) = alive(opened)
        assert {found.pid for found in orphans(since)}.isdisjoint({ours.pid, probe.pid, child.pid, browser})
    finally:
        for process in (ours, probe, child):
            process.kill()
            process.wait()
        for pid in alive(opened):
            psutil.Process(pid).kill()
        os.waitpid(browser, 0)


def test_an_adopted_process_that_ended_is_buried(qtbot):
    adopt_orphans()
    since = started(os.getpid())
    before = {found.pid for found in orphans(since)}
    subprocess.run(["sh", "-c", "(setsid env -i sleep 600 </dev/null >/dev/null 2>&1 &)"], check=True)
    qtbot.waitUntil(lambda: len({one.pid for one in orphans(since)} - before) == 1)
    (orphan,) = found = {one for one in orphans(since) if one.pid not in before}
    psutil.Process(orphan.pid).kill()
    while psutil.pid_exists(orphan.pid):
        reap_adopted(frozenset(found))
    assert not Path(f"/proc/{orphan.pid}").exists()
