"""The agent's process (PRODUCT S3), with real child processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from support.processes import is_over

from claudeops_desktop.agents import process as process_module
from claudeops_desktop.agents.process import AgentProcess
from claudeops_desktop.agents.types import TOKEN_VARIABLE, ProcessEnding, ProcessLaunch
from claudeops_desktop.stream.lines import LineSplitter


def launch(
    code: str, *arguments: str, stdin: bytes = b"", cwd: str = "", token: str = "", program: str = ""
) -> ProcessLaunch:
    token = token or f"test-{os.getpid()}-{time.monotonic_ns()}"
    env = {"PATH": os.environ["PATH"], TOKEN_VARIABLE: token, "PYTHONUNBUFFERED": "1"}
    return ProcessLaunch(program or sys.executable, ("-c", code, *arguments), env, cwd, stdin, token)


class Watched:
    """An AgentProcess with all that it told."""

    def __init__(self, launched: ProcessLaunch, time_limit_s: float = 60.0, on_chunk=None) -> None:
        self.out = bytearray()
        self.err = bytearray()
        self.endings: list[ProcessEnding] = []
        self.launch = launched
        self.process = AgentProcess(launched, on_chunk or self.take, time_limit_s=time_limit_s)
        self.process.ended.connect(self.note)

    def take(self, stream: str, chunk: bytes) -> None:
        (self.out if stream == "stdout" else self.err).extend(chunk)

    def note(self, ending: ProcessEnding) -> None:
        self.endings.append(ending)

    def run(self, qtbot) -> ProcessEnding:
        self.process.start()
        qtbot.waitUntil(lambda: bool(self.endings), timeout=30_000)
        assert not self.process.running
        return self.endings[0]

    def said(self, text: bytes) -> bool:
        return text in bytes(self.out)


@pytest.fixture
def watched(qapp):
    made: list[Watched] = []

    def make(launched: ProcessLaunch, **more) -> Watched:
        made.append(Watched(launched, **more))
        return made[-1]

    yield make
    for one in made:
        one.process.shutdown()
        assert len(one.endings) == 1, "ended is told exactly once"
        assert carriers(one.launch.token) == []
        one.process.deleteLater()


def carriers(token: str) -> list[int]:
    found = []
    for other in psutil.process_iter():
        try:
            if other.environ().get(TOKEN_VARIABLE) == token and other.status() != psutil.STATUS_ZOMBIE:
                found.append(other.pid)
        except psutil.Error:
            continue
    return found


@pytest.mark.slow
def test_output_exit_code_and_both_streams_are_handed_over(watched, qtbot):
    one = watched(launch("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"))
    assert one.run(qtbot) == ProcessEnding("exited", 3)
    assert bytes(one.out) == b"out\n"
    assert bytes(one.err) == b"err\n"


def test_started_tells_the_agents_own_number(watched, qtbot):
    one = watched(launch("import os; print(os.getpid(), os.getsid(0))"))
    with qtbot.waitSignal(one.process.started) as started:
        one.process.start()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=30_000)
    assert bytes(one.out).split() == [str(started.args[0]).encode()] * 2, "it leads a session of its own"


def test_the_prompt_comes_on_stdin_and_stdin_is_closed(watched, qtbot):
    prompt = ("Prüfe die Dienste. " * 20_000).encode()
    one = watched(launch("import sys; b=sys.stdin.buffer.read(); print(len(b), b[:6])", stdin=prompt))
    one.run(qtbot)
    assert bytes(one.out).startswith(str(len(prompt)).encode())


def test_a_program_that_is_not_there_is_one_plain_sentence(watched, qtbot):
    one = watched(launch("", program="no-such-agent-program"))
    ending = one.run(qtbot)
    assert ending.how == "failed_to_start"
    assert ending.error == "no-such-agent-program was not found. Install it, or set its path in the settings."


def test_a_file_that_is_no_program_is_one_plain_sentence(watched, qtbot, tmp_path):
    file = tmp_path / "claude"
    file.write_text("not a program")
    ending = watched(launch("", program=str(file))).run(qtbot)
    assert ending.how == "failed_to_start"
    assert "is not a program that can be run" in ending.error


def test_a_program_the_kernel_refuses_failed_to_start(watched, qtbot, tmp_path):
    file = tmp_path / "claude"
    file.write_text("#!/no/such/interpreter\n")
    file.chmod(0o755)
    ending = watched(launch("", program=str(file))).run(qtbot)
    assert ending.how == "failed_to_start"
    assert "could not be started" in ending.error


def test_a_working_folder_that_is_gone_is_one_plain_sentence(watched, qtbot, tmp_path):
    ending = watched(launch("", cwd=str(tmp_path / "gone"))).run(qtbot)
    assert ending.how == "failed_to_start"
    assert "working folder" in ending.error


def test_a_line_of_megabytes_and_a_split_character_arrive_whole(watched, qtbot):
    code = (
        "import os,time\n"
        "b='ä'.encode()\n"
        "os.write(1,b'x'*3_000_000+b[:1]); time.sleep(0.05); os.write(1,b[1:]+b'\\nend\\n')"
    )
    one = watched(launch(code))
    one.run(qtbot)
    assert LineSplitter().feed(bytes(one.out)) == [b"x" * 3_000_000 + "ä".encode(), b"end"]


def test_a_flood_waits_for_its_reader(watched, qtbot):
    """The pipe is the only buffer: memory stays small, however slow the reader and however fast the agent."""
    total = 0
    seen_rss: list[int] = []
    me = psutil.Process()
    before = me.memory_info().rss

    def slowly(stream: str, chunk: bytes) -> None:
        nonlocal total
        total += len(chunk)
        if total % (1 << 23) < len(chunk):
            seen_rss.append(me.memory_info().rss)

    code = "import sys\nline=b'x'*(1<<20)+b'\\n'\nfor _ in range(100): sys.stdout.buffer.write(line)"
    one = watched(launch(code), on_chunk=slowly)
    assert one.run(qtbot).exit_code == 0
    assert total == 100 * ((1 << 20) + 1)
    assert max(seen_rss) - before < 50_000_000


@pytest.mark.slow
def test_silence_ends_at_the_time_limit(watched, qtbot):
    one = watched(launch("import time; time.sleep(60)"), time_limit_s=0.3)
    assert one.run(qtbot).stop == "timed_out"


@pytest.mark.parametrize("ours", [signal.default_int_handler, signal.SIG_IGN])  # ignored where a shell starts us with &
def test_stop_is_heard_and_what_was_said_before_it_is_kept(watched, qtbot, monkeypatch, request, ours):
    monkeypatch.setattr(process_module, "_STOP_STEPS", ((signal.SIGINT, 90_000),))
    before = signal.signal(signal.SIGINT, ours)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    code = "import time\ntry:\n print('said')\n time.sleep(60)\nexcept KeyboardInterrupt: print('interrupted')"
    one = watched(launch(code))
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"said\n"), timeout=30_000)  # the whole line: its newline is a write of its own
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=30_000)
    assert one.endings[0] == ProcessEnding("exited", 0, "", "stopped")
    assert bytes(one.out) == b"said\ninterrupted\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ignored", "last"),
    [(("SIGINT",), signal.SIGTERM), (("SIGINT", "SIGTERM"), signal.SIGKILL)],
)
def test_stop_goes_from_interrupt_to_terminate_to_kill(watched, qtbot, monkeypatch, ignored, last):
    steps = tuple((number, wait and 200) for number, wait in process_module._STOP_STEPS)
    monkeypatch.setattr(process_module, "_STOP_STEPS", steps)
    code = "import signal,time\n"
    code += "".join(f"signal.signal(signal.{name}, signal.SIG_IGN)\n" for name in ignored) + "print('deaf')\n"
    one = watched(launch(code + "time.sleep(60)"))
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"deaf\n"), timeout=30_000)
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=10_000)
    assert one.endings[0] == ProcessEnding("signalled", -last, "", "stopped")


def test_stop_before_it_has_started_ends_it_too(watched, qtbot):
    one = watched(launch("import time; time.sleep(60)"))
    one.process.start()
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=10_000)
    assert one.endings[0].stop == "stopped"


def test_stop_after_the_end_changes_nothing(watched, qtbot):
    one = watched(launch("print('done')"))
    assert one.run(qtbot) == ProcessEnding("exited", 0)
    one.process.stop()
    assert one.endings == [ProcessEnding("exited", 0)]


CHILDREN = """
import subprocess, sys, time, os
sleep = [sys.executable, "-c", "import time; print('child', flush=True); time.sleep(600)"]
subprocess.Popen(sleep)
subprocess.Popen(sleep, start_new_session=True)
subprocess.Popen(["setsid", "sh", "-c", "trap '' INT TERM; echo child; while :; do sleep 600; done"])
"""


@pytest.mark.slow
def test_stop_leaves_no_child_behind_in_whatever_session(watched, qtbot):
    one = watched(launch(CHILDREN + "time.sleep(600)"))
    one.process.start()
    qtbot.waitUntil(lambda: bytes(one.out).count(b"child") == 3, timeout=30_000)
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=15_000)
    assert carriers(one.launch.token) == []


@pytest.mark.slow
def test_a_child_that_dropped_its_environment_ends_too(watched, qtbot):
    code = (
        "import subprocess,time\np=subprocess.Popen(['env','-i','setsid','sleep','600'])\nprint(p.pid)\ntime.sleep(600)"
    )
    one = watched(launch(code))
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"\n"), timeout=30_000)
    child = int(bytes(one.out))
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=15_000)
    assert is_over(child)


@pytest.mark.slow
def test_a_child_that_keeps_the_pipe_open_does_not_hold_up_the_end(watched, qtbot):
    one = watched(launch(CHILDREN + "print('bye')"))
    assert one.run(qtbot).exit_code == 0
    assert one.said(b"bye\n")


LEAVES = (
    "import subprocess, sys; subprocess.Popen(['sleep', '611'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)"
)


def test_what_an_agent_left_running_is_named(watched, qtbot):
    assert watched(launch(LEAVES)).run(qtbot).left == ("sleep 611",)


def test_of_an_agent_that_was_stopped_nothing_was_left(watched, qtbot):
    one = watched(launch(f"{LEAVES}; print('up', flush=True); import time; time.sleep(600)"))
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"up"), timeout=30_000)
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=30_000)
    assert one.endings[0].left == ()


def test_a_bug_in_the_taker_is_told_and_does_not_block_the_agent(watched, qtbot, caplog):
    def broken(stream: str, chunk: bytes) -> None:
        raise ValueError("a bug")

    one = watched(launch("print('x' * 3_000_000)"), on_chunk=broken)
    assert one.run(qtbot).error == "Taking the agent's output failed."
    assert "a bug" in caplog.text


@pytest.mark.slow
def test_shutdown_waits_until_nothing_is_left(watched, qtbot):
    one = watched(launch(CHILDREN + "print('ready'); time.sleep(600)"))
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"ready\n") and bytes(one.out).count(b"child") == 3, timeout=30_000)
    one.process.shutdown()
    assert one.endings[0].stop == "stopped"
    assert carriers(one.launch.token) == []


PARENT = """
import sys
from PySide6.QtCore import QCoreApplication
sys.path[:0] = [{here!r}, {tests!r}]
from test_process import launch
from claudeops_desktop.agents.process import AgentProcess
app = QCoreApplication([])
def note(stream, chunk): print(chunk.decode(), end="", flush=True)
agent = launch("import os,time; print(os.getpid()); time.sleep(600)", token={token!r})
process = AgentProcess(agent, note, time_limit_s=600)
process.start()
app.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends it")
def test_an_agent_does_not_outlive_the_application_that_was_killed(qtbot):
    token = f"orphan-{time.monotonic_ns()}"
    code = PARENT.format(here=str(Path(__file__).parent), tests=str(Path(__file__).parents[1]), token=token)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        agent = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
    qtbot.waitUntil(lambda: is_over(agent))
    assert carriers(token) == []


