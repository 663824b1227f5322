"""What wakes the schedule: an APScheduler of ours on one QTimer of the main thread.

APScheduler's own QtScheduler makes a timer at every change and leaves them behind, and never fires what another thread
added. Here one timer is set to the next planned moment, a minute ahead at most. Timers stand still while the machine
sleeps and know nothing of a clock that is set, so the clock on the wall is compared at every beat; the login manager's
word that the machine is awake again (``PrepareForSleep``) brings the next beat forward, where there is a system bus.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from apscheduler.executors.debug import DebugExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.base import STATE_STOPPED, BaseScheduler
from apscheduler.triggers.base import BaseTrigger
from PySide6.QtCore import SLOT, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection

from ..records.due import Schedule
from .keeper import ScheduleKeeper
from .rules import next_planned
from .zone import Zone

log = logging.getLogger(__name__)

BEAT_S = 60.0
PRECISE_BELOW_S = 5.0
PREPARE_FOR_SLEEP = (
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PrepareForSleep",
)
SLEPT: Any = SLOT("slept(bool)")  # the stubs ask for bytes, which the binding refuses


class Alarm(QObject):
    """The one timer, and the door from other threads. Lives on the main thread.

    ``rang`` is emitted on the main thread: the timer's moment came, or somebody asked.
    """

    rang = Signal()

    _asked = Signal()
    _handed = Signal(object)  # Callable[[], None]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.rang)
        self._asked.connect(self._ring_soon, Qt.ConnectionType.QueuedConnection)
        self._handed.connect(self._do, Qt.ConnectionType.QueuedConnection)
        self._listening = False
        self._silent = True

    def ask(self) -> None:
        """Ring soon, once, however often it is asked. Any thread."""
        self._asked.emit()

    def hand(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread. Any thread; what comes after the end of the application is dropped."""
        try:
            self._handed.emit(work)
        except RuntimeError:  # the object is gone, and the application with it
            log.debug("work came after the end")

    def set(self, seconds: float) -> None:
        """Ring in so many seconds, and at no other time that was set before."""
        kind = Qt.TimerType.PreciseTimer if seconds < PRECISE_BELOW_S else Qt.TimerType.CoarseTimer
        self._timer.setTimerType(kind)
        self._timer.start(max(0, round(seconds * 1000)))

    def open(self) -> None:
        """Begin to ring, also on wake from sleep."""
        self._silent = False
        if not self._listening:
            bus = QDBusConnection.systemBus()
            self._listening = bus.isConnected() and bus.connect(*PREPARE_FOR_SLEEP, self, SLEPT)

    def close(self) -> None:
        """Ring no more."""
        self._silent = True
        self._timer.stop()
        if self._listening:
            QDBusConnection.systemBus().disconnect(*PREPARE_FOR_SLEEP, self, SLEPT)
            self._listening = False

    @property
    def active(self) -> bool:
        """Whether the timer is set."""
        return self._timer.isActive()

    @Slot(bool)
    def slept(self, going_to_sleep: bool) -> None:
        """The login manager: about to sleep, or awake again."""
        if not going_to_sleep:
            self._ring_soon()

    @Slot()
    def _ring_soon(self) -> None:
        if not self._silent:
            self.set(0)

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()


class RuleTrigger(BaseTrigger):
    """A schedule's rule with its jitter, as APScheduler asks for it. What was missed is the keeper's business."""

    def __init__(self, schedule: Schedule, zone: Zone) -> None:
        self.schedule = schedule
        self.zone = zone

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        """The next moment later than the previous one and than now."""
        after = now if previous is None else max(previous, now)
        return next_planned(self.schedule, after.astimezone(UTC), self.zone()).at


class QtScheduler(BaseScheduler):
    """APScheduler on one ``Alarm``. Jobs run on the main thread, each once however late; none after shutdown.

    ``beat`` is called after the jobs, each time the alarm rang: once a minute at least.
    """

    def __init__(self, beat: Callable[[], None] | None = None, parent: QObject | None = None) -> None:
        self.alarm = Alarm(parent)
        self.alarm.rang.connect(self._process_jobs)
        self._on_beat = beat
        super().__init__(timezone=UTC, job_defaults={"coalesce": True, "misfire_grace_time": None, "max_instances": 1})

    def start(self, paused: bool = False) -> None:
        """Begin. On the main thread."""
        self.alarm.open()
        super().start(paused)

    def shutdown(self, wait: bool = True) -> None:
        """End: nothing fires any more, whatever is still on its way. On the main thread."""
        self.alarm.close()
        if self.state != STATE_STOPPED:
            super().shutdown(wait)

    def wakeup(self) -> None:
        """Look at the jobs soon. Any thread."""
        self.alarm.ask()

    def _process_jobs(self) -> None:
        if self.state == STATE_STOPPED:
            return
        wait = BEAT_S
        try:
            found = super()._process_jobs()
            wait = BEAT_S if found is None else min(found, BEAT_S)
            if self._on_beat is not None:
                self._on_beat()
        finally:  # a bug in one beat must not be the last one
            if self.state != STATE_STOPPED:
                self.alarm.set(wait)

    def _create_default_executor(self) -> Any:
        return DebugExecutor()

    def _create_default_jobstore(self) -> Any:
        return MemoryJobStore()


class ScheduleDriver:
    """Drives a ScheduleKeeper: one job for each schedule, made anew from the keeper's plan whenever that changes.

    A job only brings the alarm to its moment: the keeper looks at the clock at every beat and decides.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        self.scheduler = QtScheduler(self._beat, parent)
        self._keeper: ScheduleKeeper | None = None
        self._stale = False

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. Any thread."""
        self.scheduler.alarm.hand(work)

    def start(self, keeper: ScheduleKeeper) -> None:
        """Begin to call ``keeper.tick()``."""
        self._keeper = keeper
        self.scheduler.start()

    def arrange(self) -> None:
        """The keeper's plan has changed."""
        self._stale = True
        self.scheduler.wakeup()

    def stop(self) -> None:
        """Never call again."""
        self._keeper = None
        self.scheduler.shutdown()

    def _beat(self) -> None:
        if self._keeper is None:
            return
        self._keeper.tick()
        if not self._stale:
            return
        self._stale = False
        self.scheduler.remove_all_jobs()
        for schedule, planned in self._keeper.planned():
            trigger = RuleTrigger(schedule, self._keeper.zone)
            name = schedule.name
            self.scheduler.add_job(_due, trigger, id=str(schedule.id), name=name, next_run_time=planned.at)


def _due() -> None:
    """The beat that follows does the work, outside of APScheduler's locks."""
