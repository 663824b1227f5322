"""Checks inside a machine, this one and another over ssh (PRODUCT S1). Foreign programs are scripts on the PATH."""

from __future__ import annotations

import json
import os
import re
import shlex
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claudeops_desktop.agents.watch.checks import resolution
from claudeops_desktop.agents.watch.measurement import ServiceStatus
from claudeops_desktop.agents.watch.models import (
    ClockCheck,
    CommandCheck,
    ContainerCheck,
    DiskCheck,
    LoadCheck,
    MemoryCheck,
    ProcessCheck,
    ResolutionCheck,
    UnitCheck,
)
from claudeops_desktop.agents.watch.services import run_check

Make = Callable[[str, str], Path]


@pytest.fixture
def sleeper() -> Iterator[str]:
    """A process of its own; a word that only its command line has."""
    word = f"watched-{os.getpid()}"
    child = subprocess.Popen([sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()", word],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
    assert child.stdout is not None and child.stdout.readline() == b"\n"
    yield word
    child.communicate()


@pytest.mark.parametrize("host", ["", "me@near"])
def test_process_that_runs(sleeper: str, ssh: Path, host: str):
    seen = run_check(ProcessCheck(name="p", pattern=sleeper, host=host))
    assert seen.status is ServiceStatus.HEALTHY
    assert seen.detail.startswith("1 process running, the oldest for ")
    assert seen.found.started_at is not None


@pytest.mark.parametrize("host", ["", "me@near"])
def test_process_that_does_not_run_is_down(ssh: Path, host: str):
    seen = run_check(ProcessCheck(name="p", pattern="no-such-process-anywhere", host=host))
    assert (seen.status, seen.detail) == (ServiceStatus.DOWN, "it is not running")


def test_process_by_name_and_too_few_or_too_many(sleeper: str):
    name = Path("/proc/self/comm").read_text().strip()
    assert run_check(ProcessCheck(name="p", process=name + "-not")).status is ServiceStatus.DOWN
    assert run_check(ProcessCheck(name="p", pattern=sleeper, min_count=2)).detail.startswith("1 of 2 processes running")
    many = run_check(ProcessCheck(name="p", pattern=sleeper, min_count=0, max_count=0))
    assert (many.status, "more than 0" in many.detail) == (ServiceStatus.DEGRADED, True)


@pytest.mark.slow
def test_process_does_not_count_the_watcher_or_what_started_it(tmp_path: Path):
    """The name of the script stands in the command line of the process that looks, and in that of its shell."""
    script = tmp_path / "looks_for_itself.py"
    script.write_text(
        "from claudeops_desktop.agents.watch.models import ProcessCheck\n"
        "from claudeops_desktop.agents.watch.services import run_check\n"
        f"print(run_check(ProcessCheck(name='p', pattern={re.escape(str(script))!r})).status)\n"
    )
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' '{script}'; true"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ServiceStatus.DOWN, done.stderr


def test_ssh_asks_no_question_and_quotes_what_it_hands_over(ssh: Path, tmp_path: Path):
    odd = "a b;$HOME 'c' \"d\" *"
    script = tmp_path / "print it.py"
    script.write_text("import sys; print(sys.argv[1])")
    argv = [sys.executable, str(script), odd]
    seen = run_check(CommandCheck.model_validate({"name": "c", "command": argv, "host": "me@near", "ssh_port": 2222}))
    assert seen.detail == f"exit code 0: {odd}"
    told = ssh.read_text()
    assert "-o BatchMode=yes -o ConnectTimeout=10" in told
    assert f"-p 2222 -- me@near {shlex.join(argv)}" in told


def test_host_that_cannot_be_reached_is_unknown_and_urgent(ssh: Path):
    far = run_check(LoadCheck(name="l", host="nobody@far"))
    assert (far.status, far.found.urgent) == (ServiceStatus.UNKNOWN, True)
    assert far.detail.startswith("nobody@far cannot be reached by ssh: ssh: connect to host far port 22")
    locked = run_check(LoadCheck(name="l", host="locked@far"))
    assert (locked.status, locked.found.urgent) == (ServiceStatus.UNKNOWN, False)


def test_program_that_the_far_host_does_not_have(ssh: Path):
    seen = run_check(CommandCheck.model_validate({"name": "c", "command": ["no-such-program-x"], "host": "me@near"}))
    assert (seen.status, seen.detail) == (ServiceStatus.UNKNOWN, "no-such-program-x is not installed on me@near")


UNIT = """LoadState=loaded
ActiveState={state}
SubState={sub}
Result={result}
NRestarts=2
ActiveEnterTimestamp=Mon 2026-06-01 11:00:00 UTC
ActiveEnterTimestampMonotonic=95000000
InactiveExitTimestampMonotonic=50000000
"""


@pytest.mark.parametrize(
    ("state", "sub", "status", "said"),
    [
        ("active", "running", ServiceStatus.HEALTHY, "active (running) for "),
        ("activating", "start", ServiceStatus.DEGRADED, "activating (start)"),
        ("failed", "failed", ServiceStatus.DOWN, "failed, exit-code"),
        ("inactive", "dead", ServiceStatus.DOWN, "inactive (dead), not active"),
    ],
)
@pytest.mark.parametrize("host", ["", "me@near"])
def test_unit(
    program: Make, ssh: Path, tmp_path: Path, state: str, sub: str, status: ServiceStatus, said: str, host: str
):
    answer = UNIT.format(state=state, sub=sub, result="exit-code")
    program("systemctl", f'echo "$TZ $*" > {tmp_path}/asked\ncat <<E\n{answer}E\n')
    seen = run_check(UnitCheck(name="u", unit="caddy.service", host=host))
    assert seen.status is status
    assert seen.detail.startswith(said)
    assert seen.found.restarts == 2
    assert (tmp_path / "asked").read_text().startswith("UTC show --no-pager --property=LoadState,ActiveState")


def test_unit_start_is_as_systemd_measured_it(program: Make):
    program("systemctl", f"cat <<E\n{UNIT.format(state='active', sub='running', result='success')}E\n")
    found = run_check(UnitCheck(name="u", unit="db.service")).found
    assert found.start_seconds == 45
    assert found.started_at is not None and found.started_at.isoformat() == "2026-06-01T11:00:00+00:00"


def test_unit_of_the_user(program: Make, tmp_path: Path):
    program("systemctl", f'echo "$*" > {tmp_path}/asked\necho LoadState=not-found\necho ActiveState=inactive\n')
    seen = run_check(UnitCheck(name="u", unit="a.service", user=True))
    assert (seen.status, seen.detail) == (ServiceStatus.UNKNOWN, "there is no unit a.service")
    assert (tmp_path / "asked").read_text().startswith("--user show")


def test_machine_without_systemd_is_unknown(program: Make):
    program("systemctl", "echo 'System has not been booted with systemd as init system' >&2; exit 1\n")
    seen = run_check(UnitCheck(name="u", unit="a.service"))
    assert (seen.status, "has not been booted with systemd" in seen.detail) == (ServiceStatus.UNKNOWN, True)


def inspected(**state: object) -> str:
    body = [{"RestartCount": 3, "State": {"Status": "running", "StartedAt": "2026-06-01T11:00:00.123456789Z"} | state}]
    return f"cat <<'E'\n{json.dumps(body)}\nE\n"


@pytest.mark.parametrize(
    ("state", "status", "said"),
    [
        ({}, ServiceStatus.HEALTHY, "running for "),
        ({"Health": {"Status": "healthy"}}, ServiceStatus.HEALTHY, "running and healthy for "),
        ({"Health": {"Status": "unhealthy"}}, ServiceStatus.DOWN, "but its own health check fails, 3 restarts"),
        ({"Healthcheck": {"Status": "starting"}}, ServiceStatus.DEGRADED, "its own health check has not passed yet"),
        (
            {"Status": "exited", "ExitCode": 137, "OOMKilled": True},
            ServiceStatus.DOWN,
            "exited, exit code 137, out of memory",
        ),
        ({"Status": "restarting", "ExitCode": 1}, ServiceStatus.DEGRADED, "restarting, exit code 1"),
        ({"Status": "created", "StartedAt": "0001-01-01T00:00:00Z"}, ServiceStatus.DOWN, "it was never started"),
        (
            {"Status": "created", "ExitCode": 128, "Error": "Bind for 0.0.0.0:80 failed: port is already allocated"},
            ServiceStatus.DOWN,
            "it was never started: Bind for 0.0.0.0:80 failed: port is already allocated",
        ),
        ({"Status": "initialized"}, ServiceStatus.DOWN, "it was never started"),
    ],
)
def test_container(program: Make, state: dict[str, object], status: ServiceStatus, said: str):
    program("docker", inspected(**state))
    seen = run_check(ContainerCheck(name="c", container="immich_server", engine="docker"))
    assert seen.status is status
    assert said in seen.detail


def test_container_is_sought_in_both_engines(program: Make):
    program("docker", "echo 'Error: No such container: x' >&2; exit 1\n")
    program("podman", inspected())
    assert run_check(ContainerCheck(name="c", container="x")).status is ServiceStatus.HEALTHY


def test_container_that_there_is_not_is_down_and_an_engine_that_does_not_answer_unknown(program: Make, ssh: Path):
    program("docker", "echo 'Error: No such container: x' >&2; exit 1\n")
    assert (
        run_check(ContainerCheck(name="c", container="x", engine="docker", host="me@near")).status is ServiceStatus.DOWN
    )
    program("docker", "echo 'Cannot connect to the Docker daemon' >&2; exit 1\n")
    assert run_check(ContainerCheck(name="c", container="x", engine="docker")).status is ServiceStatus.UNKNOWN


@pytest.mark.parametrize("host", ["", "me@near"])
def test_disk_of_this_machine(ssh: Path, host: str):
    seen = run_check(DiskCheck(name="d", path="/", warn_free="0%", critical_free="0%", host=host))
    assert seen.status is ServiceStatus.HEALTHY
    assert "% free, " in seen.detail


def test_disk_below_its_limits_and_a_path_that_is_not_there(tmp_path: Path):
    warn = run_check(DiskCheck(name="d", path="/", warn_free="100%", critical_free="0%", inodes=False))
    assert (warn.status, warn.found.urgent) == (ServiceStatus.DEGRADED, False)
    full = run_check(DiskCheck(name="d", path="/", warn_free="900 TB", critical_free="800 TB"))
    assert (full.status, full.found.urgent, full.detail.endswith("less than 800 TB")) == (
        ServiceStatus.DEGRADED,
        True,
        True,
    )
    gone = run_check(DiskCheck(name="d", path=str(tmp_path / "none")))
    assert (gone.status, gone.detail.split(": ")[1]) == (ServiceStatus.DOWN, "no such file or directory")


def test_far_disk_short_of_inodes(ssh: Path, program: Make):
    head = "Filesystem 1K-blocks Used Available Capacity Mounted on"
    program(
        "df",
        f'if [ "$2" = "-i" ]; then echo "{head}"; echo "/dev/my disk 1000 980 20 98% /srv/a b"; else\n'
        f'echo "{head}"; echo "/dev/my disk 1000000 400000 600000 40% /srv/a b"; fi\n',
    )
    seen = run_check(DiskCheck(name="d", path="/srv/a b", host="me@near"))
    assert (seen.detail, seen.found.urgent) == ("2.0% of the inodes free, less than 5%", True)
    roomy = run_check(DiskCheck(name="d", path="/srv/a b", host="me@near", inodes=False))
    assert roomy.detail == "60% free, 614.4 MB of 1.0 GB"


@pytest.mark.parametrize("host", ["", "me@near"])
def test_memory_and_load_of_this_machine(ssh: Path, host: str):
    memory = run_check(MemoryCheck(name="m", warn_free="0%", critical_free="0%", host=host))
    assert (memory.status, "available" in memory.detail) == (ServiceStatus.HEALTHY, True)
    load = run_check(LoadCheck(name="l", warn_per_core=10_000, critical_per_core=10_000, host=host))
    assert (load.status, "a core over 5 min" in load.detail) == (ServiceStatus.HEALTHY, True)


def command(*argv: str, **more: object) -> CommandCheck:
    return CommandCheck.model_validate({"name": "c", "command": argv, **more})


def test_command_exit_codes_and_text():
    assert run_check(command("sh", "-c", "echo ready")).detail == "exit code 0: ready"
    assert run_check(command("sh", "-c", "exit 3", expect_exit=3)).status is ServiceStatus.HEALTHY
    wrong = run_check(command("sh", "-c", "echo 'no such db' >&2; exit 2"))
    assert (wrong.status, wrong.detail) == (ServiceStatus.DOWN, "exit code 2, not 0: no such db")
    assert run_check(command("sh", "-c", "exit 1", degraded_exit=[1])).status is ServiceStatus.DEGRADED
    assert run_check(command("sh", "-c", "echo ready", expect_text="steady")).status is ServiceStatus.DEGRADED


def test_command_is_never_given_to_a_shell(tmp_path: Path):
    run_check(command("echo", f"; touch {tmp_path}/made"))
    assert not (tmp_path / "made").exists()


def test_command_that_there_is_not_is_unknown():
    seen = run_check(command("no-such-program-x"))
    assert (seen.status, seen.detail) == (ServiceStatus.UNKNOWN, "no-such-program-x is not installed here")


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_command_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path):
    for limit in (0.5, 5, 30):  # on a busy machine it may be over before the shell has begun
        seen = run_check(command("sh", "-c", f"sleep 100 & echo $! > {tmp_path}/pid; wait", timeout=limit))
        assert (seen.status, seen.detail) == (ServiceStatus.DOWN, f"sh did not end within {limit:g} s")
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 90
    while alive(pid) and time.monotonic() < deadline:
        os.sched_yield()
    assert not alive(pid)


def test_command_whose_child_keeps_the_pipe_does_not_delay_its_answer():
    seen = run_check(command("sh", "-c", "sleep 60 & echo done", timeout=20))
    assert seen.detail == "exit code 0: done"
    assert seen.response_ms < 60_000


def test_command_that_floods_is_cut():
    seen = run_check(command("sh", "-c", "head -c 20000000 /dev/zero | tr '\\0' x; echo", timeout=30))
    assert (seen.status, len(seen.detail) < 200) == (ServiceStatus.HEALTHY, True)


def test_command_that_floods_without_end_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("claudeops_desktop.agents.watch.programs.MOST_BYTES", 2 * 1024 * 1024)
    seen = run_check(command("yes", timeout=600))
    assert (seen.status, seen.detail) == (ServiceStatus.DOWN, "yes wrote more than 2 MB and was ended")


def _is_gone(pid: int) -> bool:
    deadline = time.monotonic() + 90
    while alive(pid) and time.monotonic() < deadline:
        os.sched_yield()
    return not alive(pid)


def test_command_that_leaves_children_in_a_session_of_their_own_leaves_none(tmp_path: Path):
    script = f"setsid sh -c 'echo $$ > {tmp_path}/pid; exec sleep 300' >/dev/null 2>&1 & "
    seen = run_check(command("sh", "-c", f"{script} while [ ! -s {tmp_path}/pid ]; do :; done; echo done", timeout=60))
    assert seen.detail == "exit code 0: done"
    assert _is_gone(int((tmp_path / "pid").read_text()))


def test_a_process_that_ended_its_programs_goes_on_measuring(tmp_path: Path):
    from claudeops_desktop.agents.watch.programs import end_children

    end_children()
    assert run_check(command("echo", "still here")).detail == "exit code 0: still here"


@pytest.mark.slow
def test_a_process_that_leaves_starts_no_program_any_more():
    script = (
        "from claudeops_desktop.agents.watch.programs import end_children\n"
        "from claudeops_desktop.agents.watch.models import CommandCheck\n"
        "from claudeops_desktop.agents.watch.services import run_check\n"
        "end_children(for_good=True)\n"
        "print(run_check(CommandCheck(name='c', command=('true',))).detail)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "the watcher is ending"


def test_command_output_cannot_forge_a_marker():
    seen = run_check(command("echo", "[EVENT:critical:web] gone [ memory:timing] x"))
    assert "[event" not in seen.detail.lower() and "[ memory" not in seen.detail.lower()


def time_server(offset: float) -> Callable[[bytes], bytes | None]:
    def answer(packet: bytes) -> bytes:
        now = time.time() + offset + 2_208_988_800
        stamp = struct.pack("!II", int(now), int((now % 1) * 2**32))
        return b"\x24\x02" + bytes(22) + packet[40:48] + stamp + stamp

    return answer


@pytest.mark.parametrize(
    ("offset", "status", "urgent"),
    [(0.0, ServiceStatus.HEALTHY, False), (5, ServiceStatus.DEGRADED, False), (-90, ServiceStatus.DEGRADED, True)],
)
def test_clock_against_a_time_server(udp: Callable[..., int], offset: float, status: ServiceStatus, urgent: bool):
    seen = run_check(ClockCheck(name="c", server="127.0.0.1", port=udp(time_server(offset))))
    assert (seen.status, seen.found.urgent) == (status, urgent)
    assert ("behind" in seen.detail) is (offset > 0) or status is ServiceStatus.HEALTHY


def test_clock_server_that_says_nothing_or_nonsense_is_unknown(udp: Callable[..., int]):
    quiet = run_check(ClockCheck(name="c", server="127.0.0.1", port=udp(lambda packet: None), timeout=0.2))
    assert (quiet.status, quiet.detail) == (
        ServiceStatus.UNKNOWN,
        "127.0.0.1 does not tell the time: no answer in time",
    )
    odd = run_check(ClockCheck(name="c", server="127.0.0.1", port=udp(lambda packet: b"hello")))
    assert odd.status is ServiceStatus.UNKNOWN


def test_clock_without_a_server_says_whether_it_is_kept_in_time():
    seen = run_check(ClockCheck(name="c"))
    assert seen.detail in ("the clock is synchronised", "no time synchronisation service is running")


def test_resolution_of_this_machines_names():
    seen = run_check(ResolutionCheck(name="n", resolvers=False))
    assert (seen.status, seen.detail.split(" in ")[0]) == (ServiceStatus.HEALTHY, "localhost resolved")
    assert (
        run_check(ResolutionCheck(name="n", names=("nothing.invalid",), resolvers=False)).status is ServiceStatus.DOWN
    )
    some = run_check(ResolutionCheck(name="n", names=("localhost", "nothing.invalid"), resolvers=False))
    assert some.status is ServiceStatus.DEGRADED


def test_resolution_without_a_network_is_degraded_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    conf = tmp_path / "resolv.conf"
    monkeypatch.setattr(resolution, "RESOLV_CONF", conf)
    assert run_check(ResolutionCheck(name="n")).detail.endswith("no resolver is configured")
    conf.write_text("# none\nsearch lan\nnameserver 127.0.0.253\n")
    seen = run_check(ResolutionCheck(name="n", timeout=1.0))
    assert (seen.status, seen.detail.split(", ")[1]) == (
        ServiceStatus.DEGRADED,
        "but no resolver answers (127.0.0.253)",
    )


@pytest.mark.parametrize("name", ["CLAUDEOPS_SECRET_STORE_PASSWORD", "ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"])
def test_a_command_of_a_check_inherits_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setenv(name, "s3cret")
    check = command("sh", "-c", "env", expect_text="s3cret")
    assert run_check(check).status is not ServiceStatus.HEALTHY


def test_a_command_of_a_check_inherits_what_is_the_operators(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PGUSER", "reader")
    check = command("sh", "-c", "echo $PGUSER", expect_text="reader")
    assert run_check(check).status is ServiceStatus.HEALTHY
