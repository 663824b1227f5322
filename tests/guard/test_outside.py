"""Commands on services run outside of their session: the text that was allowed, once, and what they start stays."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from guard_world import Guarded, read

from claudeops_desktop.agents.outside_process import OutsideProcess
from claudeops_desktop.core.emergency_stop_marker import prepare_marker, set_marker
from claudeops_desktop.guard.hook import answer_text
from claudeops_desktop.guard.outside import launch_words, service_environment
from claudeops_desktop.guard.outside_client import NOT_RUN
from claudeops_desktop.guard.outside_ticket import OutsideTicket, client_command, take_ticket, write_ticket

RESTART = "systemctl restart web"
DETACHES = "echo begun; (setsid env -i sleep {number} </dev/null >/dev/null 2>&1 &)"


@pytest.fixture
def session(new_session) -> Guarded:
    return new_session(2)


@pytest.fixture
def outside(session, tmp_path) -> Iterator[OutsideProcess]:
    environ = dict(os.environ) | {"CLAUDEOPS_SESSION_TOKEN": "t", "ANTHROPIC_API_KEY": "k", "OPERATOR_OWN": "kept"}
    process = OutsideProcess(launch_words(str(session.file)), environ)
    assert process.started
    yield process
    process.close()


def answer(session: Guarded, command: str, **more: str) -> dict:
    payload = {
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "a step"},
        "tool_use_id": "toolu_1",
        **more,
    }
    return answer_text(json.dumps(payload), str(session.file), lambda: session.now, lambda _: None)


def instead(session: Guarded, command: str = RESTART, **more: str) -> str:
    """The command that the CLI runs in the place of this one."""
    return answer(session, command, **more)["hookSpecificOutput"]["updatedInput"]["command"]


def ticket(session: Guarded, text: str) -> str:
    """The client's command for a text that the guard of the session allowed, with its call on record."""
    session.bash(RESTART)
    place = session.policy.outside
    return client_command(place, write_ticket(place, OutsideTicket("toolu_1", text, place)))


