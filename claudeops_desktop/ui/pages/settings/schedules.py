"""The schedules: each with its rule in words and its next due time; what became of the last due times, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ....clock import utc_now
from ....records.due import DueTime, Schedule
from ....schedule import rules
from ....store import Change
from ... import icons, theme, words
from ...desk import Desk
from ...widgets.elided import ElidedLabel, plain_tip
from ...widgets.state_dot import look, word
from ...widgets.table import prepare

TABLES = frozenset({"schedules", "due_times", "settings", "*"})
BURST_MS = 100
SHOWN_DUE = 50
SHOWN_ROWS = 8


@dataclass(frozen=True, slots=True)
class Seen:
    """What the group shows, as it was asked for."""

    schedules: tuple[Schedule, ...]
    due_times: tuple[DueTime, ...]


class ScheduleRow(QFrame):
    """One schedule. The signals carry it."""

    edit_asked = Signal(object)
    delete_asked = Signal(object)
    run_asked = Signal(object)
    enable_asked = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self.schedule: Schedule | None = None
        self.enabled = QCheckBox()
        self.enabled.toggled.connect(self._toggled)
        self.name = ElidedLabel(role="strong")
        self.rule = ElidedLabel(role="muted")
        self.next = ElidedLabel(role="muted")
        self.next.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.next.setSizePolicy(self.next.sizePolicy().Policy.Preferred, self.next.sizePolicy().Policy.Preferred)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self.name)
        said.addWidget(self.rule)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.GAP_XS, 0, theme.GAP_XS)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.enabled)
        row.addLayout(said, 2)
        row.addWidget(self.next, 1)
        self._buttons = [
            self._button("play", "Run it now; its rhythm is not moved", self._run),
            self._button("edit", "Edit", self._edit),
            self._button("trash", "Delete", self._delete),
        ]
        for button in self._buttons:
            row.addWidget(button)

    def say(self, schedule: Schedule, next_at: datetime | None, now: datetime, *, paused: bool) -> None:
        """Show a schedule."""
        self.schedule = schedule
        blocked = self.enabled.blockSignals(True)
        self.enabled.setChecked(bool(schedule.enabled))
        self.enabled.blockSignals(blocked)
        self.enabled.setAccessibleName(f"{schedule.name} is on")
        self.enabled.setToolTip("Switch it off" if schedule.enabled else "Switch it on; nothing runs at once")
        self.name.setText(schedule.name)
        self.rule.setText(" · ".join(_rule_parts(schedule)))
        if not schedule.enabled:
            self.next.setText("off")
        elif paused:
            self.next.setText("paused")
        elif next_at is not None:
            self.next.setText(f"{words.clock_time(next_at, now)} ({words.when(next_at, now)})")
            self.next.set_tip(words.exact(next_at))
        else:
            self.next.setText("")
        for button, verb in zip(self._buttons, ("Run", "Edit", "Delete"), strict=True):
            button.setAccessibleName(f"{verb} {schedule.name}")

    def _button(self, icon: str, tip: str, slot: object) -> QToolButton:
        made = QToolButton()
        theme.set_role(made, "icon")
        icons.dress(made, icon, "muted")
        made.setToolTip(tip)
        made.clicked.connect(slot)
        return made

    def _toggled(self, on: bool) -> None:
        self.enable_asked.emit(self.schedule, on)

    def _run(self) -> None:
        self.run_asked.emit(self.schedule)

    def _edit(self) -> None:
        self.edit_asked.emit(self.schedule)

    def _delete(self) -> None:
        self.delete_asked.emit(self.schedule)


class Schedules(QWidget):
    """``message`` carries a sentence for the toast; ``filled`` says that its height may be another one.

    It asks only while it is ``in_view``.
    """

    message = Signal(str)
    filled = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._in_view = False
        self.rows: list[ScheduleRow] = []
        self._seen = Seen((), ())
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self._none = theme.label("No run starts by itself yet. Add a schedule, such as every 30 minutes.", "muted")
        self.add = QPushButton("Add a schedule")
        icons.dress(self.add, "add")
        self.add.clicked.connect(self._add)
        self._title = theme.label("What became of the last due times", "strong")
        self._title.setContentsMargins(0, theme.GAP_L, 0, theme.GAP_XS)
        self.table = QTableWidget(0, 4)
        prepare(self.table, "Due times")
        theme.set_role(self.table, "framed")
        self.table.setHorizontalHeaderLabels(["Due", "Schedule", "Became", "Why"])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setStretchLastSection(True)
        for column, width in enumerate((150, 180, 120)):
            self.table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.table.setColumnWidth(column, width)
        column_box = QVBoxLayout(self)
        column_box.setContentsMargins(0, 0, 0, 0)
        column_box.setSpacing(0)
        column_box.addLayout(self._list)
        column_box.addWidget(self._none)
        column_box.addSpacing(theme.GAP_S)
        column_box.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        column_box.addWidget(self._title)
        column_box.addWidget(self.table)
        self._fill_table()
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.look)
        desk.bridge.changed.connect(self._changed)

    def set_in_view(self, yes: bool) -> None:
        """Ask now, and after changes, or not at all."""
        self._in_view = yes
        self.look() if yes else self._burst.stop()

    def look(self) -> None:
        """Ask for the schedules and the last due times."""
        self._desk.bridge.ask(_Question(self._desk), self._answered)

    def say_times(self) -> None:
        """Repaint the relative times."""
        self._say()

    def _changed(self, change: Change) -> None:
        if self._in_view and change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _answered(self, seen: Seen) -> None:
        self._seen = seen
        self._say()
        self._fill_table()
        self.filled.emit()

    def _say(self) -> None:
        now = utc_now()
        paused = self._desk.runs.state.paused
        planned = {schedule.id: plan.at for schedule, plan in self._desk.schedule.planned()}
        schedules = self._seen.schedules
        while len(self.rows) < len(schedules):
            row = ScheduleRow()
            row.edit_asked.connect(self._edit)
            row.delete_asked.connect(self._delete)
            row.run_asked.connect(self._run)
            row.enable_asked.connect(self._enable)
            self._list.addWidget(row)
            self.rows.append(row)
        for row in self.rows[len(schedules) :]:
            self._list.removeWidget(row)
            row.deleteLater()
        del self.rows[len(schedules) :]
        for row, schedule in zip(self.rows, schedules, strict=True):
            row.say(schedule, planned.get(schedule.id), now, paused=paused)
        self._none.setVisible(not schedules)

    def _fill_table(self) -> None:
        names = {schedule.id: schedule.name for schedule in self._seen.schedules}
        due_times = self._seen.due_times
        self._title.setVisible(bool(due_times))
        self.table.setVisible(bool(due_times))
        self.table.setRowCount(len(due_times))
        for at, due in enumerate(due_times):
            name, tone = look(due.state)
            cells = (words.clock_time(due.due_at), names.get(due.schedule_id, ""), word(due.state), due.why)
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column == 2:
                    item.setIcon(icons.icon(name, tone))
                item.setToolTip(plain_tip(words.exact(due.due_at) if column == 0 else text))
                self.table.setItem(at, column, item)
        height = theme.ROW + min(len(due_times), SHOWN_ROWS) * theme.row_height() + 2
        self.table.setFixedHeight(height)

    def _add(self) -> None:
        self._open(None)

    def _edit(self, schedule: Schedule) -> None:
        self._open(schedule)

    def _open(self, schedule: Schedule | None) -> None:
        from .schedule_form import ScheduleForm

        form = ScheduleForm(self._desk, schedule, self)
        form.saved.connect(self._saved)
        form.open()

    def _saved(self, schedule: Schedule) -> None:
        self.message.emit(f"Saved: {schedule.name}, {_lower(rules.words(schedule))}.")

    def _enable(self, schedule: Schedule, on: bool) -> None:
        self._desk.bridge.follow(self._desk.schedule.enable(schedule.id, on), None, self._failed)

    def _run(self, schedule: Schedule) -> None:
        self._desk.schedule.run_now(schedule)
        self.message.emit(f"{schedule.name} runs now; its schedule stays as it is.")

    def _delete(self, schedule: Schedule) -> None:
        box = QMessageBox(self)
        box.setWindowTitle("Claude Ops")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Delete the schedule “{schedule.name}”?")
        box.setInformativeText("The record of its due times goes with it. Its runs stay. This cannot be undone.")
        delete = box.addButton("Delete the schedule", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton("Keep it", QMessageBox.ButtonRole.RejectRole))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        delete.clicked.connect(partial(self._delete_now, schedule))
        box.open()

    def _delete_now(self, schedule: Schedule) -> None:
        self._desk.bridge.follow(self._desk.schedule.delete(schedule.id), None, self._failed)

    def _failed(self, error: Exception) -> None:
        self.message.emit(getattr(error, "told", str(error)))
        self.look()


class _Question:
    def __init__(self, desk: Desk) -> None:
        self._book = desk.book

    def __call__(self) -> Seen:
        schedules = self._book.schedules
        return Seen(tuple(schedules.list()), tuple(schedules.due_times(limit=SHOWN_DUE)))


def _rule_parts(schedule: Schedule) -> list[str]:
    parts = [rules.words(schedule), words.tier_name(schedule.tier)]
    if schedule.agent:
        parts.append(schedule.agent)
    if schedule.services:
        parts.append(words.listed(schedule.services))
    if schedule.jitter_s:
        parts.append(f"up to {words.duration(schedule.jitter_s)} later")
    if schedule.prompt:
        parts.append("own prompt")
    return parts


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
