"""HTTP over whichever address of a name answers, within one deadline.

httpx waits out the whole time-out at each address before it tries the next; with this, they are tried side by side.
Its time-outs hold for each read, so that a server which sends a byte at a time is waited for without end; here one
deadline holds for everything from the connection to the last byte, redirects and a proxy included.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx

from .network import connect


def open_transport(verify: ssl.SSLContext | bool, seconds: float, *, proxy: str = "") -> httpx.HTTPTransport:
    """Return a transport for one exchange, which may take ``seconds`` from now. It connects to the first address that
    answers; what is read after the deadline raises httpx.TimeoutException."""
    transport = httpx.HTTPTransport(verify=verify, trust_env=False, proxy=proxy or None)
    transport._pool._network_backend = _AnyAddress(time.monotonic() + seconds)  # httpx hands no network backend on
    return transport


class _AnyAddress(httpcore.NetworkBackend):
    """Connects as ``network.connect`` does, until a moment of the monotonic clock."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError):
            link = connect(host, port, _seconds_left(self._deadline))
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return _SocketStream(link, self._deadline)


class _SocketStream(httpcore.NetworkStream):
    """A connected socket as httpcore reads and writes one. The deadline stands in the place of its time-outs."""

    def __init__(self, link: socket.socket, deadline: float) -> None:
        self._link = link
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with _as_httpcore(httpcore.ReadTimeout, httpcore.ReadError):
            self._link.settimeout(_seconds_left(self._deadline))
            return self._link.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with _as_httpcore(httpcore.WriteTimeout, httpcore.WriteError):
            self._link.settimeout(_seconds_left(self._deadline))
            self._link.sendall(buffer)

    def close(self) -> None:
        self._link.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError):
                self._link.settimeout(_seconds_left(self._deadline))
                wrapped = ssl_context.wrap_socket(self._link, server_hostname=server_hostname)
                return _SocketStream(wrapped, self._deadline)
        except BaseException:
            self.close()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._link if info == "socket" else None


def _seconds_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the deadline has passed")
    return left


@contextmanager
def _as_httpcore(timed_out: type[Exception], failed: type[Exception]) -> Iterator[None]:
    """What a socket says as httpcore says it; the reason stays the cause."""
    try:
        yield
    except TimeoutError as error:
        raise timed_out(str(error)) from error
    except OSError as error:
        raise failed(str(error)) from error
