"""The page of reminders: days that were named in a session, and what the prompts of those days say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from functools import partial

from PySide6.QtWidgets import QCheckBox, QWidget

from ....core.clock import utc_now
from ....memory import FutureTrigger
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, number_column, state_column, text_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text import formatting
from ...text.translation import tr, tr_count
from ...undo_stack import ignore_answer
from ..base_page import PageLocation

STATES = {
    "waiting": (tr("upcoming"), "queued"),
    "told": (tr("in prompts today"), "running"),
    "fired": (tr("over"), "completed"),
    "cancelled": (tr("cancelled"), "stopped"),
}


def load_reminders(context: AppContext, everything: bool = False) -> dict[Hashable, FutureTrigger]:
    """Return the reminders to come, the soonest first, or all that there were, by id."""
    return {reminder.id: reminder for reminder in context.memory.reminders.list_upcoming(everything=everything)}


def cancel_or_restore(page: RemindersPage) -> None:
    """Cancel the current reminder, or have prompts include a cancelled one again."""
    reminder = page.current
    if reminder is None or reminder.state == "fired":
        return
    reminders, day = page.context.memory.reminders, day_text(reminder.trigger_date)
    cancel, restore = partial(reminders.cancel, reminder.id), partial(reminders.restore, reminder.id)
    if reminder.state == "cancelled":
        page.context.undo.perform(tr("{day} is in prompts again", day=day), restore, ignore_answer(cancel))
    else:
        page.context.undo.perform(tr("Cancelled {trigger_date}", trigger_date=day), cancel, ignore_answer(restore))


def open_session(page: RemindersPage) -> None:
    """Lead to the session in which the day was named."""
    if page.current is not None and page.current.session_id is not None:
        page.navigation_requested.emit(PageLocation("sessions", id=page.current.session_id))


def day_text(day: str) -> str:
    """Return a stored day as ``Fri 27 Nov 2026``."""
    at = date.fromisoformat(day)
    return f"{formatting.WEEKDAYS[at.weekday()]} {at.day} {formatting.MONTHS[at.month - 1]} {at.year}"


def days_away(day: str, today: date) -> str:
    """Return how far off a stored day is: ``today``, ``tomorrow``, ``in 5 d``, ``3 d ago``."""
    days = (date.fromisoformat(day) - today).days
    if days in (0, 1):
        return (tr("today"), tr("tomorrow"))[days]
    if days > 0:
        return tr("in {days} d", days=formatting.format_number(days))
    return tr("{days} d ago", days=formatting.format_number(-days))


def day_tip(reminder: FutureTrigger) -> str:
    """Return in which words the day was named, and when."""
    if not reminder.words:
        return ""
    return tr(
        "Said as “{words}”, {created_at}",
        words=reminder.words,
        created_at=formatting.format_relative_time(reminder.created_at),
    )


def fact_line(reminders: Sequence[FutureTrigger]) -> str:
    """Return how many are to come."""
    waiting = sum(reminder.state in ("waiting", "told") for reminder in reminders)
    return tr_count("%n upcoming reminder", "%n upcoming reminders", waiting) if waiting else tr("No reminder")


def cancel_label(page: RemindersPage) -> str:
    """Return what the button does with the current reminder."""
    cancelled = page.current is not None and page.current.state == "cancelled"
    return tr("Include in prompts again") if cancelled else tr("Cancel it")


COLUMNS: tuple[ColumnSpec[FutureTrigger], ...] = (
    ColumnSpec("day", tr("Day"), 150, text=lambda reminder: day_text(reminder.trigger_date), tip=day_tip),
    ColumnSpec(
        "in",
        tr("In"),
        110,
        text=lambda reminder: days_away(reminder.trigger_date, utc_now().astimezone().date()),
        ages=True,
    ),
    state_column(tr("State"), 130, lambda reminder: reminder.state, STATES),
    ColumnSpec("service", tr("Service"), 110, text=lambda reminder: reminder.service or ""),
    text_column("said", tr("What was said"), 420, lambda reminder: reminder.original_message, stretch=True),
    number_column("facts", tr("Memories"), 84, lambda reminder: len(reminder.memory_ids) or None),
)

ACTIONS: tuple[ActionSpec[RemindersPage], ...] = (
    ActionSpec(
        "session",
        tr("Open the session"),
        open_session,
        shown=lambda page: page.current is not None and page.current.session_id is not None,
    ),
    ActionSpec(
        "cancel",
        tr("Cancel the reminder"),
        cancel_or_restore,
        "Del",
        for_table=True,
        label=cancel_label,
        enabled=lambda page: page.current is not None and page.current.state != "fired",
        shown=has_current,
    ),
)


class RemindersPage(ListPage[FutureTrigger]):
    """Days that were named in a session; the prompts of that day include them. Return opens the memories that one
    brings, or the session that said it."""

    title = tr("Reminders")
    spec = ListPageSpec(
        title=title,
        look="ReminderModel",
        intro=tr(
            "Dates that were mentioned in a session. On its day a reminder is in every prompt, with what is known "
            "about it."
        ),
        columns=COLUMNS,
        load=load_reminders,
        tables=frozenset(("forward_triggers",)),
        fact=fact_line,
        empty=EmptyText(
            "clock",
            tr("No reminder"),
            tr(
                "When somebody says “renew the certificate on Friday”, that day appears here, and the prompts of that "
                "day say so."
            ),
        ),
        actions=ACTIONS,
        buttons=("session", "cancel"),
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.everything = QCheckBox(tr("Include past and cancelled reminders"))
        self.everything.toggled.connect(self.refresh)
        self.head.insertWidget(0, self.everything)
        self.table.row_opened.connect(self._open)

    def question(self) -> Callable[[], Mapping[Hashable, FutureTrigger]]:
        """Return what is asked: all of them, where the box says so."""
        return partial(load_reminders, self.context, self.everything.isChecked())

    def _open(self, _key: object) -> None:
        if self.current is not None and self.current.memory_ids:
            self.navigation_requested.emit(PageLocation("memories", id=self.current.memory_ids[0]))
        else:
            open_session(self)
