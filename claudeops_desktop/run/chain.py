"""One run: a session for each tier that it reaches (S10), each with what the one before handed on."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..agent.log import prune_logs
from ..clock import to_text
from ..errors import ClaudeOpsError
from ..memory.fact import Remembered
from ..records.sessions import Status
from .escalation import next_tier
from .prepare import Prepared, prepare
from .prompt import HandOver
from .request import LiveRun, QueuedRun, RunEnded
from .session import SessionEnded, SessionRun
from .surroundings import Surroundings

log = logging.getLogger(__name__)


class Chain:
    """Lives on the main thread; what takes time is done in the pool and comes back."""

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
            self._note(prepared.session_id, "info" if prepared.dry_run else "warning", following.refused)
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

    def _note(self, session_id: int, level: str, message: str) -> None:
        """What the run itself has to say stands among the events: a warning in passing would be overlooked."""
        self._around.book.store.write(
            lambda: self._around.book.events.add(
                level=level, message=message, service=None, session_id=session_id, now=self._around.clock()
            )
        )

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
            except Exception as error:
                bug = not isinstance(error, ClaudeOpsError)
                log.error("run %d could not be closed: %s", run_id, error, exc_info=bug)
            finally:
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
