"""Whether the displays that the environment names are there. Qt aborts the process where one is not.

An X server is asked as any program of X would ask (X11 protocol, Connection Setup); a Wayland compositor has answered
once it takes a connection. Nothing of Qt is loaded.
"""

from __future__ import annotations

import os
import re
import socket
import struct
from collections.abc import Mapping
from pathlib import Path

ANSWER_S = 2.0
"""How long a display may take to answer, in seconds. One over ssh is slow; one that hangs would hang the window."""
X11, WAYLAND = "DISPLAY", "WAYLAND_DISPLAY"
_X_NAME = re.compile(r"(?P<host>.*):(?P<number>\d{1,5})(?:\.\d+)?\Z")
_COOKIE = b"MIT-MAGIC-COOKIE-1"


def find_dead_displays(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that name a display which does not answer, each with the reason as the end of a sentence."""
    reasons = {}
    for name, probe in ((X11, probe_x11), (WAYLAND, probe_wayland)):
        if environ.get(name):
            try:
                reason = probe(environ)
            except OSError as error:
                reason = "does not answer" if isinstance(error, TimeoutError) else "is not there"
            if reason:
                reasons[name] = reason
    return reasons


def probe_wayland(environ: Mapping[str, str]) -> str:
    """ "" where the compositor that WAYLAND_DISPLAY names takes a connection, else why not. Raises OSError."""
    path = Path(environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}") / environ[WAYLAND]
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(ANSWER_S)
        connection.connect(str(path))
    return ""


def probe_x11(environ: Mapping[str, str]) -> str:
    """ "" where the X server that DISPLAY names lets this user in, else why not. Raises OSError."""
    found = _X_NAME.match(environ[X11])
    if found is None:
        return "is no name of a display"
    number = int(found["number"])
    with _connected(found["host"].rpartition("/")[2], number) as connection:
        cookie = _cookie(environ, number)
        kind = _COOKIE if cookie else b""
        connection.sendall(
            b"l\0" + struct.pack("<HHHHxx", 11, 0, len(kind), len(cookie)) + _padded(kind) + _padded(cookie)
        )
        answer = connection.recv(1)
    if answer == b"\1":
        return ""
    return "does not let this user in" if answer else "does not answer"


def _connected(host: str, number: int) -> socket.socket:
    if host in ("", "unix"):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(ANSWER_S)
        try:
            connection.connect(f"\0/tmp/.X11-unix/X{number}")
        except OSError:
            try:
                connection.connect(f"/tmp/.X11-unix/X{number}")  # noqa: S108 — where every X server listens
            except OSError:
                connection.close()
                raise
        return connection
    connection = socket.create_connection((host, 6000 + number), ANSWER_S)
    connection.settimeout(ANSWER_S)
    return connection


def _cookie(environ: Mapping[str, str], number: int) -> bytes:
    """The password of a display out of the user's file (Xau(3)); empty where there is none."""
    path = Path(environ.get("XAUTHORITY") or Path(environ.get("HOME") or "~").expanduser() / ".Xauthority")
    try:
        data = path.read_bytes()
    except OSError:
        return b""
    at, fields = 0, []
    while at < len(data):
        entry = []
        at += 2  # the family of the address
        for _ in range(4):
            if at + 2 > len(data):
                return b""
            length = int.from_bytes(data[at : at + 2], "big")
            entry.append(data[at + 2 : at + 2 + length])
            at += 2 + length
        fields.append(entry)
    wanted = (b"", str(number).encode())
    return next((cookie for _, display, kind, cookie in fields if display in wanted and kind == _COOKIE), b"")


def _padded(data: bytes) -> bytes:
    """Filled up to a multiple of four bytes."""
    return data + b"\0" * (-len(data) % 4)