def in_profile(tmp_path, code: str) -> ProcessLaunch:
    """A launch whose profile is a stand-in, which starts what is in it and waits, as bubblewrap does."""
    tool = tmp_path / "bwrap"
    tool.write_text('#!/bin/sh\n"$@" &\nwait $!\nexit $?\n')
    tool.chmod(0o755)
    plain = launch("")
    reset = "import signal\nfor n in (2, 15, 1): signal.signal(n, signal.SIG_DFL)\n"
    return ProcessLaunch(
        str(tool), (sys.executable, "-c", reset + code), plain.env, "", b"", plain.token, inside=sys.executable
    )


def test_a_confined_agent_hears_the_stop_and_its_profile_does_not(watched, qtbot, tmp_path):
    one = watched(
        in_profile(
            tmp_path,
            "import os, signal, sys, time\n"
            "def told(*_):\n    print('told', flush=True)\n    os._exit(9)\n"
            "signal.signal(2, told); print('up', flush=True); time.sleep(60)",
        )
    )
    one.process.start()
    qtbot.waitUntil(lambda: one.said(b"up"), timeout=30_000)
    one.process.stop()
    qtbot.waitUntil(lambda: bool(one.endings), timeout=30_000)
    assert one.said(b"told")
    assert (one.endings[0].how, one.endings[0].exit_code, one.endings[0].stop) == ("exited", 9, "stopped")


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("bwrap: No permissions to create new namespace", 1, "bwrap: No permissions to create new namespace"),
        (
            "Claude Ops did not start the agent: the broker does not know this session.",
            125,
            "the broker does not know this session",
        ),
    ],
)
def test_a_profile_that_cannot_be_made_is_a_failure_to_start(watched, qtbot, tmp_path, said, code, told):
    one = watched(in_profile(tmp_path, f"import sys; sys.stderr.write({said!r} + '\\n'); sys.exit({code})"))
    ending = one.run(qtbot)
    assert (ending.how, ending.error) == ("failed_to_start", f"The profile of the session could not be run: {told}.")
