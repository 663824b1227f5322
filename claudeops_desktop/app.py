"""The only place where the parts are put together: an engine, with a window or without one."""

from __future__ import annotations

import fcntl
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QSocketNotifier, Qt, QTimer, Signal

from . import __version__
from .errors import OperatorError
from .memory.agent import MemoryAgent
from .paths import DataFolder
from .records.book import Book
from .run.queue import RunQueue
from .run.request import RunEnded, RunRequest
from .run.surroundings import Surroundings
from .schedule.keeper import ScheduleKeeper
from .schedule.qt import ScheduleDriver
from .settings import SettingsKeeper
from .store import Change, open_store

if TYPE_CHECKING:
    from .agent.catalog import Agents
    from .run.reconcile import Recovered
    from .ui.desk import Desk

log = logging.getLogger(__name__)
TAKE_OVER_EVERY_MS = 60_000
SETTLE_AFTER_MS = 400


class MainThread(QObject):
    """Brings work to the main thread."""

    _asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def call(self, work: Callable[[], None]) -> None:
        """Do ``work`` on the main thread, soon."""
        try:
            self._asked.emit(work)
        except RuntimeError:  # the application is gone: nobody is left to do it
            log.debug("work came after the end")

    def _do(self, work: Callable[[], None]) -> None:
        work()


class Engine:
    """All parts of one data folder, without a window."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder.create()
        self.settings = SettingsKeeper(folder.settings_file)
        self.store = open_store(folder)
        self.book = Book(self.store)
        self.memory = MemoryAgent(self.book)
        self.main = MainThread()
        self.pool = ThreadPoolExecutor(4, thread_name_prefix="runs")
        self.settings.listen(self._settings_changed)
        around = Surroundings(folder, self.settings, self.book, self.memory, self.main, self.pool)
        self.runs = RunQueue(around)
        self.schedule = ScheduleKeeper(self.book, self.runs, self.settings, driver=ScheduleDriver())
        self._schedule_lock = -1
        self._take_over = QTimer(interval=TAKE_OVER_EVERY_MS, timerType=Qt.TimerType.CoarseTimer)
        self._take_over.timeout.connect(self._try_to_take_over)

    def reconcile(self) -> Recovered:
        """Close what a crash left open. Waits for the database: not for a GUI thread."""
        from .run.reconcile import reconcile

        return reconcile(self.book, self.memory)

    def keep_time(self) -> bool:
        """Keep the schedule; or, while another application of this data folder does, only show it: False then.

        Once the other one has ended, this one takes over by itself.
        """
        if self._lock_schedule():
            self.schedule.start()
            return True
        self.schedule.start(acting=False)
        self._take_over.start()
        return False

    def _lock_schedule(self) -> bool:
        descriptor = os.open(self.folder.root / "schedule.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self._schedule_lock = descriptor
        return True

    def _try_to_take_over(self) -> None:
        if self._lock_schedule():
            self._take_over.stop()
            log.info("the application that kept the schedule has ended; this one keeps it now")
            self.schedule.stop()
            self.schedule.start()

    def run_to_end(self, request: RunRequest, on_change: Callable[[Change], None] | None = None) -> RunEnded:
        """Make one run and wait for its end; every change is told meanwhile. Ctrl+C stops the agent first."""
        loop = QEventLoop()
        found: list[RunEnded] = []

        def ended(run: RunEnded) -> None:
            found.append(run)
            loop.quit()

        forget = self.store.hub.listen(on_change) if on_change else None
        self.runs.on_ended(ended)
        with Interrupts(self.runs.stop):
            self.runs.enqueue(request)
            if not found:
                loop.exec()
        if forget:
            forget()
        return found[0]

    def close(self) -> None:
        """Stop what runs, finish what was asked for, let go."""
        self._take_over.stop()
        self.schedule.stop()
        self.runs.shut_down()
        self.pool.shutdown(wait=True)
        self.store.close()
        if self._schedule_lock >= 0:
            os.close(self._schedule_lock)
            self._schedule_lock = -1

    def _settings_changed(self, _settings: object) -> None:
        self.store.hub.tell(Change("settings"))


class Interrupts:
    """While entered, SIGINT and SIGTERM call ``stop`` on the main thread instead of ending the process.

    Python runs signal handlers only between two steps of its own; the wake-up socket makes Qt's loop take such a step.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._woken)
        self._old: dict[int, object] = {}
        self._old_fd = -1

    def __enter__(self) -> Interrupts:
        self._old_fd = signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            self._old[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._old_fd)
        for number, handler in self._old.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        self._notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        """The notifier does it: nothing is safe to do here."""

    def _woken(self) -> None:
        self._ours.recv(1024)
        self._stop()


