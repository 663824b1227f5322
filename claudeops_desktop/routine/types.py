"""Jobs of the routine and their steps, what a step is given and answers, and the rows of what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time, tzinfo
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..core.paths import DataFolder
    from ..core.settings.groups import Settings
    from ..knowledge import KnowledgeService
    from ..knowledge.proposals.service import ProposalService
    from ..learning import LearningService
    from ..memory import MemoryService
    from ..records.record_books import RecordRepositories

JobPeriod = Literal["day", "week", "month"]
RunState = Literal["running", "done", "failed", "skipped", "replaced"]
StepState = Literal["waiting", "running", "done", "failed"]
MOST_ATTEMPTS = 3


class RoutineStopped(Exception):
    """A step was asked to stop before its end; it is done again later. What it wrote stays."""


@dataclass(frozen=True, slots=True)
class StepContext:
    """What a step works with. ``position`` is what the step of that name answered last time ("" the first time);
    ``stopped`` is asked between two parts of a step: it rests for a moment and says whether the step is to stop;
    ``zone`` is the operator's time zone, ``environ`` what a model's program is started with."""

    book: RecordRepositories
    memory: MemoryService
    learning: LearningService
    settings: Settings
    folder: DataFolder
    clock: Clock
    zone: tzinfo
    environ: Mapping[str, str] = field(default_factory=dict)
    position: str = ""
    stopped: Callable[[], bool] = lambda: False

    @contextmanager
    def knowledge(self) -> Iterator[KnowledgeService]:
        """The knowledge folder that the settings name, closed after."""
        from ..knowledge import open_knowledge

        made = open_knowledge(self.folder, self.settings, self.clock)
        try:
            yield made
        finally:
            made.close()

    @contextmanager
    def proposals(self) -> Iterator[ProposalService]:
        """Proposed changes of that folder."""
        from ..knowledge.proposals.service import ProposalService

        with self.knowledge() as folder:
            yield ProposalService(self.book, folder, self.memory, lambda: self.settings, self.clock)

    def check_stopped(self) -> None:
        """Raises RoutineStopped where the step is to end."""
        if self.stopped():
            raise RoutineStopped


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step did: how many it looked at, how many it changed, a sentence where there is more to say, and where the
    next run goes on from."""

    count: int = 0
    changed: int = 0
    note: str = ""
    position: str = ""


@dataclass(frozen=True, slots=True)
class RoutineStep:
    """One step of a job. ``work`` runs on a thread that may wait, never inside ``store.write``; done twice, it changes
    nothing the second time."""

    name: str
    title: str
    work: Callable[[StepContext], StepResult]


@dataclass(frozen=True, slots=True)
class RoutineJob:
    """A list of steps with its time: every day, every Sunday or every first of the month, ``at`` in local time."""

    name: str
    title: str
    period: JobPeriod
    at: time
    steps: tuple[RoutineStep, ...]

    def step(self, name: str) -> RoutineStep | None:
        """The step of that name; None for one of another version."""
        return next((step for step in self.steps if step.name == name), None)


@dataclass(frozen=True, slots=True)
class JobState:
    """A row of ``routine_jobs``. ``watched_from``: due times before it count as done. ``settled_until`` is the last
    due time, or the last run by hand, that is over; None before the first one."""

    job: str
    watched_from: datetime
    settled_until: datetime | None = None
    paused: bool = False


@dataclass(frozen=True, slots=True)
class DueJob:
    """A job that is overdue, and since when."""

    job: RoutineJob
    due_at: datetime


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A row of ``routine_steps``. ``seconds`` is what the last attempt took; ``note`` a message, as is a failure's
    sentence."""

    name: str
    state: StepState
    attempts: int
    count: int
    changed: int
    seconds: float
    note: str
    position: str
    ended_at: str

    @property
    def is_over(self) -> bool:
        """Done, or failed too often to be tried again."""
        return self.state == "done" or self.attempts >= MOST_ATTEMPTS

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "name": self.name,
            "count": self.count,
            "changed": self.changed,
            "seconds": round(self.seconds, 3),
            "state": self.state,
            "note": str(self.note),
            "attempts": self.attempts,
        }


@dataclass(frozen=True, slots=True)
class StoredRoutineRun:
    """A row of ``routine_runs`` with its steps, in order. ``due_at`` is when it was due, or asked for."""

    id: int
    job: str
    due_at: str
    state: RunState
    by_operator: bool
    started_at: str
    ended_at: str
    owner: str
    steps: tuple[StoredStep, ...] = ()

    @property
    def seconds(self) -> float:
        """What its steps took."""
        return sum(step.seconds for step in self.steps)

    @property
    def changed(self) -> int:
        """What its steps changed."""
        return sum(step.changed for step in self.steps)

    @property
    def failures(self) -> list[StoredStep]:
        """The steps that failed at their last attempt."""
        return [step for step in self.steps if step.state == "failed"]

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "id": self.id,
            "job": self.job,
            "due_at": self.due_at,
            "state": self.state,
            "by_operator": self.by_operator,
            "started_at": self.started_at,
            "ended_at": self.ended_at,
            "steps": [step.as_json() for step in self.steps],
        }
