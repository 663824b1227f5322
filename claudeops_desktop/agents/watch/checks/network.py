"""What the network checks share: a connection to whichever address of a name answers, and words for what fails."""

from __future__ import annotations

import errno
import os
import selectors
import socket
import ssl
import time
from collections import deque
from collections.abc import Iterable
from itertools import chain, zip_longest
from typing import NamedTuple, cast

from ..programs import CannotRunError
from ..text import clean_line
from .tls_words import describe_tls_error

NEXT_ADDRESS_S = 0.25  # RFC 8305, 8: an address that is silent so long no longer keeps the next one waiting
MOST_ADDRESSES = 32
_NAMED_ADDRESSES = 8
_CONNECTING = (0, errno.EINPROGRESS, errno.EWOULDBLOCK)
_WORDS = {
    errno.ECONNREFUSED: "connection refused",
    errno.EHOSTUNREACH: "no route to the host",
    errno.ENETUNREACH: "no network leads there",
    errno.ECONNRESET: "connection reset",
    errno.EPIPE: "connection closed",
    errno.ETIMEDOUT: "no answer in time",
}
_SHORTAGES = {
    errno.EMFILE: "this program may open no more files",
    errno.ENFILE: "this machine can open no more files",
    errno.ENOMEM: "this machine has no memory left",
    errno.ENOBUFS: "this machine has no memory left for the network",
    errno.EADDRNOTAVAIL: "this machine has no address or port left to ask from",
}
"""What fails on this side: it says nothing of the service."""


class ResolvedAddress(NamedTuple):
    """One address of a name, as a socket takes it."""

    family: int
    address: tuple[str | int, ...]

    @property
    def host(self) -> str:
        """The IP address."""
        return str(self.address[0])


class NoAddressAnswers(OSError):
    """A name has several addresses, and none of them answers. The text names each with its reason."""


def resolve_addresses(host: str, port: int, kind: int, family: int = socket.AF_UNSPEC) -> list[ResolvedAddress]:
    """The addresses of a name, each once, IPv6 and IPv4 in turns. Raises OSError, UnicodeError."""
    rows = socket.getaddrinfo(host, port, family, kind)
    found = list(dict.fromkeys(ResolvedAddress(row[0], cast("tuple[str | int, ...]", row[4])) for row in rows))
    first = [one for one in found if one.family == found[0].family]
    other = [one for one in found if one.family != found[0].family]
    turns = chain.from_iterable(zip_longest(first, other))
    return [one for one in turns if one is not None][:MOST_ADDRESSES]


def connect(host: str, port: int, timeout: float) -> socket.socket:
    """A TCP connection to the first address that takes one, with ``timeout`` set on it.

    The addresses are tried side by side, each a moment after the one before it (RFC 8305), so that one that is dead
    takes nobody's time. Raises OSError: that of the only address, or NoAddressAnswers.
    """
    deadline = time.monotonic() + timeout
    waiting = deque(resolve_addresses(host, port, socket.SOCK_STREAM))
    several = len(waiting) > 1
    failed: dict[str, OSError] = {}
    trying: dict[socket.socket, ResolvedAddress] = {}
    won: socket.socket | None = None
    try:
        with selectors.DefaultSelector() as selector:
            while (waiting or trying) and won is None and (left := deadline - time.monotonic()) > 0:
                if waiting:
                    _begin(waiting.popleft(), trying, failed, selector)
                if trying:
                    won = _connected(selector, min(left, NEXT_ADDRESS_S) if waiting else left, trying, failed)
        failed |= {one.host: TimeoutError() for one in chain(trying.values(), waiting)}
        if won is None:
            raise _none_answers(failed) if several else next(iter(failed.values()))
        won.settimeout(max(0.001, deadline - time.monotonic()))
        return won
    finally:
        for link in trying:
            if link is not won:
                link.close()


def _begin(
    one: ResolvedAddress,
    trying: dict[socket.socket, ResolvedAddress],
    failed: dict[str, OSError],
    selector: selectors.BaseSelector,
) -> None:
    try:
        link = socket.socket(one.family, socket.SOCK_STREAM)
    except OSError as error:  # this machine has no IPv6
        failed[one.host] = error
        return
    link.setblocking(False)
    code = link.connect_ex(one.address)
    if code in _CONNECTING:
        trying[link] = one
        selector.register(link, selectors.EVENT_WRITE)
    else:
        link.close()
        failed[one.host] = OSError(code, os.strerror(code))


def _connected(
    selector: selectors.BaseSelector,
    wait: float,
    trying: dict[socket.socket, ResolvedAddress],
    failed: dict[str, OSError],
) -> socket.socket | None:
    for key, _ in selector.select(wait):
        link = key.fileobj
        assert isinstance(link, socket.socket)  # noqa: S101 — only sockets are registered
        code = link.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if code == 0:
            return link
        selector.unregister(link)
        failed[trying.pop(link).host] = OSError(code, os.strerror(code))
        link.close()
    return None


def _none_answers(failed: dict[str, OSError]) -> NoAddressAnswers:
    """Every address with its reason; those of one reason together."""
    reasons: dict[str, list[str]] = {}
    for host, error in failed.items():
        reasons.setdefault(describe_address_error(error), []).append(host)
    parts = [f"{reason} by {_named(hosts)}" for reason, hosts in reasons.items()]
    return NoAddressAnswers(f"none of {len(failed)} addresses answers ({'; '.join(parts)})")


def _named(hosts: Iterable[str]) -> str:
    hosts = list(hosts)
    more = f" and {len(hosts) - _NAMED_ADDRESSES} more" if len(hosts) > _NAMED_ADDRESSES else ""
    return ", ".join(hosts[:_NAMED_ADDRESSES]) + more


def describe_connection_error(error: BaseException) -> str:
    """Why a connection failed, in words; the innermost reason of a chain counts.

    Raises CannotRunError where the reason is a shortage on this machine, so that nothing was measured."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, OSError) and inner.errno in _SHORTAGES:
            raise CannotRunError(_SHORTAGES[inner.errno], shortage=True)
        inner = inner.__cause__ or inner.__context__
    return describe_address_error(error)


def describe_address_error(error: BaseException) -> str:
    """Why one of several addresses failed, in words; a shortage on this machine too."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, NoAddressAnswers):
            return clean_line(str(inner), 200)
        if isinstance(inner, TimeoutError):
            return "no answer in time"
        if isinstance(inner, socket.gaierror | UnicodeError):
            return "the name cannot be resolved"
        if isinstance(inner, ssl.SSLError):
            return describe_tls_error(inner)
        if isinstance(inner, OSError) and inner.errno in (words := _WORDS | _SHORTAGES):
            return words[inner.errno]
        inner = inner.__cause__ or inner.__context__
    return clean_line(str(error), 160) or type(error).__name__
