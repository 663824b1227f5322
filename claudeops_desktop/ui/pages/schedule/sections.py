"""The parts under the list of the schedule page: the time line, the run history, and the steps of a job."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import orjson
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from ....core.clock import from_text
from ....records.occurrence_list import OccurrenceFacets, OccurrenceList, OccurrenceQuery
from ....records.occurrences import OccurrenceState, ScheduleOccurrence
from ....routine.types import RoutineStep, StoredStep
from ... import icons, theme
from ...app_context import AppContext
from ...kit.columns import ColumnModel, ColumnSpec, make_table, number_column, state_column, text_column
from ...kit.sections import SectionBody, TableSection
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_message
from ...widgets.empty_state import EmptyState
from ...widgets.filter_box import FilterBox, FilterChoice
from ...widgets.flow_layout import FlowLayout
from ...widgets.search_field import SearchField
from ...widgets.state_dot import state_word
from ..base_page import PageLocation
from .queries import STEP_STATES, PlannedRow, TimelineData, load_timeline
from .timeline import DAY, WEEK, TimelineStrip

WIDEST_CHOICE = 260
SPANS = (FilterChoice(tr("A day around now"), False), FilterChoice(tr("A week around now"), True))

# --- the time line ---------------------------------------------------------------------------------------------------


class TimelineBody(SectionBody[PlannedRow]):
    """The strip of all schedules, and the next moments of the current one. ``occurrence_selected`` carries the id of a
    due time that was clicked."""

    occurrence_selected = Signal(int)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self._row: PlannedRow | None = None
        self.timeline = TimelineStrip(self)
        self.timeline.occurrence_selected.connect(self.occurrence_selected)
        self.next = theme.plain_label(role="muted", wrap=True)
        self.span = FilterBox(tr("How much time is shown"), SPANS)
        self.span.value_chosen.connect(self._reload)
        self._latest = LatestQuery(
            context.bridge, self._loaded, lambda text: self.message_posted.emit(text, None), self
        )
        line = QHBoxLayout()
        line.setSpacing(theme.GAP_M)
        line.addWidget(self.next, 1)
        line.addWidget(self.span)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self.timeline)
        column.addLayout(line)

    @property
    def is_week(self) -> bool:
        """Tell whether a week is shown, not a day."""
        return bool(self.span.value)

    def show_span(self, week: bool) -> None:
        """Show a week or a day."""
        self.span.set_value(week)

    def show_record(self, record: PlannedRow) -> None:
        """Say the next moments of a schedule, and draw anew."""
        self._row = record
        self._reload()

    def refresh_ages(self) -> None:
        """Draw anew: now has moved."""
        self._reload()

    def _reload(self, _week: object = None) -> None:
        span, held = WEEK if self.is_week else DAY, self.context.runs.state.paused
        self._latest.ask(partial(load_timeline, self.context, self.context.schedule.zone(), span, held))

    def _loaded(self, data: TimelineData) -> None:
        self.timeline.show_lanes(data.lanes, data.span, data.now)
        self.next.setText(next_line(self._row, data) if self._row is not None else "")

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def next_line(row: PlannedRow, data: TimelineData) -> str:
    """Return the next moments of a schedule in words; nothing for a job, whose row says it."""
    schedule = row.schedule
    if schedule is None:
        return ""
    if row.held:
        return tr("Runs are paused.")
    times = data.next_times.get(schedule.id, ())
    if not times:
        return tr("{name} is switched off.", name=row.name)
    moments = ", ".join(formatting.format_clock_time(at, data.now) for at in times)
    return tr("Next of {name}: {moments}", name=row.name, moments=moments)


# --- the run history -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OccurrenceRow:
    """A due time, the name of its schedule, and the last session of its run."""

    due: ScheduleOccurrence
    name: str
    session_id: int | None


@dataclass(frozen=True)
class HistoryListing:
    """What was found for a query, and the names of the schedules."""

    query: OccurrenceQuery
    ids: tuple[int, ...]
    facets: OccurrenceFacets
    names: Mapping[int, str]


def list_history(context: AppContext, query: OccurrenceQuery) -> HistoryListing:
    """Return which due times there are, and the counts of the filters."""
    dues = OccurrenceList(context.book.store)
    names = {schedule.id: schedule.name for schedule in context.book.schedules.list()}
    return HistoryListing(query, tuple(dues.ids(query)), dues.facets(query), names)


def load_history(context: AppContext, ids: Sequence[int]) -> dict[Hashable, OccurrenceRow]:
    """Return these due times by id."""
    names = {schedule.id: schedule.name for schedule in context.book.schedules.list()}
    found = OccurrenceList(context.book.store).rows(tuple(ids))
    runs = orjson.dumps([due.run_id for due in found if due.run_id is not None]).decode()
    sql = "SELECT run_id, max(id) FROM sessions WHERE run_id IN (SELECT value FROM json_each(?)) GROUP BY run_id"
    sessions = dict(context.book.store.database.execute_sql(sql, (runs,)))
    return {due.id: OccurrenceRow(due, names.get(due.schedule_id, ""), sessions.get(due.run_id or 0)) for due in found}


def took_text(row: OccurrenceRow) -> str:
    """Return how long the run of a due time took."""
    due = row.due
    if not due.started_at or not due.ended_at:
        return ""
    return formatting.format_duration(max(0.0, (from_text(due.ended_at) - from_text(due.started_at)).total_seconds()))


def _clock_column(name: str, title: str, width: int, moment: Any) -> ColumnSpec[OccurrenceRow]:
    return ColumnSpec(
        name,
        title,
        width,
        text=lambda row: formatting.format_clock_time(moment(row)),
        tip=lambda row: formatting.format_exact_time(moment(row)),
        export=lambda row: moment(row) or "",
        ages=True,
    )


HISTORY_COLUMNS: tuple[ColumnSpec[OccurrenceRow], ...] = (
    _clock_column("due", tr("Due"), 132, lambda row: row.due.due_at),
    text_column("schedule", tr("Schedule"), 150, lambda row: row.name),
    ColumnSpec(
        "state", tr("Outcome"), 136, text=lambda row: state_word(row.due.state), state=lambda row: row.due.state
    ),
    _clock_column("started", tr("Started"), 92, lambda row: row.due.started_at),
    ColumnSpec("took", tr("Took"), 92, number=True, text=took_text),
    text_column("why", tr("Why"), 380, lambda row: row.due.why, stretch=True),
)


class HistoryBody(SectionBody[PlannedRow]):
    """What became of the due times of all schedules, with filters of its own."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, parent)
        self.query = OccurrenceQuery()
        self._latest = LatestQuery(context.bridge, self._listed, self._post, self)
        self.search = SearchField(tr("Search in reasons"))
        self.schedule = FilterBox(tr("Schedule"), [FilterChoice(tr("Any schedule"), None)])
        self.schedule.setMaximumWidth(WIDEST_CHOICE)
        self.state = FilterBox(tr("Outcome"), [FilterChoice(tr("Any outcome"), None)])
        self.open = QPushButton(tr("Open the run"))
        icons.set_themed_icon(self.open, "sessions")
        self.buttons.append(self.open)
        self._tables = QStackedWidget(self)
        self.model: ColumnModel[OccurrenceRow] = ColumnModel(HISTORY_COLUMNS, "OccurrenceModel", self)
        self.table = make_table(self.model, tr("Run history"), self._tables)
        self.empty = EmptyState("clock", tr("No due time yet"))
        self._lay_out()
        self._connect()
        self._show_target()

    def _lay_out(self) -> None:
        self._tables.addWidget(self.table)
        self._tables.addWidget(self.empty)
        self._tables.setMinimumHeight(4 * theme.ROW)
        self._filters = QWidget(self)
        filters = FlowLayout(theme.GAP_S, self._filters, fill=True)
        for part in (self.search, self.schedule, self.state):
            filters.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addWidget(self._filters)
        column.addWidget(self._tables, 1)

    def _connect(self) -> None:
        self.search.searched.connect(lambda text: self._change(text=text))
        self.search.entered.connect(self.table.focus_first_row)
        self.schedule.value_chosen.connect(lambda value: self._change(schedule=value))
        self.state.value_chosen.connect(lambda value: self._change(state=value))
        self.open.clicked.connect(self._follow)
        self.model.rows_requested.connect(self._load_rows)
        self.table.row_picked.connect(self._show_target)
        self.table.row_opened.connect(self._follow)
        self.empty.action_triggered.connect(lambda: self.filter_by(OccurrenceQuery()))

    def show_record(self, record: PlannedRow) -> None:
        """Ask anew: the history is that of all schedules."""
        self.refresh()

    def refresh(self) -> None:
        """Ask for what the filters leave."""
        self._latest.ask(partial(list_history, self.context, self.query))

    def refresh_ages(self) -> None:
        """Show the texts that depend on the time of day anew."""
        self.model.refresh_ages()

    def take_focus(self) -> None:
        """Put the cursor into the table."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def filter_by(self, query: OccurrenceQuery) -> None:
        """Set the filters."""
        self.query = query
        self.search.set_text_quietly(query.text)
        self.schedule.set_value(query.schedule)
        self.state.set_value(query.state)
        self.refresh()

    def select_occurrence(self, due_id: int) -> None:
        """Make a due time the current row, whatever the filters."""
        if self.model.place(due_id) < 0 and self.query != OccurrenceQuery():
            self.filter_by(OccurrenceQuery())
        self.table.select_key(due_id)

    def _change(self, **parts: Any) -> None:
        self.query = replace(self.query, **parts)
        self.refresh()

    def _listed(self, found: HistoryListing) -> None:
        if list(self.model.keys) != list(found.ids):
            self.table.show_keys(found.ids)
        self.table.reload_visible()
        self._show_filters(found)
        self._show_target()
        self.count_changed.emit(found.facets.matching)

    def _show_filters(self, found: HistoryListing) -> None:
        facets = found.facets
        names = [
            FilterChoice(found.names.get(number, tr("schedule {number}", number=number)), number, count)
            for number, count in facets.schedules.items()
        ]
        self.schedule.set_choices([FilterChoice(tr("Any schedule"), None, sum(facets.schedules.values())), *names])
        states = [
            FilterChoice(state_word(state), str(state), facets.states[state])
            for state in OccurrenceState
            if state in facets.states
        ]
        self.state.set_choices([FilterChoice(tr("Any outcome"), None, sum(facets.states.values())), *states])
        self._filters.setVisible(bool(facets.total))
        self._tables.setCurrentWidget(self.table if facets.matching else self.empty)
        if facets.total:
            self.empty.set_message(
                tr("No due time matches"), tr("Try other words or another filter."), tr("Clear the filters")
            )
        else:
            text = tr("Each one appears here with its outcome: ran, skipped, missed or failed, and why.")
            self.empty.set_message(tr("No due time yet"), text)

    def _load_rows(self, ids: Sequence[int]) -> None:
        self.context.bridge.ask(partial(load_history, self.context, tuple(ids)), self._rows_loaded)

    def _rows_loaded(self, rows: Mapping[Hashable, OccurrenceRow]) -> None:
        self.model.set_rows(rows)
        self._show_target()

    @property
    def target(self) -> PageLocation | None:
        """Return the session of the current due time; None where nothing ran."""
        row: OccurrenceRow | None = self.model.known_row(self.table.current)
        return PageLocation("sessions", id=row.session_id) if row is not None and row.session_id is not None else None

    def _show_target(self, _key: object = None) -> None:
        row: OccurrenceRow | None = self.model.known_row(self.table.current)
        self.open.setEnabled(self.target is not None)
        self.open.setToolTip(no_run_tip(row) if row is not None else "")

    def _follow(self, _key: object = None) -> None:
        if self.target is not None:
            self.navigation_requested.emit(self.target)

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


def no_run_tip(row: OccurrenceRow) -> str:
    """Return why a due time leads to no run; nothing where it does."""
    if row.session_id is not None:
        return ""
    gone = row.due.run_id is not None
    return tr("That run is no longer in the records.") if gone else tr("Nothing ran for this due time.")


def valid_filters(values: Mapping[str, Any] | None) -> OccurrenceQuery:
    """Return the filters among these values, as a PageLocation or a remembered state has them."""
    values = values or {}
    text, schedule, state = values.get("text"), values.get("schedule"), values.get("state")
    return OccurrenceQuery(
        text if isinstance(text, str) else "",
        schedule if isinstance(schedule, int) else None,
        state if isinstance(state, str) and state in list(OccurrenceState) else None,
    )


# --- the steps of a job ----------------------------------------------------------------------------------------------

StepRow = tuple[RoutineStep, StoredStep | None]


def load_steps(_context: AppContext, row: PlannedRow) -> dict[Hashable, StepRow]:
    """Return the steps of a job with what each did last time, by name."""
    job = row.job
    if job is None:
        return {}
    last = {step.name: step for step in job.last.steps} if job.last is not None else {}
    return {step.name: (step, last.get(step.name)) for step in job.job.steps}


def step_note(row: StepRow) -> str:
    """Return what a step noted last time."""
    return tr_message(row[1].note) if row[1] is not None else ""


def step_duration(row: StepRow) -> str:
    """Return what a step took."""
    last = row[1]
    return formatting.format_duration(last.seconds) if last is not None and last.state != "waiting" else ""


STEP_COLUMNS: tuple[ColumnSpec[StepRow], ...] = (
    text_column("step", tr("Step"), 300, lambda row: tr_message(row[0].title)),
    state_column(tr("State"), 110, lambda row: row[1].state if row[1] is not None else "never", STEP_STATES),
    number_column("count", tr("Looked at"), 90, lambda row: row[1].count if row[1] is not None else None),
    number_column("changed", tr("Changed"), 90, lambda row: row[1].changed if row[1] is not None else None),
    ColumnSpec("took", tr("Took"), 90, text=step_duration),
    text_column(
        "note", tr("Note"), 280, lambda row: tr_message(row[1].note) if row[1] is not None else "", stretch=True
    ),
)

STEPS: TableSection[PlannedRow, StepRow] = TableSection(
    name="steps",
    title=tr("Steps of the last run"),
    summary=lambda row: row.name,
    shown=lambda row: row.job is not None,
    look="RoutineStepModel",
    columns=STEP_COLUMNS,
    load=load_steps,
)
