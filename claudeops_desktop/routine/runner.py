"""Does the jobs of the routine, step by step, so that each step is done once, whatever ends the process between two.

A step that failed is tried again at the next opportunity, three times at most, and does not keep the later ones from
running. A run is over when each of its steps is. Where a session begins, or the application ends, a step stops after
the part that it is at, and goes on later.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from ..core.clock import from_text
from ..core.errors import ClaudeOpsError, EnvironmentFault, UsageError
from ..core.messages import UserMessage
from ..records.telemetry import recording
from . import rules
from .tables import RoutineRecords
from .types import DueJob, JobState, RoutineJob, RoutineStep, RoutineStopped, StepContext, StoredRoutineRun, StoredStep

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..records.record_books import RecordRepositories

log = logging.getLogger(__name__)
CUT_OFF = UserMessage("The application ended three times while this was being done.")
REST_S = 0.002  # between two parts of a step: whoever waits for the database goes first
LOOK_S = 0.5  # so often it is asked whether a session began
_at_work: set[tuple[str, str]] = set()  # store and job that a thread of this process is at
_lock = threading.Lock()


class StepPacing:
    """Asked between two parts of a step: rests for a moment, and says whether the step is to stop."""

    def __init__(self, held: Callable[[], bool], stopped: Callable[[], bool]) -> None:
        self._held = held
        self._stopped = stopped
        self._asked_at = perf_counter()

    def __call__(self) -> bool:
        """Tell whether to stop."""
        sleep(REST_S)
        if self._stopped():
            return True
        if perf_counter() - self._asked_at < LOOK_S:
            return False
        self._asked_at = perf_counter()
        return self._held()


class RoutineRunner:
    """Carries jobs out on the calling thread, which may wait. ``context`` gives what the steps work with; ``held`` says
    whether a job is to wait, ``stopped`` whether the application ends."""

    def __init__(
        self,
        book: RecordRepositories,
        jobs: Sequence[RoutineJob],
        context: Callable[[], StepContext],
        clock: Clock,
        zone: Callable[[], tzinfo],
        held: Callable[[], bool] = lambda: False,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.records = RoutineRecords(book.store)
        self.jobs = tuple(jobs)
        self._store = book.store
        self._context = context
        self._clock = clock
        self._zone = zone
        self._held = held
        self._stopped = stopped

    def job(self, name: str) -> RoutineJob:
        """The job of that name. Raises UsageError where there is none."""
        found = next((job for job in self.jobs if job.name == name), None)
        if found is None:
            raise UsageError(
                UserMessage("There is no routine job “{job}”.", job=name),
                UserMessage("Take one of {jobs}.", jobs=", ".join(job.name for job in self.jobs)),
            )
        return found

    def states(self) -> Mapping[str, JobState]:
        """How each job stands; a job that is new is watched from now on. Waits for the database."""
        found = self._store.read(self.records.states).result()
        if any(job.name not in found for job in self.jobs):
            self._store.write(lambda: self.records.watch(self.jobs, self._clock())).result()
            found = self._store.read(self.records.states).result()
        return found

    def overdue(self) -> list[DueJob]:
        """What is to be done now: runs that are not over, and jobs whose time has come."""
        states, now = self.states(), self._clock()
        due = rules.overdue(self.jobs, states, now, self._zone())
        named = {one.job.name for one in due}
        known = {job.name: job for job in self.jobs}
        for run in self._store.read(self.records.unfinished).result():
            if run.job in named or run.job not in known or states[run.job].paused:  # of another version: left alone
                continue
            named.add(run.job)
            due.append(DueJob(known[run.job], from_text(run.due_at)))
        return sorted(due, key=lambda one: self.jobs.index(one.job))

    def do_overdue(self) -> list[StoredRoutineRun]:
        """Do what is overdue, each job once; what was done, in order."""
        done = []
        for one in self.overdue():
            if self._stopped() or self._held():
                break
            run = self.do_job(one.job, one.due_at)
            if run is not None:
                done.append(run)
        return done

    def run_now(self, name: str) -> StoredRoutineRun:
        """Do a job now, as the operator wants it. Raises UsageError, and EnvironmentFault where another process is at
        it."""
        job = self.job(name)
        self.states()
        run = self.do_job(job, self._clock(), by_operator=True)
        if run is None:
            raise EnvironmentFault(
                UserMessage("The {job} routine is running already.", job=job.name),
                UserMessage("See `claudeops routine status`."),
            )
        return run

    def do_job(self, job: RoutineJob, due_at: datetime, *, by_operator: bool = False) -> StoredRoutineRun | None:
        """Do the steps of a job that are not over yet; the run as it stands then, None where somebody else is at it."""
        with self._alone(job) as alone:
            begin = partial(self.records.begin, job, due_at, self._clock(), by_operator=by_operator)
            run = self._store.write(begin).result() if alone else None
            if run is None:
                return None
            for stored in run.steps:
                step = job.step(stored.name)
                if step is None or stored.is_over:
                    if stored.state == "running":
                        self._store.write(partial(self._failed, run, stored.name, CUT_OFF, 0.0)).result()
                    continue
                if self._stopped() or self._held():
                    break
                try:
                    self._do_step(run, step)
                except RoutineStopped:
                    break
            return self._settle(run, job, due_at)

    def _do_step(self, run: StoredRoutineRun, step: RoutineStep) -> None:
        store, records, name = self._store, self.records, step.name
        position = store.read(lambda: records.last_position(name)).result()
        store.write(lambda: records.begin_step(run.id, name)).result()
        start = perf_counter()
        try:
            pacing = StepPacing(self._held, self._stopped)
            result = step.work(replace(self._context(), position=position, stopped=pacing))
        except RoutineStopped:
            store.write(lambda: records.take_back_step(run.id, name)).result()
            raise
        except Exception as error:
            spent = perf_counter() - start
            why = _sentence(error)
            if isinstance(error, ClaudeOpsError):
                log.warning("the step %s of the %s routine failed: %s", name, run.job, why)
            else:
                log.exception("the step %s of the %s routine failed", name, run.job)
            store.write(lambda: self._failed(run, name, why, spent)).result()
        else:
            spent = perf_counter() - start
            told = replace(result, position=result.position or position)

            def end() -> None:
                records.end_step(run.id, name, told, spent, self._clock())
                recording.emit_event(
                    "routine", f"routine.{name}.completed", now=self._clock(), duration_ms=round(spent * 1000, 1),
                    job=run.job, count=result.count, changed=result.changed,
                )  # fmt: skip

            store.write(end).result()

    def _failed(self, run: StoredRoutineRun, name: str, why: str, spent: float) -> None:
        self.records.fail_step(run.id, name, why, spent, self._clock())
        recording.emit_event(
            "routine", f"routine.{name}.failed", now=self._clock(), level="error", success=False,
            duration_ms=round(spent * 1000, 1), job=run.job,
        )  # fmt: skip

    def _settle(self, run: StoredRoutineRun, job: RoutineJob, due_at: datetime) -> StoredRoutineRun:
        """Close a run of which every step is over; leave any other for the next opportunity."""

        def settle() -> StoredRoutineRun:
            now = self.records.get(run.id)
            assert now is not None  # noqa: S101
            left = [step for step in _known(now.steps, job) if not step.is_over]
            if left:
                self.records.release(run.id)
            else:
                self.records.end(run.id, "failed" if _known_failures(now, job) else "done", self._clock())
                state = self.records.states().get(job.name)
                before = state.settled_until if state is not None else None
                self.records.settle(job.name, due_at if before is None else max(before, due_at))
            found = self.records.get(run.id)
            assert found is not None  # noqa: S101
            return found

        return self._store.write(settle).result()

    @contextmanager
    def _alone(self, job: RoutineJob) -> Iterator[bool]:
        """Tell whether no other thread of this process is at the job."""
        key = (str(self._store.path), job.name)
        with _lock:
            mine = key not in _at_work
            if mine:
                _at_work.add(key)
        try:
            yield mine
        finally:
            if mine:
                with _lock:
                    _at_work.discard(key)


def _known(steps: Sequence[StoredStep], job: RoutineJob) -> list[StoredStep]:
    """The steps that this version knows: one of another version is never done, and nobody waits for it."""
    return [step for step in steps if job.step(step.name) is not None]


def _known_failures(run: StoredRoutineRun, job: RoutineJob) -> list[StoredStep]:
    return [step for step in _known(run.steps, job) if step.state != "done"]


def _sentence(error: Exception) -> str:
    if isinstance(error, ClaudeOpsError):
        return error.full_text
    return UserMessage(
        "An unexpected error ended it ({error}); the log says more.", error=f"{type(error).__name__}: {error}"[:200]
    )
