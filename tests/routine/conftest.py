"""The routine over a store on disk, with a clock that the test moves and steps that the test writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path

import pytest
from routine_folder import RoutineWorld

from claudeops_desktop.routine.types import RoutineJob, RoutineStep, StepContext, StepResult


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
