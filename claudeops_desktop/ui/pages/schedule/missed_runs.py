"""Missed due times that wait for the operator's word: a card each, Run it or Skip it (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....core.errors import OperatorError
from ....records.occurrences import ScheduleOccurrence
from ....records.record_books import RecordRepositories
from ....scheduler import occurrence_records
from ....scheduler.rules import is_readable, next_planned
from ....scheduler.zone import LocalZone
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.elided_label import ElidedLabel
from ...widgets.state_dot import StateDot

TABLES = frozenset({"schedules", "due_times", "*"})
BURST_MS = 100
MOST = 5


@dataclass(frozen=True, slots=True)
class MissedRun:
    """A due time that waits, the name of its schedule, and until when it can be answered (words)."""

    due: ScheduleOccurrence
    name: str
    until: str


def load_missed_runs(book: RecordRepositories) -> tuple[MissedRun, ...]:
    """All that wait, oldest first. Call inside ``store.read``."""
    schedules = {schedule.id: schedule for schedule in book.schedules.list()}
    zone, now = LocalZone()(), utc_now()
    found = []
    for due in book.schedules.list_unanswered():
        schedule = schedules.get(due.schedule_id)
        if schedule is None or due.answer or not is_readable(schedule):
            continue
        following = next_planned(schedule, now, zone).due_at
        found.append(MissedRun(due, schedule.name, formatting.format_clock_time(following, now)))
    return tuple(found)


class MissedRunCard(QFrame):
    """One question. ``answered`` carries it and True for run, False for skip."""

    answered = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.question: MissedRun | None = None
        self.title = ElidedLabel(role="strong")
        self.why = ElidedLabel(role="muted")
        self.run = QPushButton(tr("Run it"))
        theme.set_role(self.run, "primary")
        self.run.clicked.connect(partial(self._say, True))
        self.skip = QPushButton(tr("Skip it"))
        self.skip.clicked.connect(partial(self._say, False))
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self.title)
        said.addWidget(self.why)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GAP_M, theme.GAP_S, theme.GAP_M, theme.GAP_S)
        row.setSpacing(theme.GAP_M)
        row.addWidget(StateDot("asked"))
        row.addLayout(said, 1)
        row.addWidget(self.skip)
        row.addWidget(self.run)

    def show_missed_run(self, question: MissedRun) -> None:
        """Ask this."""
        self.question = question
        due = question.due
        self.title.setText(
            tr(
                "{name} was missed at {due_at}. Run it now?",
                name=question.name,
                due_at=formatting.format_clock_time(due.due_at),
            )
        )
        self.title.set_tip(formatting.format_exact_time(due.due_at))
        self.why.setText(
            tr(
                "{cause} You can answer until {until}, when the next one is due.",
                cause=_cause(due.why),
                until=question.until,
            )
        )
        self.run.setAccessibleName(
            tr("Run {name}, missed at {due_at}", name=question.name, due_at=formatting.format_clock_time(due.due_at))
        )
        self.skip.setAccessibleName(
            tr("Skip {name}, missed at {due_at}", name=question.name, due_at=formatting.format_clock_time(due.due_at))
        )
        for button in (self.run, self.skip):
            button.setEnabled(True)

    def _say(self, run: bool, _checked: bool = False) -> None:
        for button in (self.run, self.skip):
            button.setEnabled(False)
        self.answered.emit(self.question, run)


class MissedRunCards(QWidget):
    """The cards, hidden while nothing waits. ``count_changed`` carries how many wait."""

    count_changed = Signal(int)
    message_posted = Signal(str, object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.cards: list[MissedRunCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GAP_S)
        self._more = theme.plain_label(role="muted")
        self._column.addWidget(self._more)
        self.hide()
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        desk.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Ask what waits."""
        self._desk.bridge.ask(partial(load_missed_runs, self._desk.book), self._show, newest=True)

    def _changed(self, change: CommittedChange) -> None:
        if change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _show(self, found: Sequence[MissedRun]) -> None:
        shown = found[:MOST]
        while len(self.cards) < len(shown):
            card = MissedRunCard(self)
            card.answered.connect(self._answered)
            self._column.insertWidget(len(self.cards), card)
            self.cards.append(card)
        for at, card in enumerate(self.cards):
            card.setVisible(at < len(shown))
            if at < len(shown):
                card.show_missed_run(shown[at])
        self._more.setText(
            tr("{found} after these", found=tr_count("%n more question", "%n more questions", len(found) - MOST))
        )
        self._more.setVisible(len(found) > MOST)
        self.setVisible(bool(found))
        self.count_changed.emit(len(found))

    def _answered(self, question: MissedRun, run: bool) -> None:
        future = self._desk.schedule.answer(question.due.id, run)
        self._desk.bridge.follow(future, partial(self._done, question, run), self._failed)

    def _done(self, question: MissedRun, run: bool, _due: ScheduleOccurrence) -> None:
        if run:
            self.message_posted.emit(tr("{name} runs now.", name=question.name), None)
            return
        self._desk.undo.push_step(
            tr(
                "Skipped {name} of {due_at}",
                name=question.name,
                due_at=formatting.format_clock_time(question.due.due_at),
            ),
            partial(_ask_again, self._desk.book, question.due),
            partial(_skip, self._desk.book, question.due.id),
        )

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)
        self.refresh()


def _ask_again(book: RecordRepositories, due: ScheduleOccurrence) -> None:
    if not occurrence_records.restore_question(book, due):
        raise OperatorError(tr("That can no longer be undone: the next one is due."), tr("Run it by hand."))


def _skip(book: RecordRepositories, due_id: int) -> None:
    occurrence_records.answer_missed(book, due_id, False, utc_now())


def _cause(why: str) -> str:
    """The reason as a sentence: "The machine was asleep."."""
    cause = why.partition(": ")[2] or why
    return f"{cause[:1].upper()}{cause[1:]}." if cause else ""
