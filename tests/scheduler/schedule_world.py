"""A machine in simulated time: the real store, the real keeper, a queue whose runs take simulated minutes.

Nothing here sleeps: the world moves its own clocks from one thing that happens to the next.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.gap_detection import ElapsedClocks
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.records.occurrences import Schedule, ScheduleOccurrence
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import SessionStatus
from claudeops_desktop.runs.request import LiveRun, ParkedRun, QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.scheduler import edit
from claudeops_desktop.scheduler.decide_occurrence import CatchUp
from claudeops_desktop.scheduler.interfaces import SchedulerMachine
from claudeops_desktop.scheduler.scheduler_service import SchedulerService
from claudeops_desktop.storage import CommittedChange, open_store

BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
BEAT = timedelta(seconds=60)


def berlin(text: str) -> datetime:
    """A wall-clock time in Berlin, as UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


class SimulatedQueue:
    """One run at a time, in order; each takes ``lasts`` and ends as ``outcome`` says."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._waiting: deque[QueuedRun] = deque()
        self._live: LiveRun | None = None
        self._parked: ParkedRun | None = None
        self._numbers = 0
        self._listeners: list[Callable[[RunEnded], None]] = []
        self.ends_at: datetime | None = None
        self.lasts = timedelta(minutes=2)
        self.outcome: tuple[str, str] = (SessionStatus.COMPLETED, "")
        self.refusal: Exception | None = None
        self.drops = False
        self.begun: list[tuple[datetime, RunRequest]] = []

    @property
    def state(self) -> QueueState:
        parked = (self._parked,) if self._parked else ()
        return QueueState(self._live, tuple(self._waiting), self._world.settings.current.run.paused, parked)

    def park(self) -> None:
        """The service was overloaded: the live run waits, and others may go before it."""
        assert self._live is not None
        live, self._live, self.ends_at = self._live, None, None
        now = to_text(self._world.now)
        self._parked = ParkedRun(live.number, live.request, live.run_id, live.session_id, 1, "overload", now, now)
        self._unparked = live
        self._tell()

    def go_on(self) -> None:
        """The parked run is tried again."""
        assert self._parked is not None
        self._live, self._parked = self._unparked, None
        self.ends_at = self._world.now + self.lasts
        self._tell()

    def enqueue(self, request: RunRequest) -> QueuedRun:
        self._numbers += 1
        queued = QueuedRun(self._numbers, request, to_text(self._world.now))
        if not self.drops:
            self._waiting.append(queued)
            self._pump()
        self._tell()
        return queued

    def cancel(self, number: int) -> bool:
        found = next((queued for queued in self._waiting if queued.number == number), None)
        if found is None:
            return False
        self._waiting.remove(found)
        self._tell()
        self._ended(RunEnded(found.request, None, SessionStatus.STOPPED, "Cancelled before it began."))
        return True

    def on_ended(self, listener: Callable[[RunEnded], None]) -> None:
        self._listeners.append(listener)

    def end(self) -> None:
        """The live run comes to its end."""
        assert self._live is not None
        live, self._live, self.ends_at = self._live, None, None
        status, reason = self.outcome
        book = self._world.book
        book.store.write(lambda: book.sessions.end_run(live.run_id, status, self._world.now)).result()
        self._ended(RunEnded(live.request, live.run_id, status, reason))
        self._pump()
        self._tell()

    def _pump(self) -> None:
        while self._live is None and self._waiting:
            queued = self._waiting.popleft()
            if self.refusal is not None:
                self._ended(RunEnded(queued.request, None, SessionStatus.FAILED, str(self.refusal), error=self.refusal))
                continue
            asked, now, book = queued.request, self._world.now, self._world.book
            run_id = book.store.write(
                lambda asked=asked, now=now, book=book: book.sessions.begin_run(
                    trigger=asked.trigger, agent="watch", max_tier=1, dry_run=False, services=(), now=now
                )
            ).result()
            self.begun.append((now, asked))
            self._live = LiveRun(queued.number, asked, run_id, run_id, "watch", asked.tier, to_text(now))
            self.ends_at = now + self.lasts

    def _ended(self, ended: RunEnded) -> None:
        for listener in tuple(self._listeners):
            listener(ended)

    def _tell(self) -> None:
        self._world.store.hub.publish(CommittedChange("queue"))


class SimulatedDriver:
    """Main thread, timer and beat of the simulated machine."""

    def __init__(self) -> None:
        self.calls: deque[Callable[[], None]] = deque()
        self.keeper: SchedulerService | None = None
        self.arranged = 0

    def call(self, work: Callable[[], None]) -> None:
        self.calls.append(work)

    def start(self, schedule: SchedulerService) -> None:
        self.keeper = schedule

    def arrange(self) -> None:
        self.arranged += 1

    def stop(self) -> None:
        self.keeper = None


class World:
    """The machine. ``now`` is the clock on its wall."""

    def __init__(self, root: Path, now: datetime = MONDAY, zone: tzinfo = BERLIN, catch_up: CatchUp | None = None):
        self.folder = used_folder(root)
        self.store = open_store(self.folder)
        self.now = now
        self.zone = zone
        self.catch_up = catch_up
        self.book = RecordRepositories(self.store)
        self.settings = SettingsService(self.folder.settings_file)
        self.online = True
        self._with_sleep = self._awake = 1000.0
        self.queue = SimulatedQueue(self)
        self.driver = SimulatedDriver()
        self.keeper = self._new_keeper()

    # -- what an operator or the machine does

    def start(self) -> World:
        """The application starts."""
        self.keeper.start()
        self.settle()
        return self

    def end(self) -> None:
        """The application is gone: quit or killed, it writes nothing more."""
        self.keeper.stop()
        self.settle()
        before = self.queue
        self.queue, self.driver = SimulatedQueue(self), SimulatedDriver()
        self.queue.begun, self.queue.lasts, self.queue.outcome = before.begun, before.lasts, before.outcome
        self.keeper = self._new_keeper()

    def only(self, kind: str, rule: str, name: str = "Only", **more: object) -> Schedule:
        """Before the start: a data folder with this schedule alone."""
        return self.store.write(
            lambda: edit.save_schedule(self.book, replace(edit.new_schedule(name, kind, rule), **more), self.now)  # type: ignore[arg-type]
        ).result()

    def run(self, until: datetime | timedelta) -> World:
        """Time passes while the application runs: everything happens at its moment, a beat each minute besides."""
        until = self.now + until if isinstance(until, timedelta) else until
        while self.now < until:
            moments = [until, self.now + BEAT]
            following = self.keeper.next_due()
            if following is not None and following.at > self.now:
                moments.append(following.at)
            if self.queue.ends_at is not None:
                moments.append(max(self.queue.ends_at, self.now))
            self._pass(min(moments) - self.now)
            self.beat()
        return self

    def beat(self) -> None:
        """The timer rings; runs whose time is up end first."""
        while self.queue.ends_at is not None and self.queue.ends_at <= self.now:
            self.queue.end()
            self.settle()
        self.keeper.tick()
        self.settle()

    def sleep(self, until: datetime | timedelta) -> World:
        """The machine is suspended until then, and wakes. Runs stand still as well."""
        until = self.now + until if isinstance(until, timedelta) else until
        span = until - self.now
        self.now = until
        self._with_sleep += span.total_seconds()
        if self.queue.ends_at is not None:
            self.queue.ends_at += span
        if self.driver.keeper is not None:
            self.beat()
        return self

    def off(self, until: datetime | timedelta) -> World:
        """The application does not run until then, and is started again."""
        self.end()
        self._pass((self.now + until if isinstance(until, timedelta) else until) - self.now)
        return self.start()

    def set_clock(self, to: datetime) -> World:
        """Somebody sets the clock."""
        if self.queue.ends_at is not None:
            self.queue.ends_at += to - self.now
        self.now = to
        self.beat()
        return self

    def pause(self, on: bool) -> None:
        """The operator pauses or resumes."""
        self.settings.change("run.paused", on)
        self.settle()

    def answer(self, schedule: Schedule, *, run: bool) -> None:
        """The operator answers the question of a schedule."""
        due = next(row for row in self.rows(schedule) if row.state == "asked")
        self.keeper.answer(due.id, run).result()
        self.settle()

    # -- what is seen

    def rows(self, schedule: Schedule | int = 1) -> list[ScheduleOccurrence]:
        """All due times of a schedule, oldest first."""
        number = schedule if isinstance(schedule, int) else schedule.id
        return self.store.read(lambda: self.book.schedules.due_times(schedule_id=number)).result()[::-1]

    def shown(self, schedule: Schedule | int = 1) -> list[tuple[str, str]]:
        """Wall-clock time and state of each row."""
        return [(self.wall(row.due_at), row.state) for row in self.rows(schedule)]

    def wall(self, moment: str | datetime | None) -> str:
        """A moment as the clock on the wall showed it."""
        assert moment is not None
        found = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
        return f"{found.astimezone(self.zone):%a %H:%M}"

    def begun(self) -> list[tuple[str, str]]:
        """When each run began on the wall clock, and what started it."""
        return [(self.wall(at), str(asked.trigger)) for at, asked in self.queue.begun]

    # -- inside

    def settle(self) -> None:
        """Until nothing is on its way between the threads."""
        while True:
            self.store.drain()
            barrier = threading.Barrier(2)
            for future in [self.store.read(barrier.wait) for _ in range(2)]:
                future.result()
            if not self.driver.calls:
                return
            while self.driver.calls:
                self.driver.calls.popleft()()

    def close(self) -> None:
        self.keeper.stop()
        self.settle()
        self.store.close()

    def _new_keeper(self) -> SchedulerService:
        return SchedulerService(
            self.book,
            self.queue,
            self.settings,
            SchedulerMachine(
                self.driver,
                clock=lambda: self.now,
                zone=lambda: self.zone,
                stopwatch=lambda: ElapsedClocks(self._with_sleep, self._awake),
                reachable=lambda: self.online,
            ),
            catch_up=self.catch_up,
        )

    def _pass(self, span: timedelta) -> None:
        self.now += span
        self._with_sleep += span.total_seconds()
        self._awake += span.total_seconds()


def changed(schedule: Schedule, **columns: object) -> Schedule:
    """The schedule with other columns."""
    return replace(schedule, **columns)  # type: ignore[arg-type]
