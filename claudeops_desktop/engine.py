"""All parts of one data folder put together, without a window."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEventLoop, QTimer

from .core.errors import ClaudeOpsError, EnvironmentFault
from .core.extensions.registry import use_data_folder
from .core.lazy import is_made, lazy_property
from .core.messages import UserMessage
from .core.paths import DataFolder
from .core.schedule_lock import check_lock_file, is_schedule_kept
from .core.settings import SettingsService
from .monitoring.monitoring_service import MonitoringService
from .records.record_books import RecordRepositories
from .routine.service import RoutineService
from .runs.clock_watch import ClockWatch
from .runs.knowledge_rendering import KnowledgeRendering
from .runs.knowledge_sync import KnowledgeSyncTimer
from .runs.library_updates import LibraryUpdater
from .runs.log_index.starter import IndexStarter
from .runs.observe_sessions import SessionObserver
from .runs.post_action_checks import PostActionChecks
from .runs.qt_main_thread import EmergencyStopMonitor, InterruptHandler, MainThread
from .runs.queue import RunQueue
from .runs.request import RunEnded, RunRequest
from .runs.run_context import RunContext
from .runs.second_looks import SecondLookRunner
from .runs.store_copies import StoreCopyKeeper
from .runs.store_heartbeat import StoreHeartbeat
from .runs.triage_runner import TriageRunner
from .runs.usage_feedback import UsageFeedback
from .runs.verification import SessionVerifier
from .scheduler.sleep_inhibitor import SleepInhibitor
from .scheduler.zone import LocalZone
from .server.application_server import ApplicationServer
from .storage import CommittedChange, open_store
from .storage.database import TrackedDatabase
from .storage.leadership import LeadWatch, StoreLead
from .storage.permissions import make_private
from .storage.store import PRESENCE

if TYPE_CHECKING:
    from .mcp.http_endpoint import McpHttpEndpoint, NoteWrite
    from .memory import MemoryService
    from .notifications.notifier import NotificationService
    from .routine import WeeklyReport
    from .runs.reconcile import RecoveredSessions
    from .scheduler.scheduler_service import NextOccurrence, SchedulerService

log = logging.getLogger(__name__)
TAKE_OVER_EVERY_S = 60.0
WAIT_FOR_SERVER_MS = 60_000
SCHEDULE_BEAT_S = 60.0
NOTICES_EVERY_S = 60.0
LATE_WORK_EVERY_S = 600.0


class LeaderDuty(Protocol):
    """What only the application does that acts for the store. Both are called on the main thread, as often as the lead
    comes and goes, and return at once."""

    def start(self) -> None:
        """Do it from now on."""

    def rest(self) -> None:
        """Do it no more, until the next start."""


class ApplicationEngine:
    """All parts of one data folder, without a window."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder.create()
        use_data_folder(folder.root)
        self.settings = SettingsService(folder.settings_file)
        self.store = open_store(folder, from_copy=True)
        make_private(folder)
        self.book = RecordRepositories(self.store, self.store.now)
        self.main = MainThread()
        self.pool = ThreadPoolExecutor(4, thread_name_prefix="runs")
        self.settings.listen(self._settings_changed)
        self.monitoring = MonitoringService(
            folder, self.book, self.settings, lambda: self.memory, self.main, self.book.clock
        )
        around = RunContext(
            folder,
            self.settings,
            self.book,
            lambda: self.memory,
            self.main,
            self.pool,
            clock=self.store.now,
            measured=self.monitoring.take_measurements,
        )
        self._around = around
        self.runs = RunQueue(around)
        self.monitoring.follow_runs(lambda: self.runs)
        self.awake = SleepInhibitor(self.runs, self.store.hub, self.main.call, self._not_kept_awake)
        self.log_index = IndexStarter(folder, self._logs_indexed)
        self.aftercare = PostActionChecks(around)
        self.echoes = UsageFeedback(around)
        self.observing = SessionObserver(around)
        self.verification = SessionVerifier(around, self.runs)
        self.second_looks = SecondLookRunner(around, lambda: self.runs.state.live is not None)
        self.rendering = KnowledgeRendering(around, lambda: self.runs.state.live is not None)
        self.triage = TriageRunner(around, lambda: self.runs.state.live is not None)
        self.library_updates = LibraryUpdater(around, lambda: self.runs.state.live is not None)
        self.knowledge_sync = KnowledgeSyncTimer(around, lambda: self.runs.state.live is not None)
        self._clock_watch = ClockWatch(around)
        self.routine = RoutineService(around, LocalZone())
        for hears_of_the_end in (
            self._tell_of_run,
            self.log_index.run_ended,
            self.aftercare.run_ended,
            self.echoes.run_ended,
            self.observing.run_ended,
            self.verification.run_ended,
            self.second_looks.run_ended,
            self.library_updates.run_ended,
            self.routine.run_ended,
        ):
            self.runs.on_ended(hears_of_the_end)
        self.runs.wait_for(self.routine.holds)
        self.routine.on_report(self._send_report)
        self.server = ApplicationServer(
            folder,
            self.book,
            lambda: self.memory,
            self.runs,
            self.settings,
            self.main,
            self.pool,
            mcp=self._mcp_endpoint,
        )
        self.store_copies = StoreCopyKeeper(around)
        self.heartbeat = StoreHeartbeat(around, self._store_lost, self._clock_watch.look_again)
        self._reconciled = False
        self.store.hub.listen(self._store_moved)
        self.stop_watch = EmergencyStopMonitor(folder.root, self._marker_moved)
        self._lead = StoreLead(self.store, folder.root)
        self._watch = LeadWatch(self._lead, self._lead_moved)
        self._ending = threading.Event()
        self._backing_up: Future[Path | None] | None = None
        self._backup_told = False
        self._end_take_over: Callable[[], None] = _nothing
        self._ends_of_beats: list[Callable[[], None]] = []

    def _marker_moved(self) -> None:
        """Everything was stopped, by whichever process, or goes on again."""
        self.runs.marker_moved()
        self.store.hub.publish(CommittedChange("stop"))
        self.pool.submit(self._record_stop)

    def _record_stop(self) -> None:
        """In the pool: the records of a stop follow as soon as the database can be written."""
        from .runs.emergency_stop import record_stop
        from .runs.retry_writes import write_or_keep_trying

        write_or_keep_trying(self._around, "the emergency stop", lambda: record_stop(self.book, self.folder.root))

    def _mcp_endpoint(self, note_write: NoteWrite) -> McpHttpEndpoint:
        """MCP over HTTP, on the memory of this process. Loaded when the server is opened with it."""
        from .mcp.http_endpoint import McpHttpEndpoint

        return McpHttpEndpoint(self.folder, lambda: (self.store, self.book, self.memory), self.book.clock, note_write)

    @lazy_property
    def memory(self) -> MemoryService:
        """All that is known. Loaded when it is first asked for: the first picture needs nothing of it."""
        from .memory import MemoryService

        made = MemoryService(self.book, settings=lambda: self.settings.current)
        made.recall.keep_indexed()
        return made

    @lazy_property
    def schedule(self) -> SchedulerService:
        """The scheduler. Its timers belong to the main thread, so it must be asked for there first."""
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("the schedule is made on the main thread")
        from .scheduler.interfaces import SchedulerMachine
        from .scheduler.qt_timer import QtSchedulerDriver
        from .scheduler.scheduler_service import SchedulerService

        driver = QtSchedulerDriver()
        self.main.every(SCHEDULE_BEAT_S, driver.check_clock)
        machine = SchedulerMachine(driver, clock=self.store.now)
        return SchedulerService(self.book, self.runs, self.settings, machine)

    def upcoming(self, n: int) -> tuple[NextOccurrence, ...]:
        """The next ``n`` runs of all schedules; none before these were read."""
        return self.schedule.upcoming(n) if is_made(self, "schedule") else ()

    @lazy_property
    def notifier(self) -> NotificationService:
        """Who tells the operator outside the window. Made when it is first wanted: not before the window is painted."""
        from .notifications.desktop_bus import NotificationBus
        from .notifications.external_delivery import send_external_notice
        from .notifications.notifier import NotificationService

        made = NotificationService(self.book, self.settings, NotificationBus, send_external_notice)
        made.answer_investigation = self.monitoring.answer_investigation
        made.make_answer_link = self.server.make_answer_link
        return made

    def _send_report(self, report: WeeklyReport) -> None:
        from .notifications.external_delivery import send_external_notice
        from .notifications.weekly_report import send_weekly_report

        send_weekly_report(self.book, self.settings.current.notifications, report, send_external_notice)

    def _tell_of_run(self, ended: RunEnded) -> None:
        if is_made(self, "notifier"):  # a run in a terminal is seen there
            self.notifier.run_ended(ended)

    def reconcile(self) -> RecoveredSessions:
        """Close what a crash left open. Waits for the database: not for a GUI thread."""
        from .runs.reconcile import reconcile_records

        found = reconcile_records(self.book, self.memory, self.folder.root)
        self._reconciled = self.store.absence is None  # a copy says nothing of what is open now
        self._record_stop()
        return found

    def _store_moved(self, change: CommittedChange) -> None:
        """Any thread. The server of the store is back: what a crash left open before is closed now, and windows ask
        anew."""
        if change.table != PRESENCE or self.store.absence is not None or self._ending.is_set():
            return
        self.store.hub.publish(CommittedChange("*"))
        self.main.call(self._tick)
        self.pool.submit(self._deliver_kept_calls if self._reconciled else self._reconcile_late)

    def _store_lost(self) -> None:
        """The database was replaced or deleted: nothing is begun any more, and what runs is ended."""
        self._end_take_over()
        self._watch.close()
        self._stand_back()
        self.runs.stop_all()

    def _tick(self) -> None:
        """What the schedule could not write down is written now."""
        if is_made(self, "schedule"):
            self.schedule.tick()

    def _deliver_kept_calls(self) -> None:
        from .runs.kept_tool_calls import deliver_kept_calls

        try:
            deliver_kept_calls(self.book, self.folder.root)
        except Exception:
            log.exception("tool calls of the time without the server are still kept")

    def _reconcile_late(self) -> None:
        try:
            self.reconcile()
        except Exception:
            log.exception("what a crash left open could not be closed")

    def load_time_keeping(self) -> None:
        """Import what ``keep_time`` takes, on any thread: the main one is not held up by it then. Nothing of Qt's is
        among it: its classes are made as they are imported, and that belongs to the main thread.
        """
        from .memory.extraction import anything_waits  # noqa: F401
        from .monitoring import investigation, service_monitor  # noqa: F401
        from .notifications import desktop_bus, external_delivery, notifier  # noqa: F401
        from .scheduler import scheduler_service  # noqa: F401

    def keep_time(self) -> bool:
        """Keep the schedule; or, while another application of this data folder does, only show it: False then.

        Once the other one has ended, this one takes over by itself. Where other machines share the store the server is
        asked who acts, off this thread: it begins to act with the answer, and True says that this machine has no other.
        """
        self.log_index.start()
        self.store_copies.start()
        self.heartbeat.start()
        if self._lead.shared:
            check_lock_file(self.folder.root)
            kept = is_schedule_kept(self.folder.root)
            self.schedule.start(acting=False)
            self.observing.start()  # each machine observes the transcripts that lie on it
            self._watch.start()
            return not kept
        if self._lead.take_lead():
            self.echoes.check_soon()
            self._act()
            self._go_on()
            self.pool.submit(self._finish_purges)
            self.pool.submit(self._finish_service_changes)
            return True
        self.schedule.start(acting=False)
        self._end_take_over = self.main.every(TAKE_OVER_EVERY_S, self._try_to_take_over)
        return False

    @property
    def _duties(self) -> tuple[LeaderDuty, ...]:
        """All that is done by the one application that acts, and by no other beside it."""
        return (
            self._clock_watch,
            self.notifier,  # who keeps the schedule tells of it: a window and a daemon do not both
            self.routine,
            self.server,
            self.aftercare,
            self.second_looks,
            self.rendering,
            self.triage,
            self.library_updates,
            self.knowledge_sync,
            self.monitoring,
        )

    def _go_on(self) -> None:
        """Runs of a schedule that a crash interrupted go on, where the catch-up policy has it so."""

        def look() -> None:
            from .runs.resume import automatic_resumes

            found = automatic_resumes(self.book, self.settings.current, self.book.clock())
            for request in found:
                self.main.call(partial(self._enqueue, request))

        self.store.read(look)

    def _finish_purges(self) -> None:
        """What a purge was asked to forget is forgotten, though it was cut off."""
        if not self.store.read(self.memory.purge.unfinished).result():
            return
        from .monitoring.results.purging import prepare_purge
        from .runs.purge_everywhere import finish_cut_off

        finish_cut_off(prepare_purge(self.book, self.memory, self.folder, self.settings.current, dict(os.environ)))

    def _finish_service_changes(self) -> None:
        """A service that was being renamed or removed when the application went away."""
        from .monitoring.service_changes.operations import ServiceChanges, finish_cut_off

        finish_cut_off(ServiceChanges(self.book, self.memory, self.folder, self.book.clock))

    def _enqueue(self, request: RunRequest) -> None:
        try:
            self.runs.enqueue(request)
        except ClaudeOpsError as error:  # everything is stopped: it can be taken up by hand
            log.warning("an interrupted run does not go on: %s", error.full_text)

    def _try_to_take_over(self) -> None:
        if self._lead.look_again() == "taken":
            log.info("the application that kept the schedule has ended; this one keeps it now")
            self._end_take_over()
            self._act()

    def _lead_moved(self, how: str) -> None:
        """On the thread that asks the server."""
        if how != "taken":
            log.warning("the server gave the schedule up for this machine: another one may keep it now")
        self.main.call(self._act if how == "taken" else self._stand_back)
        if how == "taken":
            self.main.call(self._go_on)

    def _act(self) -> None:
        """This application acts from now on: do all that one does that leads."""
        for duty in self._duties:
            duty.start()
        self.schedule.lead()
        self.observing.start()
        self._end_beats()
        self._ends_of_beats = [
            self.main.every(NOTICES_EVERY_S, self.notifier.check_soon),
            self.main.every(LATE_WORK_EVERY_S, self._look_for_late_work),
        ]
        log.info("keeping the schedule of %s", self.folder.root)

    def _stand_back(self) -> None:
        """Do nothing more that only a leader does: the server gave the lead up, so that another machine may have it, or
        the store is lost. What runs goes on to its end."""
        self._end_beats()
        self.schedule.rest()
        for duty in self._duties:
            duty.rest()

    def run_to_end(self, request: RunRequest, on_change: Callable[[CommittedChange], None] | None = None) -> RunEnded:
        """Make one run and wait for its end; every change is told meanwhile. Ctrl+C stops the agent first.

        Where the store is on a server that does not answer at the end, wait a minute for it. Raises EnvironmentFault
        where it stays away: what the run gave is in its log, and stored at the next start.
        """
        loop = QEventLoop()
        found: list[RunEnded] = []

        def ended(run: RunEnded) -> None:
            found.append(run)
            loop.quit()

        forget = self.store.hub.listen(on_change) if on_change else None
        self.runs.on_ended(ended)
        with InterruptHandler(self.runs.stop_all):
            self.runs.enqueue(request)
            if not found:
                loop.exec()
            if not isinstance(self.store.database, TrackedDatabase):
                self._wait_for_server(loop)
        if forget:
            forget()
        return found[0]

    def _wait_for_server(self, loop: QEventLoop) -> None:
        QTimer.singleShot(WAIT_FOR_SERVER_MS, loop, lambda: loop.exit(1))
        self._around.unwritten.when_written(lambda: self.main.call(loop.quit))
        if loop.exec():
            raise EnvironmentFault(
                UserMessage("The run has ended, and could not be written down: the server of the store is away."),
                UserMessage("What it gave is in its log, and is stored by the next start once the server answers."),
            )

    def close(self) -> None:
        """Stop what runs, finish what was asked for, let go."""
        self._end_take_over()
        self._watch.close()
        self.store_copies.close()
        self.heartbeat.close()
        self._end_beats()
        self.stop_watch.close()
        self._ending.set()
        self._clock_watch.rest()
        self.routine.close()
        self.library_updates.rest()
        self.knowledge_sync.rest()
        self.aftercare.rest()
        self.monitoring.close()
        self.server.close()
        if is_made(self, "schedule"):
            self.schedule.stop()
        self.log_index.close()
        self.runs.shut_down()
        self.awake.close()
        self.observing.close()
        self.second_looks.close()
        self.rendering.close()
        self.triage.close()
        if is_made(self, "memory"):
            self.memory.recall.close()
        self.pool.shutdown(wait=True)
        if is_made(self, "memory"):  # what was still at work there may have asked for it
            self.memory.recall.close()
        if is_made(self, "notifier"):
            self.notifier.close()
        self.store.close()
        self._lead.release()
        self.main.close()

    def _end_beats(self) -> None:
        while self._ends_of_beats:
            self._ends_of_beats.pop()()

    def _look_for_late_work(self) -> None:
        """Look at what may be due and can wait some minutes."""
        self._look_for_backup()
        self.echoes.check_soon()
        self.routine.check_soon()

    def _look_for_backup(self) -> None:
        from .scheduler.auto_backup import back_up_if_due

        wanted = self.settings.current.backup
        if wanted.every_days and (self._backing_up is None or self._backing_up.done()):
            self._backing_up = self.pool.submit(
                back_up_if_due, self.folder, wanted, self._backup_failed, stopped=self._ending.is_set
            )

    def _backup_failed(self, sentence: str) -> None:
        """Any thread. It is told once; the tries go on."""
        if not self._backup_told:
            self._backup_told = True
            now = self.book.clock()
            self.store.write(
                lambda: self.book.events.add(level="warning", message=sentence, service=None, session_id=None, now=now)
            )

    def _not_kept_awake(self, request: RunRequest, sentence: str) -> None:
        self.schedule.note_trouble(request.due_id or 0, sentence)

    def _logs_indexed(self) -> None:
        self.store.hub.publish(CommittedChange("log_index"))

    def _settings_changed(self, _settings: object) -> None:
        self.store.hub.publish(CommittedChange("settings"))
        if is_made(self, "memory"):
            self.memory.recall.embedding_changed()


def _nothing() -> None:
    """What ends where nothing was begun."""
