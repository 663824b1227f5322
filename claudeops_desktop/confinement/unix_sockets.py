"""Finds the sockets of this machine on disk: a read-only view of one does not keep a program from using it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")


def bound_sockets(proc: Path = _PROC) -> Iterator[Path]:
    """Name every socket with a path that this machine's processes have bound, also those of containers as far as they
    lie in a folder that this machine sees.

    A container has a network of its own, whose list names the paths as the container sees them.
    """
    seen: set[str] = set()
    for process in _one_of_each_network(proc):
        for path in _paths(process / "net" / "unix"):
            if path not in seen:
                seen.add(path)
                yield Path(path)


def container_roots(proc: Path = _PROC) -> Iterator[Path]:
    """Name the file systems of containers that are mounted here: their sockets lie in them."""
    try:
        lines = (proc / "self" / "mountinfo").read_text(errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        before, _, after = line.partition(" - ")
        place = _unescaped(before.split()[4])
        if after.startswith(("overlay ", "fuse.fuse-overlayfs ", "fuse-overlayfs ")) and place != "/":
            yield Path(place)


def is_socket(path: Path) -> bool:
    """Tell whether a socket lies at a path, links not followed."""
    try:
        return stat.S_ISSOCK(path.lstat().st_mode)
    except OSError:
        return False


def _one_of_each_network(proc: Path) -> Iterator[Path]:
    """Name one process of each network on this machine, this one first."""
    yield proc / "self"
    known = {_network(proc / "self")}
    for name in os.listdir(proc):
        if name.isdigit() and (network := _network(proc / name)) and network not in known:
            known.add(network)
            yield proc / name


def _network(process: Path) -> str:
    try:
        return os.readlink(process / "ns" / "net")
    except OSError:
        return ""


def _paths(table: Path) -> Iterator[str]:
    try:
        lines = table.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines[1:]:
        fields = line.split(None, 7)
        if len(fields) == 8 and fields[7].startswith("/"):
            yield fields[7]


def _unescaped(place: str) -> str:
    """Return a path of ``mountinfo``, in which spaces and the like are octal numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)
