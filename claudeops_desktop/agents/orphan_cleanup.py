"""Processes that outlive their agent: found by the token in their environment, whatever parent or session they have.

Those of a confined session are also known by a folder that is mounted for it alone, whatever their environment.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from .types import TOKEN_VARIABLE

_PROC = Path("/proc")
_TERM_WAIT_S = 1.0


@dataclass(frozen=True, slots=True)
class OrphanProcess:
    """A process, told apart from a later one of the same number by its start time (clock ticks, or seconds)."""

    pid: int
    started: float


def end_leftovers(
    tokens: str | Iterable[str],
    known: Iterable[OrphanProcess] = (),
    session: int | None = None,
    wait_s: float = _TERM_WAIT_S,
    mounted: Iterable[Path] = (),
) -> tuple[str, ...]:
    """End every process that carries one of the tokens: SIGTERM, then SIGKILL after ``wait_s``. Their command lines.

    ``known`` are processes seen earlier below the agent, which end too even where they dropped the token; ``session``
    is the number of an agent that is gone, whose session's members end with it. ``mounted`` are folders that profiles
    of sessions mount; a process that sees one as a mount is in that profile. Our own process never ends.
    """
    wanted = {tokens} if isinstance(tokens, str) else set(tokens)
    wanted.discard("")
    remembered = set(known)
    places = {_as_mount(folder) for folder in mounted}
    ended: dict[OrphanProcess, str] = {}
    deadline = time.monotonic() + wait_s
    kill = False
    while True:
        alive = _carriers(wanted, session, places) | {
            found for found in remembered if _started(found.pid) == found.started
        }
        alive = {found for found in alive if found.pid != os.getpid()}
        if not alive:
            return tuple(ended.values())
        for found in alive - ended.keys() if not kill else alive:
            ended.setdefault(found, command_line(found.pid))
            with suppress(OSError):
                os.kill(found.pid, signal.SIGKILL if kill else signal.SIGTERM)
        if kill and time.monotonic() > deadline + 1.0:
            return tuple(ended.values())  # what is left cannot be killed by us (another user's, or stuck in the kernel)
        kill = time.monotonic() >= deadline
        time.sleep(0.02)


def find_descendants(pid: int) -> frozenset[OrphanProcess]:
    """All descendants of a process as they are now."""
    children: dict[int, list[int]] = {}
    starts: dict[int, float] = {}
    for number, parent, _, started, state in table():
        if state != "Z":
            children.setdefault(parent, []).append(number)
            starts[number] = started
    found: set[OrphanProcess] = set()
    todo = [pid]
    while todo:
        for child in children.get(todo.pop(), ()):
            if OrphanProcess(child, starts[child]) not in found:
                found.add(OrphanProcess(child, starts[child]))
                todo.append(child)
    return frozenset(found)


def _carriers(tokens: set[str], session: int | None, places: set[bytes]) -> set[OrphanProcess]:
    """Living processes with a token in their environment, in the session of an agent that is gone, or in a profile."""
    signs = [f"{TOKEN_VARIABLE}={token}".encode() for token in tokens]
    found: set[OrphanProcess] = set()
    leader_gone = session is not None and _started(session) is None
    for number, _, in_session, started, state in table():
        if state == "Z":
            continue
        if (leader_gone and in_session == session) or (signs and _carries(number, signs)) or _sees(number, places):
            found.add(OrphanProcess(number, started))
    return found


def _as_mount(folder: Path) -> bytes:
    """A folder as the kernel writes it in a list of mounts."""
    text = os.fsencode(os.path.realpath(folder))
    for letter in b"\\ \t\n":
        text = text.replace(bytes([letter]), b"\\%03o" % letter)
    return text


def _sees(pid: int, places: set[bytes]) -> bool:
    """Tell whether one of these folders is a mount for a process."""
    if not places:
        return False
    try:
        lines = _PROC.joinpath(str(pid), "mountinfo").read_bytes().splitlines()
    except OSError:
        return False
    return any(line.split(b" ", 5)[4] in places for line in lines)


def command_line(pid: int) -> str:
    """What a process was started as; "" where it cannot be read."""
    try:
        return " ".join(psutil.Process(pid).cmdline())
    except psutil.Error:
        return ""


def has_variable(pid: int, *names: str) -> bool:
    """Tell whether a process has one of these variables in its environment."""
    wanted = {name.encode() for name in names}
    return any(variable.partition(b"=")[0] in wanted for variable in _variables(pid))


def variables(pid: int) -> dict[str, str]:
    """The environment that a process was started with; empty where it cannot be read."""
    pairs = (entry.decode("utf-8", "surrogateescape").partition("=") for entry in _variables(pid))
    return {name: value for name, _, value in pairs if name}


def started(pid: int) -> float:
    """When a process started, in the unit of ``Found``; 0 where it is gone."""
    return _started(pid) or 0.0


def _carries(pid: int, signs: list[bytes]) -> bool:
    variables = _variables(pid)
    return any(sign in variables for sign in signs)


def _variables(pid: int) -> list[bytes]:
    try:
        if _PROC.joinpath("self").exists():
            return _PROC.joinpath(str(pid), "environ").read_bytes().split(b"\0")
        return [f"{name}={value}".encode() for name, value in psutil.Process(pid).environ().items()]
    except (OSError, psutil.Error):
        return []


def table() -> list[tuple[int, int, int, float, str]]:
    """Every process: number, parent, session, start, state."""
    if not _PROC.joinpath("self", "stat").exists():
        return [
            (p.pid, p.info["ppid"] or 0, 0, p.info["create_time"] or 0.0, "Z" if p.info["status"] == "zombie" else "")
            for p in psutil.process_iter(["ppid", "create_time", "status"])
        ]
    return [row for name in os.listdir(_PROC) if name.isdigit() and (row := _row(int(name)))]  # noqa: PTH208


def _row(pid: int) -> tuple[int, int, int, float, str] | None:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 — read for every process, several times a second
            fields = file.read().rpartition(b") ")[2].split()
        return pid, int(fields[1]), int(fields[3]), float(fields[19]), fields[0].decode()
    except (OSError, ValueError, IndexError):
        return None


def _started(pid: int) -> float | None:
    """When a process started; None where it is gone or only waits to be reaped."""
    if _PROC.joinpath("self", "stat").exists():
        row = _row(pid)
        return row[3] if row and row[4] != "Z" else None
    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process.create_time()
    except psutil.Error:
        return None
