"""The emergency stop from the window and the tray: one action, no question, and Resume as its way back."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ...core.emergency_stop_marker import set_marker
from ...core.errors import ClaudeOpsError, EnvironmentFault
from ..text.translation import error_text, tr, tr_count

if TYPE_CHECKING:
    from ...runs.emergency_stop import StopResult
    from ..app_context import AppContext

log = logging.getLogger(__name__)


class EmergencyStop(QObject):
    """``message_posted`` carries what a stop did, ``error_posted`` a sentence that stays until it is closed."""

    message_posted = Signal(str)
    error_posted = Signal(str)
    _ended = Signal(object)

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._ended.connect(self._agents_ended)

    def stop(self) -> None:
        """Stop everything now. Nothing here waits: neither for the database nor for an agent that does not listen."""
        fault, root = "", self._desk.folder.root
        try:
            set_marker(root)
        except EnvironmentFault as error:
            fault = error_text(error)
        self._desk.runs.marker_moved() if not fault else self._desk.runs.stop_all()
        self._desk.approvals.refuse_all()
        # A thread of its own: those that work for the window may be waiting for the database.
        threading.Thread(target=self._end_agents, args=(fault,), name="emergency-stop", daemon=True).start()

    def resume(self) -> None:
        """Let runs and schedules go on, once what was pending is on record as refused."""
        self._desk.run_in_background(self._resume, self._resumed, self._not_resumed)

    def _end_agents(self, fault: str) -> None:
        from ...agents.running_agents import AgentsEnded, end_agents
        from ...runs.emergency_stop import StopResult, record_stop

        root = self._desk.folder.root
        try:
            done = end_agents(root)
        except Exception as error:
            log.exception("agents could not be ended")
            done, fault = AgentsEnded(0), fault or tr("Not every agent may have ended: {error}.", error=error)
        with suppress(RuntimeError):  # the window is gone
            self._ended.emit(StopResult(done, False, fault))
        try:
            record_stop(self._desk.book, root)
        except ClaudeOpsError as error:  # the engine tries again until it can
            log.warning("the emergency stop is not on record yet: %s", error.full_text)
        except RuntimeError:  # the store is closed: the next start writes it down
            log.info("the application ended before the emergency stop was on record")

    def _agents_ended(self, done: StopResult) -> None:
        if done.agents.left:
            numbers = ", ".join(map(str, done.agents.left))
            self.error_posted.emit(
                tr(
                    "These processes could not be ended: {numbers}. End them as their owner or as root.",
                    numbers=numbers,
                )
            )
        elif done.fault:
            self.error_posted.emit(done.fault)
        else:
            ended = (
                tr_count(
                    "Everything is stopped: %n agent ended.",
                    "Everything is stopped: %n agents ended.",
                    done.agents.ended,
                )
                if done.agents.ended
                else tr("Everything is stopped: no agent was running.")
            )
            self.message_posted.emit(ended)

    def _resume(self) -> bool:
        from ...runs.emergency_stop import resume_everything

        return resume_everything(self._desk.book, self._desk.folder.root)

    def _resumed(self, _resumed: bool) -> None:
        self._desk.runs.marker_moved()
        self._desk.approvals.refresh()
        self.message_posted.emit(tr("Resumed: runs and schedules continue."))

    def _not_resumed(self, error: Exception) -> None:
        self.error_posted.emit(tr("Everything stays stopped. {reason}", reason=error_text(error)))
