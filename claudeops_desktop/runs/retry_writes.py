"""What could not be written down (a full disk, a folder that was made read-only) is tried again until it can be."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from ..core.errors import EnvironmentFault
from .run_context import RunContext

log = logging.getLogger(__name__)
EVERY_S = 5.0


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

    def attempt() -> None:
        try:
            write()
        except EnvironmentFault:
            begin()
        except Exception:
            log.exception("%s could not be written down", what)
        else:
            log.info("%s is written down now", what)

    def submit() -> None:
        with suppress(RuntimeError):  # the application ends
            around.pool.submit(attempt)

    def begin() -> None:
        around.loop.call(wait)

    def wait() -> None:
        around.loop.later(EVERY_S, submit)

    begin()
