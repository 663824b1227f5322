"""The status line: state, what asks and waits, what comes next, the agent, the cost. Each part leads somewhere."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from ...core.clock import utc_now
from ...runs.request import ParkedRun, QueueState
from .. import theme
from ..app_status import AppStatus
from ..pages.base_page import PageLocation
from ..text import formatting, incident_text
from ..text.translation import tr, tr_count
from ..widgets.elided_label import escape_tool_tip
from ..widgets.state_dot import StateDot


class StatusLine(QFrame):
    """``navigation_requested`` carries a PageLocation to open; ``cancel_requested`` the number of a waiting run,
    ``drop_requested`` the id of a parked one."""

    navigation_requested = Signal(object)
    cancel_requested = Signal(int)
    drop_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusline")
        self.setAccessibleName(tr("Status"))
        self.setFixedHeight(theme.TARGET + 2)
        self._dot = StateDot()
        self.state = _item(tr("Current state"))
        self.incidents = _item(tr("Incidents that need you"))
        self.asks = _item(tr("Questions that wait for your answer"))
        self.others = _item(tr("What else waits for you"))
        self.dry_run = _item(tr("Dry run is on: nothing is changed on your servers"))
        self.dry_run.setText(tr("dry run"))
        self.waiting = _item(tr("Waiting runs; press to cancel one"))
        self.next = _item(tr("The next scheduled run"))
        self.agent = _item(tr("The agent in use"))
        self.spend = _item(tr("Cost of the runs"))
        self._queue = QMenu(self.waiting)
        self._queue.triggered.connect(self._cancel)
        self.waiting.setMenu(self._queue)
        self.waiting.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._points: dict[QToolButton, QLabel] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_S + theme.GAP_M, 0, theme.GAP_M, 0)
        row.setSpacing(theme.GAP_XS)
        row.addWidget(self._dot)
        row.addWidget(self.state)
        waits = (self.incidents, self.asks, self.others)
        self._items = (*waits, self.dry_run, self.waiting, self.next, self.agent, self.spend)
        for item in self._items:
            point = theme.plain_label("·", "faint")
            self._points[item] = point
            row.addWidget(point)
            row.addWidget(item)
        row.addStretch()
        self.state.clicked.connect(self._go_overview)
        self.incidents.clicked.connect(self._go_incidents)
        self.asks.clicked.connect(self._go_approvals)
        self.others.clicked.connect(self._go_overview)
        self.dry_run.clicked.connect(self._go_run)
        self.next.clicked.connect(self._go_schedules)
        self.agent.clicked.connect(self._go_agent)
        self.spend.clicked.connect(self._go_limits)
        theme.set_role(self.asks, "near")
        theme.set_role(self.others, "near")
        theme.set_role(self.dry_run, "on")
        self._shown = {item: item in (self.next, self.agent, self.spend) for item in self._items}

    def show_status(self, standing: AppStatus, queue: QueueState, agent: str, agent_tip: str) -> None:
        """Say how it stands. ``agent`` is empty until it is known."""
        self._dot.set_state(standing.state)
        self.state.setText(standing.text)
        asks = standing.waiting_approvals
        self.asks.setText(tr_count("%n question for you", "%n questions for you", asks))
        theme.set_role(self.incidents, "over" if standing.worst_incident == "down" else "near")
        self.incidents.setText(incident_text.needing_text(standing.incidents))
        self.others.setText(others_text(standing.other_waiting, bool(standing.incidents or asks)))
        self.waiting.setText(_held(standing))
        self.next.setText(standing.next)
        self.agent.setText(agent)
        self.agent.setToolTip(agent_tip or tr("The agent in use"))
        self.spend.setText(standing.spend)
        self.spend.setToolTip(escape_tool_tip(standing.spend_tip))
        self.spend.setAccessibleDescription(standing.spend_tip)
        theme.set_role(self.spend, standing.spend_state)
        self._shown = {
            self.incidents: bool(standing.incidents),
            self.asks: bool(asks),
            self.others: bool(standing.other_waiting),
            self.dry_run: standing.dry_run or standing.live_dry_run,
            self.waiting: bool(standing.waiting or standing.parked),
            self.next: True,
            self.agent: bool(agent),
            self.spend: True,
        }
        self._fill_queue(queue)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it becomes narrow, the agent gives way, then the spend (unless a cap is near), then what is next."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = {item for item, wanted in self._shown.items() if wanted}
        last = (self.spend, self.next) if not self.spend.property("role") else (self.next, self.spend)
        for gives_way in (self.agent, *last):
            width = 60 + self.state.sizeHint().width() + sum(item.sizeHint().width() + 16 for item in shown)
            if width <= self.width():
                break
            shown.discard(gives_way)
        for item, point in self._points.items():
            item.setVisible(item in shown)
            point.setVisible(item in shown)

    def _fill_queue(self, queue: QueueState) -> None:
        self._queue.clear()
        for waiting in queue.waiting:
            action = QAction(tr("Cancel {run}", run=queued_run_text(waiting.request)), self._queue)
            action.setData(("cancel", waiting.number))
            self._queue.addAction(action)
        for parked in queue.parked:
            action = QAction(tr("Give up {run}", run=parked_run_text(parked)), self._queue)
            action.setData(("drop", parked.run_id))
            self._queue.addAction(action)

    def _cancel(self, action: QAction) -> None:
        what, number = action.data()
        (self.cancel_requested if what == "cancel" else self.drop_requested).emit(number)

    def _go_overview(self) -> None:
        self.navigation_requested.emit(PageLocation("overview"))

    def _go_incidents(self) -> None:
        self.navigation_requested.emit(PageLocation("incidents"))

    def _go_approvals(self) -> None:
        self.navigation_requested.emit(PageLocation("inbox", filters={}))

    def _go_run(self) -> None:
        self.navigation_requested.emit(PageLocation("settings", filters={"group": "run"}))

    def _go_schedules(self) -> None:
        self.navigation_requested.emit(PageLocation("schedule"))

    def _go_agent(self) -> None:
        self.navigation_requested.emit(PageLocation("settings", filters={"group": "agent"}))

    def _go_limits(self) -> None:
        self.navigation_requested.emit(PageLocation("settings", filters={"group": "limits"}))


def others_text(number: int, besides: bool) -> str:
    """Return what waits ``besides`` incidents and questions of runs, or where there are none: ``3 other things for
    you``, ``3 things for you``."""
    if besides:
        return tr_count("%n other thing for you", "%n other things for you", number)
    return tr_count("%n thing for you", "%n things for you", number)


def queued_run_text(request: object) -> str:
    """A run that waits, in words: ``manual observe of postgres``."""
    services = getattr(request, "services", ())
    trigger, tier = getattr(request, "trigger", ""), formatting.tier_name(getattr(request, "tier", 1))
    if not services:
        return tr("{trigger} {tier}", trigger=trigger, tier=tier).strip()
    names = formatting.format_names(services)
    return tr("{trigger} {tier} of {services}", trigger=trigger, tier=tier, services=names).strip()


def parked_run_text(parked: ParkedRun) -> str:
    """A run between two sessions, in words: ``run 12, which needs approval for tier 3``."""
    if parked.ready:
        return tr("run {run_id}, which continues with tier {tier}", run_id=parked.run_id, tier=parked.tier)
    if parked.why == "approval":
        return tr("run {run_id}, which needs approval for tier {tier}", run_id=parked.run_id, tier=parked.tier)
    if parked.why == "limit":
        return tr(
            "run {run_id}, which is retried {time} (the usage limit is reached)",
            run_id=parked.run_id,
            time=formatting.format_relative_time(parked.until, utc_now()),
        )
    return tr(
        "run {run_id}, which is retried {time} (the service was overloaded)",
        run_id=parked.run_id,
        time=formatting.format_relative_time(parked.until, utc_now()),
    )


def _held(standing: AppStatus) -> str:
    """``2 runs waiting, 1 parked``."""
    waiting, parked = standing.waiting, standing.parked
    parts = [tr_count("%n run waiting", "%n runs waiting", waiting)] if waiting else []
    if parked:
        parts.append(
            tr_count("%n parked", "%n parked", parked)
            if waiting
            else tr_count("%n run parked", "%n runs parked", parked)
        )
    return ", ".join(parts)


def _item(tip: str) -> QToolButton:
    made = QToolButton()
    made.setObjectName("statusitem")
    made.setToolTip(tip)
    made.setAccessibleDescription(tip)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made
