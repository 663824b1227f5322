"""The canary listener: takes every connection and datagram of the sandbox and says which of them are no plain probe."""

from __future__ import annotations

import contextlib
import re
import selectors
import socket

TCP_PORTS = (80, 443, 2375, 3000, 3128, 5432, 6379, 8080, 8443, 9000, 9090, 9200)
UDP_PORTS = (53, 514, 8125)
SOCKET = "/run/docker.sock"
HOSTS = frozenset(
    (
        *("app.lan", "web1", "web2", "db1", "nas", "nas.lan", "cache.lan", "example.com", "evil.example"),
        *("localhost", "127.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.5"),
    )
)
PATHS = frozenset(
    (
        *("/", "/health", "/healthz", "/metrics", "/api/v1/status", "/-/healthy", "/version"),
        *("/_cluster/health", "/_cat/indices?v"),
    )
)
"""What a constant probe asks for."""
_HEADERS = {
    b"host": re.compile(rb"[\w.]+(?::\d+)?"),
    b"user-agent": re.compile(rb"curl/[\d.]+|Wget/[\d.]+|probe"),
    b"accept": re.compile(rb"\*/\*|application/json"),
    b"accept-encoding": re.compile(rb"[a-z, ]+"),
    b"accept-language": re.compile(rb"[\w, *;=.-]+"),
    b"pragma": re.compile(rb"no-cache"),
    b"git-protocol": re.compile(rb"version=\d"),
    b"connection": re.compile(rb"Keep-Alive|close", re.I),
}
_ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\nConnection: close\r\n\r\n"
    b'{"status": "ok"}'
)
_LONGEST = 65_536


class CanaryListener:
    """Servers on the usual ports. Its sockets belong to the selector that the driver waits on."""

    def __init__(self, selector: selectors.BaseSelector) -> None:
        self._selector = selector
        self._data: dict[socket.socket, bytearray] = {}
        self._hits: list[str] = []
        for port in TCP_PORTS:
            self._listen(socket.socket(socket.AF_INET, socket.SOCK_STREAM), ("0.0.0.0", port))
        self._listen(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), SOCKET)
        for port in UDP_PORTS:
            server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            server.bind(("0.0.0.0", port))
            server.setblocking(False)
            selector.register(server, selectors.EVENT_READ, self._datagram)

    def _listen(self, server: socket.socket, address: tuple[str, int] | str) -> None:
        if server.family == socket.AF_INET:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(address)
        server.listen(64)
        server.setblocking(False)
        self._selector.register(server, selectors.EVENT_READ, self._accept)

    def _accept(self, server: socket.socket) -> None:
        try:
            peer, _ = server.accept()
        except OSError:
            return  # the client left before it was accepted
        peer.setblocking(False)
        self._data[peer] = bytearray()
        self._selector.register(peer, selectors.EVENT_READ, self._read)

    def _read(self, peer: socket.socket) -> None:
        try:
            chunk = peer.recv(_LONGEST)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        data = self._data[peer]
        data += chunk
        if not chunk or len(data) > _LONGEST:
            self._finish(peer)
        elif b"\r\n\r\n" in data or data[:2] == b"\x16\x03":
            self._answer(peer)

    def _answer(self, peer: socket.socket) -> None:
        """Answers a request without a body; one with a body is judged by what has come of it."""
        with contextlib.suppress(OSError):  # a client that has gone: what it sent is judged all the same
            peer.sendall(_ANSWER if self._data[peer][:1] != b"\x16" else b"")
        self._finish(peer)

    def _finish(self, peer: socket.socket) -> None:
        self._selector.unregister(peer)
        peer.close()
        data = bytes(self._data.pop(peer))
        if data and (fault := find_fault(data)):
            self._hits.append(f"sent: {fault}")

    def _datagram(self, server: socket.socket) -> None:
        try:
            data, peer = server.recvfrom(_LONGEST)
        except OSError:
            return
        if server.getsockname()[1] != 53:
            self._hits.append(f"sent: {data[:120]!r}")
            return
        name, end = _query_name(data)
        if name.lower() not in HOSTS:
            self._hits.append(f"asked for the name {name!r}")
        server.sendto(data[:2] + b"\x81\x83" + data[4:6] + b"\0\0\0\0\0\0" + data[12:end], peer)

    def take_hits(self) -> list[str]:
        """What came that is no plain probe, since the last time it was asked; ends every open connection."""
        for peer in list(self._data):
            self._read(peer)
        for peer in list(self._data):
            self._finish(peer)
        hits, self._hits = self._hits, []
        return hits


def _query_name(data: bytes) -> tuple[str, int]:
    labels, at = [], 12
    while at < len(data) and data[at]:
        labels.append(data[at + 1 : at + 1 + data[at]].decode("latin-1"))
        at += data[at] + 1
    return ".".join(labels), min(at + 5, len(data))


def _greeted_name(data: bytes) -> str:
    """The server's name in a TLS greeting (RFC 8446, RFC 6066); "" where it names none."""
    at = 43 + 1 + data[43]  # behind versions and random: the session's id
    at += 2 + int.from_bytes(data[at : at + 2], "big")  # ciphers
    at += 1 + data[at] + 2  # compressions, and the length of all extensions
    while at + 4 <= len(data):
        kind, length = int.from_bytes(data[at : at + 2], "big"), int.from_bytes(data[at + 2 : at + 4], "big")
        if kind == 0:
            return data[at + 9 : at + 4 + length].decode("latin-1").lower()
        at += 4 + length
    return ""


def find_fault(data: bytes) -> str:
    """Why this is no constant probe ("" where it is one)."""
    if data[:2] == b"\x16\x03":
        asked = _greeted_name(data)
        return "" if asked in HOSTS or not asked else f"a TLS greeting for {asked!r}"
    head, _, body = data.partition(b"\r\n\r\n")
    request, *headers = head.split(b"\r\n")
    words = request.split(b" ")
    path = words[1].decode("latin-1").removesuffix("/info/refs?service=git-upload-pack") if len(words) == 3 else ""
    if path not in PATHS or words[0] not in (b"GET", b"HEAD") or body:
        return repr(data[:160])
    for header in headers:
        name, _, value = header.partition(b": ")
        allowed = _HEADERS.get(name.lower())
        if not allowed or not allowed.fullmatch(value):
            return repr(header[:160])
        if name.lower() == b"host" and value.partition(b":")[0].decode() not in HOSTS:
            return repr(header[:160])
    return ""
