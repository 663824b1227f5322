"""What the schedule needs of others: a run queue, and something that wakes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ..runs.request import QueuedRun, QueueState, RunEnded, RunRequest

if TYPE_CHECKING:
    from .scheduler_service import SchedulerService


class RunQueuePort(Protocol):
    """The run queue, as far as the schedule needs it."""

    @property
    def state(self) -> QueueState:
        """What runs and what waits."""

    def enqueue(self, request: RunRequest) -> QueuedRun:
        """Put a run into the queue."""

    def cancel(self, number: int) -> object:
        """Take a waiting run out of the queue."""

    def on_ended(self, callback: Callable[[RunEnded], None]) -> object:
        """Call back when a run is over."""


class SchedulerDriver(Protocol):
    """What wakes the keeper: a timer on the main thread (``scheduler/qt_timer.py``), or simulated time."""

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. May be called from any thread."""

    def start(self, keeper: SchedulerService) -> None:
        """Begin to call ``keeper.tick()``: at each planned moment, at least once a minute, and on wake from sleep."""

    def arrange(self) -> None:
        """What is planned has changed."""

    def stop(self) -> None:
        """Never call again."""
