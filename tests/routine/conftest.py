"""The routine over a store on disk, with a clock that the test moves and steps that the test writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from support.folders import used_folder

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine import JOBS, RoutineControl
from claudeops_desktop.routine.types import RoutineJob, RoutineStep, StepContext, StepResult
from claudeops_desktop.storage import open_store

BERLIN = ZoneInfo("Europe/Berlin")


class RoutineWorld:
    """One data folder, its clock, and the routine over it."""

    def __init__(self, root: Path, jobs: Sequence[RoutineJob] = JOBS) -> None:
        self.folder = used_folder(root)
        self.store = open_store(self.folder)
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday
        self.settings = Settings()
        self.held = self.stopped = False
        self.book = RecordRepositories(self.store, lambda: self.now)
        self.memory = MemoryService(self.book, lambda: self.now, lambda: self.settings)
        self.control = self.make_control(tuple(jobs))

    def make_control(self, jobs: tuple[RoutineJob, ...]) -> RoutineControl:
        return RoutineControl(
            self.folder,
            self.book,
            lambda: self.memory,
            lambda: self.settings,
            lambda: self.now,
            lambda: BERLIN,
            held=lambda _control: self.held,
            stopped=lambda: self.stopped,
            jobs=jobs,
        )

    @property
    def runner(self):
        return self.control.runner

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)

    def write(self, operation):
        return self.store.write(operation).result()

    def read(self, question):
        return self.store.read(question).result()

    def close(self) -> None:
        self.memory.recall.close()
        self.store.close()


@dataclass
class Acts:
    """Steps that note what they do; one can be made to fail, or to end the process."""

    done: list[str] = field(default_factory=list)
    faults: dict[str, list[BaseException]] = field(default_factory=dict)
    during: dict[str, Callable[[StepContext], None]] = field(default_factory=dict)

    def step(self, name: str) -> RoutineStep:
        def work(context: StepContext) -> StepResult:
            if name in self.during:
                self.during[name](context)
            if self.faults.get(name):
                raise self.faults[name].pop(0)
            self.done.append(name)
            return StepResult(1, 1, f"after {context.position or 'nothing'}", f"{name}{len(self.done)}")

        return RoutineStep(name, f"Do {name}", work)

    def jobs(self) -> tuple[RoutineJob, ...]:
        return (
            RoutineJob("nightly", "Every night", "day", time(2), tuple(map(self.step, "abc"))),
            RoutineJob("weekly", "Every Sunday", "week", time(1), (self.step("w"),)),
            RoutineJob("monthly", "Every month", "month", time(3), (self.step("m"),)),
        )


@pytest.fixture
def acts() -> Acts:
    return Acts()


@pytest.fixture
def routine(tmp_path: Path, acts: Acts) -> Iterator[RoutineWorld]:
    """The routine with steps of the test's own, known since now."""
    made = RoutineWorld(tmp_path / "data", acts.jobs())
    made.runner.states()
    yield made
    made.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[RoutineWorld]:
    """The routine as it ships."""
    made = RoutineWorld(tmp_path / "data")
    yield made
    made.close()
