"""What runs when, and what became of each due time."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSplitter, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....records.occurrences import Schedule
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from . import commands
from .history_pane import OccurrenceHistory, valid_filters
from .missed_runs import MissedRunCards
from .queries import SchedulePageData, load_schedule_page
from .schedules_pane import SchedulesPane
from .timeline import DAY, WEEK
from .timeline_panels import NextTimesPanel, TimelinePanel

TABLES = frozenset({"schedules", "due_times", "settings", "queue", "*"})
BURST_MS = 120
UPPER = 240
BESIDE_FROM = 720  # narrower, the next due times stand below the strip


class SchedulePage(BasePage):
    """Questions, the schedules, a strip of time, and the history."""

    title = tr("Schedule")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._seen = SchedulePageData()
        self._asked = 0
        self._shown = False
        self._week = False
        self.missed_runs = MissedRunCards(desk, self)
        self.missed_runs.count_changed.connect(self._questions_counted)
        self.missed_runs.message_posted.connect(self.message_posted)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.schedules = SchedulesPane(self.splitter)
        self._connect_schedules()
        lower = QWidget(self.splitter)
        self.timeline = TimelinePanel(lower)
        self.timeline.span_chosen.connect(self._span_chosen)
        self.timeline.occurrence_selected.connect(self._pick_due)
        self.next = NextTimesPanel(lower)
        self.next.scope_toggled.connect(self._picked)
        self.history = OccurrenceHistory(desk, lower)
        self.history.navigation_requested.connect(self.navigation_requested)
        self.history.message_posted.connect(self.message_posted)
        self._lay_out(lower)
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.reload)
        self._retell = QTimer(self, interval=formatting.RETELL_MS, timerType=Qt.TimerType.CoarseTimer)
        self._retell.timeout.connect(self.reload)
        desk.bridge.changed.connect(self._changed)
        self.missed_runs.refresh()

    def _connect_schedules(self) -> None:
        part = self.schedules
        part.add_requested.connect(self._add)
        part.edit_requested.connect(self._edit)
        part.run_requested.connect(self._run)
        part.copy_requested.connect(self._duplicate)
        part.delete_requested.connect(self._delete)
        part.switch_requested.connect(self._switch)
        part.selection_changed.connect(self._picked)

    def _lay_out(self, lower: QWidget) -> None:
        self._middle = middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        middle.setSpacing(theme.GAP_M)
        middle.addWidget(self.timeline, 1)
        middle.addWidget(self.next)
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, theme.GAP_S, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addLayout(middle)
        column.addWidget(self.history, 1)
        self._lower = lower
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.schedules)
        self.splitter.addWidget(lower)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([UPPER, 2 * UPPER])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(theme.GAP_M)
        outer.addWidget(self.missed_runs)
        outer.addWidget(VerticalScroll(self.splitter), 1)  # in a low window all of it scrolls: no part is squeezed

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the next due times stand below the strip."""
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = event.size().width() < BESIDE_FROM
        self._middle.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self.next.fill_width(narrow)

    # --- Page --------------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view; ``filters`` may name a state, a schedule or a text of the history, ``id`` a due time."""
        self._shown = True
        self._retell.start()
        if place is not None and place.filters is not None:
            self.history.filter_by(valid_filters(place.filters))
        self.history.set_in_view(True)
        if place is not None and place.id is not None:
            self.history.select_occurrence(place.id)
        self.missed_runs.refresh()
        self.reload()

    def deactivate(self) -> None:
        """Go out of view."""
        self._shown = False
        self._retell.stop()
        self.history.set_in_view(False)

    def focus_search(self) -> None:
        """Ctrl+F."""
        self.history.search.setFocus()
        self.history.search.selectAll()

    def refresh(self) -> None:
        """Ask for everything anew."""
        self.reload()
        self.history.refresh()
        self.missed_runs.refresh()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        made = QAction(tr("Add a schedule"), self)
        made.triggered.connect(self._add)
        return [made, *self.schedules.actions()]

    def more_keys(self) -> list[tuple[str, str]]:
        """Those of the table of schedules."""
        return [
            ("F2", tr("Edit the schedule")),
            ("Space", tr("Switch the schedule on or off")),
            ("Del", tr("Delete the schedule")),
        ]

    def save_state(self) -> dict[str, Any]:
        """Splitter, day or week, filters, columns."""
        query = self.history.query
        return {
            "splitter": self.splitter.sizes(),
            "week": self._week,
            "schedule": query.schedule,
            "state": query.state,
            "columns": self.schedules.widths(),
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up; what does not fit is left aside."""
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(n, int) for n in sizes):
            self.splitter.setSizes(sizes)
        self._week = state.get("week") is True
        self.timeline.show_span(self._week)
        self.schedules.set_widths(state.get("columns"))
        self.history.filter_by(valid_filters({**state, "text": ""}))

    # --- asking ------------------------------------------------------------------------------------------------------

    def reload(self) -> None:
        """Ask for the schedules, what became of them around now, and what comes."""
        span = WEEK if self._week else DAY
        asked = partial(
            load_schedule_page, self.desk.book, utc_now(), self.desk.schedule.zone(), span, self.desk.runs.state.paused
        )
        self.desk.bridge.ask(asked, self._answered)

    def _changed(self, change: CommittedChange) -> None:
        if self._shown and change.table in TABLES and not self._burst.isActive():
            self._burst.start()

    def _answered(self, seen: SchedulePageData) -> None:
        self._seen = seen
        self.schedules.show_lines(seen.lines)
        self._lower.setVisible(bool(seen.lines))
        self.timeline.show_lanes(seen.lanes, seen.span, seen.now)
        self._say_next()
        self._say_fact()
        self.history.refresh_times()

    def _say_next(self) -> None:
        chosen = self.schedules.current
        one = chosen if self.next.is_only_selected else None
        times = self._seen.next_time_of(one.id if one else None)
        none = tr("It is switched off.") if one else tr("No schedule is switched on.")
        paused = self._seen.paused
        self.next.show_times(
            chosen.name if chosen else "", [] if paused else times, tr("Runs are paused.") if paused else none
        )

    def _say_fact(self) -> None:
        lines, now = self._seen.lines, utc_now()
        if not lines:
            self.fact_changed.emit(tr("No run starts automatically"))
            return
        on = sum(bool(line.schedule.enabled) for line in lines)
        parts = [tr("{lines}, {on} switched on", lines=tr_count("%n schedule", "%n schedules", len(lines)), on=on)]
        if self._seen.paused:
            parts.append(tr("paused"))
        elif following := self._seen.next_time_of(None):
            at, name = following[0]
            parts.append(
                tr(
                    "next {name} {at} ({at_2})",
                    name=name,
                    at=formatting.format_clock_time(at, now),
                    at_2=formatting.format_relative_time(at, now),
                )
            )
        if self._asked:
            parts.append(tr("{asked} waiting for your answer", asked=self._asked))
        self.fact_changed.emit(" · ".join(parts))

    def _questions_counted(self, number: int) -> None:
        if number != self._asked:
            self._asked = number
            if self._shown:
                self._say_fact()

    # --- what the operator does --------------------------------------------------------------------------------------

    def _span_chosen(self, week: bool) -> None:
        self._week = week
        self.reload()

    def _pick_due(self, due_id: int) -> None:
        self.history.select_occurrence(due_id)

    def _picked(self) -> None:
        self._say_next()

    def _add(self) -> None:
        self._open(None)

    def _edit(self, schedule: Schedule) -> None:
        self._open(schedule)

    def _open(self, schedule: Schedule | None) -> None:
        from .dialogs import ScheduleDialog

        form = ScheduleDialog(self.desk, schedule, self)
        form.schedule_submitted.connect(partial(self._save, schedule))
        form.open()

    def _save(self, old: Schedule | None, schedule: Schedule) -> None:
        book, undo = self.desk.book, self.desk.undo
        self.desk.schedule.tick()  # what came due by the old rule is decided by it
        if old is None:
            undo.perform(
                tr("Added {name}", name=schedule.name),
                partial(commands.add_schedule, book, schedule),
                partial(commands.undo_add, book),
                done=self._stored,
                failed=self._failed,
            )
        else:
            undo.perform(
                tr("Changed {name}", name=schedule.name),
                partial(commands.change_schedule, book, schedule),
                partial(commands.undo_change, book, old),
                failed=self._failed,
            )

    def _stored(self, schedule: Schedule) -> None:
        self.schedules.select_schedule(schedule.id)

    def _switch(self, schedule: Schedule, on: bool) -> None:
        self.desk.schedule.tick()
        self.desk.undo.perform(
            tr("Switched {name} {value}", name=schedule.name, value="on" if on else "off"),
            partial(commands.switch_schedule, self.desk.book, schedule.id, on),
            partial(commands.undo_switch, self.desk.book, on),
            failed=self._failed,
        )

    def _duplicate(self, schedule: Schedule) -> None:
        self.desk.undo.perform(
            tr("Copied {name}; the copy is off", name=schedule.name),
            partial(commands.duplicate_schedule, self.desk.book, schedule.id),
            partial(commands.undo_add, self.desk.book),
            done=self._stored,
            failed=self._failed,
        )

    def _delete(self, schedule: Schedule) -> None:
        self.desk.schedule.tick()
        self.desk.undo.perform(
            tr("Deleted {name}", name=schedule.name),
            partial(commands.remove_schedule, self.desk.book, schedule.id),
            partial(commands.undo_remove, self.desk.book),
            failed=self._failed,
        )

    def _run(self, schedule: Schedule) -> None:
        try:
            self.desk.schedule.run_now(schedule)
        except ClaudeOpsError as error:
            self._failed(error)
        else:
            self.message_posted.emit(tr("{name} runs now; its rhythm stays as it is.", name=schedule.name), None)

    def _failed(self, error: Exception) -> None:
        self.message_posted.emit(error_text(error), None)
        self.reload()
