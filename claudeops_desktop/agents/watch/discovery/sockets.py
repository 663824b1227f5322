"""Every socket of this machine that listens, with the process that holds it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path

from .types import ListeningSocket, Protocol

# Ports at which a UDP socket is a server: others are mostly the clients' ends of questions that are under way.
UDP_SERVERS = frozenset(
    (53, 67, 69, 123, 137, 161, 162, 500, 514, 1194, 1812, 1813, 1900, 3478, 4500, 5060, 5353, 5683, 51820)
)
_UNIT = re.compile(r"/([^/]+\.service)(?:/|$)")
_OURS = frozenset(("claudeops", "claudeops-desktop", "claudeops.exe"))


def listening_sockets(published: Mapping[int, str] | None = None) -> list[ListeningSocket]:
    """All of them, by port. ``published`` names the container behind a port. Sockets of Claude Ops are left out."""
    import psutil

    found: dict[tuple[Protocol, str, int], set[int]] = {}
    protocols: tuple[Protocol, ...] = ("tcp", "udp")
    for protocol in protocols:
        try:
            connections = psutil.net_connections(protocol)
        except (psutil.Error, OSError):  # not every system lets everybody see them
            continue
        for one in connections:
            if not one.laddr or (protocol == "tcp" and one.status != psutil.CONN_LISTEN):
                continue
            if protocol == "udp" and (one.raddr or one.laddr.port not in UDP_SERVERS):
                continue
            address = one.laddr.ip.partition("%")[0]  # 127.0.0.53%lo
            holders = found.setdefault((protocol, address, one.laddr.port), set())
            if one.pid:
                holders.add(one.pid)
    sockets = []
    for (protocol, address, port), pids in found.items():
        socket = _described(ListeningSocket(address, port, protocol), pids)
        if socket is not None:
            named = (published or {}).get(port, "") if protocol == "tcp" else ""
            sockets.append(_with_container(socket, named))
    return sorted(merge_addresses(sockets), key=lambda one: (one.port, one.protocol, one.address))


def merge_addresses(sockets: Iterable[ListeningSocket]) -> list[ListeningSocket]:
    """One for each port of a process: on 0.0.0.0, :: and 127.0.0.1 it is the same service (pure)."""
    groups: dict[tuple[str, int, int | None], list[ListeningSocket]] = {}
    for one in sockets:
        groups.setdefault((one.protocol, one.port, one.pid), []).append(one)
    return [min(group, key=_preference) for group in groups.values()]


def is_ours(pid: int, command: Iterable[str]) -> bool:
    """Tell whether a process is Claude Ops itself: its own ports are nothing to watch."""
    words = list(command)[:4]
    return (
        pid == os.getpid()
        or any(Path(word).name.lower() in _OURS for word in words[:2])
        or any(before == "-m" and word == "claudeops_desktop" for before, word in pairwise(words))
    )


def unit_of(cgroup: str) -> str:
    """The systemd unit that a process belongs to, from its ``/proc/PID/cgroup``; "" for a user's session (pure)."""
    for line in cgroup.splitlines():
        found = _UNIT.findall(line)
        if found and not found[-1].startswith("user@"):
            return str(found[-1])
    return ""


def _preference(socket: ListeningSocket) -> tuple[int, str]:
    order = {"0.0.0.0": 0, "::": 1, "127.0.0.1": 2, "::1": 3}  # noqa: S104
    return order.get(socket.address, 4), socket.address


def _described(socket: ListeningSocket, pids: set[int]) -> ListeningSocket | None:
    """With its process; None for one of our own. Of several that share a socket the one that began the others."""
    import psutil

    candidates = []
    for pid in sorted(pids):
        try:
            process = psutil.Process(pid)
            with process.oneshot():
                candidates.append((process.ppid() in pids, pid, process.name(), _command(process)))
        except (psutil.Error, OSError):
            continue
    if not candidates:
        return socket
    _, pid, name, command = min(candidates)
    if is_ours(pid, command):
        return None
    return ListeningSocket(socket.address, socket.port, socket.protocol, pid, name, command, unit_of(_read_cgroup(pid)))


def _command(process: object) -> tuple[str, ...]:
    import psutil

    assert isinstance(process, psutil.Process)  # noqa: S101
    try:
        return tuple(process.cmdline())
    except (psutil.Error, OSError):
        return ()


def _with_container(socket: ListeningSocket, container: str) -> ListeningSocket:
    if not container:
        return socket
    return ListeningSocket(
        socket.address, socket.port, socket.protocol, socket.pid, socket.process, socket.command, "", container
    )


def _read_cgroup(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cgroup").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
