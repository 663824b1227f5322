"""The broker of one session: a process outside of it that decides on its calls and runs what was allowed to act.

It is detached from the application before it begins, so that what it starts is nobody's child, and ends when the
application closes its standard input or is gone. A session reaches it by one socket in the folder ``door``
(``thin_client``), with a token that lies beside it. A confined session is also known by its mount namespace, which its
first program names before a word of the agent's has run; nobody else is answered. Without an answer nothing is allowed.

The first line of a connection is ``TOKEN OPERATION [ARGUMENT]``:

- ``hello`` is answered with ``ok``, and fixes the mount namespace.
- ``hook``, then a tool call until the end of what is written, is answered with one line of JSON.
- ``compact``, in the same way, notes that a conversation is about to be compacted.
- ``act TICKET`` runs a command that was allowed. The answer comes in frames: ``1 LENGTH`` before output, ``2 LENGTH``
  before the broker's own words, ``x CODE`` at the end.
- ``mcp`` is spoken with the server of the memory tools, which is started outside for it.
"""

from __future__ import annotations

import hmac
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from .broker_words import DOOR
from .hook import SessionGuard
from .outside_run import OutsideRunner, end_group, refuse_client, watching
from .policy import GuardPolicy, read_policy
from .thin_client import CHUNK, SOCKET, TOKEN

LONGEST_LINE = 200
LINE_WITHIN_S = 5.0
LONGEST_PAYLOAD = 20_000_000
NOTED_WITHIN_S = 10
ENDS_WITHIN_MS = 10_000


