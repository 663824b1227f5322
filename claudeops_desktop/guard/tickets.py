"""Tickets for commands that the guard allowed to act: each may be run once, outside of its session (``outside_run``).

The broker keeps them in its memory. A session names one by a number that cannot be guessed.
"""

from __future__ import annotations

import os
import threading
from itertools import pairwise
from typing import NamedTuple

from .effects import HOST, REDEPLOY, RESTART, STOP, EffectSummary
from .handed_files import HandedFile
from .shell_script import read_script
from .shell_types import SimpleCommand

_STARTS = frozenset("start restart reload force-reload condrestart try-restart".split())
KINDS = frozenset({RESTART, STOP, REDEPLOY, HOST})
"""Classes that act on services or on the host, as ``docker compose -f FILE up`` may: what it starts outlives the
session."""


class OutsideTicket(NamedTuple):
    """A command that may run once: the tool call that it belongs to, its text, the folder it runs in, whether what it
    starts outlives the session, and the files of the session that it names as they were when it was allowed."""

    tool_use_id: str
    command: str
    folder: str
    lasts: bool = False
    handed: tuple[HandedFile, ...] = ()


class TicketBook:
    """The tickets of one session."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers: dict[str, str] = {}
        self._open: dict[str, OutsideTicket] = {}

    def write_ticket(self, ticket: OutsideTicket) -> str:
        """Return the number of the ticket of a tool call: it has one, however often it is asked about. Raises
        ValueError where it was taken."""
        with self._lock:
            number = self._numbers.get(ticket.tool_use_id)
            if number is None:
                number = self._numbers[ticket.tool_use_id] = os.urandom(8).hex()
                self._open[number] = ticket
            if self._open.get(number) != ticket:
                raise ValueError("this call cannot be run again")
            return number

    def take_ticket(self, number: str) -> OutsideTicket | None:
        """Take a ticket, so that nobody takes it again; None where there is none."""
        with self._lock:
            return self._open.pop(number, None)

    def is_open(self, number: str) -> bool:
        """Tell whether a ticket waits to be taken."""
        with self._lock:
            return number in self._open


def lasts(reading: EffectSummary, command: str) -> bool:
    """Tell whether what a command starts outlives its session: it acts on services or the host, or runs a script by its
    path with the word that init scripts take to start a service."""
    return bool(KINDS & set(reading.kinds)) or any(map(_starts_by_script, read_script(command).commands))


def _starts_by_script(command: SimpleCommand) -> bool:
    words = [word.text for word in command.words]
    return any("/" in script and verb in _STARTS for script, verb in pairwise(words[:4]))
