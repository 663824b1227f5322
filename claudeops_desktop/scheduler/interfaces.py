"""The interfaces between the scheduler and its neighbours: the run queue, the driver that wakes it, and what a driver
may ask of it.

``scheduler_service`` implements ``DrivenSchedule`` and uses the other two. The drivers know only this file, so neither
imports the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from ..core.clock import Clock, utc_now
from ..core.gap_detection import Stopwatch, read_stopwatches
from ..core.network_route import Reachable, has_route
from ..records.occurrences import Schedule
from ..runs.request import QueuedRun, QueueState, RunEnded, RunRequest
from .rules import PlannedOccurrence
from .zone import LocalZone, Zone


class RunQueuePort(Protocol):
    """The run queue, as far as the schedule needs it."""

    @property
    def state(self) -> QueueState:
        """Which run is live and which runs wait."""

    def enqueue(self, request: RunRequest) -> QueuedRun:
        """Put a run into the queue."""

    def cancel(self, number: int) -> object:
        """Take a waiting run out of the queue."""

    def on_ended(self, callback: Callable[[RunEnded], None]) -> object:
        """Call back when a run is over."""


class DrivenSchedule(Protocol):
    """The schedules of one data folder, as far as a driver needs them. Main thread only."""

    @property
    def zone(self) -> Zone:
        """Gives the operator's time zone, which may change while the application runs."""

    @property
    def look_again_s(self) -> float | None:
        """In how many seconds to call ``tick`` again, where that is sooner than usual."""

    def tick(self) -> None:
        """Compare the plan with the clock and decide what has become due. Calling it often does no harm."""

    def planned(self) -> tuple[tuple[Schedule, PlannedOccurrence], ...]:
        """The next occurrence of each schedule that is switched on."""


class SchedulerDriver(Protocol):
    """Wakes the scheduler: a timer on the main thread (``scheduler/qt_timer.py``), or simulated time in tests."""

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. May be called from any thread."""

    def start(self, schedule: DrivenSchedule) -> None:
        """Begin to call ``schedule.tick()``: at each planned moment, at each beat of the application, and on wake from
        sleep."""

    def arrange(self) -> None:
        """Read ``planned`` again, because the plan has changed."""

    def stop(self) -> None:
        """Stop calling ``tick``."""


@dataclass(frozen=True, slots=True)
class SchedulerMachine:
    """What the scheduler asks of the machine that it runs on. A test simulates all of it.

    ``clock`` gives UTC, ``zone`` the operator's time zone, ``stopwatch`` the two clocks by which sleep is told from a
    clock that was set, and ``reachable`` says whether there is a network.
    """

    driver: SchedulerDriver
    clock: Clock = utc_now
    zone: Zone = field(default_factory=LocalZone)
    stopwatch: Stopwatch = read_stopwatches
    reachable: Reachable = has_route
