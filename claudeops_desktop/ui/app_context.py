"""What a page is handed: the parts of the application it may talk to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .background_pool import BackgroundPool
from .pending_approvals import PendingApprovals
from .undo_stack import UndoStack
from .waiting_monitor import WaitingMonitor

if TYPE_CHECKING:
    from ..agents.registry import AgentRegistry
    from ..core.paths import DataFolder
    from ..core.settings import Settings, SettingsService
    from ..memory import MemoryService
    from ..monitoring.monitoring_service import MonitoringService
    from ..notifications.notifier import NotificationService
    from ..records.record_books import RecordRepositories
    from ..routine import RoutineService
    from ..runs.log_index.starter import IndexStarter
    from ..runs.queue import RunQueue
    from ..scheduler.scheduler_service import NextOccurrence, SchedulerService
    from ..server.application_server import ApplicationServer
    from ..storage.qt_async import StoreBridge

T = TypeVar("T")


@dataclass(eq=False)
class AppContext:
    """Everything a page works with, put together once by ``app``.

    ``find_agents`` looks for the agents anew each time it is called; it reads files and may start a program for a
    second, so call it through ``run_in_background``. ``memory`` and ``schedule`` are loaded when they are first asked
    for; ``upcoming`` gives the runs that come next without that, none before the schedules were read. ``undo`` is the
    one undo stack of the window, ``approvals`` what waits for the operator's yes, ``waiting`` all that waits for the
    operator, ``agents_found`` what the window's last look for agents found (None: not looked yet), ``restore_from`` the
    backup that the application restarts into once the window is gone.
    """

    folder: DataFolder
    settings: SettingsService
    book: RecordRepositories
    memory_factory: Callable[[], MemoryService]
    runs: RunQueue
    schedule_factory: Callable[[], SchedulerService]
    upcoming: Callable[[int], Sequence[NextOccurrence]]
    bridge: StoreBridge
    find_agents: Callable[[], AgentRegistry]
    notifier: Callable[[], NotificationService] | None = None
    server: ApplicationServer | None = None
    log_index: IndexStarter | None = None
    monitoring: MonitoringService | None = None
    routine: RoutineService | None = None
    undo: UndoStack = field(init=False)
    approvals: PendingApprovals = field(init=False)
    waiting: WaitingMonitor = field(init=False)
    agents_found: AgentRegistry | None = field(init=False, default=None)
    restore_from: Path | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._pool = BackgroundPool(self.bridge)
        self.undo = UndoStack(self.memory_factory, self.bridge.write, self._pool.run)
        self.approvals = PendingApprovals(self.folder.root, self.book, self.bridge)
        self.waiting = WaitingMonitor(self)

    @property
    def memory(self) -> MemoryService:
        """All that is known."""
        return self.memory_factory()

    @property
    def schedule(self) -> SchedulerService:
        """Who keeps time."""
        return self.schedule_factory()

    def run_in_background(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[T]:
        """Do work with files or programs on a thread of its own, then call ``done`` on the GUI thread.

        Not for questions to the database: those go through ``bridge.ask`` and ``bridge.write``. After ``close``
        nothing is done: the future comes back cancelled.
        """
        return self._pool.run(work, done, failed)

    def change_setting(
        self,
        name: str,
        value: Any,
        done: Callable[[Settings], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> Future[Settings]:
        """Write one setting on a thread. Listeners of ``settings`` hear of it there; the bridge tells the window."""
        return self.run_in_background(partial(self.settings.change, name, value), done, failed)

    def close(self) -> None:
        """Let go of the threads."""
        self._pool.close()
