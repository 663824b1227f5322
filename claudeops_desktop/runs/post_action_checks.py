"""After an action on a service that we know how to check: it is measured some minutes apart, so that two healthy checks
may clear its cooldown (S11). Runs of the Claude CLI measure nothing by themselves.

Only the application that keeps the schedule does this. A few rounds after the last run it gives up: the next run of
the watcher may still clear what it finds well.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta

from .request import RunEnded
from .run_context import RunContext

log = logging.getLogger(__name__)
FIRST_S = 60.0
MARGIN_S = 5.0
MOST_ROUNDS = 6


class PostActionChecks:
    """Measures services on which actions count. Lives on the main thread; checks run on the pool."""

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._on = False
        self._busy = False
        self._rounds = 0
        self._call_off: Callable[[], None] | None = None

    def start(self) -> None:
        """From now on, and for what was done before."""
        self._on = True
        self._begin()

    def rest(self) -> None:
        """Measure no more."""
        self._on = False
        if self._call_off is not None:
            self._call_off()
            self._call_off = None

    def run_ended(self, _run: RunEnded) -> None:
        """It may have acted on something."""
        if self._on:
            self._begin()

    def _begin(self) -> None:
        self._rounds = 0
        if self._call_off is None and not self._busy:
            self._call_off = self._around.loop.later(FIRST_S, self._measure)

    def _measure(self) -> None:
        self._call_off = None
        if self._on and not self._busy:
            self._busy = True
            self._around.pool.submit(self._round).add_done_callback(self._measured)

    def _measured(self, future: Future[bool]) -> None:
        error = future.exception()
        if error is not None:
            log.warning("services could not be measured after an action: %s", error)
        more = error is None and future.result()
        self._around.loop.call(lambda: self._again(more=more))

    def _again(self, *, more: bool) -> None:
        self._busy = False
        self._rounds += 1
        if self._on and more and self._rounds < MOST_ROUNDS:
            apart = self._around.settings.current.cooldowns.healthy_minutes * 60 + MARGIN_S
            self._call_off = self._around.loop.later(apart, self._measure)

    def _round(self) -> bool:
        """Measure what an action counts against; whether something is left that counts. On the pool."""
        from .measured_checks import keep_measurements, measure_services  # not before the first picture

        book = self._around.book
        wanted = book.store.read(self._counting).result()
        if not wanted:
            return False
        found = measure_services(self._around, wanted)
        if not found:
            return False
        cleared = book.store.write(lambda: keep_measurements(self._around, found)).result()
        return bool({seen.service for seen in found} - set(cleared))

    def _counting(self) -> tuple[str, ...]:
        """Services with an action within their windows that still counts, and that ``services.toml`` may know."""
        if not self._around.folder.services_file.exists():
            return ()
        from ..guard.cooldown import limits_of, longest_window

        book, limits = self._around.book, limits_of(self._around.settings.current.cooldowns)
        since = self._around.clock() - max(longest_window(limits, book.rules.all()), timedelta(minutes=1))
        return tuple(dict.fromkeys(action.service for action in book.cooldowns.counting(since)))
