"""A name for this process: its number and its birth, so that a reused number is no mistake, and its machine."""

from __future__ import annotations

import hashlib
import os
import socket
from functools import cache
from pathlib import Path

MACHINE_FILES = ("/etc/machine-id", "/var/lib/dbus/machine-id")


def process_owner() -> str:
    """This process, as ``number:birth:machine``."""
    return _named(os.getpid())


def machine_of(name: str) -> str:
    """The machine of a process; "" where the name is of a version that named none."""
    return name.partition(":")[2].partition(":")[2]


@cache
def this_machine() -> str:
    """A short name of this machine, which tells nothing else of it."""
    said = next(filter(None, map(_read, MACHINE_FILES)), "") or socket.gethostname()
    return hashlib.sha256(f"claudeops {said}".encode()).hexdigest()[:12]


def is_running_here(name: str) -> bool:
    """Tell whether the process of that number and birth runs on this machine."""
    import psutil

    number, _, rest = name.partition(":")
    try:
        return abs(psutil.Process(int(number)).create_time() - float(rest.partition(":")[0])) < 1.0
    except (ValueError, OverflowError, psutil.Error):
        return False


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


@cache
def _named(pid: int) -> str:
    import psutil

    return f"{pid}:{psutil.Process(pid).create_time():.2f}:{this_machine()}"
