"""A service on loopback that goes down and comes back on the same port."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class TcpService:
    """A port that takes connections, until it is closed; it keeps its number."""

    def __init__(self) -> None:
        self._holder = socket.socket()
        self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._holder.bind(("127.0.0.1", 0))  # held all the time, so that nobody else gets the port
        self.port = int(self._holder.getsockname()[1])
        self._server: socket.socket | None = None
        self.open()

    def open(self) -> None:
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        server.bind(("127.0.0.1", self.port))
        server.listen(64)
        self._server = server
        threading.Thread(target=self._accept, args=(server,), daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown(socket.SHUT_RDWR)
            self._server.close()
            self._server = None

    def end(self) -> None:
        self.close()
        self._holder.close()

    @staticmethod
    def _accept(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                server.accept()[0].close()


def tcp(name: str, port: int, more: str = "") -> str:
    """Its check, as services.toml has it."""
    return f'[[service]]\nname = "{name}"\ncheck = "tcp"\naddress = "127.0.0.1"\nport = {port}\n{more}\n'
