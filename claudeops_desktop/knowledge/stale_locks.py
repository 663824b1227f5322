"""Locks of git that a process of ours has left behind because it was killed.

Whoever holds the folder's lock writes so into it, and clears it at the end. One who finds it written knows that the
holder before him has died, and that a lock of git which does not go away is that holder's.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..core.paths import KNOWLEDGE_LOCK

_HELD = b"held\n"


@contextmanager
def mark_as_held(lock: BinaryIO, control: Path, patience_s: float) -> Iterator[None]:
    """Hold ``lock``, which is locked already, of the repository whose control folder is ``control``; removes what a
    holder that has died left there, once a command of the operator's git would be over."""
    lock.seek(0)
    if lock.read():
        _remove_locks(control, patience_s)
    lock.seek(0)
    lock.write(_HELD)
    lock.flush()
    try:
        yield
    finally:  # which is not reached where the process is killed
        lock.truncate(0)


def _remove_locks(control: Path, patience_s: float) -> None:
    until = time.monotonic() + patience_s
    while (left := list(_locks_in(control))) and time.monotonic() < until:
        time.sleep(0.05)
    for one in left:
        one.unlink(missing_ok=True)


def _locks_in(control: Path) -> Iterator[Path]:
    """Git's locks on its index and on its references."""
    places = [control, *(Path(folder) for folder, _, _ in os.walk(control / "refs"))]
    for place in places:
        yield from (one for one in place.glob("*.lock") if one.name != KNOWLEDGE_LOCK)
