"""The status line: state, what waits, what comes next, the agent, what today has cost. Each part leads somewhere."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from ..run.request import QueueState
from . import theme, words
from .page import Place
from .standing import Standing
from .widgets.state_dot import StateDot


class StatusLine(QFrame):
    """``wanted`` carries a Place to open; ``cancel_asked`` the number of a waiting run."""

    wanted = Signal(object)
    cancel_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusline")
        self.setAccessibleName("Status")
        self.setFixedHeight(theme.TARGET + 2)
        self._dot = StateDot()
        self.state = _item("What runs now")
        self.waiting = _item("Runs that wait; press to cancel one")
        self.next = _item("The next scheduled run")
        self.agent = _item("The agent that runs")
        self.spend = _item("What runs have cost today")
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
        for item in (self.waiting, self.next, self.agent, self.spend):
            point = theme.label("·", "faint")
            self._points[item] = point
            row.addWidget(point)
            row.addWidget(item)
        row.addStretch()
        self.state.clicked.connect(self._go_overview)
        self.next.clicked.connect(self._go_schedules)
        self.agent.clicked.connect(self._go_agent)
        self.spend.clicked.connect(self._go_limits)
        self._shown = {self.waiting: False, self.next: True, self.agent: True, self.spend: True}

    def stand(self, standing: Standing, queue: QueueState, agent: str, agent_tip: str) -> None:
        """Say how it stands. ``agent`` is empty until it is known."""
        self._dot.set_state(standing.state)
        self.state.setText(standing.text)
        self.waiting.setText(f"{words.counted(standing.waiting, 'run')} waiting")
        self.next.setText(standing.next)
        self.agent.setText(agent)
        self.agent.setToolTip(agent_tip or "The agent that runs")
        self.spend.setText(standing.spend)
        self.spend.setToolTip(
            "Today's cap is reached: no run starts until tomorrow."
            if standing.over_cap
            else "What runs have cost today"
        )
        theme.set_role(self.spend, "over" if standing.over_cap else "")
        self._shown = {self.waiting: bool(standing.waiting), self.next: True, self.agent: bool(agent), self.spend: True}
        self._fill_queue(queue)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it becomes narrow, the agent gives way first, then the spend, then what is next."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = {item for item, wanted in self._shown.items() if wanted}
        for gives_way in (self.agent, self.spend, self.next):
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
            action = QAction(f"Cancel {describe(waiting.request)}", self._queue)
            action.setData(waiting.number)
            self._queue.addAction(action)

    def _cancel(self, action: QAction) -> None:
        self.cancel_asked.emit(action.data())

    def _go_overview(self) -> None:
        self.wanted.emit(Place("overview"))

    def _go_schedules(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "schedules"}))

    def _go_agent(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "agent"}))

    def _go_limits(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "limits"}))


def describe(request: object) -> str:
    """A run that waits, in words: ``manual observe of postgres``."""
    services = getattr(request, "services", ())
    of = f" of {words.listed(services)}" if services else ""
    return f"{getattr(request, 'trigger', '')} {words.tier_name(getattr(request, 'tier', 1))}{of}".strip()


def _item(tip: str) -> QToolButton:
    made = QToolButton()
    made.setObjectName("statusitem")
    made.setToolTip(tip)
    made.setAccessibleDescription(tip)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return made
