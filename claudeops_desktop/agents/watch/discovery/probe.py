"""What answers at an address: some bytes are asked, nothing is changed, and no question takes longer than a moment.

First it is heard whether the server speaks by itself (ssh, mail, MySQL). Then it is asked what its port or process
suggests, then HTTP, then TLS, then PostgreSQL. Where plain HTTP is refused or leads elsewhere, TLS is tried too, for a
TLS port may answer so, whatever its words. A HEAD request without headers, Redis' PING, PostgreSQL's question for
TLS and a TLS greeting are all that is ever sent; each on a connection of its own.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress

from .types import ProbeAnswer, ProbeKind

CONNECT_S = 1.0
BANNER_S = 0.3
ANSWER_S = 1.0
MOST_BYTES = 2048
HEAD = b"HEAD / HTTP/1.0\r\n\r\n"  # no Host: Redis takes that line for an attack
SSL_REQUEST = b"\x00\x00\x00\x08\x04\xd2\x16\x2f"
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? (\d{3})")
TLS_PERHAPS = (301, 302, 307, 308, 400)
"""What a TLS port says to plain HTTP: that it is refused (nginx, Apache, Go), or where HTTPS is (nginx' 497)."""
_BANNERS: tuple[tuple[bytes, ProbeKind, str], ...] = (
    (b"SSH-", "ssh", "an SSH server"),
    (b"* OK", "imap", "an IMAP server"),
    (b"+OK", "pop3", "a POP3 server"),
)
_SMTP = re.compile(rb"220[ -].*(?:SMTP|mail)", re.IGNORECASE)
_FTP = re.compile(rb"220[ -].*FTP", re.IGNORECASE)


def probe(address: str, port: int, hint: str = "") -> ProbeAnswer:
    """What answers there. ``hint`` is a name that suggests the protocol, such as that of the process. Never raises."""
    try:
        return _probe(address, port, hint.lower())
    except OSError as error:
        return ProbeAnswer("closed", f"no connection: {_reason(error)}", address=address)


def _probe(address: str, port: int, hint: str) -> ProbeAnswer:
    banner = _ask(address, port, b"", BANNER_S)  # raises where nobody takes the connection
    spoken = read_banner(banner)
    if spoken is not None:
        return _at(spoken, address)
    questions: list[Callable[[str, int], ProbeAnswer | None]] = [_redis, _http, _tls, _postgres]
    if "postgres" in hint or port == 5432:
        questions = [_postgres]  # what is not its own protocol it writes to its log as an error
    elif "redis" not in hint and "valkey" not in hint and port != 6379:
        questions.remove(_redis)
    plain: ProbeAnswer | None = None
    for question in questions:
        with suppress(OSError, ValueError):
            found = question(address, port)
            if found is not None and found.kind == "http" and found.status_code in TLS_PERHAPS:
                plain = found
            elif found is not None:
                return _at(found, address)
    return _at(plain or ProbeAnswer("open", "takes connections"), address)


def read_banner(banner: bytes) -> ProbeAnswer | None:
    """Who speaks first and says this (pure); None for silence."""
    if not banner:
        return None
    first = banner.split(b"\n", 1)[0].strip()
    words = first.decode("ascii", "replace")[:80]
    for start, kind, what in _BANNERS:
        if banner.startswith(start):
            return ProbeAnswer(kind, f"{what}: {words}", banner=start.decode())
    if _FTP.match(first):
        return ProbeAnswer("ftp", f"an FTP server: {words}", banner="220")
    if _SMTP.match(first):
        return ProbeAnswer("smtp", f"a mail server: {words}", banner="220")
    if len(banner) > 5 and banner[4] == 0x0A:
        return ProbeAnswer("mysql", "a MySQL or MariaDB server")
    if len(banner) > 4 and banner[4] == 0xFF:
        return ProbeAnswer("mysql", "a MySQL or MariaDB server that does not let us in")
    shown = "".join(sign if sign.isprintable() else "." for sign in words)
    return ProbeAnswer("banner", f"says {shown!r}")


def read_http(answer: bytes) -> ProbeAnswer | None:
    """What the answer to a HEAD request tells (pure); None where it is not HTTP, nor anything else that is known."""
    found = _STATUS.match(answer)
    if found:
        code = int(found[1])
        return ProbeAnswer("http", f"HTTP {code}", status_code=code)
    if answer.startswith((b"-ERR", b"-NOAUTH", b"-DENIED")):
        return ProbeAnswer("redis", "a Redis server")
    return None


def _http(address: str, port: int) -> ProbeAnswer | None:
    return read_http(_ask(address, port, HEAD, ANSWER_S))


def _tls(address: str, port: int) -> ProbeAnswer | None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # who it is, is the business of the check that comes of it
    with (
        socket.create_connection((address, port), CONNECT_S) as plain,
        context.wrap_socket(plain, server_hostname=address) as secured,
    ):
        secured.settimeout(ANSWER_S)
        version = secured.version() or "TLS"
        answer = b""
        with suppress(OSError):
            secured.sendall(HEAD)
            answer = secured.recv(MOST_BYTES)
    found = read_http(answer)
    if found is not None and found.kind == "http":
        return ProbeAnswer("https", f"HTTPS {found.status_code}", found.status_code)
    return ProbeAnswer("tls", f"{version}")


def _redis(address: str, port: int) -> ProbeAnswer | None:
    answer = _ask(address, port, b"PING\r\n", ANSWER_S)
    return ProbeAnswer("redis", "a Redis server") if answer.startswith((b"+PONG", b"-NOAUTH", b"-DENIED")) else None


def _postgres(address: str, port: int) -> ProbeAnswer | None:
    answer = _ask(address, port, SSL_REQUEST, ANSWER_S)
    return ProbeAnswer("postgres", "a PostgreSQL server") if answer in (b"S", b"N") else None


def _ask(address: str, port: int, question: bytes, wait_s: float) -> bytes:
    """What is answered at first; empty for silence. Raises OSError where there is no connection."""
    with socket.create_connection((address, port), CONNECT_S) as connection:
        connection.settimeout(wait_s)
        if question:
            connection.sendall(question)
        end, answer = time.monotonic() + wait_s, b""
        with suppress(OSError):
            while len(answer) < MOST_BYTES and time.monotonic() < end:
                part = connection.recv(MOST_BYTES - len(answer))
                answer += part
                if not part or b"\n" in answer or not question or question == SSL_REQUEST:
                    break
        return answer


def _at(answer: ProbeAnswer, address: str) -> ProbeAnswer:
    return ProbeAnswer(answer.kind, answer.detail, answer.status_code, answer.banner, address)


def _reason(error: OSError) -> str:
    return "time-out" if isinstance(error, TimeoutError) else (error.strerror or str(error))