def serve(policy_file: str) -> int:
    """Answer one session until stdin ends, which the application holds open as long as the session lasts.

    Says ``ready`` on stdout once it listens. Commands that still run at the end are ended; services that they started
    are not.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the session's own terminal is no concern of it
    policy = read_policy(policy_file)
    door = os.path.join(os.path.dirname(os.path.abspath(policy_file)), DOOR)
    with _listening(door) as (listener, token), _control_sockets(policy, door):
        broker = SessionBroker(policy, door, token)
        threading.Thread(target=broker.accept, args=(listener,), daemon=True).start()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        threading.Thread(target=broker.guard.warm_up, daemon=True).start()
        with suppress(OSError):
            while os.read(0, CHUNK):
                pass
        broker.stop()
    return 0


class SessionBroker:
    """Answers the connections of one session, each on a thread of its own."""

    def __init__(self, policy: GuardPolicy, door: str, token: str) -> None:
        self.guard = SessionGuard(policy, door)
        self._policy = policy
        self._token = token.encode()
        self._runner = OutsideRunner(policy, self.guard.ledgers)
        self._lock = threading.Lock()
        self._namespace = ""
        self._servers: set[subprocess.Popen[bytes]] = set()
        self._stopped = False
        self._operations: dict[bytes, Callable[[socket.socket, str], None]] = {
            b"hello": lambda connection, _: connection.sendall(b"ok\n"),
            b"hook": self._hook,
            b"compact": self._compact,
            b"act": self._act,
            b"mcp": self._mcp,
        }

    def accept(self, listener: socket.socket) -> None:
        """Take connections until the socket is closed."""
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def stop(self) -> None:
        """End what runs for the session, and start nothing more."""
        self._runner.stop()
        with self._lock:
            self._stopped = True
            for server in self._servers:
                end_group(server)
        self.guard.ledgers.close()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):  # one without an answer is a refusal
            token, operation, argument = _first_line(connection)
            answer = self._operations.get(operation)
            if answer is not None and self._knows(connection, token, operation):
                answer(connection, argument)

    def _knows(self, connection: socket.socket, token: bytes, operation: bytes) -> bool:
        """Tell whether a peer is this session. Raises OSError for one that is gone."""
        pid, uid = _peer(connection)
        if uid != os.geteuid() or not hmac.compare_digest(token, self._token):
            return False
        if not self._policy.confined:
            return True
        namespace = os.readlink(f"/proc/{pid}/ns/mnt")
        with self._lock:
            if operation == b"hello" and not self._namespace:
                self._namespace = namespace
            return namespace == self._namespace

    def _hook(self, connection: socket.socket, _: str) -> None:
        pid, _uid = _peer(connection)
        text = _read_all(connection).decode("utf-8", "replace")
        answer = self.guard.answer(text, lambda: self._stopped or has_hung_up(connection), pid)
        connection.sendall(json.dumps(answer).encode() + b"\n")

    def _compact(self, connection: socket.socket, _: str) -> None:
        payload = _read_all(connection)
        with suppress(subprocess.TimeoutExpired):
            if self._policy.compact:
                subprocess.run(
                    self._policy.compact,
                    input=payload,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=NOTED_WITHIN_S,
                    check=False,
                )
        connection.sendall(b"{}\n")

    def _act(self, connection: socket.socket, number: str) -> None:
        try:
            self._runner.run(connection, self.guard.tickets.take_ticket(number))
        except Exception as error:  # the agent gets the reason
            refuse_client(connection, f"{type(error).__name__}: {error}")

    def _mcp(self, connection: socket.socket, _: str) -> None:
        """Have a server speak on this very connection, until it ends or the client has gone."""
        with self._lock:
            if self._stopped or not self._policy.mcp:
                return
            server = subprocess.Popen(
                self._policy.mcp,
                stdin=connection.fileno(),
                stdout=connection.fileno(),
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._servers.add(server)
        with watching(connection, server.pid) as client_goes:
            if client_goes(None):
                with suppress(subprocess.TimeoutExpired):
                    server.wait(ENDS_WITHIN_MS / 1000)
                end_group(server)
        server.wait()
        with self._lock:
            self._servers.discard(server)


def _peer(connection: socket.socket) -> tuple[int, int]:
    """Process and user at the other end, as the kernel says it."""
    pid, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return pid, uid


def _first_line(connection: socket.socket) -> tuple[bytes, bytes, str]:
    """Read token, operation and argument. Nothing beyond the line is taken from the socket. Raises OSError."""
    connection.settimeout(LINE_WITHIN_S)
    line = b""
    while not line.endswith(b"\n"):
        part = connection.recv(1)
        line += part
        if not part or len(line) > LONGEST_LINE:
            raise OSError("no first line")
    connection.settimeout(None)
    token, _, rest = line.strip().partition(b" ")
    operation, _, argument = rest.partition(b" ")
    return token, operation, argument.decode("ascii", "replace")


def _read_all(connection: socket.socket) -> bytes:
    """Read what the peer writes until its end. Raises OSError where that is too much."""
    parts, size = [], 0
    while part := connection.recv(CHUNK):
        parts.append(part)
        size += len(part)
        if size > LONGEST_PAYLOAD:
            raise OSError("too much")
    return b"".join(parts)


def has_hung_up(connection: socket.socket) -> bool:
    """Tell whether a peer has gone; one that only has nothing more to say has not."""
    looks = select.poll()
    looks.register(connection, 0)
    return bool(looks.poll(0))


@contextmanager
def _listening(door: str) -> Iterator[tuple[socket.socket, str]]:
    """Open a socket in the folder, with its token beside it. By a name in the folder: its path may be too long."""
    os.makedirs(door, mode=0o700, exist_ok=True)
    os.chdir(door)
    for name in (SOCKET, TOKEN):
        with suppress(FileNotFoundError):
            os.unlink(name)
    token = os.urandom(16).hex()
    with os.fdopen(os.open(TOKEN, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(SOCKET)
        os.chmod(SOCKET, 0o600)
        listener.listen(64)
        os.chdir("/")  # a path of a session is never one from here on
        yield listener, token
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)  # wakes who waits for a client


@contextmanager
def _control_sockets(policy: GuardPolicy, door: str) -> Iterator[None]:
    """Serve what a confined session may ask of containers and of the system's services."""
    if not policy.confined:
        yield
        return
    from ..confinement.control_sockets import serve_control_sockets

    sys.path += [folder for folder in policy.packages if folder not in sys.path]  # an HTTP library is one of them
    proxies = serve_control_sockets(door, os.environ)
    try:
        yield
    finally:
        proxies.end()
