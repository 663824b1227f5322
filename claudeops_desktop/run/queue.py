"""The run queue: one run at a time, in the order they were asked for, and what waits can be seen and cancelled."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..clock import to_text
from ..records.sessions import Status
from ..store import Change
from .request import QueuedRun, QueueState, RunEnded, RunRequest
from .surroundings import Surroundings

if TYPE_CHECKING:
    from .chain import Chain

log = logging.getLogger(__name__)


class RunQueue:
    """Lives on the main thread. Tells of itself by ``Change("queue")`` on the store's hub and by ``on_ended``."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._waiting: deque[QueuedRun] = deque()
        self._chain: Chain | None = None
        self._numbers = 0
        self._closed = False
        self._listeners: list[Callable[[RunEnded], None]] = []

    @property
    def state(self) -> QueueState:
        """What runs, what waits, whether scheduled runs are paused."""
        live = self._chain.live if self._chain else None
        return QueueState(live, tuple(self._waiting), self._around.settings.current.run.paused)

    @property
    def busy(self) -> bool:
        """Whether anything runs or waits."""
        return self._chain is not None or bool(self._waiting)

    def on_ended(self, listener: Callable[[RunEnded], None]) -> None:
        """Call ``listener`` on the main thread whenever a run is over, or could not begin."""
        self._listeners.append(listener)

    def enqueue(self, request: RunRequest) -> QueuedRun:
        """Ask for a run; it starts as soon as nothing else runs."""
        self._numbers += 1
        queued = QueuedRun(self._numbers, request, to_text(self._around.clock()))
        self._waiting.append(queued)
        self._pump()
        self._tell()
        return queued

    def cancel(self, number: int) -> bool:
        """Take a waiting run out of the queue; False where it waits no longer."""
        found = next((queued for queued in self._waiting if queued.number == number), None)
        if found is None:
            return False
        self._waiting.remove(found)
        self._tell()
        self._ended(RunEnded(found.request, None, Status.STOPPED, "Cancelled before it began."))
        return True

    def stop(self, why: str = "stopped") -> None:
        """Stop the run that is on; nothing of its chain follows."""
        if self._chain is not None:
            self._chain.stop(why)
            self._tell()

    def pause(self, on: bool) -> None:
        """Hold scheduled runs back, or let them go on. Does file work."""
        self._around.settings.change("run.paused", on)
        self._tell()

    def shut_down(self) -> None:
        """The application quits: what waits is dropped, what runs is stopped, nothing is left behind."""
        self._closed = True
        self._waiting.clear()
        if self._chain is not None:
            self._chain.shut_down()

    def _pump(self) -> None:
        if self._chain is None and self._waiting and not self._closed:
            from .chain import Chain  # agents and their streams are loaded with the first run, not with the window

            queued = self._waiting.popleft()
            self._chain = Chain(self._around, queued, self._tell, self._chain_ended)
            self._chain.begin()

    def _chain_ended(self, ended: RunEnded) -> None:
        self._chain = None
        self._ended(ended)
        self._pump()
        self._tell()

    def _ended(self, ended: RunEnded) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(ended)
            except Exception:  # one that fails must not keep the others waiting for ever
                log.exception("what follows the end of a run failed")

    def _tell(self) -> None:
        self._around.book.store.hub.tell(Change("queue"))
