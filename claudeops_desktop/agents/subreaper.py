"""Orphans of an agent come to us instead of init, so that they are found though they dropped every sign of it (Linux).

A process that an agent detaches twice, with an emptied environment and in a session of its own, carries no token and
has no parent that we know. The kernel gives such orphans to the nearest "subreaper" above them: this process. Among
our own children they are those that lead another session and were started neither by us nor before the agent. What
the operator opens from the window, such as a browser, carries ``OURS``, which no agent is given.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .orphan_cleanup import OrphanProcess, has_variable, table
from .types import TOKEN_VARIABLE

log = logging.getLogger(__name__)
OURS = "_CLAUDEOPS_DESKTOP"
_SET_CHILD_SUBREAPER = 36  # of <linux/prctl.h>
_LEFT_LYING_S = 30.0
_adopting = False
_switching = threading.Lock()
_dead: dict[OrphanProcess, float] = {}


def adopt_orphans() -> None:
    """Ask the kernel for the orphans below this process. Once is enough; elsewhere than on Linux nothing happens."""
    global _adopting  # noqa: PLW0603 — it is a property of the process
    if _adopting or sys.platform != "linux":
        return
    with _switching:
        _adopting = _set_adopting(on=True)
    os.environ[OURS] = "1"


@contextmanager
def without_adopting() -> Iterator[None]:
    """Let what is started here and detaches itself go to init: it outlives the sessions, whose orphans we end."""
    with _switching:
        _set_adopting(on=False)
        try:
            yield
        finally:
            if _adopting:
                _set_adopting(on=True)


def _set_adopting(*, on: bool) -> bool:
    """Tell whether the kernel did as it was asked."""
    if sys.platform != "linux":
        return False
    import ctypes

    with suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(on), 0, 0, 0) == 0)
    return False


def orphans(since: float, ours: int = 0) -> frozenset[OrphanProcess]:
    """Adopted processes that live and began no earlier than ``since`` (clock ticks). ``ours`` is the agent itself."""
    return frozenset(
        found
        for found, state in _children()
        if state != "Z" and found.pid != ours and found.started >= since and not _is_our_own(found.pid)
    )


def reap_adopted(adopted: frozenset[OrphanProcess]) -> None:
    """Take the exit codes of adopted processes that have ended: nobody else will.

    Those that ended before we looked are left lying for a while, as they might be a helper of ours that is waited for.
    """
    now = time.monotonic()
    lying = {found for found, state in _children() if state == "Z"}
    for found in tuple(_dead):
        if found not in lying:
            del _dead[found]
    for found in lying:
        first = _dead.setdefault(found, now)
        if found in adopted or now - first > _LEFT_LYING_S:
            with suppress(OSError):
                os.waitpid(found.pid, os.WNOHANG)


def _children() -> list[tuple[OrphanProcess, str]]:
    """Our own children that are in another session, with their state."""
    if not _adopting:
        return []
    here, session = os.getpid(), os.getsid(0)
    return [
        (OrphanProcess(number, started), state)
        for number, parent, in_session, started, state in table()
        if parent == here and in_session != session
    ]


def _is_our_own(pid: int) -> bool:
    """The same program as this one, or one that carries our sign, or that of another session or a probe."""
    with suppress(OSError):
        if os.path.samefile(f"/proc/{pid}/exe", "/proc/self/exe"):  # noqa: PTH121 — links of the kernel
            return True
    return has_variable(pid, OURS, TOKEN_VARIABLE)
