"""Keeps the AppStatus up to date: one question after each burst of changes, and a coarse timer while in view."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from ...core.clock import utc_now
from ...core.usage_window import UsageWindow, read_window
from ...storage import CommittedChange
from ..app_context import AppContext
from ..app_status import AppStatus, describe_status
from ..text import formatting
from ..text.spend_text import SpendSummary
from ..text.translation import error_text

if TYPE_CHECKING:
    from ...agents.registry import AgentRegistry

TABLES = frozenset({"queue", "stop", "settings", "sessions", "runs", "schedules", "due_times", "*"})
SPENDS = frozenset({"sessions", "runs", "*"})
BURST_MS = 100


class AppStatusMonitor(QObject):
    """``changed`` says that ``current`` or ``agents`` moved; ``settings_changed`` that the operator's settings did."""

    changed = Signal()
    settings_changed = Signal()

    def __init__(self, desk: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.current = describe_status(desk.runs.state, None, desk.settings.current, SpendSummary(), "", utc_now())
        self.agents: AgentRegistry | None = None
        self.agents_error = ""
        self._spend = SpendSummary()
        self._spend_moved = True
        self._asked_on = utc_now().astimezone().date()
        self._last = ""
        self._agent_settings = desk.settings.current.agent
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        self._refresh = QTimer(self, interval=formatting.RETELL_MS)
        self._refresh.setTimerType(Qt.TimerType.CoarseTimer)
        self._refresh.timeout.connect(self.retell)
        desk.bridge.changed.connect(self._changed)
        desk.waiting.changed.connect(self._say)

    def in_view(self, yes: bool) -> None:
        """Refresh "in 23 min" while somebody can see it, and never in the tray."""
        if yes:
            self._refresh.start()
            self.refresh()
        else:
            self._refresh.stop()

    def close(self) -> None:
        """The window ends: ask nothing more."""
        self._desk.bridge.changed.disconnect(self._changed)
        self._desk.waiting.changed.disconnect(self._say)
        self._refresh.stop()
        self._burst.stop()

    def refresh(self) -> None:
        """Ask the store for what the words need."""
        self._burst.stop()
        now = utc_now()
        spend = self._spend_moved or self._asked_on != now.astimezone().date()
        self._spend_moved, self._asked_on = False, now.astimezone().date()
        self._desk.bridge.ask(
            partial(_load_status, self._desk, now, spend),
            self._answered,
            self._failed,
            newest=True,
        )

    def find_agents(self) -> None:
        """Find out, on a thread, which agents there are."""
        self._desk.run_in_background(self._desk.find_agents, self._found, self._not_found)

    def _changed(self, change: CommittedChange) -> None:
        if change.table not in TABLES:
            return
        if change.table == "settings":
            self.settings_changed.emit()
            if self._desk.settings.current.agent != self._agent_settings:
                self._agent_settings = self._desk.settings.current.agent
                self.find_agents()
        if change.table in SPENDS:
            self._spend_moved = True
        if change.table in ("queue", "stop", "settings"):
            self._say()
        if not self._burst.isActive():
            self._burst.start()

    def retell(self) -> None:
        """What is next reads differently; on a new day today's spend begins anew."""
        if self._asked_on != utc_now().astimezone().date():
            self.refresh()
        self._say()

    def _answered(self, answer: StatusFacts) -> None:
        self._spend = replace(answer.spend or self._spend, window=answer.window)
        self._last = answer.last_status
        self._say()

    def _failed(self, error: Exception) -> None:
        self._desk.bridge.failed.emit(error_text(error))

    def _found(self, agents: AgentRegistry) -> None:
        self.agents, self.agents_error = agents, ""
        self._desk.agents_found = agents
        self._desk.book.store.hub.publish(CommittedChange("agents"))
        self.changed.emit()

    def _not_found(self, error: Exception) -> None:
        self.agents, self.agents_error = None, error_text(error)
        self.changed.emit()

    def _say(self) -> None:
        now = utc_now()
        said: AppStatus = describe_status(
            self._desk.runs.state,
            next(iter(self._desk.upcoming(1)), None),
            self._desk.settings.current,
            self._spend,
            self._last,
            now,
            self._desk.waiting.current,
        )
        if said != self.current:
            self.current = said
            self.changed.emit()


class StatusFacts(Struct, frozen=True):
    """What was asked: ``spend`` None where it was not asked for."""

    spend: SpendSummary | None
    window: UsageWindow | None
    last_status: str


def _load_status(desk: AppContext, now: datetime, spend: bool) -> StatusFacts:
    """``spend`` says whether to ask what was spent."""
    book = desk.book
    runs = [run for run in book.sessions.runs(limit=2) if run.status != "running"]
    last = runs[0].status if runs else ""
    spent = SpendSummary(book.spend.today(now), book.spend.month(now), book.spend.forecast(now)) if spend else None
    return StatusFacts(spent, read_window(desk.folder.root), last)
