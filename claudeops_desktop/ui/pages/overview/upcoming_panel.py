"""The next scheduled runs, the runs that wait, and the earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ....records.run_list import RunLine
from ....runs.request import QueueState
from ... import theme
from ...runs.waiting_runs import WaitingRunsList
from ...text import formatting
from ...text.translation import tr
from ...widgets.row_button import RowButton
from ..base_page import PageLocation
from .text import run_outcome

NEXT, LATELY = 3, 6


class UpcomingPanel(QFrame):
    """``navigation_requested`` carries a PageLocation, ``cancel_requested`` the number of a waiting run,
    ``drop_requested`` the id of a parked one."""

    navigation_requested = Signal(object)
    cancel_requested = Signal(int)
    drop_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(0)
        self._next_title = _heading(column, tr("Next"))
        self.next = [RowButton() for _ in range(NEXT)]
        for row in self.next:
            row.clicked.connect(self._go_schedules)
            column.addWidget(row)
        self.held = WaitingRunsList(tr("Waiting"))
        self.held.cancel_requested.connect(self.cancel_requested)
        self.held.drop_requested.connect(self.drop_requested)
        column.addWidget(self.held)
        self._lately_title = _heading(column, tr("Earlier runs"))
        self.recent = [RowButton() for _ in range(LATELY)]
        self._sessions: list[int | None] = [None] * LATELY
        for row in self.recent:
            row.clicked.connect(self._go_session)
            column.addWidget(row)
        column.addStretch()

    def show_next(self, upcoming: Sequence[Any], *, paused: bool, now: datetime) -> None:
        """The next due times, or that there are none."""
        rows = [
            (
                "queued",
                f"{formatting.format_clock_time(due.at, now)}  {due.schedule.name}",
                formatting.format_relative_time(due.at, now),
                due.at,
            )
            for due in upcoming[:NEXT]
        ]
        if paused:
            rows = [("paused", tr("Scheduled runs are paused"), "", None)]
        elif not rows:
            rows = [("idle", tr("Nothing is scheduled. Add a schedule…"), "", None)]
        for at, row in enumerate(self.next):
            row.setVisible(at < len(rows))
            if at < len(rows):
                state, text, aside, moment = rows[at]
                row.set_content(state, text, aside, formatting.format_exact_time(moment) if moment else text)

    def show_waiting(self, state: QueueState) -> None:
        """The runs between two sessions, then those that wait their turn."""
        self.held.show_queue(state)

    def show_recent(self, runs: Sequence[RunLine], now: datetime, *, live: bool = False) -> None:
        """The newest runs that are over but for the last one, which has a panel of its own while no run is on."""
        over = [run for run in runs if run.status != "running"][0 if live else 1 :][:LATELY]
        self._lately_title.setVisible(bool(over))
        for at, row in enumerate(self.recent):
            row.setVisible(at < len(over))
            if at < len(over):
                run = over[at]
                self._sessions[at] = run.chain[-1].session_id if run.chain else None
                tip = "\n".join(
                    part for part in (run.summary, run.reason, formatting.format_exact_time(run.started_at)) if part
                )
                row.set_content(run.look, run_outcome(run), formatting.format_relative_time(run.started_at, now), tip)

    def _go_schedules(self) -> None:
        self.navigation_requested.emit(PageLocation("schedule"))

    def _go_session(self) -> None:
        at = self.recent.index(self.sender())  # type: ignore[arg-type]
        self.navigation_requested.emit(PageLocation("sessions", id=self._sessions[at]))


def _heading(column: QVBoxLayout, text: str) -> QWidget:
    label = theme.plain_label(text, "muted")
    label.setContentsMargins(theme.GAP_XS, theme.GAP_S, 0, theme.GAP_XS)
    column.addWidget(label)
    return label
