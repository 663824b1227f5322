"""What the network checks share: words for what a socket or a name lookup says when it fails."""

from __future__ import annotations

import errno
import socket
import ssl

from ..text import plain

_WORDS = {
    errno.ECONNREFUSED: "connection refused",
    errno.EHOSTUNREACH: "no route to the host",
    errno.ENETUNREACH: "no network leads there",
    errno.ECONNRESET: "connection reset",
    errno.EPIPE: "connection closed",
    errno.ETIMEDOUT: "no answer in time",
}


def why(error: BaseException) -> str:
    """Why a connection failed, in words; the innermost reason of a chain counts."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, TimeoutError):
            return "no answer in time"
        if isinstance(inner, socket.gaierror | UnicodeError):
            return "the name cannot be resolved"
        if isinstance(inner, ssl.SSLCertVerificationError):
            return f"certificate not accepted: {plain(inner.verify_message, 120)}"
        if isinstance(inner, ssl.SSLError):
            return f"TLS failed: {plain(inner.reason or str(inner), 120)}"
        if isinstance(inner, OSError) and inner.errno in _WORDS:
            return _WORDS[inner.errno]
        inner = inner.__cause__ or inner.__context__
    return plain(str(error), 160) or type(error).__name__
