"""What the operator does about runs from anywhere in the window: start, stop, cancel, pause, dry run, look ahead."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ...core.errors import ClaudeOpsError
from ...records.sessions import RunTrigger
from ...runs.request import RunEnded, RunRequest
from ..app_context import AppContext
from ..shell.app_status_monitor import AppStatusMonitor
from ..shell.window_actions import WindowActions
from ..text.translation import error_text, tr, tr_count
from .emergency_stop import EmergencyStop


class RunControls(QObject):
    """``message_posted`` carries a sentence in passing, ``error_posted`` one that stays until it is closed,
    ``navigation_requested`` a PageLocation.

    ``raise_requested`` says that a dialog is about to open: the window comes to the front first. ``refused`` that a
    setting could not be written: what the buttons show is told anew.
    """

    message_posted = Signal(str)
    error_posted = Signal(str)
    navigation_requested = Signal(object)
    raise_requested = Signal()
    refused = Signal()

    def __init__(self, desk: AppContext, watch: AppStatusMonitor, commands: WindowActions, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._watch = watch
        self._window = window
        for action in (commands.run_observe, commands.run_investigate, commands.run_remediate):
            action.triggered.connect(self._run_by_tier)
        commands.run.triggered.connect(self.run_now)
        commands.run_with.triggered.connect(self.open_dialog)
        commands.preview.triggered.connect(self.open_preview)
        self.emergency = EmergencyStop(desk, self)
        self.emergency.message_posted.connect(self.message_posted)
        self.emergency.error_posted.connect(self.error_posted)
        commands.stop.triggered.connect(self.stop)
        commands.stop_all.triggered.connect(self.emergency.stop)
        commands.resume.triggered.connect(self.resume)
        commands.pause.triggered.connect(self.pause)
        commands.dry_run.triggered.connect(self.set_dry_run)
        desk.runs.on_ended(self._ended)

    def run_now(self) -> None:
        """Start a run with the operator's preferences, or put it in the queue."""
        self.enqueue(RunRequest(trigger=RunTrigger.MANUAL, dry_run=self._desk.settings.current.run.dry_run))

    def enqueue(self, request: RunRequest) -> None:
        """Hand a run to the queue and say what became of it."""
        waits = self._desk.runs.state.live is not None
        try:
            self._desk.runs.enqueue(request)
        except ClaudeOpsError as error:
            self.error_posted.emit(error_text(error))
            return
        if waits:
            ahead = len(self._desk.runs.state.waiting)
            self.message_posted.emit(
                tr_count("The run is queued: %n run in the queue.", "The run is queued: %n runs in the queue.", ahead)
            )

    def stop(self) -> None:
        """Stop the run that is on."""
        if self._desk.runs.state.live is not None:
            self._desk.runs.stop()

    def cancel(self, number: int) -> None:
        """Take a waiting run out of the queue."""
        self._desk.runs.cancel(number)

    def drop_parked(self, run_id: int) -> None:
        """Give a parked run up: what it asks is withdrawn, and it ends as it stands."""
        self._desk.runs.drop_parked(run_id)

    def pause(self, on: bool) -> None:
        """Let scheduled runs wait, or go on. While everything is stopped, going on means the end of that stop."""
        if not on and self._desk.runs.state.stopped:
            self.emergency.resume()
            return
        self._desk.run_in_background(partial(self._desk.runs.pause, on), None, self._setting_failed)

    def resume(self) -> None:
        """Scheduled runs go on."""
        self.pause(False)

    def set_dry_run(self, on: bool) -> None:
        """Change nothing on the servers from the next run on, or change things again."""
        self._desk.change_setting("run.dry_run", on, None, self._setting_failed)

    def end_dry_run(self) -> None:
        """Runs change things again."""
        self.set_dry_run(False)

    def open_dialog(self) -> None:
        """Run with choices."""
        self._open(1)

    def open_preview(self) -> None:
        """What the agent will read at the next run."""
        from ..pages.memories.preview_pane import PreviewDialog

        self.raise_requested.emit()
        dialog = PreviewDialog(self._desk, None, self._window)
        dialog.navigation_requested.connect(self.navigation_requested)
        dialog.open()

    def _run_by_tier(self) -> None:
        action = self.sender()
        tier = int(action.data()) if isinstance(action, QAction) else 1
        self.run_now() if tier == 1 else self._open(tier)

    def _open(self, tier: int) -> None:
        from .run_dialog import RunDialog

        self.raise_requested.emit()
        dialog = RunDialog(self._desk, self._watch.agents, tier, self._window)
        dialog.run_requested.connect(self.enqueue)
        dialog.navigation_requested.connect(self.navigation_requested)
        dialog.open()

    def _ended(self, ended: RunEnded) -> None:
        if ended.run_id is None and ended.status == "failed":
            self.error_posted.emit(ended.reason or tr("The run could not be started."))
        elif ended.status == "failed":
            self.message_posted.emit(tr("The run failed. {reason}", reason=ended.reason).strip())

    def _setting_failed(self, error: Exception) -> None:
        self.refused.emit()
        self.error_posted.emit(error_text(error))
