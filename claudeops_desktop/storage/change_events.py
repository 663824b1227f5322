"""Announces committed changes to whoever listens: pages, the scheduler, notifications."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

log = logging.getLogger(__name__)
CLOCK = "clock"
"""What is named as changed, beside the tables, when the clock is doubted or trusted again."""


@dataclass(frozen=True, slots=True)
class CommittedChange:
    """One committed write, as the rest of the application hears of it.

    ``table`` is the table's name; ``ids`` the rows concerned, empty where "any of them" is meant (another program
    wrote, or too many to name); ``what`` is inserted, updated or deleted.
    """

    table: str
    ids: tuple[int, ...] = ()
    what: str = "updated"


Listener = Callable[[CommittedChange], None]


class ChangeHub:
    """Tells every listener of every change, on the thread that made it. A listener must be quick."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._lock = Lock()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Start telling ``listener``; the returned function stops it."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    def publish(self, change: CommittedChange) -> None:
        """Pass one change on. One listener's mistake does not keep it from the others."""
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            try:
                listener(change)
            except Exception:
                log.exception("a listener failed on %r", change)
