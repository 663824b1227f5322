"""An APScheduler of ours on one alarm, in place of APScheduler's own for Qt.

That one makes a timer at every change and leaves them behind, wakes after its end, and never fires what another thread
added. Imported late: APScheduler brings a tenth of a second of other modules with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from apscheduler.executors.debug import DebugExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.base import STATE_STOPPED, BaseScheduler
from apscheduler.triggers.base import BaseTrigger

from ..core.clock import utc_now, wall_time
from ..records.occurrences import Schedule
from .rules import PlannedOccurrence, next_planned
from .zone import Zone

AGAIN_S = 60.0
"""After a beat that failed."""
NEAR_S = 120.0
"""The alarm is set to what is due within this; the application beats once a minute, and then looks again."""


class AlarmTimer(Protocol):
    """A timer of the main thread that rings once at a time."""

    def ring_soon(self) -> None:
        """Ring soon, once, however often it is asked. Any thread."""

    def ring_in(self, seconds: float) -> None:
        """Ring in so many seconds, and at no other time that was set before."""


class RuleTrigger(BaseTrigger):
    """A schedule's rule with its jitter, as APScheduler asks for it. What was missed is the keeper's business."""

    def __init__(self, schedule: Schedule, zone: Zone) -> None:
        self.schedule = schedule
        self.zone = zone

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        """The next moment later than the previous one and than now."""
        after = now if previous is None else max(previous, now)
        return next_planned(self.schedule, after.astimezone(UTC), self.zone()).at


class AlarmScheduler(BaseScheduler):
    """APScheduler on one alarm, which is to call ``rang``. Jobs run there, each once however late; none after shutdown.

    ``beat`` is called after the jobs, each time ``rang`` is. It may answer in how many seconds it wants to be called
    again.
    """

    def __init__(self, alarm: AlarmTimer, beat: Callable[[], float | None]) -> None:
        self._alarm = alarm
        self._on_beat = beat
        super().__init__(timezone=UTC, job_defaults={"coalesce": True, "misfire_grace_time": None, "max_instances": 1})

    def shutdown(self, wait: bool = True) -> None:
        """End: nothing fires any more, whatever is still on its way."""
        if self.state != STATE_STOPPED:
            super().shutdown(wait)

    def arrange(self, planned: Iterable[tuple[Schedule, PlannedOccurrence]], zone: Zone) -> None:
        """One job for each schedule, in place of all there were. APScheduler asks the computer's clock, which may be
        another one than that of the plan."""
        self.remove_all_jobs()
        apart = timedelta(seconds=round((wall_time() - utc_now()).total_seconds()))
        for schedule, first in planned:
            trigger = RuleTrigger(schedule, zone)
            self.add_job(_due, trigger, id=str(schedule.id), name=schedule.name, next_run_time=first.at + apart)

    def wakeup(self) -> None:
        """Look at the jobs soon. Any thread."""
        if self.state != STATE_STOPPED:
            self._alarm.ring_soon()

    def rang(self) -> None:
        """The alarm's moment came, or the application woke: run what is due, beat, and set the alarm for the next
        moment, where that is near."""
        if self.state == STATE_STOPPED:
            return
        wait = AGAIN_S
        try:
            found = self._process_jobs()
            wait = min(NEAR_S if found is None else found, self._on_beat() or NEAR_S)
        finally:  # a bug in one beat must not be the last one
            if self.state != STATE_STOPPED and wait < NEAR_S:
                self._alarm.ring_in(wait)

    def _create_default_executor(self) -> Any:
        return DebugExecutor()

    def _create_default_jobstore(self) -> Any:
        return MemoryJobStore()


def _due() -> None:
    """The beat that follows does the work, outside of APScheduler's locks."""