def ran(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


def alive(number: str) -> bool:
    return any(
        number in (process.info["cmdline"] or []) and process.info["status"] != psutil.STATUS_ZOMBIE
        for process in psutil.process_iter(["cmdline", "status"])
    )


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def end(number: str) -> None:
    for process in psutil.process_iter(["cmdline"]):
        if number in (process.info["cmdline"] or []):
            process.kill()


@pytest.mark.parametrize(
    "command",
    [
        *(RESTART, "service web start", "docker stop web", "pg_ctlcluster 15 main start", "supervisorctl start web"),
        "docker compose -f /srv/web/compose.yml up -d",
    ],
)
def test_what_acts_on_services_is_handed_over_with_its_other_arguments(session, command):
    session.rules(tier=3, stop="automatic", restart="automatic", host="automatic")
    told = answer(session, command)["hookSpecificOutput"]
    assert told["permissionDecision"] == "allow"
    assert told["updatedInput"]["description"] == "a step"
    assert told["updatedInput"]["command"] != command


def test_what_only_looks_runs_as_it_is(session):
    assert "updatedInput" not in answer(session, "systemctl status web")["hookSpecificOutput"]


def test_a_refused_command_leaves_no_ticket(session):
    session.rules(restart="never")
    assert answer(session, RESTART)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert list((Path(session.policy.outside) / "door").iterdir()) == []


def test_without_a_process_that_runs_it_outside_a_start_is_refused(session):
    session.rules(outside="")
    verdict, why = read(answer(session, RESTART))
    assert (verdict, "would end with the session" in why) == ("deny", True)


@pytest.mark.parametrize(
    "command", ["systemctl restart web", "cd / && systemctl  restart web", "sudo sh -c 'systemctl restart web'"]
)
def test_what_the_operator_forbids_to_the_cli_is_not_run_outside_either(session, command):
    session.rules(forbidden=("Bash(systemctl restart:*)",), host="automatic")
    verdict, why = read(answer(session, command))
    assert (verdict, "Bash(systemctl restart:*)" in why) == ("deny", True)


def test_a_rule_for_another_command_forbids_nothing(session):
    session.rules(forbidden=("Bash(docker restart:*)", "WebFetch"))
    assert read(answer(session, RESTART))[0] == "allow"


def test_a_call_that_is_asked_about_again_has_the_same_ticket(session):
    assert instead(session) == instead(session)


def test_a_call_that_ran_is_not_run_again(session):
    instead(session)
    take_ticket(session.policy.outside, "toolu_1")
    assert read(answer(session, RESTART))[0] == "deny"


def test_the_names_of_processes_that_are_ended_by_number_are_kept(session):
    session.rules(stop="automatic", unknown="automatic")
    with subprocess.Popen(["sleep", "600"]) as one:
        wait_until(lambda: Path(f"/proc/{one.pid}/comm").read_text() == "sleep\n")
        answer(session, f"kill {one.pid}")
        one.kill()
    assert session.book.tool_calls.get(session.session_id, "toolu_1").processes == {str(one.pid): "sleep"}


def test_a_ticket_is_taken_once(session):
    place, one = session.policy.outside, OutsideTicket("toolu_1", RESTART, "/")
    token = write_ticket(place, one)
    assert [take_ticket(place, token), take_ticket(place, token)] == [one, None]


@pytest.mark.parametrize("token", ["../guard", "", "a/b", ".", "x" * 101])
def test_a_token_names_no_other_file(session, token):
    assert take_ticket(session.policy.outside, token) is None


def test_output_and_exit_code_come_back(session, outside):
    done = ran(ticket(session, "echo out; echo err >&2; exit 7"))
    assert (done.stdout, done.returncode) == ("out\nerr\n", 7)


def test_the_text_runs_in_the_folder_of_the_session(session, outside, tmp_path):
    session.bash(RESTART)
    place = session.policy.outside
    token = write_ticket(place, OutsideTicket("toolu_1", "pwd -P", str(tmp_path)))
    assert ran(client_command(place, token)).stdout.strip() == str(tmp_path.resolve())


def test_a_second_use_runs_nothing(session, outside, tmp_path):
    command = ticket(session, f"echo x >> {tmp_path / 'made'}")
    ran(command)
    again = ran(command)
    assert (again.returncode, "ran before" in again.stdout) == (NOT_RUN, True)
    assert (tmp_path / "made").read_text() == "x\n"


def test_the_ledger_says_when_it_began_outside_and_how_it_ended(session, outside):
    ran(ticket(session, "exit 3"))
    call = session.book.tool_calls.get(session.session_id, "toolu_1")
    assert (call.outside, call.result) == (True, "error")
    assert call.began_at <= call.ended_at


def test_what_it_starts_outlives_the_process_that_started_it(session, outside):
    number = f"31{os.getpid()}.{session.session_id}"
    try:
        assert ran(ticket(session, DETACHES.format(number=number))).stdout == "begun\n"
        outside.close()
        assert alive(number)
    finally:
        end(number)


def test_what_it_starts_is_not_adopted_by_this_process(session, outside):
    number = f"32{os.getpid()}.{session.session_id}"
    try:
        ran(ticket(session, DETACHES.format(number=number)))
        children = {process.pid for process in psutil.Process().children(recursive=True)}
        own = [p.pid for p in psutil.process_iter(["cmdline"]) if number in (p.info["cmdline"] or [])]
        assert own
        assert not children & set(own)
    finally:
        end(number)


def test_a_client_that_is_ended_ends_its_command(session, outside):
    number = f"33{os.getpid()}.{session.session_id}"
    with subprocess.Popen(["sh", "-c", f"exec {ticket(session, f'sleep {number}; true')}"]) as client:
        wait_until(lambda: alive(number))
        client.kill()
    wait_until(lambda: not alive(number))


def test_the_end_of_the_session_ends_what_still_runs(session, outside):
    number = f"34{os.getpid()}.{session.session_id}"
    with subprocess.Popen(["sh", "-c", f"exec {ticket(session, f'sleep {number}; true')}"]):
        wait_until(lambda: alive(number))
        outside.close()
    wait_until(lambda: not alive(number))


def test_nothing_runs_once_everything_is_stopped(session, outside, tmp_path):
    command = ticket(session, f"touch {tmp_path / 'made'}")
    prepare_marker(session.folder.root)
    set_marker(session.folder.root)
    assert ran(command).returncode == NOT_RUN
    assert not (tmp_path / "made").exists()


def test_a_service_is_not_started_with_what_is_the_agents_own(session, outside):
    told = ran(ticket(session, "env")).stdout
    assert "OPERATOR_OWN=kept" in told
    assert not any(name in told for name in ("CLAUDEOPS_", "ANTHROPIC_"))


def test_variables_of_the_agent_are_left_out():
    assert service_environment({"CLAUDE_CODE_X": "1", "MCP_TIMEOUT": "2", "PATH": "/bin"}) == {"PATH": "/bin"}


def test_a_folder_with_a_long_path_is_no_obstacle(new_session, tmp_path):
    from claudeops_desktop.guard.policy import write_policy

    session = new_session(2)
    place = tmp_path.joinpath(*["a-long-name-of-a-folder" for _ in range(8)])
    place.mkdir(parents=True)
    write_policy(place / "guard.json", session.policy._replace(outside=str(place)))
    process = OutsideProcess(launch_words(str(place / "guard.json")), os.environ)
    try:
        session.bash(RESTART)
        token = write_ticket(str(place), OutsideTicket("toolu_1", "echo here", "/"))
        assert ran(client_command(str(place), token)).stdout == "here\n"
    finally:
        process.close()
