"""PITFALLS (APScheduler 3.11): one owned timer, no wake-ups after the end, other threads heard, sleep noticed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer
from pytestqt.qtbot import QtBot

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.request import QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.scheduler.apscheduler_backend import AGAIN_S, NEAR_S, AlarmScheduler
from claudeops_desktop.scheduler.interfaces import SchedulerMachine
from claudeops_desktop.scheduler.qt_timer import QtSchedulerDriver, SchedulerAlarm
from claudeops_desktop.scheduler.scheduler_service import SchedulerService
from claudeops_desktop.storage import open_store

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@pytest.fixture
def owner(qapp: QCoreApplication) -> Iterator[QObject]:
    """Owns the timers of one test."""
    found = QObject()
    yield found
    found.deleteLater()
    qapp.processEvents()


@pytest.fixture
def alarm(owner: QObject) -> Iterator[SchedulerAlarm]:
    """The one timer."""
    made = SchedulerAlarm(owner)
    made.open()
    yield made
    made.close()


@pytest.fixture
def scheduler(alarm: SchedulerAlarm) -> Iterator[AlarmScheduler]:
    """Running, with nothing to do."""
    made = AlarmScheduler(alarm, int)
    alarm.rang.connect(made.rang)
    made.start()
    yield made
    made.shutdown()


def soon(milliseconds: int = 0) -> datetime:
    return datetime.now(UTC) + timedelta(milliseconds=milliseconds)


def quiet(qtbot: QtBot) -> None:
    """Until a timer set now for later than all others has rung: what was due before it has been delivered."""
    last = QTimer(singleShot=True, interval=100)
    with qtbot.waitSignal(last.timeout):
        last.start()


def test_fifty_reschedules_leave_one_timer(
    scheduler: AlarmScheduler, alarm: SchedulerAlarm, owner: QObject, qtbot: QtBot
) -> None:
    """50 reschedules gave 306 wake-ups in 5.5 s."""
    rung: list[int] = []
    alarm.rang.connect(lambda: rung.append(1))
    job = scheduler.add_job(int, "interval", hours=1)
    for seconds in range(50):
        scheduler.reschedule_job(job.id, trigger="interval", seconds=seconds + 10)
    qtbot.waitUntil(lambda: bool(rung))
    quiet(qtbot)
    assert len(rung) <= 2
    assert len(owner.findChildren(QTimer)) == 1
    assert alarm.active


def test_jobs_run_each_once_and_all_on_the_main_thread(scheduler: AlarmScheduler, qtbot: QtBot) -> None:
    ran: list[tuple[int, bool]] = []

    def job(number: int) -> None:
        ran.append((number, QThread.currentThread() is QCoreApplication.instance().thread()))  # type: ignore[union-attr]

    for number in range(5):
        scheduler.add_job(job, "date", run_date=soon(number * 20), args=[number])
    qtbot.waitUntil(lambda: len(ran) == 5)
    quiet(qtbot)
    assert ran == [(number, True) for number in range(5)]


def test_a_job_added_by_another_thread_runs_on_the_main_thread(scheduler: AlarmScheduler, qtbot: QtBot) -> None:
    """add_job from another thread never fired."""
    ran: list[str] = []
    other = threading.Thread(
        target=lambda: scheduler.add_job(lambda: ran.append(threading.current_thread().name), "date", run_date=soon(10))
    )
    other.start()
    other.join()
    qtbot.waitUntil(lambda: bool(ran))
    assert ran == [threading.main_thread().name]


def test_nothing_wakes_after_shutdown(scheduler: AlarmScheduler, alarm: SchedulerAlarm, qtbot: QtBot) -> None:
    """51 wake-ups after shutdown."""
    ran: list[int] = []
    rung: list[int] = []
    for number in range(20):
        scheduler.add_job(ran.append, "date", run_date=soon(30), args=[number])
    scheduler.wakeup()
    scheduler.shutdown()
    alarm.close()
    alarm.rang.connect(lambda: rung.append(1))
    scheduler.wakeup()
    alarm.slept(False)
    quiet(qtbot)
    assert (ran, rung) == ([], [])
    assert not alarm.active


def test_no_timer_runs_for_what_is_due_long_after_the_next_beat(
    scheduler: AlarmScheduler, alarm: SchedulerAlarm, qtbot: QtBot
) -> None:
    scheduler.add_job(int, "date", run_date=soon() + timedelta(days=30))
    quiet(qtbot)
    assert not alarm.active


def test_a_beat_sets_the_alarm_to_what_has_come_near(
    scheduler: AlarmScheduler, alarm: SchedulerAlarm, qtbot: QtBot
) -> None:
    with time_machine.travel(START) as traveller:
        scheduler.add_job(int, "date", run_date=START + timedelta(hours=8))
        quiet(qtbot)
        traveller.shift(timedelta(hours=8, seconds=-NEAR_S / 2))
        scheduler.rang()
        assert alarm.active
        assert alarm.findChildren(QTimer)[0].interval() <= NEAR_S / 2 * 1000


def test_a_job_missed_asleep_runs_once_on_wake(scheduler: AlarmScheduler, alarm: SchedulerAlarm, qtbot: QtBot) -> None:
    """The default grace of one second would drop it, and every missed minute would run."""
    ran: list[datetime] = []
    with time_machine.travel(START) as traveller:
        scheduler.add_job(lambda: ran.append(datetime.now(UTC)), "interval", minutes=1)
        quiet(qtbot)
        traveller.shift(timedelta(hours=8))
        alarm.slept(True)
        alarm.slept(False)
        qtbot.waitUntil(lambda: bool(ran))
        quiet(qtbot)
    assert len(ran) == 1


def test_a_bug_in_one_beat_is_not_the_last_beat(alarm: SchedulerAlarm, qtbot: QtBot) -> None:
    beats: list[int] = []

    def beat() -> None:
        beats.append(1)
        if len(beats) == 1:
            raise RuntimeError("a bug")

    scheduler = AlarmScheduler(alarm, beat)
    alarm.rang.connect(scheduler.rang)
    with qtbot.captureExceptions() as caught:
        scheduler.start()
        qtbot.waitUntil(lambda: len(beats) == 1)
    assert len(caught) == 1
    assert alarm.findChildren(QTimer)[0].interval() == AGAIN_S * 1000
    scheduler.wakeup()
    qtbot.waitUntil(lambda: len(beats) == 2)
    scheduler.shutdown()


class NotedQueue:
    """Takes every request and never begins it."""

    def __init__(self) -> None:
        self.waiting: list[QueuedRun] = []
        self.threads: set[str] = set()

    @property
    def state(self) -> QueueState:
        return QueueState(waiting=tuple(self.waiting))

    def enqueue(self, request: RunRequest) -> QueuedRun:
        self.threads.add(threading.current_thread().name)
        self.waiting.append(QueuedRun(len(self.waiting) + 1, request, to_text(datetime.now(UTC))))
        return self.waiting[-1]

    def cancel(self, number: int) -> bool:
        return False

    def on_ended(self, listener: Callable[[RunEnded], None]) -> None:
        pass


def jobs(driver: QtSchedulerDriver) -> list[datetime]:
    """When each job is due."""
    return [] if driver.scheduler is None else [job.next_run_time for job in driver.scheduler.get_jobs()]


def test_the_keeper_is_driven_to_its_moment_on_the_main_thread(owner: QObject, qtbot: QtBot, data_dir: Path) -> None:
    store = open_store(DataFolder(data_dir))
    queue, driver = NotedQueue(), QtSchedulerDriver(owner)
    with time_machine.travel(START) as traveller:
        keeper = SchedulerService(
            RecordRepositories(store), queue, SettingsService(data_dir / "settings.toml"), SchedulerMachine(driver)
        )
        keeper.start()
        qtbot.waitUntil(lambda: jobs(driver) == [START + timedelta(minutes=30)])
        traveller.shift(timedelta(minutes=29, seconds=59.8))  # the last beat before it
        driver.alarm.ring_soon()
        qtbot.waitUntil(lambda: len(queue.waiting) == 1)
        qtbot.waitUntil(lambda: jobs(driver) == [START + timedelta(hours=1)])
        traveller.shift(timedelta(hours=3, minutes=15))  # asleep, and awake again
        driver.alarm.slept(False)
        qtbot.waitUntil(lambda: jobs(driver) == [START + timedelta(hours=4)])
        keeper.stop()
    store.drain()
    quiet(qtbot)
    found = store.read(RecordRepositories(store).schedules.due_times).result()
    store.close()
    assert queue.threads == {threading.main_thread().name}
    assert not driver.alarm.active
    assert [row.state for row in found[::-1]] == ["queued", *["missed"] * 5, "skipped"]
    assert found[0].why == "missed at 12:30: the clock was set forward; the run of 09:30 was still waiting for its turn"


BUS = """
    import sys
    from PySide6.QtCore import QCoreApplication, QTimer
    from PySide6.QtDBus import QDBusConnection, QDBusMessage
    from claudeops_desktop.scheduler.qt_timer import SchedulerAlarm, PREPARE_FOR_SLEEP
    app = QCoreApplication([])
    alarm = SchedulerAlarm()
    alarm.rang.connect(lambda: (print("awake"), app.quit()))
    alarm.open()
    bus = QDBusConnection.systemBus()
    print("bus", bus.isConnected())
    if bus.isConnected():
        bus.registerService(PREPARE_FOR_SLEEP[0])
        for asleep in (True, False):
            message = QDBusMessage.createSignal(*PREPARE_FOR_SLEEP[1:])
            message.setArguments([asleep])
            bus.send(message)
    QTimer.singleShot(5000 if bus.isConnected() else 0, app.quit)
    app.exec()
    alarm.close()
