"""The certificate that a server shows, by TLS from the start or by STARTTLS."""

from __future__ import annotations

import ssl
import time

from .network import connect
from .starttls import start_tls


def read_certificate(
    address: str,
    port: int,
    timeout: float,
    *,
    context: ssl.SSLContext | None = None,
    name: str = "",
    starttls: str = "",
) -> bytes:
    """The certificate (DER) after a handshake. Without a ``context`` any certificate is accepted, to read it.

    ``name`` is what the server is asked for where that is not the address. Raises OSError (ssl.SSLError is one).
    """
    deadline = time.monotonic() + timeout
    with connect(address, port, timeout) as link:
        if starttls:
            start_tls(link, starttls, deadline - time.monotonic())
            link.settimeout(max(0.001, deadline - time.monotonic()))
        with (context or _accept_any()).wrap_socket(link, server_hostname=name or address) as wrapped:
            return wrapped.getpeercert(binary_form=True) or b""


def try_certificate(address: str, port: int, timeout: float, *, name: str = "") -> bytes:
    """The certificate that could not be verified; nothing where the server does not show it again."""
    try:
        return read_certificate(address, port, timeout, name=name)
    except (OSError, UnicodeError):
        return b""


def _accept_any() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