def core_application() -> QCoreApplication:
    """The Qt application of a process without a window."""
    application = QCoreApplication.instance()
    if application is None:
        application = QCoreApplication(["claudeops"])
        _name(application)
    return application


def open_engine(folder: DataFolder) -> Engine:
    """An engine for the command line; what a crash left open is closed first."""
    core_application()
    engine = Engine(folder)
    try:
        engine.reconcile()
    except BaseException:
        engine.close()
        raise
    return engine


def run_daemon(folder: DataFolder) -> int:
    """The scheduler without a window, until SIGINT or SIGTERM. The exit code."""
    application = core_application()
    told = threading.Event()

    def end() -> None:
        told.set()
        application.quit()

    with Interrupts(end):
        engine = open_engine(folder)
        try:
            if not engine.keep_time():
                raise OperatorError(
                    "Another Claude Ops already keeps the schedule of this data folder.", "End it first, or let it be."
                )
            log.info("keeping the schedule of %s", folder.root)
            QTimer.singleShot(0, lambda: application.quit() if told.is_set() else None)
            application.exec()
        finally:
            engine.close()
    return 0


def run_window(folder: DataFolder, *, background: bool = False) -> int:
    """The application with its window, or in the tray with ``background``. The exit code."""
    from PySide6.QtWidgets import QApplication

    from .ui.single_instance import Claim, SingleInstance
    from .ui.start import open_window

    application = QApplication(["claudeops"])
    _name(application)
    folder.create()
    single = SingleInstance(folder)
    claimed = single.claim()
    if claimed.claim is not Claim.FIRST:
        print(claimed.sentence, file=sys.stderr)  # noqa: T201
        return 0 if claimed.claim is Claim.HANDED_OVER else 1
    engine = Engine(folder)
    try:
        desk = _desk(engine)
        window = open_window(desk, background)
        single.asked.connect(window.answer)
        window.quit_wanted.connect(application.quit)
        # Not before the window is painted: what is loaded for it would be in the way.
        QTimer.singleShot(SETTLE_AFTER_MS, lambda: engine.pool.submit(_settle, engine, window.toast.say))
        # Not ``quit``: that asks the window to close, which stays in the tray.
        with Interrupts(lambda: application.exit(0)):
            code = application.exec()
        window.end()
        desk.close()
        desk.bridge.close()
        return int(code)
    finally:
        engine.close()
        single.close()


def _settle(engine: Engine, tell: Callable[[str], None]) -> None:
    """Off the main thread, after the window is there: close what a crash left open, then keep time."""
    try:
        sentence = engine.reconcile().sentence
    except Exception as error:
        log.exception("what a crash left open could not be closed")
        sentence = getattr(error, "told", None) or str(error)

    def go_on() -> None:
        if sentence:
            tell(sentence)
        keeps = engine.keep_time()
        engine.store.hub.tell(Change("schedules"))  # the next due time is known from now on
        if not keeps:
            tell("Another Claude Ops keeps the schedule of this data folder; this one only shows it.")

    engine.main.call(go_on)


def _desk(engine: Engine) -> Desk:
    from .store.bridge import Bridge
    from .ui.desk import Desk

    def agents() -> Agents:
        from .agent.catalog import find_agents

        return find_agents(engine.settings.current, os.environ, engine.folder)

    return Desk(
        folder=engine.folder,
        settings=engine.settings,
        book=engine.book,
        memory=engine.memory,
        runs=engine.runs,
        schedule=engine.schedule,
        bridge=Bridge(engine.store),
        agents=agents,
    )


def _name(application: QCoreApplication) -> None:
    application.setApplicationName("claudeops")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("claudeops")
