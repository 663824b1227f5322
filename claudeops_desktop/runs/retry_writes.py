"""What could not be written down (a full disk, a folder that was made read-only) is tried again until it can be."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from ..core.errors import EnvironmentFault

if TYPE_CHECKING:
    from .run_context import RunContext

log = logging.getLogger(__name__)
EVERY_S = 5.0


class UnwrittenWork:
    """What is tried again until it can be written down, counted. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = 0
        self._listener: Callable[[], None] | None = None

    def when_written(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` once nothing is left, on whatever thread: at once where nothing is."""
        with self._lock:
            self._listener = listener if self._number else None
        if self._listener is None:
            listener()

    def add(self) -> None:
        """One more is to be written."""
        with self._lock:
            self._number += 1

    def end(self) -> None:
        """One is written, or given up."""
        with self._lock:
            self._number -= 1
            listener, self._listener = (self._listener, None) if not self._number else (None, self._listener)
        if listener is not None:
            listener()


def write_or_keep_trying(around: RunContext, what: str, write: Callable[[], object]) -> None:
    """Call ``write`` now; where the machine does not let it, try again until it does. What is a bug is logged whole."""
    try:
        write()
    except EnvironmentFault as fault:
        log.error("%s could not be written down: %s", what, fault)
        keep_trying(around, what, write)
    except Exception:
        log.exception("%s could not be written down", what)


def keep_trying(around: RunContext, what: str, write: Callable[[], object]) -> None:
    """Call ``write`` in the pool every five seconds until the machine lets it. May be called from any thread.

    Where the application ends first, its next start closes what is open (``reconcile``).
    """
    around.unwritten.add()

    def attempt() -> None:
        try:
            write()
        except EnvironmentFault:
            begin()
            return
        except Exception:
            log.exception("%s could not be written down", what)
        else:
            log.info("%s is written down now", what)
        around.unwritten.end()

    def submit() -> None:
        with suppress(RuntimeError):  # the application ends
            around.pool.submit(attempt)

    def begin() -> None:
        around.loop.call(wait)

    def wait() -> None:
        around.loop.later(EVERY_S, submit)

    begin()
