"""Which application acts for a data folder: it keeps the schedule, checks the services and sends notifications."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from .errors import EnvironmentFault
from .messages import UserMessage

FILE = "schedule.lock"
_LOCKS = Path("/proc/locks")


def lock_schedule(root: Path) -> int | None:
    """Become the one that acts: the descriptor to close in the end; None while another application does.

    Raises EnvironmentFault where the folder cannot be written.
    """
    descriptor = _open(root / FILE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def check_lock_file(root: Path) -> None:
    """Raise EnvironmentFault where the folder cannot be written; nothing is locked."""
    os.close(_open(root / FILE))


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror),
            UserMessage("Make it writable."),
        ) from error


def is_schedule_kept(root: Path) -> bool:
    """Tell whether an application acts for the folder now. Takes no lock where the system lists those that are held."""
    path = root / FILE
    try:
        inode = path.stat().st_ino
    except OSError:
        return False
    try:
        held = _LOCKS.read_text(encoding="ascii", errors="replace")
    except OSError:
        descriptor = lock_schedule(root)
        if descriptor is None:
            return True
        os.close(descriptor)
        return False
    return any(
        words[1:2] == ["FLOCK"] and words[5].rpartition(":")[2] == str(inode)
        for line in held.splitlines()
        if len(words := line.split()) > 5
    )
