"""Says once that this machine has no network, and once that it is back; checks of other machines count for nothing
meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from ..agents.watch.text import duration
from ..core.clock import Clock
from ..core.network_route import Reachable
from ..core.text_format import format_count
from ..records.record_books import RecordRepositories
from .reachability import all_silent, is_silence

log = logging.getLogger(__name__)
SILENCE_S = 90.0
"""An answer that is older says nothing about the network now."""
NAMED = 5

Services = Callable[[], Sequence[str]]


class NetworkWatch:
    """Belongs to the monitor's thread."""

    def __init__(self, book: RecordRepositories, route: Reachable, clock: Clock) -> None:
        self._book = book
        self._route = route
        self._clock = clock
        self._heard: dict[str, tuple[bool, float]] = {}
        self._silent = False
        self._lost_at: datetime | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the network was said to be lost."""
        return self._lost_at is not None

    def is_up(self, services: Services) -> bool:
        """Whether there is a way out of this machine. Tells of a change."""
        if self._route():
            if self._lost_at is not None and not self._silent:
                self._back()
            return True
        self._lost(services, "There is no network")
        return False

    def explains(self, host: str, detail: str, *, down: bool, services: Services) -> bool:
        """Take in what a check of another machine found; whether this machine's own network explains it."""
        now = time.monotonic()
        silent = down and is_silence(detail)
        self._heard[host] = (not silent, now)
        if not silent:
            if self._silent:
                self._silent = False
                self._back()
            return False
        if not self._route():
            self._lost(services, "There is no network")
            return True
        recent = {name: answered for name, (answered, at) in self._heard.items() if now - at < SILENCE_S}
        if all_silent(recent):
            self._silent = True
            self._lost(services, f"None of {len(recent)} other machines answers; the network is probably down")
        return self._silent

    def forget(self) -> None:
        """What was heard before a gap counts no more."""
        self._heard.clear()

    def _lost(self, services: Services, what: str) -> None:
        if self._lost_at is not None:
            return
        self._lost_at = self._clock()
        names = services()
        listed = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
        self._say("warning", f"{what}: {format_count(len(names), 'service')} cannot be checked ({listed}).")

    def _back(self) -> None:
        lost, self._lost_at = self._lost_at, None
        if lost is not None:
            self._say("info", f"The network is back after {duration(self._clock() - lost)}.")

    def _say(self, level: str, message: str) -> None:
        log.info("%s", message)
        now = self._clock()
        self._book.store.write(
            lambda: self._book.events.add(level=level, message=message, service=None, session_id=None, now=now)
        )
