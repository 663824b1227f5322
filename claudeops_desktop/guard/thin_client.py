"""Speaks for a session with its broker (``broker``): copies bytes and decides nothing.

    thin_client.py DOOR hook | compact | mcp | act TICKET

Started as a file by a bare interpreter for each tool call, so it takes nothing but modules of the interpreter's own.
Whatever goes wrong, nothing is allowed: ``hook`` ends with 2, which the CLI takes as a refusal, ``act`` with 126.
"""

import _signal  # type: ignore[import-not-found]  # typeshed has none
import _socket
import _thread
import posix
import sys
from collections.abc import Sequence

SOCKET, TOKEN = "socket", "token"
REFUSED, NOT_RUN = 2, 126
CHUNK = 65536


def main(words: Sequence[str]) -> int:
    """Do what the words say; the exit code."""
    door, operation = words[0], words[1]
    try:
        if operation == "hook":
            return _ask(door, operation)
        if operation == "compact":  # it fails open: no session is held up because something could not be noted
            _ask(door, operation)
            return 0
        if operation == "mcp":
            return _relay(door)
        if operation == "act":
            return _act(door, words[2])
        raise ValueError(f"there is no {operation}")
    except BaseException as error:  # an interrupt too must not become a yes
        _write(2, f"The guard of this session does not answer ({error}), so this is not done.\n".encode())
    return {"compact": 0, "act": NOT_RUN}.get(operation, REFUSED)


def _connect(door: str, line: str) -> _socket.socket:
    """Open a connection on which the first line is said. By a name in the folder: its path may be too long for a
    socket."""
    posix.chdir(door)
    file = posix.open(TOKEN, posix.O_RDONLY)
    token = posix.read(file, 100)
    posix.close(file)
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(SOCKET)
    connection.sendall(token + b" " + line.encode() + b"\n")
    return connection


def _ask(door: str, operation: str) -> int:
    for number in (_signal.SIGTERM, _signal.SIGINT, _signal.SIGHUP):
        _signal.signal(number, lambda *_: posix._exit(REFUSED))
    connection = _connect(door, operation)
    while part := posix.read(0, CHUNK):
        connection.sendall(part)
    connection.shutdown(_socket.SHUT_WR)
    answer = b""
    while part := connection.recv(CHUNK):
        answer += part
    if not answer.endswith(b"}\n"):
        raise OSError("its answer is not whole")
    _write(1, answer)
    return 0


def _act(door: str, ticket: str) -> int:
    """Have a ticket run, print what its command prints; its exit code."""
    connection = _connect(door, f"act {ticket}")
    kept = b""
    while True:
        while b"\n" not in kept:
            kept += _received(connection)
        head, _, kept = kept.partition(b"\n")
        kind, number = head.split()
        if kind == b"x":
            return int(number)
        left = int(number)
        while left:
            kept = kept or _received(connection)
            part, kept = kept[:left], kept[left:]
            left -= len(part)
            _write(int(kind), part)


def _received(connection: _socket.socket) -> bytes:
    part = connection.recv(CHUNK)
    if not part:
        raise OSError("it ended before the command did")
    return part


def _relay(door: str) -> int:
    connection = _connect(door, "mcp")

    def up() -> None:
        while part := posix.read(0, CHUNK):
            connection.sendall(part)
        connection.shutdown(_socket.SHUT_WR)

    _thread.start_new_thread(up, ())
    while part := connection.recv(CHUNK):
        _write(1, part)
    return 0


def _write(number: int, data: bytes) -> None:
    while data:
        data = data[posix.write(number, data) :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
