"""Tickets for commands that run outside of their session: put down by the hook, taken once by ``outside``.

A ticket lies in the session's folder, where the session may not write.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from typing import NamedTuple

from .effects import HOST, REDEPLOY, RESTART, STOP, EffectSummary

FOLDER = "door"
CLIENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "outside_client.py")
LONGEST_TOKEN = 100
TAKEN = ".taken"
KINDS = frozenset({RESTART, STOP, REDEPLOY, HOST})
"""What acts on services or on the host, as ``docker compose -f FILE up`` may. All of it runs outside; everything else
ends with its session."""


class OutsideTicket(NamedTuple):
    """A command that may run once: the tool call that it belongs to, its text, and the folder it runs in."""

    tool_use_id: str
    command: str
    folder: str


def runs_outside(reading: EffectSummary) -> bool:
    """Whether a command acts on services, so that it runs outside of its session."""
    return bool(KINDS & set(reading.kinds))


def write_ticket(place: str, ticket: OutsideTicket) -> str:
    """Put down the ticket of a tool call in the folder of a session; its token. A call has one, however often it is
    asked about. Raises OSError, or ValueError where it ran before or its number is no name of a file."""
    token = ticket.tool_use_id
    path = _path(place, token)
    if not _is_token(token) or os.path.exists(f"{path}{TAKEN}"):
        raise ValueError("this call cannot be run again")
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump(ticket._asdict(), file)
    return token


def take_ticket(place: str, token: str) -> OutsideTicket | None:
    """Take a ticket, so that nobody takes it again; None where there is none. Raises OSError or ValueError."""
    if not _is_token(token):
        return None
    path = _path(place, token)
    try:
        os.rename(path, f"{path}{TAKEN}")
    except FileNotFoundError:
        return None
    with open(f"{path}{TAKEN}", encoding="utf-8") as file:
        told = json.load(file)
    return OutsideTicket(str(told["tool_use_id"]), str(told["command"]), str(told["folder"]))


def _is_token(text: str) -> bool:
    return 0 < len(text) <= LONGEST_TOKEN and all(sign.isalnum() or sign in "_-" for sign in text)


def client_command(place: str, token: str) -> str:
    """The command that the CLI runs in the place of the one that was allowed."""
    folder = os.path.join(place, FOLDER)
    if getattr(sys, "frozen", False):
        return shlex.join([sys.executable, "guard", "--act", folder, token])
    return shlex.join([sys.executable, "-I", "-S", CLIENT, folder, token])


def _path(place: str, token: str) -> str:
    return os.path.join(place, FOLDER, token)
