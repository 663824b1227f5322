"""The run queue: one run at a time, in the order they were asked for, and what waits can be seen and cancelled."""

from __future__ import annotations

import logging
import shutil
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..agent.log import prune_logs
from ..clock import to_text
from ..errors import ClaudeOpsError
from ..memory.fact import Remembered
from ..records.sessions import Status
from ..store import Change
from .escalation import next_tier
from .prepare import Prepared, prepare
from .prompt import HandOver
from .request import LiveRun, QueuedRun, QueueState, RunEnded, RunRequest
from .session import SessionEnded, SessionRun
from .surroundings import Surroundings

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
            listener(ended)

    def _tell(self) -> None:
        self._around.book.store.hub.tell(Change("queue"))


class Chain:
    """One run: a session for each tier that it reaches (S10)."""

    def __init__(
        self,
        around: Surroundings,
        queued: QueuedRun,
        moved: Callable[[], None],
        ended: Callable[[RunEnded], None],
    ) -> None:
        self._around = around
        self._queued = queued
        self._moved = moved
        self._done = ended
        self._session: SessionRun | None = None
        self._stopping = ""
        self._over = False
        self._sessions: list[int] = []
        self._warnings: list[str] = []
        self._memories: list[Remembered] = []
        self.live: LiveRun | None = None

    def begin(self) -> None:
        """Start the first session."""
        self._prepare(self._queued.request.tier, None, None, None)

    def stop(self, why: str) -> None:
        """Stop the session that is on; the chain ends with it."""
        self._stopping = why
        if self.live is not None:
            self.live = replace(self.live, stopping=True)
        if self._session is not None:
            self._session.stop(why)

    def shut_down(self) -> None:
        """Stop, wait, and write the run's end down: nobody will come back to it."""
        self._stopping = "stopped"
        self._over = True
        if self._session is not None and self.live is not None:
            self._session.shut_down()
            self._end_run(self.live.run_id, Status.STOPPED)

    def _prepare(self, tier: int, run_id: int | None, parent_id: int | None, hand_over: HandOver | None) -> None:
        def work() -> None:
            try:
                ready = prepare(
                    self._around,
                    self._queued.request,
                    tier=tier,
                    run_id=run_id,
                    parent_id=parent_id,
                    hand_over=hand_over,
                )
            except Exception as error:
                reason = error.told if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
                if not isinstance(error, ClaudeOpsError):
                    log.exception("a run could not be prepared")
                failure = error
                self._around.loop.call(lambda: self._refused(reason, run_id, failure))
                return
            self._around.loop.call(lambda: self._start(ready))

        self._around.pool.submit(work)

    def _start(self, ready: Prepared) -> None:
        if self._over:
            return
        self._sessions.append(ready.session_id)
        self._warnings += ready.warnings
        self.live = LiveRun(
            self._queued.number,
            self._queued.request,
            ready.run_id,
            ready.session_id,
            ready.agent.name,
            ready.tier,
            to_text(self._around.clock()),
            stopping=bool(self._stopping),
        )
        self._session = SessionRun(self._around, ready, self._session_ended)
        self._session.start()
        if self._stopping:  # it was stopped before it had begun
            self._session.stop(self._stopping)
        self._moved()

    def _session_ended(self, ended: SessionEnded) -> None:
        if self._over:
            return
        prepared, outcome = ended.prepared, ended.outcome
        self._session = None
        self._memories += ended.harvest.memories
        self._warnings += [*outcome.warnings, *ended.harvest.warnings, *ended.harvest.failures]
        following = next_tier(
            outcome,
            tier=prepared.tier,
            ceiling=prepared.ceiling,
            agent=prepared.agent.name,
            dry_run=prepared.dry_run,
        )
        if following.refused:
            self._warnings.append(following.refused)
        if following.tier is None or self._stopping or outcome.escalate is None:
            self._finish(prepared.run_id, outcome.status, outcome.reason)
            return
        wish = outcome.escalate
        hand = HandOver(prepared.tier, prepared.session_id, wish.reason, wish.services, wish.context, outcome.summary)
        self._around.book.store.write(
            lambda: self._around.book.sessions.update(
                prepared.session_id, status=Status.ESCALATED, status_reason=f"Tier {following.tier}: {wish.reason}"
            )
        )
        self._prepare(following.tier, prepared.run_id, prepared.session_id, hand)

    def _refused(self, reason: str, run_id: int | None, error: Exception) -> None:
        if run_id is None:
            self._done(RunEnded(self._queued.request, None, Status.FAILED, reason, error=error))
            return
        self._warnings.append(f"The next tier could not start: {reason}")
        self._finish(run_id, Status.FAILED, reason)

    def _finish(self, run_id: int, status: str, reason: str) -> None:
        ended = RunEnded(
            self._queued.request,
            run_id,
            status,
            reason,
            tuple(self._sessions),
            tuple(dict.fromkeys(self._warnings)),
            memories=tuple(self._memories),
        )

        def work() -> None:
            try:
                self._end_run(run_id, status)
            except Exception:
                log.exception("run %d could not be closed", run_id)
            self._around.loop.call(lambda: self._done(ended))

        self._around.pool.submit(work)

    def _end_run(self, run_id: int, status: str) -> None:
        self._around.book.store.write(
            lambda: self._around.book.sessions.end_run(run_id, status, self._around.clock())
        ).result()
        self._tidy()

    def _tidy(self) -> None:
        """The files that only running sessions need go; old logs too (S4)."""
        for number in self._sessions:
            shutil.rmtree(self._around.folder.sessions / str(number), ignore_errors=True)
        kept = self._around.settings.current.logs
        live = {Path(s.log_file) for s in self._around.book.sessions.list(status=Status.RUNNING) if s.log_file}
        prune_logs(self._around.folder.logs, kept.keep_days, kept.keep_mb, self._around.clock(), live)
