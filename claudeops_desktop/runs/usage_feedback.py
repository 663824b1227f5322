"""After each run, and at start: what sessions did with what they were told (E12), and days that have passed (E13).

It happens in the background. What a crash left unsettled is settled when the application next starts.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future

from ..core.errors import EnvironmentFault
from .request import RunEnded
from .run_context import RunContext

log = logging.getLogger(__name__)


class UsageFeedback:
    """Settles what is owed, one round at a time. ``run_ended`` and ``beat`` return at once; main thread."""

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._round: Future[None] | None = None
        self._again = False

    def run_ended(self, _run: RunEnded) -> None:
        """A run is over: its sessions can be settled."""
        self.check_soon()

    def check_soon(self) -> None:
        """Look now, or once more after the round that is on."""
        if self._round is not None and not self._round.done():
            self._again = True
            return
        self._round = self._around.pool.submit(self._settle)

    def finish(self) -> None:
        """Wait for the round that is on."""
        if self._round is not None:
            self._round.result()

    def _settle(self) -> None:
        while True:
            self._again = False
            try:
                self._around.memory.prompt.settle_echoes()
                self._around.memory.reminders.scan_facts()
                self._around.book.store.write(self._around.memory.reminders.check).result()
                self._around.learning.keep_verdicts()
                self._around.learning.note_events()
            except EnvironmentFault as fault:  # tried again at the next beat
                log.warning("what sessions used could not be settled: %s", fault)
            except Exception:
                log.exception("what sessions used could not be settled")
            if not self._again:
                return
