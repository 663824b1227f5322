"""Runs what the guard allowed to act: outside of its session, exactly the text that was allowed, once.

The application ends every process of a session when the session ends. A service that is started through its init would
end with it. So the broker runs the text, which is no descendant of the application, and hands output and exit code
back. What acts on no service carries the session's mark, by which it is found and ended with the session.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO

from ..core.clock import utc_now
from ..core.emergency_stop_marker import is_stopped
from ..core.work_folder import WORK_VARIABLE
from .handed_files import find_handed, name_changed
from .ledger_pool import LedgerPool
from .policy import GuardPolicy
from .thin_client import NOT_RUN
from .tickets import OutsideTicket

LOOK_MS = 50
CHUNK = 65536
LONGEST_S = 600.0
TOO_LONG = 124
_SESSION_OWN = ("CLAUDEOPS_", "CLAUDE", "ANTHROPIC_", "MCP_", "_CLAUDEOPS_")
"""Variables that are the agent's own or hold its keys: nothing is started with them."""


class OutsideRunner:
    """Runs tickets, each on the thread that asks, and knows what is running."""

    def __init__(self, policy: GuardPolicy, ledgers: LedgerPool, longest_s: float = LONGEST_S) -> None:
        self._policy = policy
        self._ledgers = ledgers
        self._longest_s = longest_s
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def run(self, connection: socket.socket, ticket: OutsideTicket | None) -> None:
        """Run a ticket and send what its command prints, then its exit code. Raises OSError and what a ledger does."""
        if ticket is None:
            refuse_client(connection, "this command is not known, or ran before")
        elif is_stopped(self._policy.data_folder):
            refuse_client(connection, "everything is stopped by the operator")
        elif changed := self._changed(ticket):
            refuse_client(connection, f"{changed} is not what it was when this was allowed; call it again")
        else:
            self._run(connection, ticket)

    def stop(self) -> None:
        """End what is running, and start nothing more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                end_group(process)

    def _run(self, connection: socket.socket, ticket: OutsideTicket) -> None:
        with tempfile.TemporaryFile() as output:
            self._note(ticket, None)
            with self._lock:
                if self._stopped:
                    refuse_client(connection, "the session has ended")
                    return
                process = self._start(ticket, output)
                self._running.add(process)
            try:
                code = hand_over(connection, process, output.fileno(), self._longest_s)
            finally:
                with self._lock:
                    self._running.discard(process)
                self._note(ticket, process.returncode)
            connection.sendall(b"x %d\n" % code)

    def _start(self, ticket: OutsideTicket, output: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start the text in a shell and a session of its own. Its output goes to a file, not a pipe: a service that
        keeps it open would hold the call up, or end when nobody reads."""
        shell = next((path for path in ("/bin/bash", "/usr/bin/bash") if os.path.exists(path)), "/bin/sh")
        own = {WORK_VARIABLE: self._policy.work} | ({} if ticket.lasts else self._policy.mark)
        return subprocess.Popen(
            [shell, "-c", ticket.command],
            cwd=ticket.folder if os.path.isdir(ticket.folder) else os.path.expanduser("~"),
            env=without_agents_own(os.environ) | own,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def _changed(self, ticket: OutsideTicket) -> str:
        """Return the name of a file of the session that is not what the ticket was written for, "" where all are.
        Raises OSError and ValueError."""
        now = find_handed(ticket.command, ticket.folder, self._policy.work)
        return name_changed(ticket.handed, now)

    def _note(self, ticket: OutsideTicket, code: int | None) -> None:
        """Write into the ledger that the command begins now, or how it ended."""
        with self._ledgers.ledger() as ledger:
            now, session = ledger.shared_clock(utc_now)(), self._policy.session_id
            with ledger.step():
                if code is None:
                    ledger.begin_outside(session, ticket.tool_use_id, now)
                else:
                    ledger.end_outside(session, ticket.tool_use_id, now, failed=code != 0)


def without_agents_own(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without what is the agent's own."""
    return {name: value for name, value in environ.items() if not name.startswith(_SESSION_OWN)}


def hand_over(connection: socket.socket, process: subprocess.Popen[bytes], output: int, longest_s: float) -> int:
    """Send what the command prints until it ends; its exit code. It is ended after ``longest_s`` seconds, and where the
    client is gone, as at the end of its session."""
    until, at = time.monotonic() + longest_s, 0
    with watching(connection, process.pid) as client_goes:
        while True:
            ended = process.poll() is not None
            while part := os.pread(output, CHUNK, at):
                at += len(part)
                with suppress(BrokenPipeError, ConnectionResetError):
                    connection.sendall(b"1 %d\n" % len(part) + part)
            if ended:
                return 128 - process.returncode if process.returncode < 0 else process.returncode
            late = time.monotonic() > until
            if late or client_goes(LOOK_MS):
                end_group(process)
                process.wait()
            if late:
                tell_client(
                    connection, f"This was ended after {longest_s / 60:g} minutes: a command may not take longer."
                )
                return TOO_LONG


@contextmanager
def watching(connection: socket.socket, pid: int) -> Iterator[Callable[[int | None], bool]]:
    """Return a function that waits so many milliseconds (None: without limit) for the process to end or the client to
    go, and tells whether the client is gone."""
    looks, client, ends = select.poll(), connection.fileno(), os.pidfd_open(pid)
    looks.register(client, 0)  # a client that has hung up is reported in any case
    looks.register(ends, select.POLLIN)
    try:
        yield lambda milliseconds: any(number == client for number, _ in looks.poll(milliseconds))
    finally:
        os.close(ends)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started in its session."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def tell_client(connection: socket.socket, text: str) -> None:
    """Have the client say something on stderr."""
    told = f"{text}\n".encode()
    connection.sendall(b"2 %d\n" % len(told) + told)


def refuse_client(connection: socket.socket, why: str) -> None:
    """Have the client say why nothing ran, and end."""
    tell_client(connection, f"Claude Ops did not run this: {why}.")
    connection.sendall(b"x %d\n" % NOT_RUN)
