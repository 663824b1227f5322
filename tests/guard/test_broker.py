"""The broker of a session: whom it answers, and what acts runs outside: the text that was allowed, once."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from guard_world import Guarded, read

from claudeops_desktop.agents.broker_process import BrokerProcess
from claudeops_desktop.core.emergency_stop_marker import prepare_marker, set_marker
from claudeops_desktop.guard.broker_words import own_words
from claudeops_desktop.guard.outside_run import TOO_LONG, hand_over, without_agents_own
from claudeops_desktop.guard.policy import NAMED
from claudeops_desktop.guard.thin_client import NOT_RUN, REFUSED
from claudeops_desktop.guard.tickets import OutsideTicket, TicketBook

RESTART = "systemctl restart web"
DETACHES = "echo begun; (setsid env -i sleep {number} </dev/null >/dev/null 2>&1 &)"
MARK = {"CLAUDEOPS_SESSION_TOKEN": "of-this-session"}


@pytest.fixture
def session(new_session) -> Guarded:
    kinds = ("unknown", "destructive", "host", "stop", "disclose")
    return new_session(3, mark=MARK, **dict.fromkeys(kinds, "automatic"))


@pytest.fixture
def file(tmp_path) -> Path:
    """A file that is there: to make a new one in a temporary folder would be no more than a look."""
    (tmp_path / "file").touch()
    return tmp_path / "file"


@pytest.fixture
def broker(session) -> Iterator[BrokerProcess]:
    with session.broker(CLAUDEOPS_SESSION_TOKEN="t", ANTHROPIC_API_KEY="k", OPERATOR_OWN="kept") as process:
        yield process


def answer(session: Guarded, command: str, **more: str) -> dict:
    payload = json.loads(session.payload("Bash", command=command, description="a step")) | more
    done = session.asked(json.dumps(payload))
    return json.loads(done.stdout)["hookSpecificOutput"]


def instead(session: Guarded, command: str = RESTART, **more: str) -> str:
    """The command that the CLI runs in the place of this one."""
    return answer(session, command, **more)["updatedInput"]["command"]


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


def speak(session: Guarded, line: str) -> bytes:
    """What is answered to a first line, said by this process."""
    with socket.socket(socket.AF_UNIX) as connection:
        folder = os.open(session.door, os.O_RDONLY)
        connection.connect(f"/proc/self/fd/{folder}/socket")
        os.close(folder)
        connection.sendall(f"{line}\n".encode())
        return connection.recv(100)


class TestWhatActs:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "command",
        [
            *(RESTART, "service web start", "docker stop web", "pg_ctlcluster 15 main start", "rm -r /srv/x"),
            *("docker compose -f /srv/web/compose.yml up -d", "./script.sh", "echo x > /srv/y"),
        ],
    )
    def test_is_handed_over_with_its_other_arguments(self, session, command):
        told = session.answer(session.payload("Bash", command=command, description="a step"))["hookSpecificOutput"]
        assert told["permissionDecision"] == "allow"
        assert told["updatedInput"]["description"] == "a step"
        assert told["updatedInput"]["command"] != command

    def test_what_only_looks_runs_as_it_is(self, session):
        told = session.answer(session.payload("Bash", command="systemctl status web"))
        assert "updatedInput" not in told["hookSpecificOutput"]

    def test_a_refused_command_has_no_ticket(self, session):
        session.rules(restart="never")
        told = session.answer(session.payload("Bash", command=RESTART))["hookSpecificOutput"]
        assert (told["permissionDecision"], "updatedInput" in told) == ("deny", False)

    @pytest.mark.parametrize(
        "command", ["systemctl restart web", "cd / && systemctl  restart web", "sudo sh -c 'systemctl restart web'"]
    )
    def test_what_the_operator_forbids_to_the_cli_is_not_run_outside_either(self, session, command):
        session.rules(forbidden=("Bash(systemctl restart:*)",))
        verdict, why = session.bash(command)
        assert (verdict, "Bash(systemctl restart:*)" in why) == ("deny", True)

    def test_a_rule_for_another_command_forbids_nothing(self, session):
        session.rules(forbidden=("Bash(docker restart:*)", "WebFetch"))
        assert session.bash(RESTART)[0] == "allow"

    def test_the_question_says_where_a_yes_lets_it_run(self, session):
        session.rules(destructive="ask", wait_minutes=0.01)
        session.answer(json.dumps(json.loads(session.payload("Bash", command="rm -r /srv/x")) | {"cwd": "/srv"}))
        (asked,) = session.book.approvals.list()
        assert asked.may.startswith("Run this command once in tier 3, outside of the session: on this machine, as ")
        assert asked.may.endswith(", in /srv.")

    def test_the_names_of_processes_that_are_ended_by_number_are_kept(self, session):
        with subprocess.Popen(["sleep", "600"]) as one:
            wait_until(lambda: Path(f"/proc/{one.pid}/comm").read_text() == "sleep\n")
            session.bash(f"kill {one.pid}")
            one.kill()
        assert session.book.tool_calls.get(session.session_id, "toolu_1").processes == {str(one.pid): "sleep"}

    def test_a_cli_that_would_not_take_it_is_told_the_command_and_runs_it_once(self, session, file):
        session.rules(form=NAMED)
        with session.broker():
            told = answer(session, f"echo x >> {file}; echo done")
            command = told["permissionDecisionReason"].rpartition("exactly this command: ")[2]
            assert (told["permissionDecision"], "updatedInput" in told) == ("deny", False)
            assert answer(session, command)["permissionDecision"] == "allow"
            assert answer(session, f"{command}; rm -r /srv/x")["permissionDecision"] == "deny"
            assert ran(command).stdout == "done\n"
            assert answer(session, command)["permissionDecision"] == "deny"
        assert file.read_text() == "x\n"

    def test_being_told_the_command_is_no_refusal_that_ends_a_session(self, session):
        session.rules(form=NAMED, stop_at_refusal=True)
        assert "continue" not in session.answer(session.payload("Bash", command=RESTART))


class TestTickets:
    ONE = OutsideTicket("toolu_1", RESTART, "/")

    def test_a_call_that_is_asked_about_again_has_the_same_ticket(self):
        book = TicketBook()
        assert book.write_ticket(self.ONE) == book.write_ticket(self.ONE)

    def test_one_is_taken_once(self):
        book = TicketBook()
        number = book.write_ticket(self.ONE)
        assert book.is_open(number)
        assert [book.take_ticket(number), book.take_ticket(number)] == [self.ONE, None]
        assert not book.is_open(number)

    def test_a_call_that_ran_or_has_another_text_gets_none(self):
        book = TicketBook()
        number = book.write_ticket(self.ONE)
        with pytest.raises(ValueError, match="again"):
            book.write_ticket(self.ONE._replace(command="rm -r /"))
        book.take_ticket(number)
        with pytest.raises(ValueError, match="again"):
            book.write_ticket(self.ONE)

    def test_what_is_no_number_takes_none(self):
        assert [TicketBook().take_ticket(each) for each in ("", "toolu_1", "../guard")] == [None] * 3


class TestRunning:
    def test_output_and_exit_code_come_back(self, session, broker):
        done = ran(instead(session, "echo out; echo err >&2; exit 7; rm x"))
        assert (done.stdout, done.stderr, done.returncode) == ("out\nerr\n", "", 7)

    def test_the_text_runs_in_the_folder_of_the_session(self, session, broker, tmp_path):
        assert ran(instead(session, "pwd -P; rm -f x", cwd=str(tmp_path))).stdout.strip() == str(tmp_path.resolve())

    def test_a_second_use_runs_nothing(self, session, broker, file):
        command = instead(session, f"echo x >> {file}")
        ran(command)
        again = ran(command)
        assert (again.returncode, "ran before" in again.stderr) == (NOT_RUN, True)
        assert file.read_text() == "x\n"

    @pytest.mark.slow
    def test_a_ticket_of_another_session_runs_nothing(self, session, broker, new_session, file):
        other = new_session(3)
        with other.broker():
            command = instead(session, f"rm {file}").replace(session.door, other.door)
            assert ran(command).returncode == NOT_RUN
        assert file.exists()

    @pytest.mark.slow
    def test_the_ledger_says_when_it_began_outside_and_how_it_ended(self, session, broker):
        ran(instead(session, "rm -r /nonexistent/x; exit 3"))
        call = session.book.tool_calls.get(session.session_id, "toolu_1")
        assert (call.outside, call.result) == (True, "error")
        assert call.began_at <= call.ended_at

    @pytest.mark.slow
    def test_a_service_outlives_the_broker_and_is_nobodys_child(self, session, broker):
        number = f"31{os.getpid()}.{session.session_id}"
        try:
            assert ran(instead(session, f"{DETACHES.format(number=number)}; {RESTART}")).stdout.startswith("begun\n")
            children = {process.pid for process in psutil.Process().children(recursive=True)}
            own = [p.pid for p in psutil.process_iter(["cmdline"]) if number in (p.info["cmdline"] or [])]
            assert own and not children & set(own)
            broker.close()
            assert alive(number)
        finally:
            end(number)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("also", "marked"),
        [("rm -f /nonexistent", True), (RESTART, False), ("sudo -n /nonexistent/shop.sh start", False)],
    )
    def test_what_acts_on_no_service_carries_the_sessions_mark(self, session, broker, also, marked):
        told = ran(instead(session, f"env; {also}")).stdout
        assert ("CLAUDEOPS_SESSION_TOKEN=of-this-session" in told) is marked

    @pytest.mark.slow
    def test_nothing_is_started_with_what_is_the_agents_own(self, session, broker):
        told = ran(instead(session, f"env; {RESTART}")).stdout
        assert f"CLAUDEOPS_WORK_DIR={session.policy.work}" in told
        assert "OPERATOR_OWN=kept" in told
        assert not any(name in told.replace("CLAUDEOPS_WORK_DIR", "") for name in ("CLAUDEOPS_", "ANTHROPIC_"))

    def test_variables_of_the_agent_are_left_out(self):
        assert without_agents_own({"CLAUDE_CODE_X": "1", "MCP_TIMEOUT": "2", "PATH": "/bin"}) == {"PATH": "/bin"}

    @pytest.mark.slow
    def test_a_client_that_is_ended_ends_its_command(self, session, broker):
        number = f"33{os.getpid()}.{session.session_id}"
        with subprocess.Popen(["sh", "-c", f"exec {instead(session, f'sleep {number}; rm -f x')}"]) as client:
            wait_until(lambda: alive(number))
            client.kill()
        wait_until(lambda: not alive(number))

    @pytest.mark.slow
    def test_the_end_of_the_session_ends_what_still_runs(self, session, broker):
        number = f"34{os.getpid()}.{session.session_id}"
        with subprocess.Popen(["sh", "-c", f"exec {instead(session, f'sleep {number}; rm -f x')}"]):
            wait_until(lambda: alive(number))
            broker.close()
        wait_until(lambda: not alive(number))

    def test_a_command_that_takes_too_long_is_ended(self):
        ours, theirs = socket.socketpair()
        with ours, theirs, subprocess.Popen(["sleep", "600"], start_new_session=True) as process:
            output = os.open(os.devnull, os.O_RDONLY)
            assert hand_over(ours, process, output, 0.0) == TOO_LONG
            os.close(output)
            assert b"may not take longer" in theirs.recv(1000)

    @pytest.mark.slow
    def test_nothing_runs_once_everything_is_stopped(self, session, broker, file):
        command = instead(session, f"rm {file}")
        prepare_marker(session.folder.root)
        set_marker(session.folder.root)
        assert ran(command).returncode == NOT_RUN
        assert file.exists()


class TestWhomItAnswers:
    def token(self, session: Guarded) -> str:
        return (Path(session.door) / "token").read_text()

    def test_the_door_is_open_to_its_user_alone(self, session, broker):
        modes = [Path(session.door, name).stat().st_mode & 0o777 for name in ("", "socket", "token")]
        assert modes == [0o700, 0o600, 0o600]

    def test_hello_is_answered(self, session, broker):
        assert speak(session, f"{self.token(session)} hello") == b"ok\n"

    @pytest.mark.parametrize("line", ["wrong hello", "hello", "", "x" * 300, " hello"])
    def test_without_the_token_nobody_is_answered(self, session, broker, line):
        with suppress(ConnectionResetError):
            assert speak(session, line) == b""

    @pytest.mark.slow
    def test_an_operation_that_is_none_is_not_answered(self, session, broker):
        assert speak(session, f"{self.token(session)} open") == b""

    def test_a_hook_with_another_token_refuses(self, session, broker):
        (Path(session.door) / "token").write_text("another")
        done = session.asked(session.payload("Bash", command="ls"))
        assert (done.returncode, done.stdout) == (REFUSED, "")

    @pytest.mark.slow
    def test_a_confined_session_is_answered_after_its_hello_alone(self, session):
        session.rules(confined=True)
        with session.broker():
            assert session.asked(session.payload("Bash", command="ls")).returncode == REFUSED
            assert speak(session, f"{self.token(session)} hello") == b"ok\n"
            assert read(json.loads(session.asked(session.payload("Bash", command="ls")).stdout))[0] == "allow"

    @pytest.mark.slow
    @pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="a mount namespace takes root")
    def test_a_confined_session_is_known_by_its_mount_namespace(self, session):
        session.rules(confined=True)
        elsewhere = ["unshare", "--mount", *session.client("hook")]
        with session.broker():
            speak(session, f"{self.token(session)} hello")
            payload = session.payload("Bash", command="ls")
            done = subprocess.run(elsewhere, input=payload, capture_output=True, text=True, check=False)
            assert done.returncode == REFUSED
            says = "import os, socket, sys; os.chdir(sys.argv[1]); s = socket.socket(1); s.connect('socket');"
            says += " s.send((open('token').read() + ' hello\\n').encode()); print(s.recv(9))"
            done = subprocess.run(
                ["unshare", "--mount", sys.executable, "-c", says, session.door],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.stdout == "b''\n"

    def test_a_confined_session_writes_with_no_tool_but_where_it_may(self, session, tmp_path):
        session.rules(confined=True, writable=(str(tmp_path / "own"),))
        (tmp_path / "own").mkdir()
        verdict, why = session.ask("Write", file_path=str(tmp_path / "x"))
        assert (verdict, "CLAUDEOPS_WORK_DIR" in why) == ("deny", True)
        assert session.ask("Write", file_path=str(tmp_path / "own" / "x"))[0] == "allow"
        assert session.ask("Write", file_path=f"{session.policy.work}/x")[0] == "allow"

    @pytest.mark.slow
    def test_the_client_takes_no_code_from_the_folder_it_is_called_in(self, session, broker, tmp_path):
        for name in ("json", "posix", "_socket", "claudeops_desktop"):
            (tmp_path / f"{name}.py").write_text("raise SystemExit(0)")
        done = subprocess.run(
            session.client("hook"), cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, input="{}", capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert read(json.loads(done.stdout))[0] == "deny"

    def test_a_process_that_the_session_comes_from_is_ours(self, session, broker):
        """The broker is no child of the agent: it knows by whom it is asked."""
        assert answer(session, f"kill {os.getpid()}")["permissionDecision"] == "deny"

    @pytest.mark.slow
    def test_a_folder_with_a_long_path_is_no_obstacle(self, session, tmp_path):
        place = tmp_path.joinpath(*["a-long-name-of-a-folder" for _ in range(8)])
        place.mkdir(parents=True)
        shutil.copy(session.file, place / "guard.json")
        process = BrokerProcess(own_words("guard", "--broker", str(place / "guard.json")), os.environ)
        process.wait_until_ready()
        try:
            words = [word.replace(session.door, str(place / "door")) for word in session.client("hook")]
            payload = session.payload("Bash", command="ls")
            done = subprocess.run(words, input=payload, capture_output=True, text=True, check=False)
            assert read(json.loads(done.stdout))[0] == "allow"
        finally:
            process.close()


class TestOtherOperations:
    def test_the_server_of_the_memory_tools_is_spoken_with(self, session):
        session.rules(
            mcp=(sys.executable, "-c", "import sys\nfor line in sys.stdin: print('heard', line, end='', flush=True)")
        )
        with session.broker():
            done = subprocess.run(
                session.client("mcp"), input="one\ntwo\n", capture_output=True, text=True, check=False
            )
        assert (done.stdout, done.returncode) == ("heard one\nheard two\n", 0)

    def test_the_server_ends_with_the_broker(self, session):
        number = f"35{os.getpid()}"
        session.rules(mcp=("sleep", number))
        with session.broker() as broker, subprocess.Popen(session.client("mcp"), stdin=subprocess.PIPE):
            wait_until(lambda: alive(number))
            broker.close()
            wait_until(lambda: not alive(number))

    def test_before_a_compaction_the_call_is_handed_on(self, session, tmp_path):
        session.rules(compact=("tee", str(tmp_path / "noted")))
        with session.broker():
            done = subprocess.run(session.client("compact"), input="{1}", capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == ("{}\n", 0)
        assert (tmp_path / "noted").read_text() == "{1}"

    def test_without_a_broker_a_compaction_is_not_held_up(self, session):
        done = subprocess.run(session.client("compact"), input="{}", capture_output=True, text=True, check=False)
        assert done.returncode == 0


class TestProcess:
    def test_one_that_is_killed_is_known_to_have_ended(self, session, broker):
        assert not broker.has_ended()
        (own,) = [p for p in psutil.process_iter(["cmdline"]) if str(session.file) in (p.info["cmdline"] or [])]
        own.kill()
        wait_until(broker.has_ended)
        assert session.asked(session.payload("Bash", command="ls")).returncode == REFUSED

    def test_when_closed_it_has_ended(self, session):
        with session.broker():
            pass
        assert not [p for p in psutil.process_iter(["cmdline"]) if str(session.file) in (p.info["cmdline"] or [])]

    @pytest.mark.file_only("there is no file")
    def test_a_store_that_was_put_back_from_a_backup_is_opened_anew(self, session):
        guard, database = session.guard(), session.folder.database
        assert read(guard.answer(session.payload("Bash", command="uptime")))[0] == "allow"
        shutil.copy(database, database.with_suffix(".kept"))
        database.with_suffix(".kept").rename(database)
        assert read(guard.answer(session.payload("Bash", command="uptime")))[0] == "allow"
        with_database = subprocess.run(
            ["ls", "-i", str(database)], capture_output=True, text=True, check=True
        ).stdout.split()[0]
        with guard.ledgers.ledger() as ledger:
            assert str(ledger._place[1]) == with_database
        guard.ledgers.close()
