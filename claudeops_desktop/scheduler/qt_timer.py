"""What wakes the schedule: one QTimer of the main thread, under an APScheduler of ours.

The timer is set to the next planned moment, once that is near. Timers stand still while the machine sleeps and know
nothing of a clock that is set, so the clock on the wall is compared at every beat of the application, once a minute;
the login manager's word that the machine is awake again (``PrepareForSleep``) brings a beat forward, where there is a
system bus.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtDBus import QDBusConnection

if TYPE_CHECKING:
    from .apscheduler_backend import AlarmScheduler
    from .interfaces import DrivenSchedule

log = logging.getLogger(__name__)

FIRST_BEAT_S = 5.0
PRECISE_BELOW_S = 60.0  # by then it is a due moment, which must not come late
PREPARE_FOR_SLEEP = (
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PrepareForSleep",
)
SLEPT: Any = SLOT("slept(bool)")  # the stubs ask for bytes, which the binding refuses


class SchedulerAlarm(QObject):
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

    def ring_soon(self) -> None:
        """Ring soon, once, however often it is asked. Any thread."""
        try:
            self._asked.emit()
        except RuntimeError:  # the object is gone, and the application with it
            log.debug("asked after the end")

    def run_on_main(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread. Any thread; what comes after the end of the application is dropped."""
        try:
            self._handed.emit(work)
        except RuntimeError:  # the object is gone, and the application with it
            log.debug("work came after the end")

    def ring_in(self, seconds: float) -> None:
        """Ring in so many seconds, and at no other time that was set before."""
        # A coarse timer may be 5 % late; the next beat sets it anew.
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
        """Tell whether the timer is set."""
        return self._timer.isActive()

    @Slot(bool)
    def slept(self, going_to_sleep: bool) -> None:
        """The login manager: about to sleep, or awake again."""
        if not going_to_sleep:
            self._ring_soon()

    @Slot()
    def _ring_soon(self) -> None:
        if not self._silent:
            self.ring_in(0)

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        work()


class QtSchedulerDriver:
    """Drives a SchedulerService: one job for each schedule, made anew from the keeper's plan whenever that changes.

    A job only brings the alarm to its moment: the keeper looks at the clock at every beat and decides.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        self.alarm = SchedulerAlarm(parent)
        self.alarm.rang.connect(self._rang)
        self.scheduler: AlarmScheduler | None = None
        self._schedule: DrivenSchedule | None = None
        self._stale = False

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon. Any thread."""
        self.alarm.run_on_main(work)

    def start(self, schedule: DrivenSchedule) -> None:
        """Begin to call ``schedule.tick()``, for the first time in ``FIRST_BEAT_S`` seconds."""
        self._schedule = schedule
        self.alarm.open()
        self.alarm.ring_in(FIRST_BEAT_S)

    def check_clock(self) -> None:
        """Compare the plan with the clock, as the application wakes anyway. Nothing before the first ring."""
        if self.scheduler is not None:
            self._rang()

    def arrange(self) -> None:
        """The keeper's plan has changed."""
        self._stale = True
        self.alarm.ring_soon()

    def stop(self) -> None:
        """Never call again."""
        self._schedule = None
        self.alarm.close()
        if self.scheduler is not None:
            self.scheduler.shutdown()
            self.scheduler = None

    def _rang(self) -> None:
        if self._schedule is None:
            return
        if self.scheduler is None:
            from .apscheduler_backend import AlarmScheduler

            self.scheduler = AlarmScheduler(self.alarm, self._beat)
            self.scheduler.start()
        self.scheduler.rang()

    def _beat(self) -> float | None:
        if self._schedule is None or self.scheduler is None:
            return None
        self._schedule.tick()
        if self._stale:
            self._stale = False
            self.scheduler.arrange(self._schedule.planned(), self._schedule.zone)
        return self._schedule.look_again_s
