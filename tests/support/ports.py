"""Ports of this computer that belong to one test."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def held_port() -> Iterator[int]:
    """A port on which nobody listens: connections to it are refused.

    It stays bound until the end, so that no other program is given it meanwhile; a server that may use a port again
    (``SO_REUSEADDR``) can listen on it, go, and come back.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]
