"""One run: a session for each tier that it reaches (S10), each with what the one before handed on.

Between two sessions a run may be *parked*: it waits for the operator's yes, or for a service that was overloaded, and
other runs go before it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from msgspec import structs

from ..core.clock import from_text, to_text
from ..core.emergency_stop_marker import REASON, is_stopped
from ..core.errors import ClaudeOpsError, EnvironmentFault, PolicyRefusal, UsageLimitReached
from ..core.usage_window import closed_sentence, closed_until, note_window
from ..memory import MarkerOutcome
from ..records.approvals import Approval
from ..records.sessions import RunTrigger, SessionStatus
from ..storage.diagnosis import explain_failure
from .approval_request import ask_for_tier
from .escalation import QUIT, next_tier, who_agreed, why_not
from .prompt import TierHandover, make_hand_over
from .request import LiveRun, ParkedRun, QueuedRun, RunEnded, RunRequest
from .resume import has_lost_conversation
from .retention import remove_leftovers
from .retry import describe_retry, tried_again_after
from .retry_writes import write_or_keep_trying
from .run_context import RunContext
from .session import SessionEnded, SessionRun
from .session_setup import prepare_session
from .setup_rows import give_up
from .setup_types import PreparedSession, SessionRequest
from .spend_tracking import warn_of_caps, window_of
from .wait_for_answer import ApprovalWaiter, WallClockTimer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChainEvents:
    """What a chain tells the queue, on the main thread: that it moved, that it lets others go first, that it can go on,
    that it is over."""

    moved: Callable[[], None]
    parked: Callable[[RunChain], None]
    ready: Callable[[RunChain], None]
    ended: Callable[[RunChain, RunEnded], None]


class RunChain:
    """Lives on the main thread; what takes time is done in the pool and comes back."""

    def __init__(self, around: RunContext, queued: QueuedRun, turns: ChainEvents) -> None:
        self._around = around
        self._queued = queued
        self._turns = turns
        self._session: SessionRun | None = None
        self._before: SessionEnded | None = None
        self._next: SessionRequest | None = None
        self._wait: ApprovalWaiter | WallClockTimer | None = None
        self._working: Future[None] | None = None  # what the pool does between two sessions
        self._prepared: PreparedSession | None = None  # a session whose row stands and which has not been started
        self._finishing = False
        self._tried = 0
        self._stopping = ""
        self._over = False
        self._sessions: list[int] = []
        self._warnings: list[str] = []
        self._memories: list[MarkerOutcome] = []
        self.live: LiveRun | None = None
        self.parked: ParkedRun | None = None

    @property
    def request(self) -> RunRequest:
        """Return what was asked for."""
        return self._queued.request

    def begin(self) -> None:
        """Start the first session, or go on with the one that was interrupted."""
        request = self.request
        if request.go_on is None:
            self._prepare(SessionRequest(request.tier))
        else:
            self._prepare(SessionRequest(request.tier, request.go_on.run_id, request.go_on.session_id, goes_on=True))

    def go_on(self) -> None:
        """It was parked and ready, and its turn has come."""
        assert self.parked is not None  # noqa: S101
        assert self._next is not None  # noqa: S101
        parked, self.parked = self.parked, None
        settings = self._around.settings.current.run
        if parked.why == "approval" and settings.dry_run:
            self._not_followed(f"Tier {parked.tier} was approved, but dry run is on now: it does not start.")
        elif parked.why != "approval" and settings.paused and not self.request.by_hand:
            self._not_followed("It is not tried again: scheduled runs are paused.")
        else:
            self._prepare(self._next)

    def stop(self, why: str) -> None:
        """Stop the session that is on, or give up what it waits for; the chain ends with it."""
        self._stopping = why
        if self.parked is not None:
            self._give_up(REASON if self._everything_stopped else "You stopped the run while it waited.")
            return
        if self.live is not None:
            self.live = structs.replace(self.live, stopping=True)
        if self._session is not None:
            self._session.stop(why)

    def shut_down(self) -> None:
        """Stop, wait, and write the run's end down: nobody will come back to it."""
        self._stopping = "stopped"
        self._over = True
        if self._wait is not None:
            self._wait.cancel()
        if self._working is not None:
            wait([self._working])  # it may just have asked, or begun a session, and not have come back with it
        if self._session is not None and self.live is not None:
            self._session.shut_down()
            self._end_run(self.live.run_id, SessionStatus.STOPPED)
        elif (ready := self._prepared) is not None:
            self._sessions.append(ready.session_id)
            ready.close()
            give_up(
                self._around, ready.run_id, ready.session_id, SessionStatus.STOPPED, "Claude Ops ended before it began."
            )
            remove_leftovers(self._around, self._sessions)
        elif self._before is not None and not self._finishing:
            run_id, session_id = self._before.prepared.run_id, self._before.prepared.session_id
            self._around.book.store.write(lambda: self._withdraw(run_id, session_id, QUIT)).result()
            self._end_run(run_id, self._before.outcome.status)

    # -- a session ----------------------------------------------------------------------------------------------

    def _prepare(self, step: SessionRequest) -> None:
        self._next = None

        def work() -> None:
            try:
                ready = prepare_session(self._around, self._queued.request, step)
            except Exception as error:
                failure = explain_failure(error, self._around.book.store.path) or error
                if not isinstance(failure, ClaudeOpsError):
                    log.exception("a run could not be prepared")
                self._around.loop.call(lambda: self._refused(step.run_id, failure))
                return
            self._prepared = ready
            self._around.loop.call(lambda: self._start(ready))

        self._working = self._around.pool.submit(work)

    def _start(self, ready: PreparedSession) -> None:
        if self._over:
            return
        self._prepared = None
        self._sessions.append(ready.session_id)
        self._warnings += ready.warnings
        if self._everything_stopped:
            self._around.pool.submit(self._never_begun, ready)
            return
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
        self._turns.moved()

    @property
    def _everything_stopped(self) -> bool:
        """Tell whether the operator's emergency stop is on."""
        return is_stopped(self._around.folder.root)

    def _never_begun(self, ready: PreparedSession) -> None:
        """In the pool: everything was stopped while this session was made ready."""
        run_id, session_id = ready.run_id, ready.session_id
        ready.close()
        close = partial(give_up, self._around, run_id, session_id, SessionStatus.STOPPED, REASON)
        write_or_keep_trying(self._around, f"session {session_id}", close)
        self._around.loop.call(lambda: self._finish(SessionStatus.STOPPED, REASON, run_id))

    def _session_ended(self, ended: SessionEnded) -> None:
        if self._over:
            return
        prepared, outcome = ended.prepared, ended.outcome
        self._session = None
        self._before = ended
        self._memories += ended.harvest.memories
        self._warnings += [*outcome.warnings, *ended.harvest.warnings, *ended.harvest.failures]
        settings = self._around.settings.current
        if outcome.cost_usd and prepared.agent.capabilities.costs_money:
            now = self._around.clock()
            self._write(lambda: warn_of_caps(self._around.book, settings.limits, now))
        closed = self._note_window(ended)
        if self._stopping or self._everything_stopped:
            self._finish(outcome.status, outcome.reason)
            return
        if closed is not None and self.request.trigger == RunTrigger.INCIDENT:
            self._wait_for_window(ended, closed)
            return
        if prepared.step.goes_on and not prepared.step.afresh and has_lost_conversation(outcome):
            self._prepare(replace(prepared.step, afresh=True))
            return
        model = (
            prepared.agent.capabilities.calls_model
        )  # another agent fails for reasons that do not pass by themselves
        wait = tried_again_after(outcome, self._tried, settings.run) if model else None
        if wait is not None:
            self._try_again(ended, wait)
            return
        self._tried = 0
        self._climb(ended)

    def _climb(self, ended: SessionEnded) -> None:
        """The next tier, now or after a yes; or the end."""
        prepared, outcome = ended.prepared, ended.outcome
        following = next_tier(
            outcome,
            tier=prepared.tier,
            ceiling=prepared.ceiling,
            agent=prepared.agent.name,
            dry_run=prepared.dry_run,
            approvals=self._around.settings.current.approvals,
            named=self.request.named,
        )
        if following.refused:
            self._not_followed(following.refused, "info" if prepared.dry_run else "warning")
            return
        if following.tier is None or outcome.escalate is None:
            self._finish(outcome.status, outcome.reason)
            return
        hand = make_hand_over(outcome.escalate, outcome.summary, prepared.tier, prepared.session_id)
        step = SessionRequest(following.tier, prepared.run_id, prepared.session_id, hand)
        if following.ask:
            self._ask(ended, step, hand)
        else:
            self._prepare(step)

    # -- parked -------------------------------------------------------------------------------------------------

    def _ask(self, ended: SessionEnded, step: SessionRequest, hand: TierHandover) -> None:
        """Put the question to the operator, unless a yes for the whole run covers it."""
        self._next = step

        def work() -> None:
            try:
                found = ask_for_tier(self._around, ended.prepared, step, hand)
            except Exception as error:
                if not isinstance(error, ClaudeOpsError):
                    log.exception("the operator could not be asked")
                sentence = f"It asked for tier {step.tier} ({hand.reason}), which cannot follow: {_told(error)}"
                self._around.loop.call(lambda: self._not_followed(sentence))
                return
            if found.is_waiting:
                self._around.loop.call(lambda: self._asked(found))
            else:
                agreed = replace(step, hand_over=replace(hand, approval=who_agreed(found, covered=True)))
                self._around.loop.call(lambda: self._prepare(agreed))

        self._working = self._around.pool.submit(work)

    def _asked(self, asked: Approval) -> None:
        if self._over:
            return
        self._park("approval", asked.tier, from_text(asked.expires_at), asked.id)
        if self._stopping or self._everything_stopped:  # meanwhile
            self._give_up(REASON if self._everything_stopped else "You stopped the run while it asked.")
            return
        self._wait = ApprovalWaiter(self._around, asked, self._answered)

    def _answered(self, answered: Approval) -> None:
        if not answered.is_approved or self._next is None or self._next.hand_over is None:
            self._not_followed(why_not(answered), "info" if answered.state == "refused" else "warning")
            return
        hand = replace(self._next.hand_over, approval=who_agreed(answered), note=answered.note)
        self._next = replace(self._next, hand_over=hand)
        self._get_ready()

    def _try_again(self, ended: SessionEnded, wait: timedelta) -> None:
        prepared, outcome, settings = ended.prepared, ended.outcome, self._around.settings.current.run
        reason = describe_retry(outcome, wait, self._tried, settings)
        self._write(lambda: self._around.book.sessions.update(prepared.session_id, status_reason=reason))
        self._tried += 1
        self._next = replace(prepared.step, run_id=prepared.run_id, parent_id=prepared.session_id, again=True)
        until = self._around.clock() + wait
        self._park("overload", prepared.tier, until)
        self._wait = WallClockTimer(self._around, until, self._get_ready)

    def _note_window(self, ended: SessionEnded) -> datetime | None:
        """Keep what the service said of the subscription's window, and say once that it is closed; when it opens."""
        now, root = self._around.clock(), self._around.folder.root
        if not ended.prepared.agent.capabilities.costs_money:
            return None
        window = window_of(ended.outcome, now)
        if window is None:
            return None
        before = closed_until(root, now)
        try:
            note_window(root, window)
        except OSError as error:
            log.error("what the service said of the usage limit could not be kept: %s", error)
        until = window.closed_at(now)
        if until is not None and before is None:
            said = closed_sentence(until, now)
            self._note(None, "warning", f"{said} Scheduled runs until then are skipped, investigations wait for it.")
        return until

    def _wait_for_window(self, ended: SessionEnded, until: datetime) -> None:
        """The investigation of an incident goes on when the subscription's window opens."""
        prepared = ended.prepared
        self._next = replace(prepared.step, run_id=prepared.run_id, parent_id=prepared.session_id, again=True)
        self._park("limit", prepared.tier, until)
        self._wait = WallClockTimer(self._around, until, self._get_ready)

    def _park(
        self, why: Literal["approval", "overload", "limit"], tier: int, until: datetime, approval_id: int | None = None
    ) -> None:
        assert self._before is not None  # noqa: S101
        prepared = self._before.prepared
        self.live = None
        self.parked = ParkedRun(
            self._queued.number,
            self._queued.request,
            prepared.run_id,
            prepared.session_id,
            tier,
            why,
            to_text(self._around.clock()),
            to_text(until),
            approval_id,
        )
        self._turns.parked(self)

    def _get_ready(self) -> None:
        if self.parked is not None:
            self.parked = structs.replace(self.parked, ready=True)
            self._turns.ready(self)

    def _give_up(self, why: str) -> None:
        """Nobody waits any more: the question is withdrawn, the run ends as its last session did."""
        if self._wait is not None:
            self._wait.cancel()
        if self.parked is None or self._before is None:
            return
        run_id, session_id = self.parked.run_id, self.parked.session_id
        self.parked = None
        self._write(lambda: self._withdraw(run_id, session_id, why))
        self._finish(self._before.outcome.status, self._before.outcome.reason or why)

    def _withdraw(self, run_id: int, session_id: int, why: str) -> None:
        """Inside a write."""
        book, now = self._around.book, self._around.clock()
        withdrawn = book.approvals.withdraw(why, now, run_id=run_id)
        asked = book.approvals.get(withdrawn[0]) if withdrawn else None
        message = why_not(asked) if asked is not None else why
        book.events.add(level="info", message=message, service=None, session_id=session_id, now=now)

    # -- the end ------------------------------------------------------------------------------------------------

    def _not_followed(self, sentence: str, level: str = "warning") -> None:
        """What was wanted does not follow: it is said, and the run ends as its last session did."""
        if self._over or self._before is None:
            return
        self.parked = None
        self._warnings.append(sentence)
        session_id = self._before.prepared.session_id
        self._note(session_id, level, sentence)
        self._finish(self._before.outcome.status, self._before.outcome.reason)

    def _refused(self, run_id: int | None, error: Exception) -> None:
        """A session could not be prepared."""
        if self._over:
            return
        reason, request = _told(error), self._queued.request
        if run_id is None or self._before is None:
            if isinstance(error, PolicyRefusal) and not isinstance(error, UsageLimitReached) and not request.by_hand:
                self._note(None, "warning", f"A run did not start. {reason}")
            self._over = True
            ended = RunEnded(request, None, SessionStatus.FAILED, reason, error=error)
            self._around.pool.submit(self._tell_when_noted, ended)
        elif isinstance(error, PolicyRefusal):
            self._not_followed(f"The next session did not start. {reason}")
        else:
            self._warnings.append(f"The next tier could not start: {reason}")
            self._finish(SessionStatus.FAILED, reason, run_id)

    def _tell_when_noted(self, ended: RunEnded) -> None:
        """In the pool: who hears of the end finds on record what was noted about it."""
        try:
            self._around.book.store.drain()
        finally:
            self._around.loop.call(lambda: self._turns.ended(self, ended))

    def _note(self, session_id: int | None, level: str, message: str) -> None:
        """What the run itself has to say stands among the events: a warning in passing would be overlooked."""
        book, now = self._around.book, self._around.clock()
        self._write(lambda: book.events.add(level=level, message=message, service=None, session_id=session_id, now=now))

    def _write(self, operation: Callable[[], object]) -> None:
        """Write without waiting; what fails is logged."""

        def told(done: Future[object]) -> None:
            fault = done.exception()
            if isinstance(fault, EnvironmentFault):
                log.error("a run could not note something: %s", fault)
            elif fault is not None:
                log.error("a run could not note something", exc_info=fault)

        self._around.book.store.write(operation).add_done_callback(told)

    def _finish(self, status: str, reason: str, run_id: int | None = None) -> None:
        self._finishing = True
        if run_id is None:
            assert self._before is not None  # noqa: S101
            run_id = self._before.prepared.run_id
        number = run_id
        ended = RunEnded(
            self._queued.request,
            number,
            status,
            reason,
            tuple(self._sessions),
            tuple(dict.fromkeys(self._warnings)),
            memories=tuple(self._memories),
        )

        def work() -> None:
            write_or_keep_trying(self._around, f"run {number}", lambda: self._end_run(number, status))
            self._around.loop.call(lambda: self._turns.ended(self, ended))

        self._around.pool.submit(work)

    def _end_run(self, run_id: int, status: str) -> None:
        self._around.book.store.write(
            lambda: self._around.book.sessions.end_run(run_id, status, self._around.clock())
        ).result()
        remove_leftovers(self._around, self._sessions)


def _told(error: Exception) -> str:
    return error.full_text if isinstance(error, ClaudeOpsError) else f"{type(error).__name__}: {error}"
