"""One session, live: the process speaks on a reader thread; what it says is logged, understood and stored at once."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..agents.log import SessionLog
from ..agents.outcome import OutcomeReader
from ..agents.process import AgentProcess
from ..agents.reader import StreamReader
from ..agents.registry import require_agent
from ..agents.stall_detector import StallDetector
from ..agents.types import LogLine, ProcessEnding, SessionOutcome
from ..core.clock import to_text
from ..core.emergency_stop_marker import REASON, is_stopped
from ..core.errors import EnvironmentFault
from ..core.text_format import format_bytes, format_count
from ..records.sessions import SessionStatus
from ..storage import CommittedChange
from ..storage.database import TrackedDatabase
from ..stream.events import StreamEvent
from .checkpointer import SessionCheckpointer
from .cooldown_reset import clear_by_health
from .kept_tool_calls import deliver_kept_calls
from .live_measurements import LiveMeasurements
from .marker_store import MarkerStore, SessionResults
from .read_again import not_all_stored, note_all_stored, note_waiting
from .retry_writes import keep_trying
from .run_context import RunContext
from .session_close import keep_measured, left_running, measure_touched, with_measured
from .setup_types import PreparedSession
from .stop_at_refusal import RefusalWatch
from .timeout_pause import TimeoutPause

log = logging.getLogger(__name__)
TOLD_EVERY_S = 0.1
GUARD_GONE = "The guard's own process ended before the session: every tool call after that was refused."
AFTER_RESULT_S = 300.0
"""An agent that says nothing for so long after its result hangs; one that waits for what it began speaks again."""


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A session that is over and written down."""

    prepared: PreparedSession
    outcome: SessionOutcome
    harvest: SessionResults


