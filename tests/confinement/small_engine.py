"""A small API of a container engine for tests: answers by path, and keeps every byte that reached it."""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from pathlib import Path
from typing import Any

JSON = "application/json"


class SmallEngine:
    """Listens at ``path``. ``received`` are the heads of requests; ``answers`` the bodies by target; a target in
    ``streams`` sends the parts of its list, and ends where the list does or the peer closes; ``gone`` is set then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.received: deque[bytes] = deque()
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        self.streams: dict[str, list[bytes]] = {}
        self.held: set[str] = set()
        self.gone = threading.Event()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def answer(self, target: str, value: Any, status: int = 200) -> None:
        """Answer a target by a JSON value."""
        self.answers[target] = (status, JSON, json.dumps(value).encode())

    def close(self) -> None:
        """Listen no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    @property
    def targets(self) -> list[str]:
        """What was asked, as ``GET /version``."""
        return [head.split(b" HTTP/")[0].decode() for head in self.received]

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            head = b""
            while b"\r\n\r\n" not in head and (part := connection.recv(65536)):
                head += part
            self.received.append(head)
            method, target, _ = head.decode("latin-1").split(" ", 2)
            if target in self.streams:
                connection.sendall(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for part in self.streams[target]:
                    connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
                if target in self.held:
                    connection.recv(1)  # until the peer closes
                    self.gone.set()
                else:
                    connection.sendall(b"0\r\n\r\n")
                return
            status, kind, body = self.answers.get(target, (404, JSON, b'{"message":"page not found"}'))
            said = f"HTTP/1.1 {status} OK\r\nContent-Type: {kind}\r\nApi-Version: 1.43\r\n"
            length = f"Content-Length: {len(body)}\r\n\r\n"
            connection.sendall((said + length).encode() + (body if method != "HEAD" else b""))
