"""Transcripts that a hook notes while the store is on a server: kept in the data folder, and taken into the store by
the application of this machine. A hook must not wait for a network.

One line of JSON a note. A note that is taken a second time after a kill meets its row, by the conversation.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

NAME = "noted-transcripts.ndjson"


def keep_note(folder: str, note: Mapping[str, Any]) -> None:
    """Keep one note. Raises OSError."""
    line = json.dumps(note) + "\n"
    descriptor = os.open(Path(folder, NAME), os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


def any_noted(folder: str) -> bool:
    """Tell whether a note waits."""
    try:
        return Path(folder, NAME).stat().st_size > 0
    except OSError:
        return False


def deliver_notes(folder: str, take: Callable[[Mapping[str, Any]], object]) -> int:
    """Hand every note to ``take`` in order, then let them go; how many. What ``take`` raises passes, and all are kept.
    One process at a time: another's are left to it."""
    try:
        descriptor = os.open(Path(folder, NAME), os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return 0
    try:
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(descriptor, encoding="utf-8", closefd=False) as file:
                lines = [line for line in file if line.endswith("\n")]
            for line in lines:
                take(json.loads(line))
            os.ftruncate(descriptor, 0)
            return len(lines)
    finally:
        os.close(descriptor)
    return 0
