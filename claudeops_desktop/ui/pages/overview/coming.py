"""What comes next, what waits, and what ran lately."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from ....records.run_list import RunLine
from ....run.request import QueuedRun
from ... import icons, theme, words
from ...page import Place
from ...status_line import describe
from ...widgets.row_button import RowButton
from .facts import outcome

NEXT, WAITING, LATELY = 3, 5, 6


class ComingPanel(QFrame):
    """``wanted`` carries a Place, ``cancel_asked`` the number of a waiting run."""

    wanted = Signal(object)
    cancel_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_M, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(0)
        self._next_title = _heading(column, "Next")
        self.next = [RowButton() for _ in range(NEXT)]
        for row in self.next:
            row.clicked.connect(self._go_schedules)
            column.addWidget(row)
        self._waiting_title = _heading(column, "Waiting")
        self.waiting = [_WaitingRow() for _ in range(WAITING)]
        for waiting in self.waiting:
            waiting.cancel_asked.connect(self.cancel_asked)
            column.addWidget(waiting)
        self._more = theme.label(role="muted")
        column.addWidget(self._more)
        self._lately_title = _heading(column, "Lately")
        self.lately = [RowButton() for _ in range(LATELY)]
        self._sessions: list[int | None] = [None] * LATELY
        for row in self.lately:
            row.clicked.connect(self._go_session)
            column.addWidget(row)
        column.addStretch()

    def say_next(self, upcoming: Sequence[Any], *, paused: bool, now: datetime) -> None:
        """The next due times, or that there are none."""
        rows = [
            ("queued", f"{words.clock_time(due.at, now)}  {due.schedule.name}", words.when(due.at, now), due.at)
            for due in upcoming[:NEXT]
        ]
        if paused:
            rows = [("paused", "Paused: scheduled runs wait", "", None)]
        elif not rows:
            rows = [("idle", "Nothing is scheduled. Add a schedule", "", None)]
        for at, row in enumerate(self.next):
            row.setVisible(at < len(rows))
            if at < len(rows):
                state, text, aside, moment = rows[at]
                row.say(state, text, aside, words.exact(moment) if moment else text)

    def say_waiting(self, waiting: Sequence[QueuedRun]) -> None:
        """The runs that wait their turn."""
        self._waiting_title.setVisible(bool(waiting))
        for at, row in enumerate(self.waiting):
            row.setVisible(at < len(waiting))
            if at < len(waiting):
                row.say(waiting[at])
        more = len(waiting) - len(self.waiting)
        self._more.setVisible(more > 0)
        self._more.setText(f"and {more} more")

    def say_lately(self, runs: Sequence[RunLine], now: datetime) -> None:
        """The newest runs that are over."""
        over = [run for run in runs if run.status != "running"][:LATELY]
        self._lately_title.setVisible(bool(over))
        for at, row in enumerate(self.lately):
            row.setVisible(at < len(over))
            if at < len(over):
                run = over[at]
                self._sessions[at] = run.chain[-1].session_id if run.chain else None
                tip = "\n".join(part for part in (run.summary, run.reason, words.exact(run.started_at)) if part)
                row.say(run.status, outcome(run), words.when(run.started_at, now), tip)

    def _go_schedules(self) -> None:
        self.wanted.emit(Place("settings", filters={"group": "schedules"}))

    def _go_session(self) -> None:
        at = self.lately.index(self.sender())  # type: ignore[arg-type]
        self.wanted.emit(Place("sessions", id=self._sessions[at]))


class _WaitingRow(QWidget):
    cancel_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._number = 0
        self._text = RowButton()
        self._text.setFocusPolicy(self._text.focusPolicy().NoFocus)
        cancel = QToolButton()
        theme.set_role(cancel, "icon")
        icons.dress(cancel, "close", "muted")
        cancel.setToolTip("Cancel this run")
        cancel.clicked.connect(self._cancel)
        self._cancel_button = cancel
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_XS)
        row.addWidget(self._text, 1)
        row.addWidget(cancel)

    def say(self, queued: QueuedRun) -> None:
        """Show a run that waits."""
        self._number = queued.number
        text = describe(queued.request)
        self._text.say("queued", text[:1].upper() + text[1:], words.when(queued.queued_at))
        self._cancel_button.setAccessibleName(f"Cancel {text}")

    def _cancel(self) -> None:
        self.cancel_asked.emit(self._number)


def _heading(column: QVBoxLayout, text: str) -> QWidget:
    label = theme.label(text, "muted")
    label.setContentsMargins(theme.GAP_XS, theme.GAP_S, 0, theme.GAP_XS)
    column.addWidget(label)
    return label
