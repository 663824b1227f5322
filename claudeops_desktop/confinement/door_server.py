"""Serves a unix socket in a session's folder: each client on a thread of its own, and a limited number at a time."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

AT_ONCE = 32
"""Clients that are served at a time; more wait."""


def serve_clients(listen_path: str, serve: Callable[[socket.socket], None]) -> threading.Thread:
    """Listen at a path, and call ``serve`` with each client. The socket is there when this returns.

    The thread ends with the process. OSError of ``serve`` ends its client alone.
    """
    listener = socket.socket(socket.AF_UNIX)
    with suppress(FileNotFoundError):
        os.unlink(listen_path)
    with _short(listen_path) as path:
        listener.bind(path)
    os.chmod(listen_path, 0o600)
    listener.listen(AT_ONCE)
    thread = threading.Thread(target=_accept, args=(listener, serve), daemon=True)
    thread.start()
    return thread


def connect_to(path: str) -> socket.socket:
    """Connect to a unix socket, however long its path is."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        with _short(path) as short:
            connection.connect(short)
    except OSError:
        connection.close()
        raise
    return connection


def _accept(listener: socket.socket, serve: Callable[[socket.socket], None]) -> None:
    places = threading.BoundedSemaphore(AT_ONCE)

    def serve_one(client: socket.socket) -> None:
        try:
            with client, suppress(OSError):  # the client is gone
                serve(client)
        finally:
            places.release()

    while True:
        places.acquire()
        client, _ = listener.accept()
        threading.Thread(target=serve_one, args=(client,), daemon=True).start()


@contextmanager
def _short(path: str) -> Iterator[str]:
    """Yield the path by the descriptor of its folder, as the address of a socket is limited to 107 bytes."""
    folder, name = os.path.split(path)
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{number}/{name}"
    finally:
        os.close(number)
