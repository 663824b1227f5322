"""Says once that this machine has no network, and once that it is back; checks of other machines count for nothing
meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from ..agents.watch.checks.resolution import is_resolver_working
from ..agents.watch.text import duration
from ..core.clock import Clock
from ..core.network_route import Reachable
from ..core.text_format import format_count
from ..records.record_books import RecordRepositories
from .reachability import all_silent, is_name, is_silence, is_unresolved

log = logging.getLogger(__name__)
SILENCE_S = 90.0
"""An answer that is older says nothing about the network now."""
ASK_AGAIN_S = 30.0
NAMED = 5
NO_NETWORK = "This machine has no network."
NO_NAMES = "This machine can resolve no names."

Services = Callable[[], Sequence[str]]


class NetworkWatch:
    """Belongs to the monitor's thread."""

    def __init__(
        self, book: RecordRepositories, route: Reachable, clock: Clock, resolver: Reachable = is_resolver_working
    ) -> None:
        self._resolver = resolver
        self._book = book
        self._route = route
        self._clock = clock
        self._heard: dict[str, tuple[bool, float]] = {}
        self._named: dict[str, tuple[bool, float]] = {}
        self._silent = False
        self._unresolved = False
        self._asked_at = float("-inf")
        self._resolver_was_well = True
        self._short_at: float | None = None
        self._lost_at: datetime | None = None

    @property
    def is_lost(self) -> bool:
        """Tell whether the network was said to be lost."""
        return self._lost_at is not None

    def is_up(self, services: Services) -> bool:
        """Tell whether there is a way out of this machine. Tells of a change."""
        if self._route():
            if self._lost_at is not None and not self._silent and not self._unresolved:
                self._back()
            return True
        self._lost(services, "There is no network")
        return False

    def explanation(self, host: str, detail: str, *, down: bool, services: Services) -> str:
        """Take in what a check of another machine found. Return what is wrong with this machine where that explains it,
        "" where it does not."""
        now = time.monotonic()
        silent, unresolved = down and is_silence(detail), down and is_unresolved(detail)
        self._heard[host] = (not silent, now)
        if is_name(host):
            self._named[host] = (not unresolved, now)
            self._unresolved = self._unresolved and unresolved
        if not silent:
            self._silent = False
            if self._lost_at is not None and not self._unresolved:
                self._back()
            return ""
        if not self._route():
            self._lost(services, "There is no network")
            return NO_NETWORK
        machines, names = _recent(self._heard, now), _recent(self._named, now)
        if unresolved and all_silent(names) and not self._unresolved and not self._is_resolver_well(now):
            self._unresolved = True
            self._lost(services, f"None of {len(names)} names can be resolved, and no resolver answers")
        elif all_silent(machines) and not unresolved:
            self._silent = True
            self._lost(services, f"None of {len(machines)} other machines answers; the network is probably down")
        if self._unresolved and unresolved:
            return NO_NAMES
        return NO_NETWORK if self._silent else ""

    def _is_resolver_well(self, now: float) -> bool:
        """Ask a resolver whether it works, now and then: names that do not exist are no fault of this machine."""
        if now - self._asked_at >= ASK_AGAIN_S:
            self._asked_at, self._resolver_was_well = now, self._resolver()
        return self._resolver_was_well

    def forget(self) -> None:
        """What was heard before a gap counts no more."""
        self._heard.clear()
        self._named.clear()

    def note_shortage(self, shortage: str) -> None:
        """Say once what this machine lacks, so that checks cannot be made; "" where a check could be made."""
        now = time.monotonic()
        if shortage:
            if self._short_at is None:
                self._say("warning", f"Checks cannot be made: {shortage}.")
            self._short_at = now
        elif self._short_at is not None and now - self._short_at > SILENCE_S:
            self._short_at = None
            self._say("info", "Checks can be made again.")

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


def _recent(heard: Mapping[str, tuple[bool, float]], now: float) -> dict[str, bool]:
    return {name: answered for name, (answered, at) in heard.items() if now - at < SILENCE_S}
