"""The current run with its log; between runs the last one."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.clock import from_text, utc_now
from ....core.money import money
from ....records.run_list import RunLine
from ....runs.request import LiveRun
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.log.log_view import LogView
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from .text import run_outcome, trigger_text

TICK_MS = 1000


class LivePanel(QFrame):
    """``navigation_requested`` carries a PageLocation. Stop is where it is on every page: beside Run now."""

    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self._desk = desk
        self._log: LogView | None = None
        self._live: LiveRun | None = None
        self._session: int | None = None
        self._dot = StateDot("idle")
        self._title = ElidedLabel(role="strong")
        self._more = ElidedLabel(role="muted")
        self._open = QPushButton(tr("Open the run"))
        self._open.clicked.connect(self._go)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self._title)
        said.addWidget(self._more)
        head = QHBoxLayout()
        head.setContentsMargins(theme.GAP_L, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addLayout(said, 1)
        head.addWidget(self._open)
        line = QFrame()
        theme.set_role(line, "line")
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        column.addStretch(1)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._make_log)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.setTimerType(Qt.TimerType.CoarseTimer)
        self._tick.timeout.connect(self._say_elapsed)
        self._in_view = False

    @property
    def log(self) -> LogView:
        """The lines of the session. Made after the first picture of the page: it takes longer than all the rest."""
        if self._log is None:
            self._soon.stop()
            self._log = LogView(self._desk, self)
            theme.set_role(self._log.list, "bare")  # the card has a frame already
            self._column.takeAt(self._column.count() - 1)
            self._column.addWidget(self._log, 1)
            if self._in_view:
                self._log.show_session(self._session)
        return self._log

    def _make_log(self) -> None:
        self.log.show()

    def set_in_view(self, yes: bool) -> None:
        """The seconds count only where somebody sees them."""
        self._in_view = yes
        self._tick.start() if yes and self._live is not None else self._tick.stop()
        if self._log is not None:
            self._log.show_session(self._session if yes else None)
        elif yes:
            self._soon.start()

    def show_run(self, live: LiveRun | None, last: RunLine | None) -> None:
        """Show the live run, or the last one, or nothing."""
        self._live = live
        if live is not None:
            self._dot.set_state("running")
            self._title.setText(_live_title(live))
            self._show(live.session_id)
            self._say_elapsed()
            if self._in_view and not self._tick.isActive():
                self._tick.start()
            return
        self._tick.stop()
        if last is not None:
            self._dot.set_state(last.look)
            self._title.setText(run_outcome(last))
            parts = [tr("Last run, {time}", time=formatting.format_relative_time(last.started_at))]
            if last.duration_ms is not None:
                parts.append(tr("took {duration}", duration=formatting.format_duration_ms(last.duration_ms)))
            if last.cost_usd:
                parts.append(money(last.cost_usd))
            self._more.setText(", ".join(parts))
            self._show(last.chain[-1].session_id if last.chain else None)
        else:  # the first run of all was parked: it stands among those that wait
            self._dot.set_state("idle")
            self._title.setText(tr("No run yet"))
            self._more.setText(tr("The log of the current run appears here."))
            self._show(None)

    def _show(self, session_id: int | None) -> None:
        self._open.setVisible(session_id is not None)
        if session_id != self._session:
            self._session = session_id
            if self._in_view and self._log is not None:
                self._log.show_session(session_id)

    def _say_elapsed(self) -> None:
        if self._live is not None:
            seconds = (utc_now() - from_text(self._live.started_at)).total_seconds()
            self._more.setText(
                tr(
                    "{trigger}, running for {duration}",
                    trigger=trigger_text(self._live.request.trigger),
                    duration=formatting.format_duration(int(seconds)),
                )
            )

    def _go(self) -> None:
        self.navigation_requested.emit(PageLocation("sessions", id=self._session))


def _live_title(live: LiveRun) -> str:
    tier, agent = formatting.tier_name(live.tier), live.agent
    if live.stopping:
        return tr("Stopping {tier} with {agent}", tier=tier, agent=agent)
    if live.request.dry_run:
        return tr("Running {tier} with {agent} (dry run)", tier=tier, agent=agent)
    return tr("Running {tier} with {agent}", tier=tier, agent=agent)