class SessionRun:
    """Starts a prepared session on the main thread and calls ``done`` there once all of it is stored."""

    def __init__(self, around: RunContext, prepared: PreparedSession, done: Callable[[SessionEnded], None]) -> None:
        self.prepared = prepared
        self._around = around
        self._done = done
        self._keeper = MarkerStore(
            around.book,
            around.memory,
            prepared.session_id,
            prepared.tier,
            dry_run=prepared.dry_run,
            told=prepared.told,
            folder=around.folder.root,
        )
        self._outcome = OutcomeReader(
            handoff=prepared.hand_off,
            spend_cap_usd=prepared.cap_usd or 0.0,
            time_limit_s=prepared.time_limit_s,
            redact=prepared.redactor,
        )
        self._log = SessionLog(prepared.log_file, prepared.redactor)
        asked = prepared.redactor.text(prepared.launch.stdin.decode("utf-8", "replace"))
        self._checkpoints = SessionCheckpointer(around.book, prepared.session_id, asked)
        self._reader = StreamReader(self._log, self._line_read, self._data_read)
        self._refusals: RefusalWatch | None = None
        if around.settings.current.run.stop_at_refusal:
            self._refusals = RefusalWatch(around.book, prepared.session_id, self._refused)
        self._stall = StallDetector() if prepared.agent.capabilities.calls_model else None
        self._live: LiveMeasurements | None = None
        if prepared.agent.capabilities.measures:
            self._live = LiveMeasurements(around, prepared.session_id)
        self._call_off_wait: Callable[[], None] | None = None
        self._told = 0.0
        self._teller: threading.Timer | None = None
        self._written: Future[None] | None = None
        self._process = AgentProcess(prepared.launch, self._reader.feed, time_limit_s=prepared.time_limit_s)
        self._process.started.connect(self._process_started)
        self._process.ended.connect(self._process_ended)
        self._patience = TimeoutPause(around, prepared.session_id, self._process.hold_clock)

    def start(self) -> None:
        """Start the process."""
        self._process.start()

    def stop(self, why: str = "stopped") -> None:
        """Ask it to stop, and make it."""
        self._process.stop(why)

    def shut_down(self) -> None:
        """The application quits: stop the process, wait for it a few seconds at most, and write down how it ended."""
        self._process.shutdown()
        if self._written is not None:
            self._written.result()

    def _line_read(self, line: LogLine, events: Sequence[StreamEvent]) -> None:
        """On the reader thread, for each line."""
        if line.stream == "stderr":
            self._outcome.see_stderr(line.raw.decode("utf-8", "replace"))
        for event in events:
            self._outcome.read_event(event)
        self._keeper.store_line(line.number, line.at, events)
        if self._live is not None:
            self._live.read_events(line.at, events)
        if self._refusals is not None:
            self._refusals.read_events(events)
        if self._stall is not None and (reason := self._stall.read_events(line.at, events)):
            self._stall = None
            self._stalled(reason)
        if self._outcome.overspent and self.prepared.agent.capabilities.costs_money:
            self._around.loop.call(self._stop_for_cost)
        if self._outcome.gave_result:
            self._around.loop.call(self._wait_for_end)
        self._tell_log_soon()

    def _wait_for_end(self) -> None:
        """On the main thread: it said something, and its result is the last that it did."""
        if self._call_off_wait is not None:
            self._call_off_wait()
        if self._process.running:
            self._call_off_wait = self._around.loop.later(AFTER_RESULT_S, self._stop_hung)

    def _stop_hung(self) -> None:
        self._call_off_wait = None
        if self._outcome.gave_result:
            self._process.stop("hung")

    def _data_read(self, line: LogLine, data: dict[str, Any], events: Sequence[StreamEvent]) -> None:
        """On the reader thread, for each line that is JSON."""
        self._checkpoints.read_line(line.number, line.at, data, events)

    def _refused(self, reason: str) -> None:
        """Any thread: a tool call was refused, and the operator wants the session to end at the first."""
        self._outcome.stopped_at(reason)
        self._around.loop.call(lambda: self._process.stop("refused"))
        book, now, session_id = self._around.book, self._around.clock(), self.prepared.session_id
        book.store.write(
            lambda: book.events.add(level="warning", message=reason, service=None, session_id=session_id, now=now)
        )

    def _stalled(self, reason: str) -> None:
        """On the reader thread: the session repeats itself, and would be paid for without end."""
        self._outcome.stalled(reason)
        self._around.loop.call(lambda: self._process.stop("stalled"))

    def _stop_for_cost(self) -> None:
        self._process.stop("spend")

    def _tell_log_soon(self) -> None:
        """At most every 100 ms; the last line of a burst is told too, though nothing may follow it for minutes."""
        if self._teller is not None:
            return
        wait = self._told + TOLD_EVERY_S - time.monotonic()
        if wait <= 0:
            self._tell_log()
            return
        self._teller = threading.Timer(wait, self._tell_log)
        self._teller.daemon = True
        self._teller.start()

    def _tell_log(self) -> None:
        self._teller = None
        self._told = time.monotonic()
        self._around.book.store.hub.publish(CommittedChange("session_log", (self.prepared.session_id,)))

    def _process_started(self, pid: int) -> None:
        self._around.book.store.write(lambda: self._around.book.sessions.update(self.prepared.session_id, pid=pid))

    def _process_ended(self, ending: ProcessEnding) -> None:
        self._patience.end()
        if self._call_off_wait is not None:
            self._call_off_wait()
            self._call_off_wait = None
        if not ending.stop and ending.how != "failed_to_start" and is_stopped(self._around.folder.root):
            ending = replace(
                ending, stop="stopped"
            )  # another process may have ended it: the agent answers SIGINT itself
        self._written = self._around.pool.submit(self._write_down, ending)

    def _write_down(self, ending: ProcessEnding) -> None:
        """Off the main thread: everything said is stored, then the row is closed."""
        outcome: SessionOutcome | None = None
        guarded = self.prepared.close()
        try:
            self._reader.finish()
            teller = self._teller
            if teller is not None:
                teller.cancel()
            self._log.close()
            outcome = require_agent(self.prepared.agent.name).interpret_outcome(self._outcome, ending)
            if self.prepared.kept_files is not None:
                self.prepared.kept_files.take_back(outcome.agent_session_id)
            harvest = self._stored()
            outcome = self._look_after(outcome, ending, guarded=guarded)
            self._close_row(self._as_stored(outcome))
            outcome = self._wait_for_rest(outcome)
            self._checkpoint(harvest)
            ended = SessionEnded(self.prepared, outcome, harvest)
        except EnvironmentFault as fault:
            log.error("session %d could not be written down: %s", self.prepared.session_id, fault)
            ended = self._owed(outcome, fault)
        except Exception as error:
            log.exception("session %d could not be written down", self.prepared.session_id)
            outcome = SessionOutcome(SessionStatus.FAILED, f"{type(error).__name__}: {error}")
            ended = SessionEnded(self.prepared, outcome, self._keeper.harvest)
        self._around.loop.call(lambda: self._done(ended))

    def _look_after(self, outcome: SessionOutcome, ending: ProcessEnding, *, guarded: bool) -> SessionOutcome:
        """The outcome with what was found when the session had ended: whether its guard had ended before, how the
        services are that it acted on, and what it left running."""
        around, session_id = self._around, self.prepared.session_id
        left = left_running(ending.left, self.prepared.redactor.text)
        for level, told in (("warning", "" if guarded else GUARD_GONE), ("info", left)):
            if told:
                outcome = replace(outcome, warnings=(*outcome.warnings, told))
                add = partial(around.book.events.add, level=level, message=told, service=None, session_id=session_id)
                around.book.store.write(partial(add, now=around.clock())).result()
        if self.prepared.agent.capabilities.measures:
            return outcome
        found = measure_touched(around, session_id)
        around.book.store.write(lambda: keep_measured(around, session_id, found)).result()
        return with_measured(outcome, found)

    def _checkpoint(self, harvest: SessionResults) -> None:
        """All turns are kept. Where they cannot be, the session ended all the same, and it is tried again."""
        try:
            self._checkpoints.wait_until_stored()
        except EnvironmentFault as fault:
            harvest.warnings.append(
                f"Not every turn of session {self.prepared.session_id} is kept yet. {fault.full_text}"
            )
            keep_trying(
                self._around, f"turns of session {self.prepared.session_id}", self._checkpoints.wait_until_stored
            )
        except Exception:
            log.exception("the turns of session %d could not be kept", self.prepared.session_id)

    def _close_row(self, outcome: SessionOutcome) -> None:
        self._around.book.store.write(lambda: self._close(outcome)).result()
        self._tell_log()

    def _as_stored(self, outcome: SessionOutcome) -> SessionOutcome:
        """The outcome as far as it is stored: without all of its markers a session is not completed."""
        return not_all_stored(outcome, self._keeper.waiting, " ".join(self._keeper.harvest.failures))

    def _wait_for_rest(self, ended_as: SessionOutcome) -> SessionOutcome:
        """Have what is not stored tried again, in this process from memory; the outcome until then."""
        if not self._keeper.is_behind:
            return ended_as
        book, session_id, now = self._around.book, self.prepared.session_id, self._as_stored(ended_as)

        def again() -> None:
            self._store_rest()
            book.store.write(lambda: note_all_stored(book, session_id, ended_as.status)).result()

        keep_trying(self._around, f"what session {session_id} said", again)
        return now

    def _store_rest(self) -> None:
        """Raises EnvironmentFault where something is still not stored."""
        failures = self._keeper.wait_until_stored().failures
        if self._keeper.is_behind:
            raise EnvironmentFault(" ".join(failures))
        deliver_kept_calls(self._around.book, self._around.folder.root)

    def _owed(self, outcome: SessionOutcome | None, fault: EnvironmentFault) -> SessionEnded:
        """It ended as it ended; that it could not be written down is a warning, and is made good later."""
        if outcome is None:
            return SessionEnded(
                self.prepared, SessionOutcome(SessionStatus.FAILED, fault.full_text), self._keeper.harvest
            )
        ended_as, book, session_id = outcome, self._around.book, self.prepared.session_id

        def again() -> None:
            self._store_rest()
            self._close_row(ended_as)
            book.store.write(lambda: book.sessions.amend_run(session_id, ended_as.status)).result()
            self._checkpoints.wait_until_stored()

        keep_trying(self._around, f"session {session_id}", again)
        harvest = self._keeper.harvest
        harvest.warnings.append(
            f"The end of session {session_id} could not be written down at once; it is tried again until it can be."
            f" {fault.full_text}"
        )
        if not isinstance(book.store.database, TrackedDatabase):  # whoever waits for the run waits for the server
            return SessionEnded(self.prepared, outcome, harvest)
        outcome = self._as_stored(outcome)
        if outcome.status == SessionStatus.COMPLETED:
            reason = f"Its end is not written down yet. {fault.full_text}"
            outcome = replace(outcome, status=SessionStatus.FAILED, reason=reason, escalate=None)
        return SessionEnded(self.prepared, outcome, harvest)

    def _stored(self) -> SessionResults:
        """All that was said, stored, as far as the disk lets us."""
        harvest = self._keeper.wait_until_stored()
        deliver_kept_calls(self._around.book, self._around.folder.root)
        if self._log.fault:
            harvest.warnings.append(self._missing_lines())
        if self._log.cut:
            harvest.warnings.append(f"Of what the agent wrote to stderr, {format_bytes(self._log.cut)} were left out.")
        if self._reader.dropped:
            harvest.warnings.append(
                f"The agent printed lines that are too long to be kept whole: {self._reader.dropped:,} bytes were cut."
            )
        return harvest

    def _missing_lines(self) -> str:
        return f"{self._log.fault} {format_count(self._log.lost, 'line')} of it could not be written."

    def _close(self, outcome: SessionOutcome) -> None:
        now, book, prepared = self._around.clock(), self._around.book, self.prepared
        why = REASON if is_stopped(self._around.folder.root) else "The session that asked has ended."
        book.approvals.withdraw(why, now, session_id=prepared.session_id)
        columns: dict[str, object] = {}
        if outcome.model:
            columns["model"] = outcome.model
        book.sessions.update(
            prepared.session_id,
            status=outcome.status,
            status_reason=outcome.reason,
            ended_at=to_text(now),
            exit_code=outcome.exit_code,
            cost_usd=outcome.cost_usd,
            num_turns=outcome.num_turns,
            duration_ms=outcome.duration_ms,
            response=outcome.response,
            summary=outcome.summary,
            report=outcome.report.as_json(),
            agent_session_id=outcome.agent_session_id,
            **columns,
        )
        if self._log.lost:
            message = self._missing_lines()
            book.events.add(level="warning", message=message, service=None, session_id=prepared.session_id, now=now)
        note_waiting(book, prepared.session_id, self._keeper.waiting, " ".join(self._keeper.harvest.failures))
        if self._live is not None and self._live.recorded and not self._live.failed:
            return
        for checked in outcome.services_checked:
            book.health.add(
                service=checked.service,
                status=checked.status,
                session_id=prepared.session_id,
                check_type=checked.check_type,
                detail=checked.detail,
                response_ms=checked.response_ms,
                measured=prepared.agent.capabilities.measures,
                now=now,
            )
        if prepared.agent.capabilities.measures:
            apart = self._around.settings.current.cooldowns.healthy_minutes
            clear_by_health(book, (checked.service for checked in outcome.services_checked), apart, now)
