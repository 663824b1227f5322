"""What the operator sees of the routine and may do to it: from the window and the command line alike."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.clock import to_text
from ..core.emergency_stop_marker import is_stopped
from ..records.sessions import SessionStatus
from ..records.telemetry.owners import is_alive
from . import rules
from .jobs import JOBS
from .runner import RoutineRunner
from .types import RoutineJob, StepContext, StoredRoutineRun
from .weekly.reporting import report_week
from .weekly.tables import ReportRecords

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..core.paths import DataFolder
    from ..core.settings.groups import Settings
    from ..memory import MemoryService
    from ..records.record_books import RecordRepositories
    from .weekly.types import WeeklyReport


@dataclass(frozen=True, slots=True)
class JobStanding:
    """How a job stands. ``next_at`` is when it runs next, which may be past: then it is overdue. ``last`` is its last
    run that was not skipped."""

    job: RoutineJob
    paused: bool
    next_at: datetime
    overdue: bool
    last: StoredRoutineRun | None

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "job": self.job.name,
            "title": str(self.job.title),
            "paused": self.paused,
            "next_at": to_text(self.next_at),
            "overdue": self.overdue,
            "last": self.last.as_json() if self.last is not None else None,
            "steps": [{"name": step.name, "title": str(step.title)} for step in self.job.steps],
        }


@dataclass(frozen=True, slots=True)
class SkippedDueTime:
    """A due time that was skipped, and what was settled before: from this it can be undone."""

    job: str
    due_at: datetime
    settled_before: datetime | None


def is_session_live(book: RecordRepositories) -> bool:
    """Tell whether a session runs, of whichever process of ours. Inside ``store.read``."""
    return any(is_alive(one.owner) for one in book.sessions.list(status=SessionStatus.RUNNING))


class RoutineControl:
    """The routine of one data folder. Methods wait for the database where they do not say otherwise. ``held`` says
    while jobs are done whether they are to wait, which ``RoutineControl.is_held`` knows; ``stopped`` whether the
    process ends."""

    def __init__(
        self,
        folder: DataFolder,
        book: RecordRepositories,
        memory: Callable[[], MemoryService],
        settings: Callable[[], Settings],
        clock: Clock,
        zone: Callable[[], tzinfo],
        *,
        held: Callable[[RoutineControl], bool] = lambda _control: False,
        stopped: Callable[[], bool] = lambda: False,
        jobs: tuple[RoutineJob, ...] = JOBS,
    ) -> None:
        self._folder = folder
        self._book = book
        self._memory = memory
        self._settings = settings
        self._clock = clock
        self._zone = zone
        self._stopped = stopped
        self.runner = RoutineRunner(book, jobs, self.context, clock, zone, partial(held, self), stopped)
        self.reports = ReportRecords()

    def is_held(self) -> bool:
        """Tell whether the routine is to wait: a session runs, or the operator stopped everything. Waits for the
        database."""
        if is_stopped(self._folder.root):
            return True
        return self._book.store.read(lambda: is_session_live(self._book)).result()

    def context(self) -> StepContext:
        """What a step works with, by the settings that are in force now."""
        from ..learning import LearningService, PatternRules

        settings = self._settings()
        learning = LearningService(self._book, self._clock, lambda: PatternRules.from_settings(settings))
        return StepContext(
            self._book, self._memory(), learning, settings, self._folder, self._clock, self._zone(),
            dict(os.environ), stopped=self._stopped,
        )  # fmt: skip

    def watch(self) -> None:
        """Know all jobs from now on. Inside ``store.write``."""
        self.runner.records.watch(self.runner.jobs, self._clock())

    def list_jobs(self) -> list[JobStanding]:
        """How each job stands. Inside ``store.read``."""
        states, now, zone = self.runner.records.states(), self._clock(), self._zone()
        owed = {one.job.name for one in rules.overdue(self.runner.jobs, states, now, zone)}
        found = []
        for job in self.runner.jobs:
            state = states.get(job.name)
            last = [run for run in self.runner.records.list(job.name, 10) if run.state not in ("skipped", "replaced")]
            at = rules.next_run(job, state, now, zone) if state is not None else rules.next_due(job, now, zone)
            paused = state is not None and state.paused
            found.append(JobStanding(job, paused, at, job.name in owed, last[0] if last else None))
        return found

    def history(self, limit: int = 50) -> list[StoredRoutineRun]:
        """Runs, newest first. Inside ``store.read``."""
        return self.runner.records.list(limit=limit)

    def skip(self, name: str) -> SkippedDueTime:
        """Leave the next run of a job out, or the one that is overdue. Inside ``store.write``. Raises UsageError."""
        job = self.runner.job(name)
        self.watch()
        now, zone, records = self._clock(), self._zone(), self.runner.records
        due = rules.next_run(job, records.states()[job.name], now, zone)
        before = records.settle(job.name, due)
        records.skip(job.name, due, now)
        return SkippedDueTime(job.name, due, before)

    def undo_skip(self, skipped: SkippedDueTime) -> None:
        """It is due again. Inside ``store.write``."""
        self.runner.records.settle(skipped.job, skipped.settled_before)
        self.runner.records.unskip(skipped.job, skipped.due_at)

    def set_paused(self, name: str, paused: bool) -> RoutineJob:
        """Let a job rest, or go on. Inside ``store.write``. Raises UsageError."""
        job = self.runner.job(name)
        self.watch()
        self.runner.records.set_paused(job.name, paused)
        return job

    def report(self, week: str = "") -> WeeklyReport:
        """The report of a week, or of the last whole one; made now where there is none. Not inside ``store.read`` or
        ``store.write``. Raises UsageError for what is no week."""
        return report_week(self.context(), week)

    def latest_report(self) -> WeeklyReport | None:
        """The latest report that is kept. Inside ``store.read``."""
        return self.reports.get()
