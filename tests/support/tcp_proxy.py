"""A way to a server that a test can cut and heal: what comes to a port of this machine goes on to the server."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit


class ServerProxy:
    """In front of a PostgreSQL server, which ``url`` names by a socket of the file system or by a port."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._whole, self._closed = True, False
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The same database by way of this proxy."""
        user = f"{self._parts.username}@" if self._parts.username else ""
        port = self._listener.getsockname()[1]
        return urlunsplit(self._parts._replace(netloc=f"{user}127.0.0.1:{port}", query=""))

    def cut(self) -> None:
        """End every connection, and let no new one through."""
        with self._lock:
            self._whole = False
            gone, self._open = self._open, []
        for each in gone:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def heal(self) -> None:
        """Let connections through again."""
        self._whole = True

    def close(self) -> None:
        self._closed = True
        self.cut()
        self._listener.close()

    def _server(self) -> socket.socket:
        host = parse_qs(self._parts.query).get("host", [""])[0] or unquote(self._parts.hostname or "")
        port = self._parts.port or 5432
        if not host.startswith("/"):
            return socket.create_connection((host or "127.0.0.1", port))
        made = socket.socket(socket.AF_UNIX)
        made.connect(f"{host}/.s.PGSQL.{port}")
        return made

    def _accept(self) -> None:
        while not self._closed:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole:
                here.close()
                continue
            there = self._server()
            with self._lock:
                self._open += [here, there]
            threading.Thread(target=_pump, args=(here, there), daemon=True).start()


def _pump(here: socket.socket, there: socket.socket) -> None:
    """Carry both ways, until one end is closed."""
    with here, there, suppress(OSError):
        while True:
            for source in select.select([here, there], [], [])[0]:
                data = source.recv(65_536)
                if not data:
                    return
                (there if source is here else here).sendall(data)
