"""STARTTLS: what a mail server is told before TLS begins (SMTP RFC 3207, IMAP RFC 9051 6.2.1, POP3 RFC 2595)."""

from __future__ import annotations

import socket
import time

from ..text import clean_line

_MOST_BYTES = 64 * 1024


class StartTlsError(OSError):
    """The server did not come to TLS. The text says in words what it did instead."""


def start_tls(link: socket.socket, protocol: str, timeout: float) -> None:
    """Have the conversation of ``protocol`` up to where TLS begins. Raises StartTlsError, OSError."""
    talk = _Conversation(link, time.monotonic() + timeout)
    {"smtp": _smtp, "imap": _imap, "pop3": _pop3}[protocol](talk)


class _Conversation:
    """Lines both ways over a connection, until a deadline."""

    def __init__(self, link: socket.socket, deadline: float) -> None:
        self._link = link
        self._deadline = deadline
        self._read = bytearray()

    def send(self, line: str) -> None:
        self._link.sendall(f"{line}\r\n".encode())

    def line(self, waited_for: str) -> str:
        """The next line. What comes after it stays unread by TLS, so nothing may come after the last one."""
        seen = 0
        while b"\n" not in self._read:
            left = self._deadline - time.monotonic()
            if left <= 0:
                raise StartTlsError(f"no {waited_for} in time")
            self._link.settimeout(left)
            try:
                chunk = self._link.recv(4096)
            except TimeoutError:
                raise StartTlsError(f"no {waited_for} in time") from None
            if not chunk:
                raise StartTlsError(f"the server ended the connection without a {waited_for}")
            self._read += chunk
            seen += len(chunk)
            if seen > _MOST_BYTES:
                raise StartTlsError(f"the {waited_for} does not end")
        line, _, rest = bytes(self._read).partition(b"\n")
        self._read = bytearray(rest)
        return line.decode(errors="replace").rstrip("\r")

    def expect_nothing_left(self) -> None:
        """Words before TLS that would be taken as said within it are an attack or a broken server (RFC 3207, 6)."""
        if self._read:
            raise StartTlsError("the server went on speaking after it had agreed to TLS")


def _smtp(talk: _Conversation) -> None:
    greeting = _smtp_reply(talk, "greeting")[-1]
    if not greeting.startswith("220"):
        raise StartTlsError(f"greeted with {_quoted(greeting)}")
    talk.send("EHLO localhost")
    offered = _smtp_reply(talk, "answer to EHLO")
    if not offered[0].startswith("250"):
        raise StartTlsError(f"EHLO was answered with {_quoted(offered[0])}")
    if not any(line[4:].strip().upper() == "STARTTLS" for line in offered):
        raise StartTlsError("the server does not offer STARTTLS")
    talk.send("STARTTLS")
    ready = _smtp_reply(talk, "answer to STARTTLS")[-1]
    if not ready.startswith("220"):
        raise StartTlsError(f"STARTTLS was answered with {_quoted(ready)}")
    talk.expect_nothing_left()


def _smtp_reply(talk: _Conversation, waited_for: str) -> list[str]:
    """The lines of one reply: all but the last have a hyphen after the code."""
    lines = [talk.line(waited_for)]
    while lines[-1][3:4] == "-" and len(lines) < 200:
        lines.append(talk.line(waited_for))
    return lines


def _imap(talk: _Conversation) -> None:
    greeting = talk.line("greeting")
    if not greeting.upper().startswith("* OK"):
        raise StartTlsError(f"greeted with {_quoted(greeting)}")
    talk.send("a1 STARTTLS")
    answer = talk.line("answer to STARTTLS")
    while answer.startswith("*"):
        answer = talk.line("answer to STARTTLS")
    if not answer.upper().startswith("A1 OK"):
        raise StartTlsError(f"the server does not offer STARTTLS ({_quoted(answer)})")
    talk.expect_nothing_left()


def _pop3(talk: _Conversation) -> None:
    greeting = talk.line("greeting")
    if not greeting.upper().startswith("+OK"):
        raise StartTlsError(f"greeted with {_quoted(greeting)}")
    talk.send("STLS")
    answer = talk.line("answer to STLS")
    if not answer.upper().startswith("+OK"):
        raise StartTlsError(f"the server does not offer STLS ({_quoted(answer)})")
    talk.expect_nothing_left()


def _quoted(line: str) -> str:
    return f'"{clean_line(line, 80)}"' if line.strip() else "an empty line"
