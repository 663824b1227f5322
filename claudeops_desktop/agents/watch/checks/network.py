"""What the network checks share: words for what a socket or a name lookup says when it fails."""

from __future__ import annotations

import errno
import socket
import ssl

from ..text import clean_line

_WORDS = {
    errno.ECONNREFUSED: "connection refused",
    errno.EHOSTUNREACH: "no route to the host",
    errno.ENETUNREACH: "no network leads there",
    errno.ECONNRESET: "connection reset",
    errno.EPIPE: "connection closed",
    errno.ETIMEDOUT: "no answer in time",
}


def describe_connection_error(error: BaseException) -> str:
    """Why a connection failed, in words; the innermost reason of a chain counts."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, TimeoutError):
            return "no answer in time"
        if isinstance(inner, socket.gaierror | UnicodeError):
            return "the name cannot be resolved"
        if isinstance(inner, ssl.SSLCertVerificationError):
            return f"certificate not accepted: {clean_line(inner.verify_message, 120)}"
        if isinstance(inner, ssl.SSLError):
            return f"TLS failed: {clean_line(inner.reason or str(inner), 120)}"
        if isinstance(inner, OSError) and inner.errno in _WORDS:
            return _WORDS[inner.errno]
        inner = inner.__cause__ or inner.__context__
    return clean_line(str(error), 160) or type(error).__name__
