"""The tables of the schedule page: the schedules, and what became of their due times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal

from ....core.clock import from_text, utc_now
from ....records.occurrences import Schedule, ScheduleOccurrence
from ....scheduler import rules
from ....scheduler.text import policy_words
from ...text import formatting
from ...text.translation import tr, tr_message
from ...widgets.record_model import RecordModel, TableColumn
from ...widgets.state_dot import state_word

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """One schedule, when it is due next (None: off or paused), and the last due time on record."""

    schedule: Schedule
    next_at: datetime | None
    last: ScheduleOccurrence | None
    paused: bool = False


class ScheduleModel(RecordModel):
    """Keys are ids, rows ScheduleLines; all known at once. ``switch_requested`` carries a Schedule and on or off."""

    COLUMNS = (
        TableColumn("on", tr("On"), 46),
        TableColumn("name", tr("Schedule"), 180),
        TableColumn("rule", tr("When"), 176),
        TableColumn("next", tr("Next"), 150),
        TableColumn("last", tr("Last"), 170),
        TableColumn("what", tr("What"), 140),
        TableColumn("policy", tr("Its own rules"), 220),
    )
    switch_requested = Signal(object, bool)

    def text(self, row: ScheduleLine, column: str) -> str:
        """What a cell shows."""
        schedule = row.schedule
        match column:
            case "name":
                return schedule.name
            case "rule":
                return tr_message(rules.describe_rule(schedule))
            case "next":
                return next_text(row)
            case "last":
                return last_text(row.last)
            case "what":
                return what_text(schedule)
            case "policy":
                return "; ".join(map(tr_message, policy_words(schedule)))
        return ""

    def tip(self, row: ScheduleLine, column: str) -> str:
        """The exact time, the whole reason, the prompt."""
        match column:
            case "on":
                return tr("Switch it off") if row.schedule.enabled else tr("Switch it on; nothing runs at once")
            case "next":
                return formatting.format_exact_time(row.next_at)
            case "last":
                return f"{formatting.format_exact_time(row.last.due_at)}\n{row.last.why}".strip() if row.last else ""
            case "what":
                return row.schedule.prompt or tr("The tier's own prompt")
            case "rule":
                return tr("Cron {rule}", rule=row.schedule.rule) if row.schedule.kind == "cron" else ""
        return self.text(row, column)

    def state(self, row: ScheduleLine, column: str) -> str:
        """How the last one ended."""
        return row.last.state if column == "last" and row.last else ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The first column is a box to tick."""
        if index.isValid() and index.column() == 0 and role == Qt.ItemDataRole.CheckStateRole:
            row = self.row(index.row())
            on = row is not None and row.schedule.enabled
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if index.isValid() and index.column() == 0 and role == Qt.ItemDataRole.AccessibleTextRole:
            row = self.row(index.row())
            return (
                (
                    tr("{name} is on", name=row.schedule.name)
                    if row.schedule.enabled
                    else tr("{name} is off", name=row.schedule.name)
                )
                if row
                else ""
            )
        return super().data(index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A click on the box, or the space bar, switches."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """The operator ticked a box: it is asked for, and shown when it is done."""
        row = self.row(index.row())
        if role != Qt.ItemDataRole.CheckStateRole or row is None:
            return False
        self.switch_requested.emit(row.schedule, Qt.CheckState(value) == Qt.CheckState.Checked)
        return True


class OccurrenceModel(RecordModel):
    """Keys are ids of due times, rows DueTimes. ``names`` are the schedules' names by id."""

    COLUMNS = (
        TableColumn("due", tr("Due"), 132),
        TableColumn("schedule", tr("Schedule"), 150),
        TableColumn("state", tr("Outcome"), 136),
        TableColumn("started", tr("Started"), 92),
        TableColumn("took", tr("Took"), 92, number=True),
        TableColumn("why", tr("Why"), 380),
    )

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.names: dict[int, str] = {}

    def text(self, row: ScheduleOccurrence, column: str) -> str:
        """What a cell shows."""
        match column:
            case "due":
                return formatting.format_clock_time(row.due_at)
            case "schedule":
                return self.names.get(row.schedule_id, "")
            case "state":
                return state_word(row.state)
            case "started":
                return formatting.format_clock_time(row.started_at)
            case "took":
                return formatting.format_duration(run_seconds(row))
        return row.why

    def tip(self, row: ScheduleOccurrence, column: str) -> str:
        """Exact times, the whole reason."""
        if column == "due":
            return formatting.format_exact_time(row.due_at)
        if column == "started":
            return formatting.format_exact_time(row.started_at)
        return row.why if column == "why" else ""

    def state(self, row: ScheduleOccurrence, column: str) -> str:
        """As a shape."""
        return row.state if column == "state" else ""


def next_text(row: ScheduleLine) -> str:
    """``14:00 (in 23 min)``, ``off``, ``paused``."""
    if not row.schedule.enabled:
        return tr("off")
    if row.paused:
        return "paused"
    if row.next_at is None:
        return ""
    now = utc_now()
    return f"{formatting.format_clock_time(row.next_at, now)} ({formatting.format_relative_time(row.next_at, now)})"


def last_text(last: ScheduleOccurrence | None) -> str:
    """``ran 13:30``; ``never``."""
    return f"{state_word(last.state)} {formatting.format_clock_time(last.due_at)}" if last else tr("not yet due")


def what_text(schedule: Schedule) -> str:
    """``observe, claude, caddy and 2 more, own prompt``."""
    parts = [formatting.tier_name(schedule.tier)]
    if schedule.agent:
        parts.append(schedule.agent)
    if schedule.services:
        parts.append(formatting.format_names(schedule.services, 2))
    if schedule.prompt:
        parts.append(tr("own prompt"))
    return ", ".join(parts)


def run_seconds(row: ScheduleOccurrence) -> float | None:
    """Seconds from the start of its run to its end."""
    if not row.started_at or not row.ended_at:
        return None
    return max(0.0, (from_text(row.ended_at) - from_text(row.started_at)).total_seconds())
