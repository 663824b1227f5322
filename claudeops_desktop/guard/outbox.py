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

from ..core.clock import from_text, to_text
from .guard_store import RecordedCall
from .server_store import ServerSilent

NAME, REFUSED = "guard-outbox.ndjson", "guard-outbox-refused.ndjson"
Record = Callable[[RecordedCall, str, str, datetime], None]


def keep_call(folder: str, call: RecordedCall, by: str, why: str) -> None:
    """Keep one call that was allowed. Raises OSError."""
    line = json.dumps([*call[:-1], to_text(call.asked_at), by, why]) + "\n"
    path = os.path.join(folder, NAME)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


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
                session, use, tool, given, kind, services, asked_at, by, why = json.loads(line)
                asked = from_text(asked_at)
                try:
                    record(RecordedCall(session, use, tool, given, kind, tuple(services), asked), by, why, asked)
                except ServerSilent:
                    raise
                except Exception:  # its session is gone: it must not keep the others back
                    _put_aside(folder, line)
            os.ftruncate(descriptor, 0)
            return len(lines)
    finally:
        os.close(descriptor)
    return 0
