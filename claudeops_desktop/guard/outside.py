"""Runs a command that the guard allowed outside of its session, so that the service it starts outlives the session.

The application ends every process of a session when the session ends. A service that is started through its init would
end with it. So the hook puts what it allowed down as a ticket in the session's folder and gives the CLI a small client
to run instead (``outside_client``). A process of its own, which is no descendant of the application, takes the ticket,
runs exactly its text once, and hands output and exit code back. It writes into the ledger when the command began and
how it ended.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO

from ..core.clock import utc_now
from ..core.emergency_stop_marker import is_stopped
from .outside_client import NOT_RUN, SOCKET
from .outside_ticket import FOLDER, LONGEST_TOKEN, OutsideTicket, take_ticket
from .policy import GuardPolicy, read_policy
from .server_store import open_ledger

LOOK_S = 0.05
CHUNK = 65536
_SESSION_OWN = ("CLAUDEOPS_", "CLAUDE", "ANTHROPIC_", "MCP_", "_CLAUDEOPS_")
"""Variables that are the agent's own or hold its keys: a service is not started with them."""


def serve(policy_file: str) -> int:
    """Run the tickets of one session until stdin ends, which the application holds open as long as the session lasts.

    Says ``ready`` on stdout once it listens. Commands that still run at the end are ended; the services that they
    started are not.
    """
    policy, place = read_policy(policy_file), os.path.dirname(os.path.abspath(policy_file))
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the session's own terminal is no concern of it
    runner = _Runner(policy, place)
    with _listening(place) as listener:
        threading.Thread(target=_accept, args=(listener, runner), daemon=True).start()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        with suppress(OSError):
            while os.read(0, CHUNK):
                pass
    runner.stop()
    return 0


def _accept(listener: socket.socket, runner: _Runner) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=runner.serve_client, args=(connection,), daemon=True).start()


class _Runner:
    """Runs tickets, each on a thread of its own, and knows what is running."""

    def __init__(self, policy: GuardPolicy, place: str) -> None:
        self._policy = policy
        self._place = place
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def serve_client(self, connection: socket.socket) -> None:
        """Take the token that a client sends, run its ticket and hand the output back."""
        with connection:
            try:
                _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
                token = connection.recv(LONGEST_TOKEN * 2).decode("ascii", "replace").strip()
                ticket = take_ticket(self._place, token) if uid == os.geteuid() else None
                if ticket is None:
                    _refuse(connection, "this command is not known, or ran before")
                elif is_stopped(self._policy.data_folder):
                    _refuse(connection, "everything is stopped by the operator")
                else:
                    self._run(connection, ticket)
            except Exception as error:  # nothing more runs, and the agent gets the reason
                with suppress(OSError):
                    _refuse(connection, f"{type(error).__name__}: {error}")

    def stop(self) -> None:
        """End what is running, and start nothing more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _end_group(process)

    def _run(self, connection: socket.socket, ticket: OutsideTicket) -> None:
        with tempfile.TemporaryFile() as output:
            self._note(ticket, None)
            with self._lock:
                if self._stopped:
                    _refuse(connection, "the session has ended")
                    return
                process = _start(ticket, output)
                self._running.add(process)
            try:
                code = _hand_over(connection, process, output.fileno())
            finally:
                with self._lock:
                    self._running.discard(process)
                self._note(ticket, process.returncode)
            connection.sendall(b"x %d\n" % code)

    def _note(self, ticket: OutsideTicket, code: int | None) -> None:
        """Write into the ledger that the command begins now, or how it ended."""
        ledger = open_ledger(self._policy)
        try:
            now = ledger.shared_clock(utc_now)()
            with ledger.step():
                if code is None:
                    ledger.begin_outside(self._policy.session_id, ticket.tool_use_id, now)
                else:
                    ledger.end_outside(self._policy.session_id, ticket.tool_use_id, now, failed=code != 0)
        finally:
            ledger.close()


def _start(ticket: OutsideTicket, output: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start the text in a shell and a session of its own. Its output goes to a file, not a pipe: a service that keeps
    it open would hold the call up, or end when nobody reads any more."""
    shell = next((path for path in ("/bin/bash", "/usr/bin/bash") if os.path.exists(path)), "/bin/sh")
    folder = ticket.folder if os.path.isdir(ticket.folder) else os.path.expanduser("~")
    return subprocess.Popen(
        [shell, "-c", ticket.command],
        cwd=folder,
        env=service_environment(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def service_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without what is the agent's own."""
    return {name: value for name, value in environ.items() if not name.startswith(_SESSION_OWN)}


def _hand_over(connection: socket.socket, process: subprocess.Popen[bytes], output: int) -> int:
    """Send what the command prints until it ends; its exit code. Where the client is gone, as at its time limit, the
    command is ended."""
    at = 0
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        while True:
            ended = process.poll() is not None
            while part := os.pread(output, CHUNK, at):
                at += len(part)
                with suppress(BrokenPipeError, ConnectionResetError):
                    connection.sendall(b"o %d\n" % len(part) + part)
            if ended:
                return process.returncode if process.returncode >= 0 else 128 - process.returncode
            if selector.select(LOOK_S) and not connection.recv(1):
                _end_group(process)
                process.wait()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(1.0)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def _refuse(connection: socket.socket, why: str) -> None:
    told = f"Claude Ops did not run this: {why}.\n".encode()
    connection.sendall(b"o %d\n" % len(told) + told + b"x %d\n" % NOT_RUN)


@contextmanager
def _listening(place: str) -> Iterator[socket.socket]:
    """A socket in the session's folder, reached by the folder's descriptor: a path of the folder may be too long."""
    folder = os.path.join(place, FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, SOCKET))
            listener.bind(f"/proc/self/fd/{number}/{SOCKET}")
            os.chmod(os.path.join(folder, SOCKET), 0o600)
            listener.listen(16)
            yield listener
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes who waits for a client
    finally:
        os.close(number)


def launch_words(policy_file: str) -> Sequence[str]:
    """The words by which the application starts this program."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "guard", "--outside", policy_file)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"
    )
    return (sys.executable, "-I", "-S", "-c", start, root, "guard", "--outside", policy_file)
