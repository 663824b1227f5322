"""``claudeops index-logs``: the process that brings the log index up to date, at the lowest priority, and ends.

One at a time for a data folder: a second one ends at once. SIGTERM ends it after the step it is in; a SIGKILL loses
that step only.
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterator

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...core.paths import DataFolder
from .database import DAMAGED, index_file, remove_index
from .indexing import IndexingResult, bring_up_to_date

log = logging.getLogger(__name__)
COMMAND, GENTLY = "index-logs", "--gently"
NICE = 19
ROUNDS = 20


def run_indexing(folder: DataFolder, *, anew: bool = False) -> IndexingResult | None:
    """Bring the index of a folder up to date; None where another process is at it.

    Raises EnvironmentFault where the disk does not let us.
    """
    with _alone(folder) as alone:
        if not alone:
            return None
        path = index_file(folder)
        if anew:
            remove_index(path)
        whole = IndexingResult()
        try:
            for _ in range(ROUNDS):  # what is said meanwhile is taken in as well
                done = bring_up_to_date(path, folder.logs)
                whole = IndexingResult(
                    whole.bytes + done.bytes,
                    whole.lines + done.lines,
                    whole.forgotten + done.forgotten,
                    whole.why or done.why,
                )
                if not done.bytes and not done.forgotten:
                    break
        except (sqlite3.OperationalError, OSError) as error:
            raise EnvironmentFault(
                UserMessage(
                    "The index of the logs cannot be written: {value}.", value=getattr(error, "strerror", None) or error
                ),
                UserMessage(
                    "See that {root} is writable and its disk not full; sessions go on without it.", root=folder.root
                ),
            ) from error
        except sqlite3.DatabaseError as error:
            log.warning("the log index is damaged: %s; it is made anew", error)
            remove_index(path)
            done = bring_up_to_date(path, folder.logs)
            return IndexingResult(done.bytes, done.lines, 0, DAMAGED)
        return whole


def yield_to_all() -> None:
    """The lowest priority there is, for processor and disk: whatever else runs goes first."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    idle = getattr(os, "SCHED_IDLE", None)
    if idle is not None:  # with it the disk is left to others too
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, idle, os.sched_param(0))


@contextlib.contextmanager
def _alone(folder: DataFolder) -> Iterator[bool]:
    """Tell whether this process is the only one at the index, while it is entered."""
    try:
        descriptor = os.open(folder.root / "log-index.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "The index of the logs cannot be written in {root}: {strerror}.",
                root=folder.root,
                strerror=error.strerror,
            ),
            UserMessage("Make the folder writable; sessions and their logs do not need the index."),
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
    finally:
        os.close(descriptor)
