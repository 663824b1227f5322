"""The schedule: what runs by itself and when, schedules and the routine in one list; below it what became of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....records.occurrence_list import OccurrenceQuery
from ....records.occurrences import Schedule
from ....scheduler import edit
from ... import theme
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, text_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...kit.sections import SectionColumn, SectionSpec, WidgetSection
from ...text import formatting
from ...text.translation import error_text, tr, tr_count
from ...widgets.flow_layout import FlowLayout
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import PageLocation
from .missed_runs import MissedRunCards
from .queries import PlannedRow, load_planned, routine_control
from .sections import STEPS, HistoryBody, TimelineBody, valid_filters

if TYPE_CHECKING:
    from ...app_context import AppContext

SHARES = (300, 400)
NO_SCHEDULE = tr(
    "A schedule says when a run starts, what it is about and how far it may escalate, such as every 30 minutes."
)

# --- commands: schedules ---------------------------------------------------------------------------------------------


def add_schedule(page: SchedulePage) -> None:
    """Ask for a new schedule."""
    open_form(page, None)


def edit_current(page: SchedulePage) -> None:
    """Change the current schedule."""
    if page.schedule is not None:
        open_form(page, page.schedule)


def open_form(page: SchedulePage, schedule: Schedule | None) -> None:
    """Open the form of a schedule; None: of a new one."""
    from .dialogs import ScheduleDialog

    form = ScheduleDialog(page.context, schedule, page)
    form.schedule_submitted.connect(partial(save_schedule, page, schedule))
    form.open()


def save_schedule(page: SchedulePage, old: Schedule | None, schedule: Schedule) -> None:
    """Store a new schedule, or a changed one; undone by deleting it, or by storing the old one."""
    book = page.context.book
    page.context.schedule.tick()  # what came due by the old rule is decided by it
    if old is None:
        page.context.undo.perform(
            tr("Added {name}", name=schedule.name),
            lambda: edit.save_schedule(book, replace(schedule, id=0), utc_now()),
            lambda made: edit.remove_schedule(book, made.id),
            done=page.select_schedule,
            failed=page.show_failure,
        )
    else:
        page.context.undo.perform(
            tr("Changed {name}", name=schedule.name),
            lambda: edit.save_schedule(book, schedule, utc_now()),
            lambda _made: edit.revert_schedule(book, old, utc_now()),
            failed=page.show_failure,
        )


def copy_current(page: SchedulePage) -> None:
    """Copy the current schedule; the copy is off."""
    book, schedule = page.context.book, page.schedule
    if schedule is not None:
        page.context.undo.perform(
            tr("Copied {name}; the copy is off", name=schedule.name),
            lambda: edit.duplicate_schedule(book, schedule.id, utc_now()),
            lambda made: edit.remove_schedule(book, made.id),
            done=page.select_schedule,
            failed=page.show_failure,
        )


def delete_current(page: SchedulePage) -> None:
    """Delete the current schedule, with the record of its due times."""
    book, schedule = page.context.book, page.schedule
    if schedule is not None:
        page.context.schedule.tick()
        page.context.undo.perform(
            tr("Deleted {name}", name=schedule.name),
            lambda: edit.remove_schedule(book, schedule.id),
            lambda removed: edit.restore_schedule(book, removed, utc_now()),
            failed=page.show_failure,
        )


def switch_schedule(page: SchedulePage, schedule: Schedule, on: bool) -> None:
    """Switch a schedule on or off."""
    book = page.context.book
    page.context.schedule.tick()
    page.context.undo.perform(
        tr("Switched {name} {value}", name=schedule.name, value="on" if on else "off"),
        lambda: edit.enable_schedule(book, schedule.id, on, utc_now()),
        lambda made: edit.enable_schedule(book, made.id, not on, utc_now()),
        failed=page.show_failure,
    )


def run_schedule(page: SchedulePage, schedule: Schedule) -> None:
    """Run a schedule now; its rhythm stays as it is."""
    try:
        page.context.schedule.run_now(schedule)
    except ClaudeOpsError as error:
        page.show_failure(error)
    else:
        page.message_posted.emit(tr("{name} runs now; its rhythm stays as it is.", name=schedule.name), None)


# --- commands: jobs of the routine, and both -------------------------------------------------------------------------


def run_current(page: SchedulePage) -> None:
    """Run the current schedule; or the current job, at once or as soon as no session runs."""
    row = page.current
    if row is None:
        return
    if row.schedule is not None:
        run_schedule(page, row.schedule)
    elif row.job is not None and page.context.routine is not None:
        page.context.routine.run_now(row.job.job.name)
        page.message_posted.emit(tr("The job runs now, or as soon as no session does."), None)


def switch_current(page: SchedulePage) -> None:
    """Switch the current row on or off."""
    if page.current is not None:
        switch_row(page, page.current, not page.current.is_on)


def switch_row(page: SchedulePage, row: PlannedRow, on: bool) -> None:
    """Switch a schedule on or off, or pause and resume a job of the routine."""
    if row.schedule is not None:
        switch_schedule(page, row.schedule, on)
    elif row.job is not None:
        pause_job(page, row.job.job.name, not on)


def pause_job(page: SchedulePage, name: str, paused: bool) -> None:
    """Pause or resume a job of the routine."""
    control = routine_control(page.context)
    if control is not None:
        label = tr("Paused a job of the routine") if paused else tr("Resumed a job of the routine")
        page.context.undo.perform(
            label, partial(control.set_paused, name, paused), lambda _job: control.set_paused(name, not paused)
        )


def skip_current(page: SchedulePage) -> None:
    """Leave out the next run of the current job."""
    job, control = page.current.job if page.current is not None else None, routine_control(page.context)
    if job is not None and control is not None and not job.paused:
        page.context.undo.perform(
            tr("Skipped a run of the routine"), partial(control.skip, job.job.name), control.undo_skip
        )


def open_report(page: SchedulePage) -> None:
    """Show the weekly report."""
    from .report_dialog import WeeklyReportDialog

    dialog = WeeklyReportDialog(page.context, page)
    dialog.navigation_requested.connect(page.navigation_requested)
    dialog.open()


# --- words -----------------------------------------------------------------------------------------------------------


def fact_line(rows: Sequence[PlannedRow]) -> str:
    """Return how many schedules there are, what is next, and what is wrong with the routine."""
    schedules = [row for row in rows if row.schedule is not None]
    if not schedules:
        return " · ".join([tr("No run starts automatically"), *routine_facts(rows)])
    on = sum(row.is_on for row in schedules)
    parts = [tr("{lines}, {on} switched on", lines=tr_count("%n schedule", "%n schedules", len(schedules)), on=on)]
    if schedules[0].held:
        parts.append(tr("paused"))
    elif coming := [(row.next_at, row.name) for row in schedules if row.next_at is not None]:
        at, name = min(coming)
        clock, wait = formatting.format_clock_time(at), formatting.format_relative_time(at)
        parts.append(tr("next {name} {at} ({at_2})", name=name, at=clock, at_2=wait))
    return " · ".join([*parts, *routine_facts(rows)])


def routine_facts(rows: Sequence[PlannedRow]) -> list[str]:
    """Return how many steps failed and how many jobs are overdue."""
    jobs = [row.job for row in rows if row.job is not None]
    failed = sum(len(job.last.failures) for job in jobs if job.last is not None)
    overdue = sum(job.overdue for job in jobs)
    parts = []
    if failed:
        parts.append(tr_count("%n step failed", "%n steps failed", failed))
    if overdue:
        parts.append(tr_count("%n job is overdue", "%n jobs are overdue", overdue))
    return parts


def on_text(row: PlannedRow) -> str:
    """Return what a screen reader says of the box."""
    return tr("{name} is on", name=row.name) if row.is_on else tr("{name} is off", name=row.name)


def on_tip(row: PlannedRow) -> str:
    """Return what a click on the box does."""
    return tr("Switch it off") if row.is_on else tr("Switch it on; nothing runs at once")


def next_text(row: PlannedRow) -> str:
    """Return ``14:00 (in 23 min)``, ``now``, ``off`` or ``paused``."""
    if not row.is_on:
        return tr("off")
    if row.held:
        return tr("paused")
    if row.next_at is None:
        return ""
    now = utc_now()
    if row.next_at <= now:
        return tr("now")
    return f"{formatting.format_clock_time(row.next_at, now)} ({formatting.format_relative_time(row.next_at, now)})"


def last_text(row: PlannedRow) -> str:
    """Return ``ran 13:30``; ``not yet due``."""
    return f"{row.last} {formatting.format_clock_time(row.last_at)}" if row.last_at else row.last


def rule_tip(row: PlannedRow) -> str:
    """Return the rule as it was written, where that is not what is shown."""
    schedule = row.schedule
    return tr("Cron {rule}", rule=schedule.rule) if schedule is not None and schedule.kind == "cron" else ""


def switch_label(page: SchedulePage) -> str:
    """Return what the button does with the current row."""
    return tr("Switch off") if page.current is None or page.current.is_on else tr("Switch on")


def can_run(page: SchedulePage) -> bool:
    """Tell whether the current row can be run: a job only where no process runs it now."""
    job = page.current.job if page.current is not None else None
    last = job.last if job is not None else None
    return page.current is not None and (last is None or last.state != "running" or not last.owner)


def at_schedule(page: SchedulePage) -> bool:
    """Tell whether the current row is a schedule."""
    return page.schedule is not None


def at_job(page: SchedulePage) -> bool:
    """Tell whether the current row is a job of the routine."""
    return page.current is not None and page.current.job is not None


# --- the page --------------------------------------------------------------------------------------------------------

COLUMNS: tuple[ColumnSpec[PlannedRow], ...] = (
    ColumnSpec("on", tr("On"), 46, text=on_text, tip=on_tip, checked=lambda row: row.is_on),
    text_column("name", tr("Name"), 180, lambda row: row.name),
    ColumnSpec("rule", tr("When"), 190, text=lambda row: row.rule, tip=rule_tip),
    ColumnSpec(
        "next",
        tr("Next"),
        150,
        text=next_text,
        tip=lambda row: formatting.format_exact_time(row.next_at),
        ages=True,
    ),
    ColumnSpec("last", tr("Last"), 170, text=last_text, tip=lambda row: row.last_tip, state=lambda row: row.look),
    ColumnSpec("what", tr("What"), 150, text=lambda row: row.what, tip=lambda row: row.prompt),
    text_column("policy", tr("Its own rules"), 200, lambda row: row.policy, stretch=True),
)

ACTIONS: tuple[ActionSpec[SchedulePage], ...] = (
    ActionSpec(
        "run",
        tr("Run it now"),
        run_current,
        tip=lambda _page: tr("Its rhythm does not change"),
        enabled=can_run,
        shown=has_current,
        icon="play",
        in_menu=True,
    ),
    ActionSpec("edit", tr("Edit"), edit_current, "F2", for_table=True, shown=at_schedule, icon="edit", in_menu=True),
    ActionSpec(
        "switch",
        tr("Switch on or off"),
        switch_current,
        "Space",
        for_table=True,
        label=switch_label,
        shown=has_current,
        icon="pause",
        in_menu=True,
    ),
    ActionSpec(
        "copy",
        tr("Copy"),
        copy_current,
        tip=lambda _page: tr("A copy under another name, switched off"),
        shown=at_schedule,
        icon="copy",
        in_menu=True,
    ),
    ActionSpec(
        "delete", tr("Delete"), delete_current, "Del", for_table=True, shown=at_schedule, icon="trash", in_menu=True
    ),
    ActionSpec(
        "skip",
        tr("Skip the next run"),
        skip_current,
        tip=lambda page: formatting.format_exact_time(page.current.next_at) if page.current is not None else "",
        enabled=lambda page: page.current is not None and page.current.is_on,
        shown=at_job,
        in_menu=True,
    ),
    ActionSpec("report", tr("Show the weekly report"), open_report, label=lambda _page: tr("Weekly report")),
    ActionSpec("add", tr("Add a schedule"), add_schedule, icon="add"),
)

SECTIONS: tuple[SectionSpec[PlannedRow], ...] = (
    WidgetSection(name="timeline", title=tr("Past and upcoming runs"), widget=TimelineBody),
    STEPS,
    WidgetSection(name="history", title=tr("Run history"), widget=HistoryBody, fills=True),
)


class SchedulePage(ListPage[PlannedRow]):
    """Questions about missed runs over the list, and below it the time line, the steps of a job, and the history."""

    title = tr("Schedule")
    spec = ListPageSpec(
        title=title,
        look="ScheduleModel",
        intro=NO_SCHEDULE,
        columns=COLUMNS,
        load=lambda context: load_planned(context, context.schedule.zone(), context.runs.state.paused),
        tables=frozenset(("schedules", "due_times", "settings", "queue", "routine_jobs", "routine_runs")),
        fact=fact_line,
        empty=EmptyText("clock", tr("No run starts automatically yet"), NO_SCHEDULE),
        actions=ACTIONS,
        row_action="edit",
        empty_action="add",
    )

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._asked = 0
        self._rows: list[PlannedRow] | None = None
        self.model.check_requested.connect(partial(switch_row, self))
        self.missed_runs = MissedRunCards(context, self)
        self.missed_runs.count_changed.connect(self._questions_counted)
        self.missed_runs.message_posted.connect(self.message_posted)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.sections: SectionColumn[PlannedRow] = SectionColumn(context, SECTIONS, self.splitter)
        self.sections.navigation_requested.connect(self.navigation_requested)
        self.sections.message_posted.connect(self.message_posted)
        self.timeline: TimelineBody = self._section("timeline")
        self.timeline.occurrence_selected.connect(self.show_occurrence)
        self.history: HistoryBody = self._section("history")
        self._retell.timeout.connect(self.refresh)
        self._put_together()
        self.missed_runs.refresh()

    def _section(self, name: str) -> Any:
        return self.sections.sections[name].body

    def _put_together(self) -> None:
        buttons = QWidget(self.body)
        row = FlowLayout(theme.GAP_XS, buttons, fill=True)
        for name in ("run", "edit", "switch", "copy", "delete", "skip"):
            row.addWidget(self.action_set.make_button(name))
        row.push_to_end()
        for name in ("report", "add"):
            row.addWidget(self.action_set.make_button(name))
        self.column.insertWidget(0, buttons)
        self.column.setContentsMargins(0, 0, 0, 0)
        self._stack.setMinimumHeight(3 * theme.ROW)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.body)
        self.splitter.addWidget(self.sections)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes(SHARES)
        self.outer.setSpacing(theme.GAP_M)
        self.outer.addWidget(self.missed_runs)
        self.outer.addWidget(VerticalScroll(self.splitter), 1)  # in a low window all of it scrolls: no part is squeezed

    @property
    def schedule(self) -> Schedule | None:
        """Return the current schedule; None where the current row is none."""
        return self.current.schedule if self.current is not None else None

    def select_schedule(self, schedule: Schedule) -> None:
        """Choose a schedule, as soon as it is there."""
        self.table.select_key(schedule.id)

    def show_occurrence(self, due_id: int) -> None:
        """Show a due time in the history."""
        self.sections.unfold("history")
        self.history.select_occurrence(due_id)

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong, and show how things are."""
        self.message_posted.emit(error_text(error), None)
        self.refresh()

    # --- as a page ---------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view. ``id`` is a due time; ``filters`` may name a state, a schedule or a text of the history, the
        kind ``routine`` or the view ``report``."""
        self.missed_runs.refresh()
        super().activate()
        if place is None:
            return
        filters = place.filters or {}
        query = valid_filters(filters)
        if query != OccurrenceQuery():
            self.sections.unfold("history")
            self.history.filter_by(query)
        if place.id is not None:
            self.show_occurrence(place.id)
        if filters.get("kind") == "routine":
            self._select_job()
        if filters.get("view") == "report":
            open_report(self)

    def _select_job(self) -> None:
        control = routine_control(self.context)
        if control is not None:
            self.table.select_key(control.runner.jobs[0].name)

    def focus_search(self) -> None:
        """Put the cursor into the search of the history."""
        self.sections.unfold("history")
        self.history.search.setFocus()
        self.history.search.selectAll()

    def question(self) -> Callable[[], Mapping[Hashable, PlannedRow]]:
        """Return what is asked on a reader thread."""
        return partial(load_planned, self.context, self.context.schedule.zone(), self.context.runs.state.paused)

    def fact_line(self, rows: Sequence[PlannedRow]) -> str:
        """Return the line under the title, with how many questions wait."""
        asked = [tr("{asked} waiting for your answer", asked=self._asked)] if self._asked else []
        return " · ".join([self.spec.fact(rows), *asked])

    def save_state(self) -> dict[str, Any]:
        """Return splitter, columns, day or week, filters of the history, and which sections are unfolded."""
        return {
            **super().save_state(),
            "splitter": self.splitter.sizes(),
            "week": self.timeline.is_week,
            "schedule": self.history.query.schedule,
            "state": self.history.query.state,
            "sections": self.sections.save_state(),
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take up what was kept; what does not fit is left aside."""
        super().restore_state(state)
        sizes = state.get("splitter")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(size, int) for size in sizes):
            self.splitter.setSizes(sizes)
        self.timeline.show_span(state.get("week") is True)
        self.history.filter_by(valid_filters({**state, "text": ""}))
        self.sections.restore_state(state.get("sections"))

    # --- rows --------------------------------------------------------------------------------------------------------

    def current_changed(self) -> None:
        """Show the sections of the current row."""
        super().current_changed()
        if self.current is not None:
            self.sections.show_record(self.current)

    def _loaded(self, rows: Mapping[Hashable, PlannedRow]) -> None:
        self._rows = known = list(rows.values())
        super()._loaded(rows)
        self.sections.setVisible(bool(rows))
        self.intro.setVisible(bool(rows) and all(row.schedule is None for row in known))

    def _questions_counted(self, number: int) -> None:
        if number != self._asked:
            self._asked = number
            if self._in_view and self._rows is not None:  # until then nothing is known of the schedules
                self.fact_changed.emit(self.fact_line(self._rows))
