"""The routine over a store on disk, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from support.folders import used_folder

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine import JOBS, RoutineControl
from claudeops_desktop.routine.types import RoutineJob
from claudeops_desktop.storage import open_store

BERLIN = ZoneInfo("Europe/Berlin")


class RoutineWorld:
    """One data folder, its clock, and the routine over it."""

    def __init__(self, root: Path, jobs: Sequence[RoutineJob] = JOBS) -> None:
        self.folder = used_folder(root)
        self.store = open_store(self.folder)
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday
        self.settings = Settings()
        self.zone = BERLIN
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
            lambda: self.zone,
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
