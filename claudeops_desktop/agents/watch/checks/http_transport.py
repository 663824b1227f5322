"""HTTP over whichever address of a name answers.

httpx waits out the whole time-out at each address before it tries the next; with this, they are tried side by side.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx

from .network import connect

_CONNECT_S = 10.0


def open_transport(verify: ssl.SSLContext | bool) -> httpx.HTTPTransport:
    """A transport for one client that connects to the first address that answers."""
    transport = httpx.HTTPTransport(verify=verify, trust_env=False)
    transport._pool = httpcore.ConnectionPool(  # httpx hands no network backend on
        ssl_context=httpx.create_ssl_context(verify=verify, trust_env=False), network_backend=_AnyAddress()
    )
    return transport


class _AnyAddress(httpcore.NetworkBackend):
    """Connects as ``network.connect`` does."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError):
            link = connect(host, port, _CONNECT_S if timeout is None else timeout)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return _SocketStream(link)


class _SocketStream(httpcore.NetworkStream):
    """A connected socket as httpcore reads and writes one."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with _as_httpcore(httpcore.ReadTimeout, httpcore.ReadError):
            self._link.settimeout(timeout)
            return self._link.recv(max_bytes)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with _as_httpcore(httpcore.WriteTimeout, httpcore.WriteError):
            self._link.settimeout(timeout)
            self._link.sendall(buffer)

    def close(self) -> None:
        self._link.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            with _as_httpcore(httpcore.ConnectTimeout, httpcore.ConnectError):
                self._link.settimeout(timeout)
                return _SocketStream(ssl_context.wrap_socket(self._link, server_hostname=server_hostname))
        except BaseException:
            self.close()
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._link if info == "socket" else None


@contextmanager
def _as_httpcore(timed_out: type[Exception], failed: type[Exception]) -> Iterator[None]:
    """What a socket says as httpcore says it; the reason stays the cause."""
    try:
        yield
    except TimeoutError as error:
        raise timed_out(str(error)) from error
    except OSError as error:
        raise failed(str(error)) from error
