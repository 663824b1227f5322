"""Stands before ``xdg-dbus-proxy`` for the first words of a connection to D-Bus, and then copies bytes.

``systemctl`` and all others that use sd-bus send their first words at once, without waiting for answers. Version 0.1.4
of the proxy, that of Debian 12, takes the answers for messages then, and closes the connection. Here the client is
answered at once and the proxy asked step by step. Who the client is does not matter: the bus sees the proxy, and the
socket belongs to the session alone. Descriptors are not passed.
"""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress

from .door_server import connect_to, serve_clients

CHUNK = 65536
GREETING_S = 10.0
_LONGEST = 4096


def serve_bus(listen_path: str, proxy_path: str) -> threading.Thread:
    """Listen for clients of the bus that the proxy at ``proxy_path`` leads to; the socket is there afterwards."""
    return serve_clients(listen_path, lambda client: _serve(client, proxy_path))


def _serve(client: socket.socket, proxy_path: str) -> None:
    with connect_to(proxy_path) as proxy:
        for each in (client, proxy):
            each.settimeout(GREETING_S)
        proxy.sendall(b"\0AUTH EXTERNAL %s\r\n" % str(os.geteuid()).encode().hex().encode())
        answer, rest = _line(proxy, b"")
        if not answer.startswith(b"OK ") or rest:
            return
        begun = _greet(client, answer)
        proxy.sendall(b"BEGIN\r\n" + begun)
        for each in (client, proxy):
            each.settimeout(None)
        back = threading.Thread(target=_copy, args=(proxy, client), daemon=True)
        back.start()
        _copy(client, proxy)
        back.join()


def _greet(client: socket.socket, ok: bytes) -> bytes:
    """Answer the first words of a client and return what it sent after them. Raises OSError for any other words."""
    words = client.recv(CHUNK)
    if words[:1] != b"\0":
        raise ConnectionAbortedError
    words = words[1:]
    while True:
        line, words = _line(client, words)
        command, _, argument = line.partition(b" ")
        if line == b"BEGIN":
            return words
        if command == b"DATA" or (command == b"AUTH" and argument.startswith(b"EXTERNAL ")):
            client.sendall(ok + b"\r\n")
        elif line == b"AUTH EXTERNAL":
            client.sendall(b"DATA\r\n")
        else:
            client.sendall(b"REJECTED EXTERNAL\r\n" if command == b"AUTH" else b"ERROR\r\n")


def _line(connection: socket.socket, held: bytes) -> tuple[bytes, bytes]:
    """Return one line, and what came after it. Raises OSError where there is none."""
    while b"\r\n" not in held:
        part = connection.recv(CHUNK)
        if not part or len(held) > _LONGEST:
            raise ConnectionAbortedError
        held += part
    line, _, rest = held.partition(b"\r\n")
    return line, rest


def _copy(source: socket.socket, target: socket.socket) -> None:
    """Copy until one of them ends, and end both."""
    with suppress(OSError):
        while part := source.recv(CHUNK):
            target.sendall(part)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