"""


def in_a_process_with_bus(address: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(BUS)],
        env=os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": address},
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    )


def test_without_a_bus_nothing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    done = in_a_process_with_bus(f"unix:path={tmp_path}/none")
    assert (done.stdout, done.stderr) == ("bus False\n", "")


@pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="needs a bus of its own to speak on")
def test_the_login_manager_says_that_the_machine_is_awake(tmp_path: Path) -> None:
    started = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:path={tmp_path}/bus"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert started.stdout is not None
        address = started.stdout.readline().strip()
        done = in_a_process_with_bus(address)
    finally:
        started.kill()
        started.communicate()
    assert (done.stdout, done.stderr) == ("bus True\nawake\n", "")


class NotedAlarm:
    """An alarm that only notes what it is set to."""

    def __init__(self) -> None:
        self.set_to: list[float] = []

    def ring_soon(self) -> None:
        """Nobody waits for it here."""

    def ring_in(self, seconds: float) -> None:
        self.set_to.append(seconds)


@pytest.mark.parametrize(("wish", "seconds"), [(None, []), (5.0, [5.0]), (1000.0, [])])
def test_a_beat_may_ask_for_the_next_one_sooner_but_not_later(wish: float | None, seconds: list[float]) -> None:
    """What waits for the network is looked at every few seconds."""
    alarm = NotedAlarm()
    scheduler = AlarmScheduler(alarm, lambda: wish)
    scheduler.start()
    try:
        scheduler.rang()
        assert alarm.set_to == seconds
    finally:
        scheduler.shutdown()
