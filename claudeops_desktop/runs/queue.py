"""The run queue: one run at a time, in the order they were asked for, and what waits can be seen and cancelled.

A run that is parked between two sessions lets others go before it; once it can go on, its turn is the next.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.clock import to_text
from ..core.emergency_stop_marker import REASON, is_stopped, refuse_while_stopped
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..records.incident_runs import InvestigationUnderway
from ..records.sessions import SessionStatus
from ..storage import CommittedChange
from .change_poll import ChangePoll
from .request import QueuedRun, QueueState, RunEnded, RunRequest
from .run_context import RunContext

if TYPE_CHECKING:
    from .chain import RunChain

log = logging.getLogger(__name__)
CANCELLED = "Cancelled before it began."


class RunQueue:
    """The runs of this process, one at a time. All methods belong to the main thread.

    Every move is announced by ``CommittedChange("queue")`` on the store's hub, and the end of a run by ``on_ended``.
    """

    def __init__(self, around: RunContext) -> None:
        self._around = around
        self._waiting: deque[QueuedRun] = deque()
        self._chain: RunChain | None = None
        self._parked: list[RunChain] = []
        self._ready: deque[RunChain] = deque()
        self._notice = ChangePoll(around)
        self._numbers = 0
        self._closed = False
        self._listeners: list[Callable[[RunEnded], None]] = []
        self._holds: Callable[[QueuedRun, Callable[[], None]], bool] | None = None

    @property
    def state(self) -> QueueState:
        """What runs, what waits, what is parked, whether scheduled runs are paused."""
        live = self._chain.live if self._chain else None
        parked = tuple(chain.parked for chain in (*self._ready, *self._parked) if chain.parked is not None)
        stopped = is_stopped(self._around.folder.root)
        paused = stopped or self._around.settings.current.run.paused
        return QueueState(live, tuple(self._waiting), paused, parked, stopped)

    @property
    def busy(self) -> bool:
        """Tell whether anything runs, waits or is parked."""
        return self._chain is not None or bool(self._waiting or self._parked or self._ready)

    def on_ended(self, listener: Callable[[RunEnded], None]) -> None:
        """Call ``listener`` on the main thread whenever a run is over, or could not begin."""
        self._listeners.append(listener)

    def wait_for(self, holds: Callable[[QueuedRun, Callable[[], None]], bool]) -> None:
        """Ask ``holds`` on the main thread before a run begins: while it says yes, the run waits and others go before
        it; it calls what it is given once the run may begin."""
        self._holds = holds

    def enqueue(self, request: RunRequest) -> QueuedRun:
        """Ask for a run; it starts as soon as nothing else runs. Raises PolicyRefusal while everything is stopped, and
        OperatorError for what was asked for already: a button is easily pressed twice."""
        refuse_while_stopped(self._around.folder.root)
        self._refuse_second(request)
        self._numbers += 1
        queued = QueuedRun(self._numbers, request, to_text(self._around.clock()))
        self._waiting.append(queued)
        self._pump()
        self._tell()
        return queued

    def cancel(self, number: int, why: str = CANCELLED) -> bool:
        """Take a waiting run out of the queue; False where it waits no longer."""
        found = next((queued for queued in self._waiting if queued.number == number), None)
        if found is None:
            return False
        self._waiting.remove(found)
        self._tell()
        self._ended(RunEnded(found.request, None, SessionStatus.STOPPED, why))
        return True

    def stop(self, why: str = "stopped") -> None:
        """Stop the run that is on; nothing of its chain follows."""
        if self._chain is not None:
            self._chain.stop(why)
            self._tell()

    def drop_parked(self, run_id: int) -> bool:
        """Give a parked run up: its question is withdrawn. False where it is parked no longer."""
        for chain in (*self._parked, *self._ready):
            if chain.parked is not None and chain.parked.run_id == run_id:
                chain.stop("stopped")
                self._tell()
                return True
        return False

    def stop_all(self) -> None:
        """Stop what runs, drop what is parked, cancel what waits: an emergency stop, or the end of a process that is
        there for its runs only.
        """
        why = REASON if is_stopped(self._around.folder.root) else CANCELLED
        for queued in tuple(self._waiting):
            self.cancel(queued.number, why)
        for parked in self.state.parked:
            self.drop_parked(parked.run_id)
        self.stop()

    def marker_moved(self) -> None:
        """The operator stopped everything, here or in another process, or lets it go on."""
        if is_stopped(self._around.folder.root):
            self.stop_all()
        self._tell()

    def pause(self, on: bool) -> None:
        """Hold scheduled runs back, or let them go on. Does file work."""
        self._around.settings.change("run.paused", on)
        self._tell()

    def shut_down(self) -> None:
        """The application quits: what waits is dropped, what runs is stopped, nothing is left behind."""
        if self._closed:
            return
        self._closed = True
        self._notice.stop()
        self._waiting.clear()
        for chain in (*self._parked, *self._ready, *([self._chain] if self._chain is not None else [])):
            try:
                chain.shut_down()
            except Exception:  # a full disk, for one: the others are stopped all the same; the next start closes it
                log.exception("a run could not be closed at the end of the application")

    def _refuse_second(self, request: RunRequest) -> None:
        asked = [one.request for one in self._waiting]
        asked += [chain.request for chain in (self._chain, *self._ready, *self._parked) if chain is not None]
        if request.incident_id is not None and any(one.incident_id == request.incident_id for one in asked):
            raise InvestigationUnderway(request.incident_id)
        if request.services and request.by_hand and request in asked:
            raise OperatorError(
                UserMessage("The same run of {services} was started already.", services=", ".join(request.services)),
                UserMessage("Wait until it is over, or stop it."),
            )

    def _next_waiting(self) -> QueuedRun | None:
        """The first run that may begin now."""
        holds = self._holds
        return next((one for one in self._waiting if holds is None or not holds(one, self._held_no_more)), None)

    def _held_no_more(self) -> None:
        self._pump()
        self._tell()

    def _pump(self) -> None:
        if is_stopped(self._around.folder.root):
            self.stop_all()
            return
        if self._chain is not None or self._closed:
            return
        if self._ready:
            self._chain = self._ready.popleft()
            self._chain.go_on()
        elif (queued := self._next_waiting()) is not None:
            from .chain import (  # agents and their streams are loaded with the first run, not the window
                ChainEvents,
                RunChain,
            )

            turns = ChainEvents(self._tell, self._chain_parked, self._chain_ready, self._chain_ended)
            self._waiting.remove(queued)
            self._chain = RunChain(self._around, queued, turns)
            self._chain.begin()

    def _chain_parked(self, chain: RunChain) -> None:
        self._chain = None
        self._parked.append(chain)
        self._pump()
        self._tell()

    def _chain_ready(self, chain: RunChain) -> None:
        self._parked.remove(chain)
        self._ready.append(chain)
        self._pump()
        self._tell()

    def _chain_ended(self, chain: RunChain, ended: RunEnded) -> None:
        if chain is self._chain:
            self._chain = None
        elif chain in self._parked:
            self._parked.remove(chain)
        elif chain in self._ready:
            self._ready.remove(chain)
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
        asking = any(parked.why == "approval" for parked in self.state.parked)
        if not self._closed:
            self._notice.watch(self._chain is not None or asking)
        self._around.book.store.hub.publish(CommittedChange("queue"))
