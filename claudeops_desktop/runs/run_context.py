"""The parts of the application that a run works with, and the interface of the main loop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..core.clock import Clock, utc_now
from ..core.paths import DataFolder
from ..core.settings import SettingsService
from ..records.record_books import RecordRepositories
from ..records.telemetry.owners import is_alive, process_owner
from .retry_writes import UnwrittenWork

if TYPE_CHECKING:
    from ..learning import LearningService
    from ..memory import MemoryService
    from ..records.health import MeasuredStatus

__all__ = ["MainLoop", "RunContext", "is_alive", "process_owner"]


class MainLoop(Protocol):
    """The main thread's event loop, as far as runs need it."""

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. May be called from any thread."""

    def later(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Do ``work`` on the main thread in so many seconds; the returned function calls it off. Main thread only."""

    def every(self, seconds: float, work: Callable[[], object], first_s: float | None = None) -> Callable[[], None]:
        """Do ``work`` on the main thread in ``first_s`` seconds and about every so many ``seconds`` from then on,
        together with all else that looks again from time to time; the returned function ends that. Main thread only."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """The parts that runs work with. ``pool`` does what must not hold the main thread up; ``memory_of`` gives all that
    is known, which is loaded when it is first asked for. ``measured`` takes what our own code measured, inside
    ``store.write``.
    """

    folder: DataFolder
    settings: SettingsService
    book: RecordRepositories
    memory_of: Callable[[], MemoryService]
    loop: MainLoop
    pool: ThreadPoolExecutor
    clock: Clock = utc_now
    measured: Callable[[Sequence[MeasuredStatus]], None] = lambda _measured: None
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    unwritten: UnwrittenWork = field(default_factory=UnwrittenWork)

    @property
    def learning(self) -> LearningService:
        """What was learned from outcomes, by the numbers that are set now."""
        from ..learning import LearningService, PatternRules

        return LearningService(self.book, self.clock, lambda: PatternRules.from_settings(self.settings.current))

    @property
    def memory(self) -> MemoryService:
        """The memory service, which is loaded when it is first asked for."""
        return self.memory_of()
