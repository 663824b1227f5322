"""What is coming: days that were named in what was said, and what will be told on them (E13)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from datetime import date
from functools import partial

from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from ....core.clock import utc_now
from ....memory import FutureTrigger, MemoryService
from ...app_context import AppContext
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr, tr_count
from ...undo_stack import ignore_answer
from ...widgets.empty_state import EmptyState
from ...widgets.record_list_view import RecordListView
from ...widgets.record_model import RecordModel, TableColumn
from ..base_page import PageLocation

STATES = {"waiting": tr("upcoming"), "told": tr("in prompts today"), "fired": tr("over"), "cancelled": tr("cancelled")}
SHAPES = {"waiting": "queued", "told": "running", "fired": "completed", "cancelled": "stopped"}
INTRO = tr(
    "Dates that were mentioned in a session. On its day a reminder is in every prompt, with what is known about it."
)
EMPTY = tr(
    "When somebody says “renew the certificate on Friday”, that day appears here, and the prompts of that day say so."
)


class ReminderModel(RecordModel):
    """Keys are ids, rows are FutureTriggers."""

    COLUMNS = (
        TableColumn("day", tr("Day"), 150),
        TableColumn("in", tr("In"), 110),
        TableColumn("state", tr("State"), 130),
        TableColumn("service", tr("Service"), 110),
        TableColumn("said", tr("What was said"), 420),
        TableColumn("facts", tr("Memories"), 84, number=True),
    )

    def text(self, row: FutureTrigger, column: str) -> str:
        """What a cell shows."""
        match column:
            case "day":
                return day_text(row.trigger_date)
            case "in":
                return days_away(row.trigger_date, utc_now().astimezone().date())
            case "state":
                return STATES.get(row.state, row.state)
            case "service":
                return row.service or ""
            case "said":
                return formatting.strip_direction_marks(row.original_message)
            case _:
                return str(len(row.memory_ids)) if row.memory_ids else ""

    def tip(self, row: FutureTrigger, column: str) -> str:
        """What is cut off, and the words that named the day."""
        if column == "said":
            return formatting.strip_direction_marks(row.original_message)
        if column == "day":
            return (
                tr(
                    "Said as “{words}”, {created_at}",
                    words=formatting.strip_direction_marks(row.words),
                    created_at=formatting.format_relative_time(row.created_at),
                )
                if row.words
                else ""
            )
        return ""

    def state(self, row: FutureTrigger, column: str) -> str:
        """Its state as a shape."""
        return SHAPES.get(row.state, "unknown") if column == "state" else ""


class RemindersView(RecordListView):
    """A row each; Del cancels one, Return opens the memories it brings or the session that said it."""

    TABLES = ("forward_triggers",)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        empty = EmptyState("clock", tr("No reminder"), EMPTY)
        super().__init__(desk, ReminderModel(), tr("Reminders"), empty, INTRO, parent)
        self.everything = QCheckBox(tr("Include past and cancelled reminders"))
        self.everything.toggled.connect(self.refresh)
        self.session = QPushButton(tr("Open the session"))
        self.session.clicked.connect(self.open_session)
        self.cancel = QPushButton(tr("Cancel it"))
        self.cancel.clicked.connect(self.cancel_selected)
        for part in (self.everything, self.session, self.cancel):
            self.head.addWidget(part)
        self.table.stretch_columns(4)
        self.table.row_picked.connect(self._picked)
        self.table.row_opened.connect(self._opened)
        self.key(tr("Cancel the reminder"), "Del", self.cancel_selected)

    def make_query(self) -> Callable[[], list[FutureTrigger]]:
        """All that waits, soonest first."""
        return partial(_load_reminders, self.desk.memory, self.everything.isChecked())

    def rows_from_answer(self, answer: list[FutureTrigger]) -> Sequence[tuple[Hashable, FutureTrigger]]:
        """Each by its id."""
        waiting = sum(one.state in ("waiting", "told") for one in answer)
        self.fact_changed.emit(
            tr_count("%n upcoming reminder", "%n upcoming reminders", waiting) if waiting else tr("No reminder")
        )
        return [(one.id, one) for one in answer]

    def current_moved(self) -> None:
        """The buttons fit what is chosen."""
        one = self.current
        self.session.setVisible(one is not None and one.session_id is not None)
        self.cancel.setVisible(one is not None)
        off = one is not None and one.state == "cancelled"
        self.cancel.setText(tr("Include in prompts again") if off else tr("Cancel it"))
        self.cancel.setEnabled(one is not None and one.state != "fired")

    def cancel_selected(self) -> None:
        """It is not told on its day; or, cancelled already, it is told again."""
        one = self.current
        if one is None or one.state == "fired":
            return
        memory = self.desk.memory
        off, on = partial(memory.reminders.cancel, one.id), partial(memory.reminders.restore, one.id)
        if one.state == "cancelled":
            self.desk.undo.perform(
                tr("{day} is in prompts again", day=day_text(one.trigger_date)), on, ignore_answer(off)
            )
        else:
            self.desk.undo.perform(
                tr("Cancelled {trigger_date}", trigger_date=day_text(one.trigger_date)), off, ignore_answer(on)
            )

    def open_session(self) -> None:
        """Where it was said."""
        one = self.current
        if one is not None and one.session_id is not None:
            self.navigation_requested.emit(PageLocation("sessions", id=one.session_id))

    def _picked(self, _key: object) -> None:
        self.current_moved()

    def _opened(self, _key: object) -> None:
        one = self.current
        if one is not None and one.memory_ids:
            self.navigation_requested.emit(PageLocation("memories", id=one.memory_ids[0]))
        else:
            self.open_session()


def day_text(day: str) -> str:
    """``Fri 27 Nov 2026``."""
    at = date.fromisoformat(day)
    return f"{formatting.WEEKDAYS[at.weekday()]} {at.day} {formatting.MONTHS[at.month - 1]} {at.year}"


def days_away(day: str, today: date) -> str:
    """``today``, ``tomorrow``, ``in 5 d``, ``3 d ago``."""
    days = (date.fromisoformat(day) - today).days
    if days in (0, 1):
        return (tr("today"), tr("tomorrow"))[days]
    return tr("in {days} d", days=format_number(days)) if days > 0 else tr("{days} d ago", days=format_number(-days))


def _load_reminders(memory: MemoryService, everything: bool) -> list[FutureTrigger]:
    return memory.reminders.list_upcoming(everything=everything)
