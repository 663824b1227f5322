"""Connections to addresses that were looked at, until a deadline.

The name is resolved here and the connection goes to the very address that was checked: a name that means another
address a moment later gains nothing.
"""

from __future__ import annotations

import functools
import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

from .addresses import is_forbidden, is_public

CONNECT_S = 10.0


class PrivateAddressError(Exception):
    """A name means an address that is not of the public internet; ``forbidden`` where nobody can allow it."""

    def __init__(self, address: str, *, forbidden: bool) -> None:
        super().__init__(address)
        self.forbidden = forbidden


@functools.cache
def _tls_context() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def open_client(deadline: float, *, allow_private: bool) -> httpx.Client:
    """A client that connects to checked addresses only, until a moment of ``time.monotonic``. It follows no redirect,
    uses no proxy and keeps no cookie of another client."""
    transport = httpx.HTTPTransport(verify=_tls_context(), trust_env=False)
    transport._pool = httpcore.ConnectionPool(  # httpx hands no network backend on
        ssl_context=_tls_context(),
        network_backend=_CheckedBackend(deadline, allow_private),
    )
    return httpx.Client(transport=transport, timeout=CONNECT_S, follow_redirects=False, trust_env=False)


def resolve_host(host: str, port: int, seconds: float) -> list[str]:
    """The addresses of a name, in the system's order. Raises OSError where it has none, TimeoutError where nobody
    answers in time."""
    answers: queue.Queue[Any] = queue.Queue()

    def ask() -> None:
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=ask, name="resolve-host", daemon=True).start()
    try:
        found = answers.get(timeout=max(0.05, seconds))
    except queue.Empty:
        raise TimeoutError(f"the name {host} was not resolved in time") from None
    if isinstance(found, Exception):
        raise OSError(str(found)) from found
    return list(dict.fromkeys(str(row[4][0]) for row in found))


class _CheckedBackend(httpcore.NetworkBackend):
    """Resolves a name, refuses it where any of its addresses may not be reached, and connects to one of them."""

    def __init__(self, deadline: float, allow_private: bool) -> None:
        self._deadline = deadline
        self._allow_private = allow_private
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        try:
            addresses = resolve_host(host, port, _left(self._deadline, timeout))
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        for address in addresses:
            forbidden = is_forbidden(address)
            if forbidden or not (self._allow_private or is_public(address)):
                raise PrivateAddressError(address, forbidden=forbidden)
        fault: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                stream = self._plain.connect_tcp(address, port, _left(self._deadline, timeout), local_address)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                fault = error
            else:
                return _TimedStream(stream, self._deadline)
        raise fault


class _TimedStream(httpcore.NetworkStream):
    """A connection on which no read lasts past the deadline, however slowly the other side sends."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._left(timeout, httpcore.ConnectTimeout)
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _left(self, timeout: float | None, late: type[Exception]) -> float:
        if time.monotonic() >= self._deadline:
            raise late("the time is over")
        return _left(self._deadline, timeout)


def _left(deadline: float, timeout: float | None) -> float:
    left = max(0.05, deadline - time.monotonic())
    return left if timeout is None else min(left, timeout)
