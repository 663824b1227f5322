"""Calls that were judged while the server of the store was away: kept here, and delivered in order, once.

Only what changes nothing is judged without the server. One line of JSON a call; a call that is delivered a second time
after a kill meets its row there.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from ..core.clock import from_text, to_text
from ..core.errors import EnvironmentFault
from .guard_store import RecordedCall
from .server_store import ServerSilent

NAME, REFUSED = "guard-outbox.ndjson", "guard-outbox-refused.ndjson"
Record = Callable[[RecordedCall, str, str, datetime], None]


class KeptCall(NamedTuple):
    """A call that was allowed, and by what."""

    call: RecordedCall
    by: str
    why: str


def keep_call(folder: str, call: RecordedCall, by: str, why: str) -> None:
    """Keep one call that was allowed. Raises OSError."""
    line = json.dumps([*call[:6], to_text(call.asked_at), by, why]) + "\n"
    path = os.path.join(folder, NAME)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


def any_kept(folder: str) -> bool:
    """Tell whether a call waits."""
    try:
        return os.stat(os.path.join(folder, NAME)).st_size > 0
    except OSError:
        return False


def kept_calls(folder: str) -> list[KeptCall]:
    """What waits, in order; nothing is changed. What cannot be read is left out: it is put aside when it is
    delivered."""
    try:
        with open(os.path.join(folder, NAME), encoding="utf-8") as file:
            lines = [line for line in file if line.endswith("\n")]
    except OSError:
        return []
    found = []
    for line in lines:
        with suppress(ValueError, TypeError):
            found.append(_read(line))
    return found


def _read(line: str) -> KeptCall:
    """One line. Raises ValueError or TypeError."""
    session, use, tool, given, kind, services, asked_at, by, why = json.loads(line)
    call = RecordedCall(session, use, tool, given, kind, tuple(services), from_text(asked_at))
    return KeptCall(call, by, why)


def _put_aside(folder: str, line: str) -> None:
    with open(os.path.join(folder, REFUSED), "a", encoding="utf-8") as file:
        file.write(line)


def deliver_calls(folder: str, record: Record) -> int:
    """Hand every kept call to ``record`` in order, then let them go; how many. What ``record`` raises passes, and all
    are kept. One process at a time: another's are left to it."""
    path = os.path.join(folder, NAME)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return 0
    try:
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with open(descriptor, encoding="utf-8", closefd=False) as file:
                lines = [line for line in file if line.endswith("\n")]
            for line in lines:
                try:
                    kept = _read(line)
                    record(kept.call, kept.by, kept.why, kept.call.asked_at)
                except (ServerSilent, EnvironmentFault):
                    raise
                except Exception:  # its session is gone, or the line cannot be read: it must not keep the others back
                    _put_aside(folder, line)
            os.ftruncate(descriptor, 0)
            return len(lines)
    finally:
        os.close(descriptor)
    return 0
